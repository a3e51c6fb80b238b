//! Values of attributes.

use std::collections::BTreeSet;

use super::classes::{Classes, Resolved};
use super::document::Node;
use super::place::{place, value_place};
use super::settings::Settings;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Number, Span, Spanned};
use crate::source::number::parse_number;
use crate::source::xml::Attribute;
use multibody_program::exact::Rational;

/// Maximum number of numbers of one attribute.
const COUNT_LIMIT: usize = 10_000;

/// Reads elements and their attributes.
pub(super) struct Reader<'r, 'a> {
    /// The whole description.
    pub(super) text: &'a str,
    pub(super) faults: &'r mut Faults,
    pub(super) classes: Classes<'a>,
    pub(super) settings: Settings<'a>,
    /// Where attributes begin for which a fault is reported: elements of one class share them.
    pub(super) reported: BTreeSet<usize>,
    /// Forces that are not read, and where they are written.
    pub(super) waiting: Vec<Spanned<String>>,
}

impl<'r, 'a> Reader<'r, 'a> {
    /// A reader of a description with this root.
    pub(super) fn new(text: &'a str, root: &Node<'a>, faults: &'r mut Faults) -> Self {
        Reader {
            text,
            faults,
            classes: Classes::default(),
            settings: Settings::of(root),
            reported: BTreeSet::new(),
            waiting: Vec::new(),
        }
    }

    /// A number, if the element or its class has it and it can be read.
    pub(super) fn number(&mut self, element: &Resolved<'a>, name: &str) -> Option<Number> {
        let [number] = self.numbers(element, name)?;
        Some(number)
    }

    /// As many numbers as requested, if the element or its class has them and they can be read.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
    ) -> Option<[Number; N]> {
        let attribute = element.attribute(name)?;
        self.exactly(element, attribute, N)?.try_into().ok()
    }

    /// The numbers of an attribute, if there are as many as expected and all can be read.
    pub(super) fn exactly(
        &mut self,
        element: &Resolved<'a>,
        attribute: Attribute<'a>,
        expected: usize,
    ) -> Option<Vec<Number>> {
        let numbers = self.numbers_of(element, attribute, expected)?;
        if numbers.len() < expected {
            self.report_count(element, attribute, numbers.len(), expected);
            return None;
        }
        Some(numbers)
    }

    /// Up to `limit` numbers: if the element has fewer than its class, they replace the first of these.
    pub(super) fn up_to(
        &mut self,
        limit: usize,
        element: &Resolved<'a>,
        name: &str,
    ) -> Option<Vec<Number>> {
        let mut numbers: Option<Vec<Number>> = None;
        for attribute in element.values(name) {
            let layer = self.numbers_of(element, attribute, limit)?;
            let merged_numbers = numbers.get_or_insert_default();
            merged_numbers.extend(layer.into_iter().skip(merged_numbers.len()));
        }
        numbers
    }

    /// The numbers of an attribute, if all can be read; reports if there are more than `limit`.
    pub(super) fn numbers_of(
        &mut self,
        element: &Resolved<'a>,
        attribute: Attribute<'a>,
        limit: usize,
    ) -> Option<Vec<Number>> {
        let limit = limit.min(COUNT_LIMIT);
        let count = attribute.words(self.text).count();
        if count > limit {
            self.report_count(element, attribute, count, limit);
            return None;
        }
        let is_new = !self.reported.contains(&attribute.span.start);
        // All words are read before an error is returned, so that all faults are found.
        let mut numbers = Vec::new();
        for (word, span) in attribute.words(self.text) {
            let place = || value_place(attribute, element.element);
            numbers.extend(self.parse(word, span, is_new, &place));
        }
        if numbers.len() < count {
            self.reported.insert(attribute.span.start);
            return None;
        }
        Some(numbers)
    }

    fn parse(
        &mut self,
        word: &str,
        span: Span,
        is_new: bool,
        place: &dyn Fn() -> String,
    ) -> Option<Number> {
        const INSTEAD: &str =
            "write a number, e.g. 0.5; what made this file divided by zero perhaps";
        // The place is looked for only where it is needed.
        match parse_number(word, span, "", INSTEAD) {
            Ok(number) => Some(number),
            Err(_) if !is_new => None,
            Err(_) => {
                let fault = parse_number(word, span, &place(), INSTEAD).err()?;
                self.faults.push(span, fault);
                None
            }
        }
    }

    fn report_count(
        &mut self,
        element: &Resolved<'a>,
        attribute: Attribute<'a>,
        count: usize,
        expected: usize,
    ) {
        if self.reported.insert(attribute.span.start) {
            let place = value_place(attribute, element.element);
            let fault = Fault::WrongCount {
                found: count,
                expected,
                place,
            };
            self.faults.push(attribute.span, fault);
        }
    }

    /// One of the words that an attribute can have; the first if it is left out or unknown.
    pub(super) fn word(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        words: &'static [&'static str],
    ) -> &'static str {
        let default = words.first().copied().unwrap_or_default();
        let Some(attribute) = element.attribute(name) else {
            return default;
        };
        let value = attribute.value.trim_ascii();
        if let Some(word) = words.iter().find(|word| **word == value) {
            return word;
        }
        if self.reported.insert(attribute.span.start) {
            let hint = self.faults.nearest(value, words.iter().copied());
            let fault = Fault::UnknownWord {
                text: Shown::from(value),
                place: value_place(attribute, element.element),
                hint: hint.or(Hint::Known(words)),
            };
            self.faults.push(attribute.value_span, fault);
        }
        default
    }

    /// Whether an attribute says `true`; none if it is left out.
    pub(super) fn boolean(&mut self, element: &Resolved<'a>, name: &str) -> Option<bool> {
        element.attribute(name)?;
        Some(self.word(element, name, &["false", "true"]) == "true")
    }

    /// The name in an attribute, if there is one.
    pub(super) fn name(&mut self, element: &Resolved<'a>, name: &str) -> Option<Spanned<String>> {
        let attribute = element
            .attribute(name)
            .filter(|name| !name.value.is_empty())?;
        Some(Spanned {
            value: attribute.value.to_owned(),
            span: attribute.value_span,
        })
    }

    /// The name in an attribute; reports if there is none.
    pub(super) fn require_name(
        &mut self,
        element: &Resolved<'a>,
        name: &'static str,
        example: &'static str,
    ) -> Option<Spanned<String>> {
        let reference = self.name(element, name);
        if reference.is_none() {
            let fault = Fault::MissingAttribute {
                attributes: format!("`{name}`"),
                place: place(element.element),
                example,
            };
            self.faults.push(element.element.tag_span(), fault);
        }
        reference
    }

    /// Reports what is not read and why, or what to do about it.
    pub(super) fn refuse(&mut self, place: Span, label: &str, remedy: &'static str) {
        let fault = Fault::NotReadable {
            what: Shown::from(label),
            remedy,
        };
        self.faults.push(place, fault);
    }

    /// Notes a force that is not read: a fault if passive forces act.
    pub(super) fn waits(&mut self, span: Span, force: &str) {
        if self.reported.insert(span.start) {
            let value = force.to_owned();
            self.waiting.push(Spanned { value, span });
        }
    }
}

/// Whether a number is not 0.
pub(super) fn is_not_zero(number: &Number) -> bool {
    number.value != Rational::ZERO
}
