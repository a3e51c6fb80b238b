//! A distance: two points stay a given length apart.

use super::constraint_type::{ConstraintForm, ConstraintKey, ConstraintType, KeyValue};
use super::formula::{Formula, FrameProduct};
use super::frame_row::{Counterpart, FrameRow, RowDatum};

/// `distance rod { from: bob, to: [world, [0, 0, 1]], length: l }`
pub const DISTANCE: ConstraintType = ConstraintType {
    word: "distance",
    keys: &[
        ConstraintKey::FROM,
        ConstraintKey::TO,
        ConstraintKey::mandatory("length", "length: 0.5", LENGTH),
    ],
    form: ConstraintForm::Frames {
        ends: ["from", "to"],
        rows: |_| vec![row()],
    },
};

const LENGTH: KeyValue = KeyValue::Length {
    remedy: "write `pin` to make two points coincide",
};

/// `(d . d - n^2) / 2`, where d is the vector between the points, and n the length.
fn row() -> FrameRow {
    let square = Formula::Product(FrameProduct::SquaredDistance);
    FrameRow {
        suffix: String::new(),
        formula: square.minus(Formula::Square(0)).half(),
        aligns: None,
        counterpart: Counterpart {
            name: "Distance",
            data: vec![RowDatum::Number(0)],
        },
    }
}
