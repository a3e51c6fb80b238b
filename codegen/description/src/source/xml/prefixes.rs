//! Prefixes of names, such as `drake:`.

use std::collections::{BTreeMap, BTreeSet};

use super::Element;
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Span;

/// The prefix of a name, and the rest.
fn split(name: &str) -> Option<(&str, &str)> {
    name.split_once(':')
}

/// A name without its prefix.
pub(in crate::source) fn local(name: &str) -> &str {
    split(name).map_or(name, |(_, local)| local)
}

/// Whether a name has a prefix, so that it belongs to another vocabulary, however near it is to a name of this one.
pub(in crate::source) fn is_foreign(name: &str) -> bool {
    split(name).is_some()
}

/// Notes each prefix that no element declares, once; not for names at places that have a message.
pub(in crate::source) fn note_undeclared(
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
            if let Some((prefix, _)) = split(name).filter(|_| !reported.contains(&span.start)) {
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
