//! Names of elements in messages.

use crate::fault::Shown;
use crate::source::xml::{Attribute, Element};

/// The name of an element in messages: ``body `arm` ``, ``<geom> of body `arm` ``.
pub(super) fn place(element: Element) -> String {
    let label = |element: Element| {
        let attribute = if element.tag() == "default" { "class" } else { "name" };
        let attribute = element.attribute(attribute)?;
        let name = Some(attribute).filter(|name| !name.value.is_empty())?;
        let tag = Shown::from(element.tag());
        Some(format!("{tag} `{}`", Shown::from(name.value)))
    };
    let ancestors = std::iter::successors(element.parent(), Element::parent);
    let owner = ancestors.filter_map(label).next();
    let tag = Shown::from(element.tag());
    match (label(element), owner) {
        (Some(name), _) => name,
        (None, Some(owner)) => format!("<{tag}> of {owner}"),
        (None, None) => format!("<{tag}>"),
    }
}

/// The name of a value in messages: ``the `size` of <geom> of body `arm` ``.
pub(super) fn value_place(attribute: Attribute, element: Element) -> String {
    format!("`{}` of {}", Shown::from(attribute.name), place(element))
}
