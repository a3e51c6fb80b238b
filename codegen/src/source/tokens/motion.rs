//! How a joint moves: a word, such as `revolute`, `universal(x, y)` or `ball`, with a chart and a kind of
//! rates where it has a choice; or `motions: [revolute(z), slide: prismatic(x)]`, one after the other, some
//! with a name for their coordinate.

use std::sync::Arc;

use proc_macro2::{Delimiter, Spacing, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::body::is_word;
use super::entries::Entry;
use super::expression::Expressions;
use super::joint::{constant, unit};
use super::piece::{Context, Piece};
use super::syntax::VALUE;
use crate::exact::{Rational, rotation};
use crate::fault::Fault;
use crate::joint::{
    self, Axis, Ball, ExponentialBall, ExponentialFloating, Floating, Kind, Planar,
    QuaternionRates, Rates, Screw, Turns,
};
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
pub const CALLS: &[&str] = &["universal", "cylindrical"];

const MOTIONS: &str = "a list of motions, e.g. [revolute(z), prismatic(x)]";
const MOTION: &str = "a motion: revolute(z), continuous(z), prismatic(z), screw(z, pitch), universal(x, y), \
                      cylindrical(z), translation, planar or ball";
const ONE_MOTION: &str = "one motion behind a name, e.g. slide: prismatic(x)";
const CHART: &str =
    "a chart: quaternion, exponential, or three axes that are turned about in turn, e.g. zyx";
const RATES: &str = "rates: body or derivative";

/// What has been read of the way a joint moves.
#[derive(Default)]
pub struct Moves {
    /// The word, or the list.
    pub kind: Option<Spanned<Said>>,
    pitch: Option<Number>,
    chart: Option<Spanned<String>>,
    rates: Option<Spanned<String>>,
    /// A choice that cannot be read has been reported.
    is_faulty: bool,
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
        match entry.key.as_str() {
            "pitch" => {
                let value = entry.expression("pitch: 0.002", VALUE, context);
                let value = value.and_then(|value| read.quantity(&value, context));
                let what = format!("the pitch of {place}");
                self.pitch = value.and_then(|value| constant(value, &what, context));
                self.is_faulty |= self.pitch.is_none();
            }
            "chart" => {
                self.chart = word("chart: zyx", context);
                self.is_faulty |= self.chart.is_none();
            }
            "rates" => {
                self.rates = word("rates: derivative", context);
                self.is_faulty |= self.rates.is_none();
            }
            _ => return false,
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
            Said::Motions(motions) => {
                self.no_choice(&[], context)?;
                return Some(JointKind(motions.clone()));
            }
            Said::Word(word) => word.as_str(),
            Said::Faulty => return None,
        };
        if self.is_faulty {
            return None;
        }
        match word {
            "screw" => self.screw(name, place, context),
            "ball" => self.oriented(Vec::new(), *span, context),
            "floating" => self.oriented(translation(*span), *span, context),
            "planar" => self.planar(axis, context),
            "translation" => {
                self.no_choice(&[], context)?;
                Some(JointKind(translation(*span)))
            }
            other => {
                self.no_choice(&[], context)?;
                let kind = joint::named(other).map(JointKind::single);
                Some(kind.unwrap_or_default())
            }
        }
    }

    fn screw(
        &self,
        name: &Spanned<String>,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<JointKind> {
        self.no_choice(&["pitch"], context)?;
        let Some(pitch) = &self.pitch else {
            let (key, place, example) = ("pitch", place.to_owned(), "pitch: 0.002");
            let fault = Fault::TokenMissingKey {
                key,
                place,
                example,
            };
            context.faults.push(name.span, fault);
            return None;
        };
        let pitch = pitch.value.clone();
        Some(JointKind::single(Arc::new(Screw { pitch })))
    }

    /// A ball joint, or behind a `shift` a floating one, in any chart.
    fn oriented(
        &self,
        mut shift: Vec<Elementary>,
        joint: Span,
        context: &mut Context<'_>,
    ) -> Option<JointKind> {
        self.no_choice(&["chart", "rates"], context)?;
        let rates = self.rates(context)?;
        match (self.chart(context)?, rates) {
            (Chart::Turns(_), Some(Rates::Body)) => {
                self.refuse_rates("rates: derivative in such a chart", context)
            }
            (Chart::Turns(turns), _) => {
                let about = |axis| along("continuous", unit(axis, false, joint));
                shift.extend(turns.axes().map(about));
                Some(JointKind(shift))
            }
            (Chart::Exponential, Some(Rates::Derivative)) => {
                let rates = Rates::Derivative;
                shift.push(link(Arc::new(ExponentialBall { rates })));
                Some(JointKind(shift))
            }
            (Chart::Exponential, _) if shift.is_empty() => {
                let rates = Rates::Body;
                Some(JointKind::single(Arc::new(ExponentialBall { rates })))
            }
            (Chart::Exponential, _) => Some(JointKind::single(Arc::new(ExponentialFloating))),
            (Chart::Quaternion, Some(Rates::Derivative)) if shift.is_empty() => {
                Some(JointKind::single(Arc::new(QuaternionRates)))
            }
            (Chart::Quaternion, Some(Rates::Derivative)) => {
                shift.push(link(Arc::new(Ball)));
                Some(JointKind(shift))
            }
            (Chart::Quaternion, _) if shift.is_empty() => Some(JointKind::single(Arc::new(Ball))),
            (Chart::Quaternion, _) => Some(JointKind::single(Arc::new(Floating))),
        }
    }

    fn planar(&self, axis: &[Number; 3], context: &mut Context<'_>) -> Option<JointKind> {
        self.no_choice(&["rates"], context)?;
        // A normal that is zero is for the check.
        let is_normal = axis.iter().any(|x| x.value != Rational::ZERO);
        Some(match self.rates(context)? {
            Some(Rates::Derivative) if is_normal => JointKind(plane(axis)),
            _ => JointKind::single(Arc::new(Planar)),
        })
    }

    /// Reports choices that the kind does not have.
    fn no_choice(&self, but: &[&str], context: &mut Context<'_>) -> Option<()> {
        let given = [
            ("pitch", self.pitch.as_ref().map(|pitch| pitch.span)),
            ("chart", self.chart.as_ref().map(|chart| chart.span)),
            ("rates", self.rates.as_ref().map(|rates| rates.span)),
        ];
        let mut fits = Some(());
        for (key, span) in given {
            if let Some(span) = span.filter(|_| !but.contains(&key)) {
                let wanted = "nothing: only a screw has a pitch, ball and floating a chart, these and planar a choice of rates";
                let found = key.into();
                context
                    .faults
                    .push(span, Fault::TokenUnexpected { wanted, found });
                fits = None;
            }
        }
        fits
    }

    /// The kind of rates that is said; none: none is.
    fn rates(&self, context: &mut Context<'_>) -> Option<Option<Rates>> {
        match self.rates.as_ref().map(|rates| rates.value.as_str()) {
            None => Some(None),
            Some("body") => Some(Some(Rates::Body)),
            Some("derivative") => Some(Some(Rates::Derivative)),
            Some(_) => self.refuse_rates(RATES, context),
        }
    }

    fn refuse_rates<T>(&self, wanted: &'static str, context: &mut Context<'_>) -> Option<T> {
        refuse(self.rates.as_ref()?, wanted, context)
    }

    fn chart(&self, context: &mut Context<'_>) -> Option<Chart> {
        let Some(chart) = &self.chart else {
            return Some(Chart::Quaternion);
        };
        match (chart.value.as_str(), chart.value.parse()) {
            ("quaternion", _) => Some(Chart::Quaternion),
            ("exponential", _) => Some(Chart::Exponential),
            (_, Ok(turns)) => Some(Chart::Turns(turns)),
            (_, Err(())) => refuse(chart, CHART, context),
        }
    }
}

/// The coordinates of an orientation.
enum Chart {
    Quaternion,
    Exponential,
    Turns(Turns),
}

/// Reports a word that does not stand for what is wanted.
fn refuse<T>(word: &Spanned<String>, wanted: &'static str, context: &mut Context<'_>) -> Option<T> {
    let found = word.value.as_str().into();
    let fault = Fault::TokenUnexpected { wanted, found };
    context.faults.push(word.span, fault);
    None
}

impl Expressions<'_> {
    /// An entry that says how a joint moves.
    pub fn said(&mut self, entry: &Entry, place: &str, context: &mut Context<'_>) -> Option<Said> {
        if entry.key == "motions" {
            let value = entry.value("motions: [revolute(z), prismatic(x)]", context)?;
            return self.motions(value, place, context).map(Said::Motions);
        }
        if let Some(call) = &entry.call {
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

    /// `[revolute(z), slide: prismatic(x)]`
    fn motions(
        &mut self,
        value: &Piece,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<Elementary>> {
        if let [TokenTree::Group(list)] = value.tokens()
            && list.delimiter() == Delimiter::Bracket
        {
            let pieces = Piece::inside(list).split();
            // All are read before giving up, so that all their faults are found.
            let motions: Vec<_> = (pieces.iter())
                .map(|piece| self.listed(piece, place, context))
                .collect();
            let motions = motions.into_iter().collect::<Option<Vec<_>>>()?.concat();
            return match motions.is_empty() {
                true => value.unexpected(0, MOTIONS, context),
                false => Some(motions),
            };
        }
        let expression = value.expression(MOTIONS, context)?;
        self.opened(&expression, context, |this, expression, context| {
            let Expr::Array(array) = expression else {
                return context.unexpected(expression, MOTIONS);
            };
            let motions = array
                .elems
                .iter()
                .map(|motion| this.motion(motion, place, context));
            // All are read before giving up, so that all their faults are found.
            let motions: Vec<_> = motions.collect();
            let motions: Vec<Elementary> =
                motions.into_iter().collect::<Option<Vec<_>>>()?.concat();
            match motions.is_empty() {
                true => context.unexpected(expression, MOTIONS),
                false => Some(motions),
            }
        })
    }

    /// A motion, before which may stand what its coordinate is called.
    fn listed(
        &mut self,
        piece: &Piece,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<Elementary>> {
        let is_named = matches!(
            piece.tokens(),
            [_, TokenTree::Punct(colon), ..]
                if colon.as_char() == ':' && colon.spacing() == Spacing::Alone
        );
        let (name, motion) = match is_named {
            true => {
                let (name, motion) = piece.clone().divided(':');
                (Some(name.name(context)), motion?)
            }
            false => (None, piece.clone()),
        };
        let expression = motion.expression(MOTION, context);
        let motions = expression.and_then(|motion| self.motion(&motion, place, context));
        let mut motions = motions?;
        match (name, &mut motions[..]) {
            (None, _) => {}
            (Some(name), [only]) => only.name = Some(name?),
            (Some(_), _) => return motion.unexpected(0, ONE_MOTION, context),
        }
        Some(motions)
    }

    /// A motion, or the motions that a name stands for.
    fn motion(
        &mut self,
        motion: &Expr,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<Elementary>> {
        let span = context.place(motion);
        if is_word(motion, "translation") {
            return Some(translation(span));
        }
        if is_word(motion, "ball") {
            return Some(vec![link(Arc::new(Ball))]);
        }
        if is_word(motion, "planar") {
            return Some(vec![along("planar", unit(2, false, span))]);
        }
        let Expr::Call(call) = motion else {
            return context.unexpected(motion, MOTION);
        };
        let brackets = call.paren_token.span.join();
        let words = ["revolute", "continuous", "prismatic", "planar"];
        if let Some(word) = words.into_iter().find(|word| is_word(&call.func, word)) {
            context.count(call.args.len(), 1, "a motion", brackets)?;
            let axis = self.axis(&call.args[0], place, context)?;
            return Some(vec![along(word, axis)]);
        }
        if is_word(&call.func, "cylindrical") {
            context.count(call.args.len(), 1, "a motion", brackets)?;
            let axis = self.axis(&call.args[0], place, context)?;
            return Some(vec![
                along("continuous", axis.clone()),
                along("prismatic", axis),
            ]);
        }
        if is_word(&call.func, "universal") {
            let axes = self.axes(&call.args, place, context);
            context.count(call.args.len(), 2, "a motion", brackets)?;
            let turns = axes?.into_iter().map(|axis| along("continuous", axis));
            return Some(turns.collect());
        }
        if is_word(&call.func, "screw") {
            context.count(call.args.len(), 2, "a motion", brackets)?;
            let axis = self.axis(&call.args[0], place, context);
            let pitch = self.quantity(&call.args[1], context)?;
            let pitch = constant(pitch, &format!("the pitch of {place}"), context)?;
            let kind: Kind = Arc::new(Screw { pitch: pitch.value });
            return Some(vec![Elementary {
                kind,
                axis: Some(axis?),
                name: None,
            }]);
        }
        context.unexpected(&call.func, MOTION)
    }

    fn axes(
        &mut self,
        list: &Punctuated<Expr, Token![,]>,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<[Number; 3]>> {
        let axes: Vec<_> = list
            .iter()
            .map(|axis| self.axis(axis, place, context))
            .collect();
        axes.into_iter().collect()
    }
}

/// A motion of a type that needs no data.
fn along(word: &str, axis: [Number; 3]) -> Elementary {
    Elementary {
        kind: joint::named(word).expect("a word of the list"),
        axis: Some(axis),
        name: None,
    }
}

/// A motion that leaves no axis to choose.
fn link(kind: Kind) -> Elementary {
    Elementary {
        kind,
        axis: None,
        name: None,
    }
}

fn translation(span: Span) -> Vec<Elementary> {
    (0..3)
        .map(|axis| along("prismatic", unit(axis, false, span)))
        .collect()
}

/// Along x and y of a plane and about its normal, by the shortest turn of z onto that.
fn plane(normal: &[Number; 3]) -> Vec<Elementary> {
    let axes = rotation::shortest_z_to(&normal.each_ref().map(|number| number.value.clone()));
    let words = ["prismatic", "prismatic", "continuous"];
    let motions = words.into_iter().enumerate().map(|(k, word)| {
        let axis = std::array::from_fn(|i| Number {
            value: axes[i][k].clone(),
            ..normal[i].clone()
        });
        along(word, axis)
    });
    motions.collect()
}
