//! A circle: a point of a link stays on it. In the formulas, d is the vector from the centre to the point, r the radius, and
//! a_k the axis of the circle.

use super::constraint_type::{
    ChoiceSyntax, ConstraintForm, ConstraintKey, ConstraintType, KeyChoices, KeyValue,
};
use super::formula::{Formula, FrameProduct};
use super::frame_row::{Counterpart, FrameRow, RowDatum};

/// `circle hoop { at: bead, axis: y, radius: r, of: [ring, [0, 0, 0.1]] }`: the centre is the point of `of`, and the axis is one
/// of the axes there.
pub const CIRCLE: ConstraintType = ConstraintType {
    word: "circle",
    keys: &[
        ConstraintKey::AT,
        ConstraintKey::mandatory("axis", "axis: z", AXIS),
        ConstraintKey::mandatory("radius", "radius: 0.5", RADIUS),
        ConstraintKey::OF,
    ],
    form: ConstraintForm::Frames {
        ends: ["of", "at"],
        rows: |choices| vec![axial_row(axis_index(choices)), radial_row()],
    },
};

const AXIS: KeyValue = KeyValue::Choice {
    choices: &[
        ChoiceSyntax::word("x"),
        ChoiceSyntax::word("y"),
        ChoiceSyntax::word("z"),
    ],
    expected: "an axis of the link that the circle is fixed to: x, y or z; for another axis define a frame",
};
const RADIUS: KeyValue = KeyValue::Length {
    remedy: "write `pin` to fix the point at the centre",
};

fn axis_index(choices: &KeyChoices) -> usize {
    match choices.first().map(|choice| choice.word) {
        Some("x") => 0,
        Some("y") => 1,
        _ => 2,
    }
}

/// `a_k . d`: the point is in the plane of the circle.
fn axial_row(k: usize) -> FrameRow {
    FrameRow {
        suffix: ".axial".into(),
        formula: Formula::Product(FrameProduct::Component(k)),
        aligns: None,
        counterpart: Counterpart {
            name: "Offset",
            data: vec![RowDatum::Axis(k)],
        },
    }
}

/// `(d . d - r^2) / (2 r)`: the distance from the centre is r. On the circle its gradient has length 1, so its multiplier is a
/// force.
fn radial_row() -> FrameRow {
    let square = Formula::Product(FrameProduct::SquaredDistance);
    FrameRow {
        suffix: ".radial".into(),
        formula: square.minus(Formula::Square(0)).half().over(0),
        aligns: None,
        counterpart: Counterpart {
            name: "Radial",
            data: vec![RowDatum::Number(0)],
        },
    }
}
