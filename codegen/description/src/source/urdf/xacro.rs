//! Macros that should have been expanded.

use super::vocabulary::ElementVocabulary;
use crate::fault::table::Times;
use crate::fault::{Fault, Faults};
use crate::model::Span;
use crate::source::xml::Element;

/// Whether xacro macros are left in the file. Reports them once, since nothing else in such a file is reliable.
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

/// The place of a macro in an element. Only elements of URDF are searched, since `${` is legitimate in simulators'
/// plugins.
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
