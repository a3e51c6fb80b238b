//! A distance: two points stay `n` apart, m.

use super::formula::{Formula, FrameProduct};
use super::frame_row::{Counterpart, FrameRow, RowDatum};

/// `(d . d - n^2) / 2`
#[must_use]
pub fn row() -> FrameRow {
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
