//! Values of attributes.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::classes::{Classes, Resolved};
use super::document::{Node, missing_attribute, place, value_place};
use super::settings::Settings;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Number, Span, Spanned};
use crate::source::number::parse_number;
use crate::source::xml::{Attribute, Element};
use multibody_program::exact::Rational;

/// Maximum number of numbers in one attribute.
const COUNT_LIMIT: usize = 10_000;

/// Reads elements and their attributes.
pub(super) struct Reader<'r, 'a> {
    /// The text of all files of the description.
    pub(super) text: &'a str,
    pub(super) faults: &'r mut Faults,
    pub(super) classes: Classes<'a>,
    pub(super) settings: Settings<'a>,
    /// Where the attributes begin that have been reported or noted. Elements of one class share attributes, so each is reported
    /// once.
    pub(super) reported: BTreeSet<usize>,
    /// Forces that are not read, and where they are written.
    pub(super) unread_forces: Vec<Spanned<String>>,
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
            unread_forces: Vec::new(),
        }
    }

    /// A number, if the element or its class has it and it can be read.
    pub(super) fn number(&mut self, element: &Resolved<'a>, name: &str) -> Option<Number> {
        let [number] = self.numbers(element, name)?;
        Some(number)
    }

    /// `N` numbers, if the element or its class has them and they can be read.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
    ) -> Option<[Number; N]> {
        let attribute = element.attribute(name)?;
        let numbers = self.numbers_of(element, attribute, N..=N)?;
        numbers.try_into().ok()
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
            let layer = self.numbers_of(element, attribute, 0..=limit.min(COUNT_LIMIT))?;
            let merged_numbers = numbers.get_or_insert_default();
            merged_numbers.extend(layer.into_iter().skip(merged_numbers.len()));
        }
        numbers
    }

    /// The numbers of an attribute, if all can be read and their count is one of `counts`; otherwise reports a fault.
    pub(super) fn numbers_of(
        &mut self,
        element: &Resolved<'a>,
        attribute: Attribute<'a>,
        counts: RangeInclusive<usize>,
    ) -> Option<Vec<Number>> {
        const INSTEAD: &str =
            "write a number, e.g. 0.5; what made this file divided by zero perhaps";
        let count = attribute.words(self.text).count();
        let place = || value_place(attribute, element.element);
        let is_new = !self.reported.contains(&attribute.span.start);
        let mut numbers = Vec::new();
        // All words are read before an error is returned, so that all faults are found.
        for (word, span) in attribute.words(self.text).take(counts.end() + 1) {
            let number = parse_number(word, span, "", INSTEAD);
            // The place is looked for only where it is needed.
            if is_new && number.is_err() {
                let fault = parse_number(word, span, &place(), INSTEAD).err();
                fault.into_iter().for_each(|it| self.faults.push(span, it));
            }
            numbers.extend(number);
        }
        let can_be_read = numbers.len() == count.min(counts.end() + 1);
        if can_be_read && counts.contains(&count) {
            return Some(numbers);
        }
        if self.reported.insert(attribute.span.start) && can_be_read {
            let expected = count.clamp(*counts.start(), *counts.end());
            let fault = Fault::WrongCount {
                found: count,
                expected,
                place: place(),
            };
            self.faults.push(attribute.span, fault);
        }
        None
    }

    /// The word of an attribute, one of `words`, which spaces separate; the first of them if the attribute is left out or its
    /// word is unknown.
    pub(super) fn word(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        words: &'static str,
    ) -> &'static str {
        let word = self.optional_word(element, name, words);
        word.or(words.split(' ').next()).unwrap_or_default()
    }

    /// As [`word`](Self::word), but none if the attribute is left out or its word is unknown.
    pub(super) fn optional_word(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        words: &'static str,
    ) -> Option<&'static str> {
        let attribute = element.raw_attribute(name)?;
        let text = attribute.value;
        let word = words.split(' ').find(|word| *word == text);
        if word.is_none() && self.reported.insert(attribute.span.start) {
            let nearest_word = self.faults.nearest(text, words.split(' '));
            let hint = nearest_word.or(Hint::OneOf(words.replace(' ', ", ")));
            let (text, place) = (text.into(), value_place(attribute, element.element));
            let fault = Fault::UnknownWord { text, place, hint };
            self.faults.push(attribute.value_span, fault);
        }
        word
    }

    /// Whether an attribute says `true`; none if it is left out or unknown.
    pub(super) fn boolean(&mut self, element: &Resolved<'a>, name: &str) -> Option<bool> {
        let word = self.optional_word(element, name, "false true");
        word.map(|word| word == "true")
    }

    /// The name in an attribute of the element itself, if there is one.
    pub(super) fn name(&self, element: &Resolved<'a>, name: &str) -> Option<Spanned<String>> {
        name_in(element.own(name))
    }

    /// The name in an attribute; reports if there is none.
    pub(super) fn require_name(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        example: &'static str,
    ) -> Option<Spanned<String>> {
        self.require(element, name, example);
        self.name(element, name)
    }

    /// Reports an attribute that is left out or blank.
    pub(super) fn require(&mut self, element: &Resolved<'a>, name: &str, example: &'static str) {
        if element.attribute(name).is_none() {
            let fault = missing_attribute(element.element, name, example);
            self.faults.push(element.span(), fault);
        }
    }

    /// Reports something that is not read; `remedy` says why, or what to do about it.
    pub(super) fn refuse(&mut self, place: Span, label: &str, remedy: &'static str) {
        let subject = Shown::from(label);
        let fault = Fault::NotReadable {
            what: subject,
            remedy,
        };
        self.faults.push(place, fault);
    }

    /// Reports a part that MuJoCo does not read either.
    pub(super) fn report_invalid(
        &mut self,
        span: Span,
        element: Element<'a>,
        problem: &'static str,
        remedy: &'static str,
    ) {
        let place = place(element);
        let fault = Fault::InvalidPart {
            place,
            problem,
            remedy,
        };
        self.faults.push(span, fault);
    }

    /// Notes a force that is not read, which is a fault if passive forces act.
    pub(super) fn note_unread_force(&mut self, span: Span, force: &str) {
        if self.reported.insert(span.start) {
            self.unread_forces
                .push(Spanned::new(force.to_owned(), span));
        }
    }
}

/// The name in an attribute, if there is one.
pub(super) fn name_in(attribute: Option<Attribute>) -> Option<Spanned<String>> {
    let name = attribute.filter(|name| !name.value.is_empty())?;
    Some(Spanned::new(name.value.to_owned(), name.value_span))
}

/// The name of an element; empty if it has none.
pub(super) fn own_name(element: Element) -> Spanned<String> {
    let unnamed = || Spanned::new(String::new(), element.tag_span());
    name_in(element.attribute("name")).unwrap_or_else(unnamed)
}

/// Whether a number is not 0.
pub(super) fn is_not_zero(number: &Number) -> bool {
    number.value != Rational::ZERO
}
