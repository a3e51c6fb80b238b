//! How a joint moves: a word, such as `revolute`, `universal(x, y)` or `ball`, with a pitch, a chart and a kind of
//! rates where it has them; or a list of motions.

use std::sync::Arc;

use super::entries::Entry;
use super::expression::Expressions;
use super::joint::{constant, unit};
use super::motion::{MOTION, along, link, plane, screw, translation};
use super::piece::Context;
use super::syntax::VALUE;
use crate::exact::Rational;
use crate::fault::{Fault, Shown};
use crate::joint::choices::{Chart, Misfit, Rates, chosen};
use crate::joint::{self, Axis, Ball, ExponentialBall, ExponentialFloating, QuaternionRates};
use crate::model::{Elementary, JointKind, Number, Span, Spanned};

/// Words for the way a joint moves.
pub const WORDS: [&str; 11] = [
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "screw",
    "ball",
    "planar",
    "floating",
    "universal",
    "cylindrical",
    "translation",
];
/// Those behind which axes stand in parentheses.
const CALLS: [&str; 2] = ["universal", "cylindrical"];

const BESIDE: &str = "a word, and beside it what it takes, e.g. revolute, axis: z, or screw, axis: z, pitch: 0.002, \
                      or ball, chart: zyx";
const NO_PITCH: &str = "nothing: only a screw has a pitch";

/// What has been read of the way a joint moves.
#[derive(Default)]
pub struct Moves {
    /// The word, or the list.
    pub kind: Option<Spanned<Said>>,
    pitch: Option<Number>,
    chart: Option<Spanned<String>>,
    rates: Option<Spanned<String>>,
    /// Keys of choices that cannot be read, which has been reported.
    faulty: Vec<String>,
}

/// A word, or what a list says.
pub enum Said {
    Word(String),
    Motions(Vec<Elementary>),
    /// It has been reported.
    Faulty,
}

impl Said {
    /// Whether the joint has to say about or along which axis it moves.
    pub fn needs_axis(&self) -> bool {
        match self {
            Self::Word(word) if word == "screw" => true,
            Self::Word(word) => joint::named(word).is_some_and(|kind| kind.axis() != Axis::Link),
            Self::Motions(_) | Self::Faulty => false,
        }
    }
}

impl Moves {
    /// Reads `pitch`, `chart` or `rates`; false: the key is not one of these.
    pub fn choice(
        &mut self,
        entry: &Entry,
        place: &str,
        read: &mut Expressions<'_>,
        context: &mut Context<'_>,
    ) -> bool {
        let word =
            |example, context: &mut Context<'_>| entry.value(example, context)?.name(context);
        let is_read = match entry.key.as_str() {
            "pitch" => {
                let value = entry.expression("pitch: 0.002", VALUE, context);
                let value = value.and_then(|value| read.quantity(&value, context));
                let what = format!("the pitch of {place}");
                self.pitch = value.and_then(|value| constant(value, &what, context));
                self.pitch.is_some()
            }
            "chart" => {
                self.chart = word("chart: zyx", context);
                self.chart.is_some()
            }
            "rates" => {
                self.rates = word("rates: derivative", context);
                self.rates.is_some()
            }
            _ => return false,
        };
        if !is_read {
            self.faulty.push(entry.key.clone());
        }
        true
    }

