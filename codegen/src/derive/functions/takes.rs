//! Rows of constraints that rates take on the way to the base.

/// Which rows rates take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    None,
    /// Those of which they move the point by a constant lever.
    ConstantLevers,
    /// All.
    All,
}
