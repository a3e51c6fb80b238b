//! Links and their inertia.

use super::reader::UrdfReader;
use super::vocabulary::INERTIA;
use crate::model::{Inertial, Link, Quantity};
use crate::source::xml::Element;
use multibody_program::ir::Value;

const INERTIA_EXAMPLE: &str =
    "<inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>";

impl UrdfReader<'_> {
    /// A link; its name is empty if it has none.
    pub(super) fn link(&mut self, link: Element) -> Link {
        self.survey(link);
        let name = self.name(link, "name", "<link name=\"arm\">");
        let inertial = self
            .only(link, "inertial")
            .map(|inertial| self.inertial(inertial));
        Link { name, inertial }
    }

    /// Mass and inertia. Values that cannot be read count as unknown, so that the rest can be checked.
    fn inertial(&mut self, inertial: Element) -> Inertial {
        let origin = self.origin(inertial);
        let mass = self.required(inertial, "mass", "<mass value=\"1\"/>");
        let inertia = self.required(inertial, "inertia", INERTIA_EXAMPLE);
        let mass = mass.and_then(|element| {
            if self.survey.attribute(element, "value").is_none() {
                self.missing(element, &["value"], "<mass value=\"1\"/>");
            }
            self.quantity(element, "value")
        });
        let inertia = inertia.map(|element| {
            let missing: Vec<&str> = INERTIA
                .into_iter()
                .filter(|name| self.survey.attribute(element, name).is_none())
                .collect();
            if !missing.is_empty() {
                self.missing(element, &missing, INERTIA_EXAMPLE);
            }
            INERTIA.map(|name| self.quantity(element, name))
        });
        let unknown = || Quantity::Expression(Value::ZERO, inertial.tag_span());
        let inertia = inertia.unwrap_or_default();
        Inertial {
            origin,
            mass: mass.unwrap_or_else(unknown),
            inertia: inertia.map(|entry| entry.unwrap_or_else(unknown)),
        }
    }
}
