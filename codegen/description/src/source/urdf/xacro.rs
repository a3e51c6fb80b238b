//! Macros that should have been expanded.

use super::vocabulary::ElementVocabulary;
use crate::fault::table::Times;
use crate::fault::{Fault, Faults};
use crate::model::Span;
use crate::source::xml::Element;

/// Reports xacro macros that are left in the file, all at once, since nothing else in such a file is reliable. Returns
/// whether there are any.
pub(super) fn report_macros(root: Element, faults: &mut Faults) -> bool {
    let mut macros = root.descendants().filter_map(find_macro);
    let Some(first) = macros.next() else {
        return false;
    };
    let times = Times(1 + macros.count());
    faults.push(first, Fault::XacroNotExpanded { times });
    true
}

/// The place of a macro in an element. Only elements of URDF are searched, since `${` is legitimate in simulators'
/// plugins.
fn find_macro(element: Element) -> Option<Span> {
    if element.tag().starts_with("xacro:") {
        return Some(element.tag_span());
    }
    ElementVocabulary::of(element.tag())?;
    let has_expression = |value: &str| value.contains("${") || value.contains("$(");
    element
        .attributes()
        .find(|attribute| has_expression(attribute.value))
        .map(|a| a.value_span)
}
