//! Names of elements in messages.

use crate::fault::Shown;
use crate::source::xml::Element;

/// The name of an element in messages: `link `arm``, `<mass> of link `arm``.
pub fn place(element: Element) -> String {
    let label = |element: Element| {
        let tag = Some(element.tag()).filter(|tag| ["link", "joint"].contains(tag))?;
        let name = element
            .attribute("name")
            .filter(|name| !name.value.is_empty())?;
        Some(format!("{tag} `{}`", Shown::from(name.value)))
    };
    let ancestors = std::iter::successors(element.parent(), Element::parent);
    let owner = ancestors.filter_map(label).next();
    match (label(element), owner) {
        (Some(name), _) => name,
        (None, Some(owner)) => format!("<{}> of {owner}", element.tag()),
        (None, None) => format!("<{}>", element.tag()),
    }
}
