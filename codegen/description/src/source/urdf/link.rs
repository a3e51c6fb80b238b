//! Links and their inertia.

use super::place::place;
use super::reader::UrdfReader;
use super::values::default_number;
use super::vocabulary::{ElementVocabulary, INERTIA, NameUse};
use crate::fault::Fault;
use crate::model::{Inertial, Link, Quantity};
use crate::source::xml::{Attribute, Element};
use multibody_program::ir::Value;

const MASS_EXAMPLE: &str = "<mass value=\"1\"/>";
const INERTIA_EXAMPLE: &str =
    "<inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>";

impl UrdfReader<'_> {
    /// A link; its name is empty if it has none.
    pub(super) fn read_link(&mut self, link: Element) -> Link {
        self.survey_unread_names(link);
        let name = self.name(link, "name", "<link name=\"arm\">");
        let inertial = self
            .child(link, "inertial")
            .map(|inertial| self.inertial(link, inertial));
        Link::new(name, inertial)
    }

    /// Mass and inertia. What is missing is 0. Values that cannot be read count as unknown, so that the rest can be
    /// checked.
    fn inertial(&mut self, link: Element, inertial: Element) -> Inertial {
        let origin = self.origin(inertial);
        let mass = self.child(inertial, "mass");
        let inertia = self.child(inertial, "inertia");
        self.report_missing_parts(link, inertial, [mass, inertia]);
        let mut entry = |element: Option<Element>, name| {
            let span = element.unwrap_or(inertial).tag_span();
            let owner = element.filter(|e| self.survey.attribute(*e, name).is_some());
            match owner {
                Some(element) => {
                    // Checks of numbers pass over expressions.
                    let unknown = Quantity::Expression(Value::ZERO, span);
                    self.quantity(element, name).unwrap_or(unknown)
                }
                None => default_number(0, span).into(),
            }
        };
        Inertial {
            origin,
            mass: entry(mass, "value"),
            inertia: INERTIA.map(|name| entry(inertia, name)),
        }
    }

    /// Reports what an inertial does not have. Parts next to it in the link are reported as misplaced instead.
    fn report_missing_parts(
        &mut self,
        link: Element,
        inertial: Element,
        [mass, inertia]: [Option<Element>; 2],
    ) {
        let is_misplaced = |tag: &str| link.children().any(|child| child.tag() == tag);
        let elements = [("mass", mass), ("inertia", inertia)].into_iter();
        let absent = elements.filter(|(tag, element)| element.is_none() && !is_misplaced(tag));
        let tags: Vec<String> = absent.map(|(tag, _)| format!("<{tag}>")).collect();
        if !tags.is_empty() {
            let example = match mass {
                None => MASS_EXAMPLE,
                Some(_) => INERTIA_EXAMPLE,
            };
            self.report_read_as_zero(inertial, tags.join(" and no "), example);
        }
        let parts = [
            (mass, &["value"][..], MASS_EXAMPLE),
            (inertia, &INERTIA[..], INERTIA_EXAMPLE),
        ];
        for (element, names, example) in parts {
            let Some(element) = element else { continue };
            let absent = names
                .iter()
                .copied()
                .filter(|name| self.survey.attribute(element, name).is_none());
            let attributes: Vec<&str> = absent.collect();
            if attributes.is_empty() {
                continue;
            }
            if has_unread_contents(element) {
                self.report_missing(element, &attributes, example);
            } else {
                let quoted: Vec<String> =
                    attributes.iter().map(|name| format!("`{name}`")).collect();
                self.report_read_as_zero(element, quoted.join(", "), example);
            }
        }
    }

    /// Reports missing elements or attributes, whose `names` are joined; they are read as 0.
    fn report_read_as_zero(&mut self, element: Element, names: String, example: &'static str) {
        let place = place(element);
        let fault = Fault::IncompleteInertial {
            place,
            missing: names,
            example,
        };
        self.faults.push(element.tag_span(), fault);
    }
}

/// Whether an element has contents that are not read: what seems to be missing may be among them.
fn has_unread_contents(element: Element) -> bool {
    let vocabulary = ElementVocabulary::of(element.tag());
    let is_unread = |attribute: Attribute| {
        let name_use = vocabulary.map(|v| v.use_of_attribute(attribute.name));
        name_use != Some(NameUse::Read)
    };
    element.children().next().is_some()
        || element.stray_text().is_some()
        || element.attributes().any(is_unread)
}
