//! How constraint rows are eliminated before they reach the base.

/// Which rows are eliminated with a joint as pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointPivots {
    /// No rows.
    None,
    /// Rows whose point a joint moves with a constant lever.
    ConstantLevers,
    /// All rows.
    All,
}

/// How each constraint row is eliminated. Rows that are not eliminated at a body are passed to its parent.
#[derive(Clone, Copy, Debug)]
pub struct RowElimination {
    pub joint_pivots: JointPivots,
    /// Whether a row is solved at the nearest common ancestor of its links and rates, unless that is the world.
    pub at_elimination_body: bool,
}

impl JointPivots {
    /// No elimination at common ancestors.
    pub fn only(self) -> RowElimination {
        RowElimination {
            joint_pivots: self,
            at_elimination_body: false,
        }
    }

    /// Elimination of other rows at the nearest common ancestors of their links.
    pub fn and_at_elimination_body(self) -> RowElimination {
        RowElimination {
            joint_pivots: self,
            at_elimination_body: true,
        }
    }
}
