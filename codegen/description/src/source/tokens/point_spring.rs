//! Springs between points: `spring rope { from: [hand, [0, 0, 0.1]], to: world, stiffness: k, length: 0.5 }`.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::entries::{Entry, entries, report_unknown_key};
use super::expression::{Expressions, VECTOR, default_zero};
use super::piece::{Context, Piece};
use super::syntax::VALUE;
use crate::fault::{Fault, Shown};
use crate::model::{End, PointSpring, Quantity, Spanned};
use multibody_program::exact::Rational;

const KEYS: &[&str] = &["from", "to", "stiffness", "length", "damping"];
const FROM: &str = "from: [hand, [0, 0, 0.1]]";
const TO: &str = "to: [world, [0, 0, 1]]";

impl Expressions<'_> {
    /// Reads a spring from the entries between its braces.
    pub(super) fn read_point_spring(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<PointSpring> {
        let owner = format!("spring `{}`", Shown::from(&name.value));
        let (mut start, mut end) = (None, None);
        let (mut stiffness, mut length, mut damping) = (None, None, None);
        let mut missing_keys = vec![
            ("from", FROM),
            ("to", TO),
            ("stiffness", "stiffness: 200"),
            ("length", "length: 0.5"),
        ];
        for entry in entries(braces, &owner, &[], context) {
            let key = entry.key.as_str();
            missing_keys.retain(|(expected, _)| *expected != key);
            let mut number =
                |noun, example| self.non_negative(&entry, (&name, noun), example, context);
            match key {
                "stiffness" => stiffness = number("stiffness", "stiffness: 200"),
                "length" => length = number("length", "length: 0.5"),
                "damping" => damping = number("damping", "damping: 3"),
                "from" => start = self.end(&entry, FROM, context),
                "to" => end = self.end(&entry, TO, context),
                _ => {
                    let meant = report_unknown_key(&entry, &owner, KEYS, context);
                    missing_keys.retain(|(expected, _)| Some(*expected) != meant);
                }
            }
        }
        for (key, example) in missing_keys {
            let fault = Fault::TokenMissingKey {
                key,
                place: owner.clone(),
                example,
            };
            context.faults.push(name.span, fault);
        }
        Some(PointSpring {
            ends: [start?, end?],
            stiffness: stiffness?,
            length: length?,
            damping: damping.unwrap_or_else(|| default_zero(name.span)),
            name,
        })
    }

    /// A number that must not be negative; reports a negative number, unless it depends on fields.
    fn non_negative(
        &mut self,
        entry: &Entry,
        (name, noun): (&Spanned<String>, &'static str),
        example: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Quantity> {
        let expression = entry.expression(example, VALUE, context)?;
        let number = self.quantity(&expression, context)?;
        if let Some(exact) = number.exact().filter(|n| n.value < Rational::ZERO) {
            let (spring, value) = (Shown::from(&name.value), Shown::from(&exact.text));
            let fault = Fault::TokenSpringNegative {
                spring,
                what: noun,
                value,
            };
            context.faults.push(exact.span, fault);
        }
        Some(number)
    }

    /// A link, and a point of this link; if no point is given, the origin of the link.
    pub(super) fn end(
        &mut self,
        entry: &Entry,
        example: &'static str,
        context: &mut Context<'_>,
    ) -> Option<End> {
        let value = entry.value(example, context)?;
        let list = match value.tokens() {
            [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => list,
            _ => {
                let link = value.name(context)?;
                let point = std::array::from_fn(|_| default_zero(link.span));
                return Some(End { link, point });
            }
        };
        let parts = Piece::inside(list).split();
        context.check_count(parts.len(), 2, "a point of a link", list.span())?;
        let link = parts[0].name(context)?;
        let point = parts[1].expression(VECTOR, context)?;
        let point = self.vector(&point, "a point", context)?;
        Some(End { link, point })
    }
}
