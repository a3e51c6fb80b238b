//! Kinds of constraints between links, one file each.
//!
//! The file of a kind defines everything about it: the formulas of its rows, their names, and their counterparts in the
//! reference model. Derivation, proof, projection, reports and printed equations evaluate the formulas, each in its own
//! arithmetic, and never distinguish kinds.

pub mod distance;
mod formula;
mod frame_row;
mod frame_values;
pub mod loop_joint;

pub use formula::{Formula, FormulaAlgebra, FrameProduct, FrameVector};
pub use frame_row::{AlignedAxes, Counterpart, FrameRow, RowDatum};
pub use frame_values::FrameValues;
pub use loop_joint::FreeMotions;