    /// The kind that all of it means. None: what is missing or does not fit has been reported.
    pub fn kind(
        &self,
        axis: &[Number; 3],
        name: &Spanned<String>,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<JointKind> {
        let Spanned { value, span } = self.kind.as_ref()?;
        let word = match value {
            Said::Motions(_) => "",
            Said::Word(word) => word.as_str(),
            Said::Faulty => return None,
        };
        // All are looked at before giving up, so that all their faults are found.
        let pitch = self.pitch(word, name, place, context);
        let (chart, rates) = self.chosen(word, context)?;
        let pitch = pitch?;
        if !self.faulty.is_empty() {
            return None;
        }
        Some(match (word, value) {
            (_, Said::Motions(motions)) => JointKind(motions.clone()),
            ("screw", _) => JointKind(vec![screw(None, pitch?)]),
            ("ball" | "floating", _) => oriented(word, chart, rates, *span),
            ("planar", _) if rates == Rates::Derivative && is_normal(axis) => {
                JointKind(plane(axis))
            }
            ("translation", _) => JointKind(translation(*span)),
            _ => joint::named(word)
                .map(JointKind::single)
                .unwrap_or_default(),
        })
    }

    /// The pitch of a screw, and none of all else.
    fn pitch(
        &self,
        word: &str,
        name: &Spanned<String>,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<Option<Number>> {
        match (word, &self.pitch) {
            ("screw", Some(pitch)) => Some(Some(pitch.clone())),
            ("screw", None) if self.faulty.iter().any(|key| key == "pitch") => None,
            ("screw", None) => {
                let (key, place, example) = ("pitch", place.to_owned(), "pitch: 0.002");
                let fault = Fault::TokenMissingKey {
                    key,
                    place,
                    example,
                };
                context.faults.push(name.span, fault);
                None
            }
            (_, Some(pitch)) => {
                let (wanted, found) = (NO_PITCH, "pitch".into());
                let fault = Fault::TokenUnexpected { wanted, found };
                context.faults.push(pitch.span, fault);
                None
            }
            (_, None) => Some(None),
        }
    }

    fn chosen(&self, word: &str, context: &mut Context<'_>) -> Option<(Chart, Rates)> {
        let [chart, rates] = [&self.chart, &self.rates].map(Option::as_ref);
        let text = |said: Option<&'_ Spanned<String>>| said.map(|said| said.value.clone());
        let chosen = chosen(word, text(chart).as_deref(), text(rates).as_deref());
        let report = |misfits: Vec<Misfit>| {
            for Misfit { key, wanted } in misfits {
                let said = if key == "chart" { chart } else { rates };
                let Some(said) = said else { continue };
                let found = said.value.as_str().into();
                let fault = Fault::TokenUnexpected { wanted, found };
                context.faults.push(said.span, fault);
            }
        };
        chosen.map_err(report).ok()
    }
}

/// A ball joint, or behind a translation a floating one.
fn oriented(word: &str, chart: Chart, rates: Rates, joint: Span) -> JointKind {
    let is_ball = word == "ball";
    let mut motions = match is_ball {
        true => Vec::new(),
        false => translation(joint),
    };
    match (chart, rates) {
        (Chart::Quaternion, Rates::Body) => {
            return joint::named(word)
                .map(JointKind::single)
                .unwrap_or_default();
        }
        (Chart::Exponential, Rates::Body) if !is_ball => {
            return JointKind::single(Arc::new(ExponentialFloating));
        }
        (Chart::Quaternion, Rates::Derivative) if is_ball => {
            return JointKind::single(Arc::new(QuaternionRates));
        }
        (Chart::Quaternion, Rates::Derivative) => motions.push(link(Arc::new(Ball))),
        (Chart::Exponential, rates) => motions.push(link(Arc::new(ExponentialBall { rates }))),
        (Chart::Turns(turns), _) => {
            let about = |axis| along("continuous", unit(axis, false, joint));
            motions.extend(turns.axes().map(about));
        }
    }
    JointKind(motions)
}

/// One that is zero is for the check.
fn is_normal(axis: &[Number; 3]) -> bool {
    axis.iter().any(|x| x.value != Rational::ZERO)
}

impl Expressions<'_> {
    /// An entry that says how a joint moves.
    pub fn said(&mut self, entry: &Entry, place: &str, context: &mut Context<'_>) -> Option<Said> {
        if entry.key == "motions" {
            let value = entry.value("motions: [revolute(z), prismatic(x)]", context)?;
            return self.motions(value, place, context).map(Said::Motions);
        }
        if let Some(call) = &entry.call {
            if !CALLS.contains(&entry.key.as_str()) {
                let found = call.stream().to_string();
                return context.expected(entry.at, BESIDE, Shown::from(&found));
            }
            let call = call.expression(MOTION, context)?;
            return self.motion(&call, place, context).map(Said::Motions);
        }
        if CALLS.contains(&entry.key.as_str()) {
            let found = entry.key.as_str().into();
            return context.expected(entry.at, "universal(x, y) or cylindrical(z)", found);
        }
        match &entry.value {
            Some(value) => value.unexpected(0, "no value behind the kind of a joint", context),
            None => Some(Said::Word(entry.key.clone())),
        }
    }
}
