//! Constraints:
//!
//! ```text
//! constraint wire: (x.powi(2) + y.powi(2) - r.powi(2)) / 2,
//! constraint rolling: x_dot - r * theta_dot,
//! surface dome { at: [hand, [0, 0, 0.1]], equation: x.powi(2) + y.powi(2) + z.powi(2) - 1 },
//! curve rail { at: hand, of: sledge, equations: [y - x.powi(2), z] },
//! distance rod { from: bob, to: [world, [0, 0, 1]], length: 0.5 },
//! pin tip { from: [rocker, [0, 0, 0.3]], to: [world, [1, 0, 0]] },
//! loop knee { from: shank, to: tendon, leaves: revolute(z) },
//! contact sole { at: [foot, [0, 0, -0.05]], turns: false, axes: link },
//! ```

use proc_macro2::{Group, TokenTree};
use syn::{Expr, ExprCall};

use super::body::is_word;
use super::entries::{Entry, entries, twice, unknown};
use super::expression::{Expressions, left_out};
use super::piece::{self, Context, Piece};
use super::reader::{TokenReader, named_group};
use super::symbols::WORLD;
use super::syntax::VALUE;
use crate::constraint::FreeMotions;
use crate::fault::{Fault, Shown};
use crate::model::{Constraint, ConstraintKind, End, Quantity, Span, Spanned};
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

/// The first words of constraints on links.
pub const OF_LINKS: [&str; 4] = ["distance", "pin", "loop", "contact"];

/// The first words of constraints that restrict the position of a point by expressions.
pub const OF_POINTS: [&str; 2] = ["surface", "curve"];

const EXAMPLE: &str = "constraint wire: (x.powi(2) + y.powi(2) - r.powi(2)) / 2";
const FROM: &str = "from: [hand, [0, 0, 0.1]]";
const TO: &str = "to: [world, [0, 0, 1]]";
const LENGTH: &str = "length: 0.5";
const REVOLUTE: &str = "leaves: revolute(z)";
const AT: &str = "at: [foot, [0, 0, -0.05]]";
const OF: &str = "of: [table, [0, 0, 0.7]]";
const EQUATION: &str = "equation: x.powi(2) + y.powi(2) + z.powi(2) - 1";
const EQUATIONS: &str = "equations: [y - x.powi(2), z]";
const LEAVES: &str = "what is left: revolute(z), prismatic(x), cylindrical(z), universal(x, y), planar(z), ball, line(z), surface(z) or fixed";
const TWO: &str = "two expressions in brackets, e.g. [y - x.powi(2), z]";
const AXES: &str = "axes: world, or axes: link";
const TURNS: &str = "turns: false, or turns: true";

