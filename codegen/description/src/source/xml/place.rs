//! Names of elements in messages.

use super::element::Element;
use crate::fault::Shown;

/// The name of an element in messages: ``link `arm` ``, ``<mass> of link `arm` ``. `naming_attribute` returns, for a tag, the
/// attribute that contains the name of such elements, if there is one.
pub(in crate::source) fn place(
    element: Element,
    naming_attribute: fn(&str) -> Option<&'static str>,
) -> String {
    let tag = |element: Element| Shown::from(element.tag());
    let label = |element: Element| {
        let attribute = element.attribute(naming_attribute(element.tag())?)?;
        let name = Some(attribute.value).filter(|name| !name.is_empty())?;
        Some(format!("{} `{}`", tag(element), Shown::from(name)))
    };
    let ancestors = std::iter::successors(element.parent(), Element::parent);
    let owner = ancestors.filter_map(label).next();
    match (label(element), owner) {
        (Some(name), _) => name,
        (None, Some(owner)) => format!("<{}> of {owner}", tag(element)),
        (None, None) => format!("<{}>", tag(element)),
    }
}
