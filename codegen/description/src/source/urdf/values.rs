//! Names, numbers and origins.

use super::place::place;
use super::reader::UrdfReader;
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Number, Origin, Quantity, Rotation, Span, Spanned};
use crate::source::xml::{Attribute, Element};
use multibody_program::exact::{DecimalError, decimal, integer};

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
        let [number] = self.vector(element, attribute)?;
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

    /// As many numbers as requested, if they exist and can be read.
    pub(super) fn vector<const N: usize>(
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
        let error = match decimal(text) {
            Ok(value) => {
                return Some(Number {
                    value,
                    text: text.to_string(),
                    span,
                });
            }
            Err(error) => error,
        };
        let (label, place) = (Shown::from(text), value_name(attribute, element));
        let fault = match error {
            DecimalError::NotANumber => Fault::NotANumber {
                text: label,
                place,
                hint: hint_for_number(text),
            },
            DecimalError::NotFinite => {
                let is_limit = element.tag() == "limit";
                let hint = if is_limit {
                    "leave the attribute out where there is no limit"
                } else {
                    "write a number, e.g. 0.5; what made this file divided by zero perhaps"
                };
                Fault::NotFinite {
                    text: label,
                    place,
                    hint: Hint::Write(hint),
                }
            }
            DecimalError::OutOfRange => Fault::NumberOutOfRange { text: label, place },
            DecimalError::TooLong => Fault::NumberTooFine {
                text: label,
                place: format!("in {place}"),
            },
        };
        self.faults.push(span, fault);
        None
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
            let numbers: Option<[Number; 3]> = self.vector(origin, name);
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

/// What to write instead of a text that is not a number.
fn hint_for_number(text: &str) -> Hint {
    if has_unit(text) && !text.contains("pi") {
        return Hint::WITHOUT_UNIT;
    }
    Hint::Write(if text.contains([' ', '\t', '\n']) {
        "write one number here, not several"
    } else if text.contains(',') {
        "write a point as the decimal mark, and separate numbers by spaces"
    } else if text.contains("pi") || text.contains(['*', '/', '(']) {
        "expressions are not evaluated; write the value, e.g. 1.5707963267948966 for pi/2"
    } else {
        "write e.g. 0.5 or 1.5e-3"
    })
}

/// Whether the text is a number followed by one word and nothing else: `-2.7 kg`, `90deg`.
fn has_unit(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '\u{b0}';
    match text.split_once(char::is_whitespace) {
        Some((number, unit)) => decimal(number).is_ok() && unit.trim_start().starts_with(is_letter),
        None => {
            let number = text.trim_end_matches(is_letter);
            number.len() < text.len() && decimal(number).is_ok()
        }
    }
}