impl TokenReader<'_> {
    /// `constraint NAME: expression`
    pub(super) fn constraint(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        let Some(name) = item.tokens().get(1).and_then(piece::name) else {
            return item.unexpected(1, piece::NAME, context);
        };
        let name = Spanned {
            value: name,
            span: context.places.at(item.at(1)),
        };
        match item.tokens().get(2) {
            Some(TokenTree::Punct(sign)) if sign.as_char() == ':' => {}
            _ => return item.unexpected(2, EXAMPLE, context),
        }
        let expression = item.behind(3).expression(VALUE, context)?;
        let span = context.place(&expression);
        let value = self.expressions.value(&expression, context)?;
        let is_velocity_level = self.expressions.rate_in(value).is_some();
        let kind = ConstraintKind::Expression {
            value,
            is_velocity_level,
            span,
        };
        self.add(Constraint { name, kind }, context);
        Some(())
    }

    /// A constraint that names links.
    pub(super) fn constraint_of_links(
        &mut self,
        item: &Piece,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let constraint = self.expressions.constraint_of_links(item, context)?;
        self.add(constraint, context);
        Some(())
    }

    /// `surface` or `curve`, a name, and the entries between the braces.
    pub(super) fn constraint_of_point(
        &mut self,
        word: &str,
        item: &Piece,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let is_curve = word == "curve";
        let keys: &'static [&'static str] = match is_curve {
            true => &["at", "equations", "of"],
            false => &["at", "equation", "of"],
        };
        let (name, braces) = named_group(item, context)?;
        let place = format!("{word} `{}`", Shown::from(&name.value));
        let world = End {
            link: Spanned {
                value: WORLD.to_owned(),
                span: name.span,
            },
            point: std::array::from_fn(|_| left_out(name.span)),
        };
        let (mut at, mut of, mut equations) = (None, Some(world), None);
        let mut open = keys[..2].to_vec();
        for entry in entries(braces, &place, &[], context) {
            open.retain(|known| *known != entry.key);
            let mut end = |example| {
                let read = |read: &mut Expressions<'_>| read.end(&entry, example, context);
                self.expressions.of_fields(read)
            };
            match entry.key.as_str() {
                "at" => at = end(AT),
                "of" => of = end(OF),
                known if known == keys[1] => equations = self.equations(&entry, is_curve, context),
                _ => {
                    let meant = unknown(&entry, &place, keys, context);
                    open.retain(|known| Some(*known) != meant);
                }
            }
        }
        for key in open {
            missing(&name, &place, key, context);
        }
        let kind = ConstraintKind::PointExpression {
            ends: [of?, at?],
            equations: equations?,
        };
        self.add(Constraint { name, kind }, context);
        Some(())
    }

    /// The functions of x, y and z that stay 0: an expression, or two of them in brackets.
    fn equations(
        &mut self,
        entry: &Entry,
        is_curve: bool,
        context: &mut Context<'_>,
    ) -> Option<Vec<(Value, Span)>> {
        let (example, what) = match is_curve {
            true => (EQUATIONS, "the equations of a curve"),
            false => (EQUATION, "the equation of a surface"),
        };
        let expected = if is_curve { TWO } else { VALUE };
        let expr = entry.expression(example, expected, context)?;
        let all: Vec<&Expr> = match &expr {
            _ if !is_curve => vec![&expr],
            Expr::Array(list) => {
                let brackets = list.bracket_token.span.join();
                context.count(list.elems.len(), 2, "a curve", brackets)?;
                list.elems.iter().collect()
            }
            other => return context.unexpected(other, TWO),
        };
        // All are read before an error is returned, so that all their faults are found.
        let read = all.into_iter().map(|equation| {
            let value = (self.expressions).of_place(|read| read.value(equation, context))?;
            let span = context.place(equation);
            Some((self.without_rates(value, span, what, context)?, span))
        });
        let read: Vec<_> = read.collect();
        read.into_iter().collect()
    }

    fn add(&mut self, constraint: Constraint, context: &mut Context<'_>) {
        let name = &constraint.name;
        let mut known = self.model.constraints.iter();
        let first = known.find(|known| known.name.value == name.value);
        let first = first.map(|first| &first.name);
        twice(name, first, "the constraints", context);
        self.model.constraints.push(constraint);
    }
}

