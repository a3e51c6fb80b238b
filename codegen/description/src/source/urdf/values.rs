//! Names, numbers and origins.

use super::place::place;
use super::reader::UrdfReader;
use crate::fault::Fault;
use crate::model::{Number, Origin, Quantity, Rotation, Span, Spanned};
use crate::source::number::parse_number;
use crate::source::xml::{Attribute, Element};
use multibody_program::exact::integer;

/// The number in place of one that was left out.
pub(super) fn default_number(value: i64, span: Span) -> Number {
    Number {
        value: integer(value),
        text: String::new(),
        span,
    }
}

impl UrdfReader<'_> {
    /// A name; if it is missing, reports this and returns an empty name.
    pub(super) fn name(
        &mut self,
        element: Element,
        attribute: &'static str,
        example: &'static str,
    ) -> Spanned<String> {
        let Some(name) = self.survey.attribute(element, attribute) else {
            self.report_missing(element, &[attribute], example);
            return Spanned {
                value: String::new(),
                span: element.tag_span(),
            };
        };
        if name.value.is_empty() {
            let (span, place) = (name.span, place(element));
            self.faults
                .push(span, Fault::EmptyName { attribute, place });
        }
        Spanned {
            value: name.value.to_string(),
            span: name.value_span,
        }
    }

    /// A number, if it exists and can be read.
    pub(super) fn number(&mut self, element: Element, attribute: &'static str) -> Option<Number> {
        let [number] = self.numbers(element, attribute)?;
        Some(number)
    }

    /// A number, as a quantity, since robots in tokens may have an expression in its place.
    pub(super) fn quantity(
        &mut self,
        element: Element,
        attribute: &'static str,
    ) -> Option<Quantity> {
        self.number(element, attribute).map(Quantity::from)
    }

    /// The N numbers of an attribute, if they exist and can be read.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        element: Element,
        name: &'static str,
    ) -> Option<[Number; N]> {
        let attribute = self.survey.attribute(element, name)?;
        // The value of a single number is not split: anything beside the number is reported with it.
        if N == 1 {
            let value = attribute.value.trim_ascii();
            let number = self.parse_number(value, attribute.value_span, attribute, element)?;
            return Some(std::array::from_fn(|_| number.clone()));
        }
        let count = attribute.words(self.text).count();
        if count != N {
            let place = value_name(attribute, element);
            let fault = Fault::WrongCount {
                found: count,
                expected: N,
                place,
            };
            self.faults.push(attribute.span, fault);
            return None;
        }
        // All words are read before an error is returned, so that all faults are found.
        let words = attribute.words(self.text);
        let numbers: Vec<Option<Number>> = words
            .map(|(word, span)| self.parse_number(word, span, attribute, element))
            .collect();
        numbers
            .into_iter()
            .collect::<Option<Vec<Number>>>()?
            .try_into()
            .ok()
    }

    /// A number as written in an attribute.
    fn parse_number(
        &mut self,
        text: &str,
        span: Span,
        attribute: Attribute,
        element: Element,
    ) -> Option<Number> {
        let instead = match element.tag() {
            "limit" => "leave the attribute out where there is no limit",
            _ => "write a number, e.g. 0.5; what made this file divided by zero perhaps",
        };
        let number = parse_number(text, span, &value_name(attribute, element), instead);
        number.map_err(|fault| self.faults.push(span, fault)).ok()
    }

    /// The origin in an element; zero if it is left out.
    pub(super) fn origin(&mut self, parent: Element) -> Origin {
        let origin = self.child(parent, "origin");
        let span = origin.unwrap_or(parent).tag_span();
        let zero = || std::array::from_fn(|_| default_number(0, span).into());
        let Some(origin) = origin else {
            return Origin {
                xyz: zero(),
                rotation: Rotation::RollPitchYaw(zero()),
            };
        };
        if let Some(quaternion) = self.survey.attribute(origin, "quat_xyzw") {
            let (span, place) = (quaternion.span, place(origin));
            self.faults
                .push(span, Fault::UnsupportedQuaternion { place });
        }
        let mut vector = |name| {
            let numbers: Option<[Number; 3]> = self.numbers(origin, name);
            numbers.map_or_else(zero, |numbers| numbers.map(Quantity::from))
        };
        let (xyz, rpy) = (vector("xyz"), vector("rpy"));
        Origin {
            xyz,
            rotation: Rotation::RollPitchYaw(rpy),
        }
    }

    /// Reports missing attributes.
    pub(super) fn report_missing(
        &mut self,
        element: Element,
        names: &[&str],
        example: &'static str,
    ) {
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let attributes = quoted.join(", ");
        let fault = Fault::MissingAttribute {
            attributes,
            place: place(element),
            example,
        };
        self.faults.push(element.tag_span(), fault);
    }
}

/// The name of a value in messages: `` `xyz` of <axis> of joint `elbow` ``.
fn value_name(attribute: Attribute, element: Element) -> String {
    format!("`{}` of {}", attribute.name, place(element))
}
