//! Actuated rates, and the rates that constraints support instead of motors.

/// The actuated rates, and the constraints on the other rates.
#[derive(Clone, Debug, Default)]
pub struct Actuation {
    /// For each rate, whether a motor drives it.
    pub has_motor: Vec<bool>,
    /// Rates without a motor on which constraints act.
    pub constrained: Vec<usize>,
    /// Constraint rows that act on these rates.
    pub constraining: Vec<usize>,
    /// The rank of the block of J of these rows and rates, at almost all positions.
    pub rank: usize,
}

/// The part of the required forces along rates without a motor that constraint forces can supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// All of it; multipliers may not be unique.
    Full,
    /// All but the residual of a least-squares fit: there are fewer rows than rates, and the required forces determine
    /// all multipliers.
    UpToResidual,
    /// All but the part that does work on motions which no constraint prevents, such as a turn about the line between
    /// two feet. The rows are dependent along these rates, so multipliers are not unique.
    UpToFreeMotions,
}

/// The largest rank for which the motions that no constraint prevents are computed: each unit of rank costs a matrix
/// product and some digits.
const RANK_LIMIT: usize = 8;

impl Actuation {
    /// How far constraint forces replace motors; `None` if it would take too long to find the motions that no
    /// constraint prevents.
    #[must_use]
    pub fn support(&self) -> Option<Support> {
        match self.rank {
            rank if rank == self.constrained.len() => Some(Support::Full),
            rank if rank == self.constraining.len() => Some(Support::UpToResidual),
            rank if rank <= RANK_LIMIT => Some(Support::UpToFreeMotions),
            _ => None,
        }
    }
}
