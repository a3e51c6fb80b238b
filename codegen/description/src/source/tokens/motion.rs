//! Sequences of motions. A list, such as `[revolute(z), slide: prismatic(x)]`, may name the coordinate of a motion; a
//! word, such as `universal(x, y)`, means a whole sequence.

use std::sync::LazyLock;

use proc_macro2::{Delimiter, Spacing, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, Token};

use super::body::is_word;
use super::constant::{known_number, unit_vector};
use super::expression::Expressions;
use super::piece::{Context, Piece};
use crate::fault::Shown;
use crate::joint::{self, Axis, Word};
use crate::model::{ElementaryMotion, Number, Span};
use multibody_program::exact::rotation;

const MOTIONS: &str = "a list of motions, e.g. [revolute(z), prismatic(x)]";
/// What is expected in place of a motion.
pub static MOTION: LazyLock<String> = LazyLock::new(|| {
    let forms: Vec<&str> = joint::WORDS.iter().map(|word| word.form).collect();
    let elementary = forms.join(", ");
    format!("a motion: {elementary}, universal(x, y), cylindrical(z) or translation")
});
const ONE_MOTION: &str = "one motion behind a name, e.g. slide: prismatic(x)";

impl Expressions<'_> {
    /// `[revolute(z), slide: prismatic(x)]`
    pub(super) fn motions(
        &mut self,
        value: &Piece,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<ElementaryMotion>> {
        if let [TokenTree::Group(list)] = value.tokens()
            && list.delimiter() == Delimiter::Bracket
        {
            let pieces = Piece::inside(list).split();
            // All are read before an error is returned, so that all their faults are found.
            let results: Vec<_> = (pieces.iter())
                .map(|piece| self.motion_item(piece, owner, context))
                .collect();
            let motions = results.into_iter().collect::<Option<Vec<_>>>()?.concat();
            return if motions.is_empty() {
                value.refuse(0, MOTIONS, context)
            } else {
                Some(motions)
            };
        }
        // Parentheses or a block with definitions may be around the list.
        let expression = value.expression(MOTIONS, context)?;
        self.read_inner(&expression, context, |reader, expression, context| {
            let Expr::Array(array) = expression else {
                return context.refuse(expression, MOTIONS);
            };
            // All are read before an error is returned, so that all their faults are found.
            let results: Vec<_> = (array.elems.iter())
                .map(|motion| reader.motion(motion, owner, context))
                .collect();
            let motions = results.into_iter().collect::<Option<Vec<_>>>()?.concat();
            if motions.is_empty() {
                context.refuse(expression, MOTIONS)
            } else {
                Some(motions)
            }
        })
    }

    /// A motion, optionally preceded by the name of its coordinate.
    fn motion_item(
        &mut self,
        piece: &Piece,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<ElementaryMotion>> {
        let is_named = matches!(
            piece.tokens(),
            [_, TokenTree::Punct(colon), ..]
                if colon.as_char() == ':' && colon.spacing() == Spacing::Alone
        );
        let (name, motion) = if is_named {
            let (name, motion) = piece.clone().divide(':');
            (Some(name.name(context)), motion?)
        } else {
            (None, piece.clone())
        };
        let expression = motion.expression(&MOTION, context);
        let mut motions = expression.and_then(|motion| self.motion(&motion, owner, context))?;
        match (name, &mut motions[..]) {
            (None, _) => {}
            (Some(name), [only]) => only.name = Some(name?),
            (Some(_), _) => return motion.refuse(0, ONE_MOTION, context),
        }
        Some(motions)
    }

    /// A motion, or the sequence of motions that a word means.
    pub(super) fn motion(
        &mut self,
        motion: &Expr,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<ElementaryMotion>> {
        let span = context.place(motion);
        if is_word(motion, "translation") {
            return Some(translation(span));
        }
        let words = joint::WORDS.iter();
        if let Some(word) = words.clone().find(|word| is_word(motion, word.name)) {
            return match (word.axis(), word.numbers) {
                (Axis::None, []) => Some(vec![new_motion(word, None, Vec::new())]),
                // A planar motion has the normal z if none is written.
                (Axis::Normal, []) => {
                    Some(vec![motion_along(word.name, unit_vector(2, false, span))])
                }
                _ => context.refuse(motion, word.arguments),
            };
        }
        let Expr::Call(call) = motion else {
            return context.refuse(motion, &MOTION);
        };
        let is_call_of = |word: &str| is_word(&call.func, word);
        if is_call_of("universal") {
            self.check_argument_count(call, 2, "two axes: universal(x, y)", context)?;
            let axes = self.axes(&call.args, owner, context)?;
            let turn = |axis| motion_along("continuous", axis);
            return Some(axes.into_iter().map(turn).collect());
        }
        if is_call_of("cylindrical") {
            self.check_argument_count(call, 1, "an axis: cylindrical(z)", context)?;
            let axis = self.axis(&call.args[0], owner, context)?;
            let words = ["continuous", "prismatic"];
            return Some(words.map(|word| motion_along(word, axis.clone())).into());
        }
        let Some(word) = words.clone().find(|word| is_call_of(word.name)) else {
            return context.refuse(&call.func, &MOTION);
        };
        let axis_count = usize::from(word.axis() != Axis::None);
        self.check_argument_count(
            call,
            axis_count + word.numbers.len(),
            word.arguments,
            context,
        )?;
        // All are read before an error is returned, so that all their faults are found.
        let axis_result = (axis_count == 1).then(|| self.axis(&call.args[0], owner, context));
        let numbers = call.args.iter().skip(axis_count).zip(word.numbers);
        let constants: Vec<_> = numbers
            .map(|(number, datum)| {
                let number = self.quantity(number, context)?;
                known_number(number, &format!("the {} of {owner}", datum.key), context)
            })
            .collect();
        let axis = match axis_result {
            Some(result) => Some(result?),
            None => None,
        };
        let numbers = constants.into_iter().collect::<Option<_>>()?;
        Some(vec![new_motion(word, axis, numbers)])
    }

    /// Reports a call with a wrong number of arguments.
    fn check_argument_count(
        &self,
        call: &ExprCall,
        count: usize,
        expected: &'static str,
        context: &mut Context<'_>,
    ) -> Option<()> {
        if call.args.len() == count {
            return Some(());
        }
        let text = match call.args.to_token_stream() {
            stream if stream.is_empty() => "nothing".into(),
            stream => Shown::from(&stream.to_string()),
        };
        context.refuse_at(call.paren_token.span.join(), expected, text)
    }

    fn axes(
        &mut self,
        list: &Punctuated<Expr, Token![,]>,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<Vec<[Number; 3]>> {
        let axes: Vec<_> = list
            .iter()
            .map(|axis| self.axis(axis, owner, context))
            .collect();
        axes.into_iter().collect()
    }
}

/// A motion of a type that needs only an axis.
pub fn motion_along(word: &str, axis: [Number; 3]) -> ElementaryMotion {
    let word = joint::word(word).expect("a word of the list");
    new_motion(word, Some(axis), Vec::new())
}

/// A motion of the type that a word names, with its numbers. If no axis is given, the motion uses that of the joint.
pub fn new_motion(
    word: &Word,
    axis: Option<[Number; 3]>,
    numbers: Vec<Number>,
) -> ElementaryMotion {
    let values: Vec<_> = numbers.iter().map(|number| number.value.clone()).collect();
    ElementaryMotion {
        kind: (word.make)(&values),
        axis,
        name: None,
        numbers,
    }
}

/// Translations along x, y and z.
pub fn translation(span: Span) -> Vec<ElementaryMotion> {
    (0..3)
        .map(|axis| motion_along("prismatic", unit_vector(axis, false, span)))
        .collect()
}

/// Translations along x and y of a plane, and a rotation about its normal. The shortest rotation of z to the normal
/// gives the plane's axes.
pub fn plane(normal: &[Number; 3]) -> Vec<ElementaryMotion> {
    let axes = rotation::shortest_z_to(&normal.each_ref().map(|number| number.value.clone()));
    let words = ["prismatic", "prismatic", "continuous"];
    let motions = words.into_iter().enumerate().map(|(k, word)| {
        let axis = std::array::from_fn(|i| Number {
            value: axes[i][k].clone(),
            ..normal[i].clone()
        });
        motion_along(word, axis)
    });
    motions.collect()
}
