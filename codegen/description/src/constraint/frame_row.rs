//! Rows of constraints between two frames.

use super::formula::Formula;

/// A row of a constraint between two frames: a scalar that is 0 where the constraint is satisfied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRow {
    /// The suffix that the row adds to the constraint's name.
    pub suffix: String,
    /// The scalar.
    pub formula: Formula,
    /// The axes that the constraint aligns, if this row helps to align them.
    pub aligns: Option<AlignedAxes>,
    /// The row in the reference model.
    pub counterpart: Counterpart,
}

/// Axes of the two frames that a constraint aligns. The rows of the constraint are also 0 after half a turn of one
/// frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignedAxes {
    /// All axes.
    All,
    /// This axis of both frames.
    One(usize),
}

/// A variant of `multibody::reference::Row` with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterpart {
    /// The variant.
    pub name: &'static str,
    /// Its data.
    pub data: Vec<RowDatum>,
}

/// A datum of a row in the reference model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowDatum {
    /// The index of an axis.
    Axis(usize),
    /// The row's number with this index.
    Number(usize),
}
