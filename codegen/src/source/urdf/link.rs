//! Links and their inertia.

use super::Reader;
use crate::model::{Inertial, Link};
use crate::source::xml::Element;

/// The entries of the inertia tensor, in the order of [`Inertial::inertia`].
pub(super) const INERTIA: [&str; 6] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];

const INERTIA_EXAMPLE: &str =
    "<inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>";

impl Reader<'_> {
    /// A link; its name is empty if it has none.
    pub(super) fn link(&mut self, link: Element) -> Link {
        self.survey(link);
        let name = self.name(link, "name", "<link name=\"arm\">");
        let inertial = self
            .only(link, "inertial")
            .and_then(|inertial| self.inertial(inertial));
        Link { name, inertial }
    }

    /// Mass and inertia, if all of it can be read.
    fn inertial(&mut self, inertial: Element) -> Option<Inertial> {
        let origin = self.origin(inertial);
        let mass = self.required(inertial, "mass", "<mass value=\"1\"/>");
        let inertia = self.required(inertial, "inertia", INERTIA_EXAMPLE);
        let mass = mass.and_then(|element| {
            if element.attribute("value").is_none() {
                self.missing(element, &["value"], "<mass value=\"1\"/>");
            }
            self.quantity(element, "value")
        });
        let inertia = inertia.and_then(|element| {
            let missing: Vec<&str> = INERTIA
                .into_iter()
                .filter(|name| element.attribute(name).is_none())
                .collect();
            if !missing.is_empty() {
                self.missing(element, &missing, INERTIA_EXAMPLE);
            }
            let numbers = INERTIA.map(|name| self.quantity(element, name));
            numbers
                .into_iter()
                .collect::<Option<Vec<_>>>()?
                .try_into()
                .ok()
        });
        Some(Inertial {
            origin,
            mass: mass?,
            inertia: inertia?,
            span: inertial.span(),
        })
    }
}