impl Expressions<'_> {
    /// `distance`, `pin`, `loop` or `contact`, a name, and the entries between the braces.
    pub(super) fn constraint_of_links(
        &mut self,
        item: &Piece,
        context: &mut Context<'_>,
    ) -> Option<Constraint> {
        let word = match item.tokens().first() {
            Some(TokenTree::Ident(word)) => word.to_string(),
            _ => return item.unexpected(0, "a constraint", context),
        };
        let (name, braces) = named_group(item, context)?;
        let place = format!("{word} `{}`", Shown::from(&name.value));
        let kind = match word.as_str() {
            "distance" => self.distance(&name, braces, &place, context),
            "contact" => self.contact(&name, braces, &place, context),
            "pin" => self.pin(&name, braces, &place, context),
            _ => self.loop_joint(&name, braces, &place, context),
        };
        Some(Constraint { name, kind: kind? })
    }

    fn distance(
        &mut self,
        name: &Spanned<String>,
        braces: &Group,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<ConstraintKind> {
        let (ends, length) = self.ends(name, braces, place, &["from", "to", "length"], context);
        let length = length.and_then(|entry| {
            let value = entry.expression(LENGTH, VALUE, context)?;
            self.quantity(&value, context)
        });
        let exact = length.as_ref().and_then(Quantity::exact);
        if let Some(exact) = exact.filter(|n| n.value <= Rational::ZERO) {
            let (name, value) = (Shown::from(&name.value), Shown::from(&exact.text));
            let fault = Fault::TokenNoDistance { name, value };
            context.faults.push(exact.span, fault);
        }
        Some(ConstraintKind::Distance {
            ends: ends?,
            length: length?,
        })
    }

    fn pin(
        &mut self,
        name: &Spanned<String>,
        braces: &Group,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<ConstraintKind> {
        let (ends, _) = self.ends(name, braces, place, &["from", "to"], context);
        Some(ConstraintKind::LoopJoint {
            ends: ends?,
            free: FreeMotions::Turns,
        })
    }

    fn loop_joint(
        &mut self,
        name: &Spanned<String>,
        braces: &Group,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<ConstraintKind> {
        let (ends, leaves) = self.ends(name, braces, place, &["from", "to", "leaves"], context);
        let free = leaves.and_then(|entry| {
            let value = entry.expression(REVOLUTE, LEAVES, context)?;
            free_motions(&value).or_else(|| context.unexpected(&value, LEAVES))
        });
        Some(ConstraintKind::LoopJoint {
            ends: ends?,
            free: free?,
        })
    }

    fn contact(
        &mut self,
        name: &Spanned<String>,
        braces: &Group,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<ConstraintKind> {
        let (mut end, mut is_sole, mut in_link_axes) = (None, Some(false), Some(false));
        let mut is_given = false;
        for entry in entries(braces, place, &[], context) {
            match entry.key.as_str() {
                "at" => {
                    is_given = true;
                    end = self.end(&entry, AT, context);
                }
                "turns" => is_sole = one_of(&entry, ["true", "false"], TURNS, context),
                "axes" => in_link_axes = one_of(&entry, ["world", "link"], AXES, context),
                _ => {
                    is_given |=
                        unknown(&entry, place, &["at", "turns", "axes"], context) == Some("at");
                }
            }
        }
        if !is_given {
            missing(name, place, "at", context);
        }
        Some(ConstraintKind::Contact {
            end: end?,
            is_sole: is_sole?,
            in_link_axes: in_link_axes?,
        })
    }

    /// The two ends, and the entry with the third of the keys, if there is one.
    fn ends(
        &mut self,
        name: &Spanned<String>,
        braces: &Group,
        place: &str,
        keys: &'static [&'static str],
        context: &mut Context<'_>,
    ) -> (Option<[End; 2]>, Option<Entry>) {
        let (mut from, mut to, mut third) = (None, None, None);
        let mut open = keys.to_vec();
        for entry in entries(braces, place, &[], context) {
            let known = keys.iter().copied().find(|key| *key == entry.key);
            let meant = known.or_else(|| unknown(&entry, place, keys, context));
            open.retain(|key| Some(*key) != meant);
            match known {
                Some("from") => from = self.end(&entry, FROM, context),
                Some("to") => to = self.end(&entry, TO, context),
                Some(_) => third = Some(entry),
                None => {}
            }
        }
        for key in open {
            missing(name, place, key, context);
        }
        (from.zip(to).map(<[End; 2]>::from), third)
    }
}

fn missing(name: &Spanned<String>, place: &str, key: &'static str, context: &mut Context<'_>) {
    let example = match key {
        "from" => FROM,
        "to" => TO,
        "length" => LENGTH,
        "leaves" => REVOLUTE,
        "equation" => EQUATION,
        "equations" => EQUATIONS,
        _ => AT,
    };
    let place = place.to_owned();
    let fault = Fault::TokenMissingKey {
        key,
        place,
        example,
    };
    context.faults.push(name.span, fault);
}

/// Whether an entry's value is the second of two words, rather than the first.
fn one_of(
    entry: &Entry,
    words: [&str; 2],
    expected: &'static str,
    context: &mut Context<'_>,
) -> Option<bool> {
    let value = entry.value(expected, context)?;
    let expr = match value.tokens() {
        [TokenTree::Ident(word)] => words.iter().position(|known| word == known),
        _ => None,
    };
    match expr {
        Some(at) => Some(at == 1),
        None => value.unexpected(0, expected, context),
    }
}

/// The free motions that an expression names.
fn free_motions(expr: &Expr) -> Option<FreeMotions> {
    for (word, left) in [
        ("ball", FreeMotions::Turns),
        ("fixed", FreeMotions::Nothing),
    ] {
        if is_word(expr, word) {
            return Some(left);
        }
    }
    let Expr::Call(ExprCall { func, args, .. }) = expr else {
        return None;
    };
    let axes: Option<Vec<usize>> = args
        .iter()
        .map(|axis| (0..3).find(|&at| is_word(axis, ["x", "y", "z"][at])))
        .collect();
    let made: fn(usize) -> FreeMotions = match () {
        () if is_word(func, "revolute") => FreeMotions::Turn,
        () if is_word(func, "prismatic") => FreeMotions::Shift,
        () if is_word(func, "cylindrical") => FreeMotions::TurnAndShift,
        () if is_word(func, "planar") => FreeMotions::Plane,
        () if is_word(func, "line") => FreeMotions::Line,
        () if is_word(func, "surface") => FreeMotions::Surface,
        () if is_word(func, "universal") => {
            return match axes?[..] {
                [first, second] if first != second => Some(FreeMotions::Universal(first, second)),
                _ => None,
            };
        }
        () => return None,
    };
    match axes?[..] {
        [axis] => Some(made(axis)),
        _ => None,
    }
}
