//! How constraint rows are eliminated before they reach the base.

/// Which rows are eliminated with a joint as pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointPivots {
    /// No rows.
    None,
    /// Rows on which a joint acts with a constant lever.
    ConstantLevers,
    /// All rows, whatever their levers: then the pivots are results too.
    All,
}

/// How each constraint row is eliminated. Rows that are not eliminated at a body are passed to its parent.
#[derive(Clone, Copy, Debug)]
pub struct RowElimination {
    pub joint_pivots: JointPivots,
    /// Whether a row is solved at its elimination body, the nearest common ancestor of its links and of the bodies that
    /// carry the joints of its rates, unless that is the world.
    pub uses_elimination_bodies: bool,
}

impl JointPivots {
    /// These pivots, without elimination at elimination bodies.
    pub fn without_elimination_bodies(self) -> RowElimination {
        RowElimination {
            joint_pivots: self,
            uses_elimination_bodies: false,
        }
    }

    /// These pivots, and elimination of other rows at their elimination bodies.
    pub fn with_elimination_bodies(self) -> RowElimination {
        RowElimination {
            joint_pivots: self,
            uses_elimination_bodies: true,
        }
    }
}
