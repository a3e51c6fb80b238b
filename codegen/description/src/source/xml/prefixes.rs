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

/// Notes each prefix that no element declares, once.
pub(in crate::source) fn note_undeclared(root: Element, faults: &mut Faults) {
    let mut declared = BTreeSet::from(["xml"]);
    let mut used: BTreeMap<&str, (Span, usize)> = BTreeMap::new();
    for element in root.descendants() {
        if let Some((prefix, _)) = split(element.tag()) {
            let first = || (element.tag_span(), 0);
            used.entry(prefix).or_insert_with(first).1 += 1;
        }
        for attribute in element.attributes() {
            if let Some((prefix, _)) = split(attribute.name) {
                used.entry(prefix).or_insert((attribute.span, 0)).1 += 1;
            }
        }
        declared.extend(element.declared_prefixes());
    }
    for (prefix, (first, times)) in used {
        if !declared.contains(prefix) {
            let (prefix, times) = (Shown::from(prefix), Times(times));
            faults.push(first, Fault::UndeclaredPrefix { prefix, times });
        }
    }
}
