//! Constraint rows that others imply.

use crate::system::Row;

/// A row that is left out, since at almost all positions it depends on rows that are kept.
#[derive(Clone, Debug)]
pub struct LeftOutRow {
    /// Its name.
    pub name: String,
    /// The index of its constraint in the description.
    pub owner: usize,
    /// The row. It need not be 0 where the other rows are 0.
    pub row: Row,
    /// Whether no coordinate changes it.
    pub is_idle: bool,
    /// Whether it is a constant that differs from 0 by more than rounding, so that no position satisfies it.
    pub is_unsatisfiable: bool,
    /// Whether it is a constant that differs from 0 by rounding alone, and is treated as 0.
    pub is_rounded: bool,
    /// The constraints of the description that it contradicts: where they are satisfied, this row is not.
    pub contradicts: Vec<usize>,
}
