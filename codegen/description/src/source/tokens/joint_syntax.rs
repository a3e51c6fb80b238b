//! Joint types as written: a word, such as `revolute`, `universal(x, y)` or `ball`, with a pitch, a chart and a kind
//! of rates if it has them; or a list of motions.

use std::sync::LazyLock;

use super::constant::{known_number, unit_vector};
use super::entries::Entry;
use super::expression::Expressions;
use super::motion::{MOTION, new_motion, plane, translation};
use super::piece::Context;
use super::syntax::VALUE;
use crate::fault::{Fault, Shown};
use crate::joint::choices::{InvalidChoice, JointChoice, choose};
use crate::joint::{self, Axis, Datum, Kind};
use crate::model::{ElementaryMotion, JointKind, Number, Span, Spanned};
use multibody_program::exact::Rational;

/// Words for joint types: the elementary ones, and names for sequences of them.
pub static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let elementary: Vec<&str> = joint::WORDS.iter().map(|word| word.name).collect();
    [
        &["fixed"],
        &elementary[..],
        &WORDS_WITH_AXES,
        &["translation"],
    ]
    .concat()
});
/// Words that are followed by axes in parentheses.
const WORDS_WITH_AXES: [&str; 2] = ["universal", "cylindrical"];

const EXPECTED_TYPE: &str = "a word, and beside it what it takes, e.g. revolute, axis: z, or screw, axis: z, pitch: 0.002, \
                      or ball, chart: zyx";

/// The joint type as written: a word or a list of motions, and its numbers and choices.
#[derive(Default)]
pub struct JointSyntax {
    /// The word, or the list of motions.
    pub kind: Option<Spanned<JointTypeSyntax>>,
    /// The numbers of the joint type, with their keys.
    numbers: Vec<(&'static str, Number)>,
    chart: Option<Spanned<String>>,
    rates: Option<Spanned<String>>,
    /// Keys of choices and numbers that cannot be read; faults have been reported.
    faulty_keys: Vec<String>,
}

/// The type of a joint as written.
pub enum JointTypeSyntax {
    Word(String),
    Motions(Vec<ElementaryMotion>),
    /// A faulty type, which has been reported.
    Faulty,
}

impl JointTypeSyntax {
    /// Whether the joint needs the key `axis`.
    pub fn needs_axis(&self) -> bool {
        match self {
            Self::Word(word) => joint::word(word).is_some_and(|word| word.axis() != Axis::None),
            Self::Motions(_) | Self::Faulty => false,
        }
    }
}

impl JointSyntax {
    /// Reads `chart`, `rates` or a number of a joint type; returns false if the key is none of these.
    pub fn read_choice(
        &mut self,
        entry: &Entry,
        owner: &str,
        reader: &mut Expressions<'_>,
        context: &mut Context<'_>,
    ) -> bool {
        let word =
            |example, context: &mut Context<'_>| entry.value(example, context)?.name(context);
        let is_read = match entry.key.as_str() {
            "chart" => {
                self.chart = word("chart: zyx", context);
                self.chart.is_some()
            }
            "rates" => {
                self.rates = word("rates: derivative", context);
                self.rates.is_some()
            }
            key => {
                let Some(&Datum { key, example, .. }) = joint::datum(key) else {
                    return false;
                };
                let expression = entry.expression(example, VALUE, context);
                let quantity =
                    expression.and_then(|expression| reader.quantity(&expression, context));
                let noun = format!("the {key} of {owner}");
                let number = quantity.and_then(|quantity| known_number(quantity, &noun, context));
                self.numbers.extend(number.map(|number| (key, number)));
                self.numbers
                    .iter()
                    .any(|(number_key, _)| *number_key == key)
            }
        };
        if !is_read {
            self.faulty_keys.push(entry.key.clone());
        }
        true
    }

    /// Records a key that was probably meant but cannot be read.
    pub fn record_faulty_key(&mut self, key: &str) {
        self.faulty_keys.push(key.to_owned());
    }

