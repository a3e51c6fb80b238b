//! Prefixes of names, such as `drake:`.

use std::collections::{BTreeMap, BTreeSet};

use super::Element;
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Span;

/// The prefix of a name, and the name without it.
fn split_prefix(name: &str) -> Option<(&str, &str)> {
    name.split_once(':')
}

/// A name without its prefix.
pub(in crate::source) fn local_name(name: &str) -> &str {
    split_prefix(name).map_or(name, |(_, local)| local)
}

/// Whether a name has a prefix: then it belongs to another vocabulary, even if it resembles a name of this one.
pub(in crate::source) fn is_foreign(name: &str) -> bool {
    split_prefix(name).is_some()
}

/// Reports each prefix that no element declares, once. Names that begin at a place in `reported`,
/// for which a fault has been reported already, do not count.
pub(in crate::source) fn report_undeclared_prefixes(
    root: Element,
    reported: &BTreeSet<usize>,
    faults: &mut Faults,
) {
    let mut declared = BTreeSet::from(["xml"]);
    let mut uses: BTreeMap<&str, (Span, usize)> = BTreeMap::new();
    for element in root.descendants() {
        let attributes = element
            .attributes()
            .map(|attribute| (attribute.name, attribute.span));
        for (name, span) in std::iter::once((element.tag(), element.tag_span())).chain(attributes) {
            if let Some((prefix, _)) =
                split_prefix(name).filter(|_| !reported.contains(&span.start))
            {
                uses.entry(prefix).or_insert((span, 0)).1 += 1;
            }
        }
        declared.extend(element.prefixes());
    }
    for (prefix, (first, times)) in uses {
        if !declared.contains(prefix) {
            let (prefix, times) = (Shown::from(prefix), Times(times));
            faults.push(first, Fault::UndeclaredPrefix { prefix, times });
        }
    }
}
