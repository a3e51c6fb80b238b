//! Macros that should have been expanded.

use super::vocabulary::ElementVocabulary;
use crate::fault::table::Times;
use crate::fault::{Fault, Faults};
use crate::model::Span;
use crate::source::xml::Element;

/// Whether macros of xacro are left; reports them once, since nothing else can be relied upon then.
pub(super) fn is_unexpanded(root: Element, faults: &mut Faults) -> bool {
    let mut macros = root.descendants().filter_map(find_macro);
    let Some(first) = macros.next() else {
        return false;
    };
    faults.push(
        first,
        Fault::XacroNotExpanded {
            times: Times(1 + macros.count()),
        },
    );
    true
}

/// The place of a macro in an element. Simulators' plugins may hold `${` rightfully.
fn find_macro(element: Element) -> Option<Span> {
    if element.tag().starts_with("xacro:") {
        return Some(element.tag_span());
    }
    ElementVocabulary::of(element.tag())?;
    let expression = |value: &str| value.contains("${") || value.contains("$(");
    element
        .attributes()
        .find(|attribute| expression(attribute.value))
        .map(|a| a.value_span)
}
