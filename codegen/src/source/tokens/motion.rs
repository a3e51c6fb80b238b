//! Motions one after the other: `[revolute(z), slide: prismatic(x)]`, some with a name for their coordinate, and
//! names for such lists, as `universal(x, y)`.

use std::sync::Arc;

use proc_macro2::{Delimiter, Spacing, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::body::is_word;
use super::expression::Expressions;
use super::joint::{constant, unit};
use super::piece::{Context, Piece};
use crate::exact::rotation;
use crate::fault::Shown;
use crate::joint::{self, Ball, Kind, Screw};
use crate::model::{Elementary, Number, Span};

const MOTIONS: &str = "a list of motions, e.g. [revolute(z), prismatic(x)]";
pub const MOTION: &str = "a motion: revolute(z), continuous(z), prismatic(z), screw(z, pitch), universal(x, y), \
                      cylindrical(z), translation, planar or ball";
const ONE_MOTION: &str = "one motion behind a name, e.g. slide: prismatic(x)";
/// Motions with their arguments in parentheses: how many, and which.
const ARGUMENTS: [(&str, usize, &str); 7] = [
    ("revolute", 1, "an axis: revolute(z)"),
    ("continuous", 1, "an axis: continuous(z)"),
    ("prismatic", 1, "an axis: prismatic(x)"),
    ("planar", 1, "a normal: planar(z)"),
    ("cylindrical", 1, "an axis: cylindrical(z)"),
    ("universal", 2, "two axes: universal(x, y)"),
    ("screw", 2, "an axis and a pitch in m/rad: screw(z, 0.002)"),
];

impl Expressions<'_> {
    /// `[revolute(z), slide: prismatic(x)]`
    pub(super) fn motions(
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
    pub(super) fn motion(
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
        let mut known = ARGUMENTS.iter();
        let Some(&(word, count, wanted)) = known.find(|(word, ..)| is_word(&call.func, word))
        else {
            return context.unexpected(&call.func, MOTION);
        };
        if call.args.len() != count {
            let found = match call.args.to_token_stream() {
                none if none.is_empty() => "nothing".into(),
                given => Shown::from(&given.to_string()),
            };
            return context.expected(call.paren_token.span.join(), wanted, found);
        }
        if word == "screw" {
            let axis = self.axis(&call.args[0], place, context);
            let pitch = self.quantity(&call.args[1], context)?;
            let pitch = constant(pitch, &format!("the pitch of {place}"), context)?;
            return Some(vec![screw(Some(axis?), pitch)]);
        }
        let axes = self.axes(&call.args, place, context)?;
        let about = |word, axis: &[Number; 3]| along(word, axis.clone());
        Some(match (word, &axes[..]) {
            ("cylindrical", [axis]) => vec![about("continuous", axis), about("prismatic", axis)],
            ("universal", axes) => axes.iter().map(|axis| about("continuous", axis)).collect(),
            (word, axes) => axes.iter().map(|axis| about(word, axis)).collect(),
        })
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
pub fn along(word: &str, axis: [Number; 3]) -> Elementary {
    Elementary {
        kind: joint::named(word).expect("a word of the list"),
        axis: Some(axis),
        name: None,
        numbers: Vec::new(),
    }
}

/// Without an axis that of the joint.
pub fn screw(axis: Option<[Number; 3]>, pitch: Number) -> Elementary {
    Elementary {
        kind: Arc::new(Screw {
            pitch: pitch.value.clone(),
        }),
        axis,
        name: None,
        numbers: vec![pitch],
    }
}

/// A motion that leaves no axis to choose.
pub fn link(kind: Kind) -> Elementary {
    Elementary {
        kind,
        axis: None,
        name: None,
        numbers: Vec::new(),
    }
}

pub fn translation(span: Span) -> Vec<Elementary> {
    (0..3)
        .map(|axis| along("prismatic", unit(axis, false, span)))
        .collect()
}

/// Along x and y of a plane and about its normal, by the shortest turn of z onto that.
pub fn plane(normal: &[Number; 3]) -> Vec<Elementary> {
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
