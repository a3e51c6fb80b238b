//! What becomes of rows of constraints on the way to the base.

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

/// What becomes of rows; the others go on to the base.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub takes: Takes,
    /// Whether those that move nothing beyond the body where their links meet are solved for there.
    pub eliminates: bool,
}

impl Takes {
    /// And no more.
    pub fn only(self) -> Rows {
        Rows {
            takes: self,
            eliminates: false,
        }
    }

    /// And others are solved for where their links meet.
    pub fn and_eliminates(self) -> Rows {
        Rows {
            takes: self,
            eliminates: true,
        }
    }
}
