//! Names of elements in messages.

use crate::source::xml::{self, Element};

/// The name of an element in messages: ``link `arm` ``, ``<mass> of link `arm` ``.
pub fn place(element: Element) -> String {
    xml::place(element, |tag| {
        ["link", "joint"].contains(&tag).then_some("name")
    })
}