    /// The kind of joint that the word or list, the numbers and the choices together describe. `None` if something is
    /// missing or does not fit, which has been reported.
    pub fn kind(
        &self,
        axis: &[Number; 3],
        name: &Spanned<String>,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<JointKind> {
        let Spanned { value, span } = self.kind.as_ref()?;
        let word = match value {
            JointTypeSyntax::Motions(_) => "",
            JointTypeSyntax::Word(word) => word.as_str(),
            JointTypeSyntax::Faulty => return None,
        };
        // All parts are read before returning, so that all their faults are found.
        let numbers = self.numbers(word, name, owner, context);
        let choice = self.choose(word, context)?;
        let numbers = numbers?;
        if !self.faulty_keys.is_empty() {
            return None;
        }
        Some(match (word, value) {
            (_, JointTypeSyntax::Motions(motions)) => JointKind(motions.clone()),
            ("translation", _) => JointKind(translation(*span)),
            _ => match (joint::word(word), choice.map(JointChoice::motions)) {
                (_, Some(motions)) => kind_of_motions(word, motions, axis, *span),
                (Some(word), None) => JointKind(vec![new_motion(word, None, numbers)]),
                // `fixed` is no elementary type.
                (None, None) => JointKind::default(),
            },
        })
    }

    /// The numbers that the joint type of a word needs; reports missing numbers, and numbers that the type does not
    /// have.
    fn numbers(
        &self,
        word: &str,
        name: &Spanned<String>,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<Number>> {
        let expected = joint::word(word).map_or(&[][..], |word| word.numbers);
        let is_expected = |key: &str| expected.iter().any(|datum| datum.key == key);
        for (key, number) in self.numbers.iter().filter(|(key, _)| !is_expected(key)) {
            let expected = joint::datum(key).map_or("nothing", |datum| datum.elsewhere);
            let text = (*key).into();
            let fault = Fault::TokenUnexpected {
                expected,
                found: text,
            };
            context.faults.push(number.span, fault);
        }
        let numbers = expected.iter().map(|&Datum { key, example, .. }| {
            if let Some((_, number)) = self
                .numbers
                .iter()
                .find(|(number_key, _)| *number_key == key)
            {
                return Some(number.clone());
            }
            // A faulty number does not count as missing.
            if !self.faulty_keys.iter().any(|faulty_key| faulty_key == key) {
                let fault = Fault::TokenMissingKey {
                    key,
                    place: owner.to_owned(),
                    example,
                };
                context.faults.push(name.span, fault);
            }
            None
        });
        // All are read before returning, so that all their faults are found.
        let numbers: Vec<_> = numbers.collect();
        if self.numbers.iter().all(|(key, _)| is_expected(key)) {
            numbers.into_iter().collect()
        } else {
            None
        }
    }

    /// The choice of chart and rates. `None` if the choice is invalid, which has been reported, and `Some(None)` if the
    /// joint type has nothing to choose.
    fn choose(&self, word: &str, context: &mut Context<'_>) -> Option<Option<JointChoice>> {
        let [chart, rates] = [&self.chart, &self.rates].map(Option::as_ref);
        let text = |value: Option<&'_ Spanned<String>>| value.map(|value| value.value.clone());
        let choice = choose(word, text(chart).as_deref(), text(rates).as_deref());
        let report = |invalid_choices: Vec<InvalidChoice>| {
            for InvalidChoice { key, expected } in invalid_choices {
                let value = if key == "chart" { chart } else { rates };
                let Some(value) = value else { continue };
                let label = value.value.as_str().into();
                let fault = Fault::TokenUnexpected {
                    expected,
                    found: label,
                };
                context.faults.push(value.span, fault);
            }
        };
        choice.map_err(report).ok()
    }
}

/// The motions of a joint type with a choice of chart or rates; the motions of a planar joint follow from its normal.
fn kind_of_motions(
    word: &str,
    motions: Vec<(Kind, usize)>,
    normal: &[Number; 3],
    span: Span,
) -> JointKind {
    match (word, &motions[..]) {
        (_, [(kind, _)]) => JointKind::single(kind.clone()),
        ("planar", _) if is_nonzero(normal) => JointKind(plane(normal)),
        ("planar", _) => joint::kind_of_word(word)
            .map(JointKind::single)
            .unwrap_or_default(),
        _ => {
            let elementary = |(kind, axis): (Kind, usize)| ElementaryMotion {
                axis: (kind.axis() != Axis::None).then(|| unit_vector(axis, false, span)),
                kind,
                name: None,
                numbers: Vec::new(),
            };
            JointKind(motions.into_iter().map(elementary).collect())
        }
    }
}

/// Whether an axis is nonzero. A zero axis is left to the check, which reports it.
fn is_nonzero(axis: &[Number; 3]) -> bool {
    axis.iter().any(|x| x.value != Rational::ZERO)
}

impl Expressions<'_> {
    /// Reads the type of a joint from its entry.
    pub fn joint_type(
        &mut self,
        entry: &Entry,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<JointTypeSyntax> {
        if entry.key == "motions" {
            let value = entry.value("motions: [revolute(z), prismatic(x)]", context)?;
            return self
                .motions(value, owner, context)
                .map(JointTypeSyntax::Motions);
        }
        if let Some(call) = &entry.call {
            if !WORDS_WITH_AXES.contains(&entry.key.as_str()) {
                let text = call.stream().to_string();
                return context.refuse_at(entry.location, EXPECTED_TYPE, Shown::from(&text));
            }
            let motion = call.expression(&MOTION, context)?;
            return self
                .motion(&motion, owner, context)
                .map(JointTypeSyntax::Motions);
        }
        if WORDS_WITH_AXES.contains(&entry.key.as_str()) {
            let text = entry.key.as_str().into();
            return context.refuse_at(entry.location, "universal(x, y) or cylindrical(z)", text);
        }
        match &entry.value {
            Some(value) => value.refuse(0, "no value behind the kind of a joint", context),
            None => Some(JointTypeSyntax::Word(entry.key.clone())),
        }
    }
}
