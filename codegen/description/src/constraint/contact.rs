//! A contact: a point of a link has no velocity. With `turns: false` the link does not turn either.

use super::constraint_type::{
    ChoiceSyntax, ConstraintForm, ConstraintKey, ConstraintType, KeyChoice, KeyChoices, KeyValue,
    VelocityRow,
};
use crate::function::Axes;

/// `contact sole { at: [foot, [0, 0, -0.05]], turns: false, axes: link }`
pub const CONTACT: ConstraintType = ConstraintType {
    word: "contact",
    keys: &[
        ConstraintKey::AT,
        ConstraintKey::optional("turns", "turns: false", TURNS),
        ConstraintKey::optional("axes", "axes: link", AXES),
    ],
    form: ConstraintForm::Velocity {
        end: "at",
        rows: axes_and_rows,
    },
};

const TURNS: KeyValue = KeyValue::Choice {
    choices: &[ChoiceSyntax::word("true"), ChoiceSyntax::word(FALSE)],
    expected: "turns: false, or turns: true",
};
const AXES: KeyValue = KeyValue::Choice {
    choices: &[ChoiceSyntax::word("world"), ChoiceSyntax::word(LINK)],
    expected: "axes: world, or axes: link",
};
const FALSE: &str = "false";
const LINK: &str = "link";

/// The rows of a contact at a point, in world axes.
#[must_use]
pub fn point_rows() -> Vec<VelocityRow> {
    rows(3)
}

fn axes_and_rows(choices: &KeyChoices) -> (Axes, Vec<VelocityRow>) {
    let has = |choice: &str| choices.iter().any(|KeyChoice { word, .. }| *word == choice);
    let axes = if has(LINK) { Axes::Link } else { Axes::World };
    (axes, rows(if has(FALSE) { 6 } else { 3 }))
}

/// Rows for the first components of the velocity: three linear ones, then three angular ones.
fn rows(components: usize) -> Vec<VelocityRow> {
    let row = |component: usize| VelocityRow {
        suffix: format!(
            ".{}{}",
            ["", "turn_"][component / 3],
            ["x", "y", "z"][component % 3]
        ),
        component,
    };
    (0..components).map(row).collect()
}
