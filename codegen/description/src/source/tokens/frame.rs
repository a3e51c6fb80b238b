//! Frames that the user defines: `frame tcp { link: hand, origin: [0, 0, 0.1], rpy: [0, 0, pi / 2] }`.

use proc_macro2::{Group, TokenTree};

use super::entries::{entries, report_unknown_key};
use super::expression::{Expressions, VECTOR, default_zero};
use super::joint::ROTATION;
use super::piece::{Context, Piece};
use crate::fault::{Fault, Shown};
use crate::model::{Frame, Origin, Rotation, Spanned};

const KEYS: &[&str] = &["link", "origin", "rpy", "rotation"];

impl Expressions<'_> {
    /// Reads a frame from the entries between its braces.
    pub(super) fn read_frame(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<Frame> {
        let owner = format!("frame `{}`", Shown::from(&name.value));
        let (mut link, mut xyz, mut angles) = (None, None, None);
        let (mut has_link, mut rotation_span, mut is_at_com) = (false, None, false);
        for entry in entries(braces, &owner, &[], context) {
            let key = entry.key.as_str();
            if matches!(key, "rpy" | "rotation") {
                let span = context.places.at(entry.location);
                if let Some(first) = rotation_span.replace(span) {
                    let (key, place) = ("rotation".into(), owner.clone());
                    let fault = Fault::TokenDuplicateKey { key, place };
                    context.faults.push_conflict(span, vec![first], fault);
                }
            }
            match key {
                "link" => {
                    has_link = true;
                    let value = entry.value("link: hand", context);
                    link = value.and_then(|value| value.name(context));
                }
                "origin" if entry.value.as_ref().is_some_and(names_com) => is_at_com = true,
                "origin" => {
                    let expression = entry.expression("origin: [0, 0, 0.1]", VECTOR, context);
                    xyz = expression
                        .and_then(|expression| self.vector(&expression, "an origin", context));
                }
                "rpy" => {
                    let expression = entry.expression("rpy: [0, 0, pi / 2]", VECTOR, context);
                    let vector = expression
                        .and_then(|expression| self.vector(&expression, "a rotation", context));
                    angles = vector.map(|angles| angles.map(|angle| self.as_angle(angle)));
                }
                "rotation" => {
                    let expression = entry.expression("rotation: z(pi / 2)", ROTATION, context);
                    angles = expression.and_then(|expression| self.rotation(&expression, context));
                }
                // A key whose misspelling has been reported is not reported as missing, too.
                _ => has_link |= report_unknown_key(&entry, &owner, KEYS, context) == Some("link"),
            }
        }
        if !has_link {
            let (key, example) = ("link", "link: hand");
            let fault = Fault::TokenMissingKey {
                key,
                place: owner,
                example,
            };
            context.faults.push(name.span, fault);
        }
        let zero = || std::array::from_fn(|_| default_zero(name.span));
        let origin = Origin {
            xyz: xyz.unwrap_or_else(zero),
            rotation: Rotation::RollPitchYaw(angles.unwrap_or_else(zero)),
        };
        Some(Frame {
            link: link?,
            origin,
            is_at_com,
            name,
        })
    }
}

/// Whether the origin is the link's centre of mass.
fn names_com(origin: &Piece) -> bool {
    matches!(origin.tokens(), [TokenTree::Ident(word)] if *word == "com")
}
