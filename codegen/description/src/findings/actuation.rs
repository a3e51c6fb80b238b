//! Actuated rates, and the rates that constraints support instead of motors.

/// The actuated rates, and the constraints on the other rates.
#[derive(Clone, Debug, Default)]
pub struct Actuation {
    /// Whether each rate is driven by a motor.
    pub driven: Vec<bool>,
    /// Rates without a motor on which constraints act.
    pub constrained: Vec<usize>,
    /// Rows that act on these rates.
    pub constraining: Vec<usize>,
    /// The rank of the block of J of these rows and rates, at almost all positions.
    pub rank: usize,
}

/// The part of the required forces along rates without a motor that constraint forces can supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// All of it; multipliers may not be unique.
    Whole,
    /// What least squares leave: constraints are fewer, and these forces decide about all of them.
    Few,
    /// All but what does work on motions that no constraint stops, such as a turn about the line between two feet;
    /// other constraints oppose one another there.
    Loose,
}

/// The largest rank of J for which such motions are found; each costs a product of matrices, and digits.
const MOST: usize = 8;

impl Actuation {
    /// None: it takes too much to find the motions that no constraint stops.
    #[must_use]
    pub fn support(&self) -> Option<Support> {
        match self.rank {
            rank if rank == self.constrained.len() => Some(Support::Whole),
            rank if rank == self.constraining.len() => Some(Support::Few),
            rank if rank <= MOST => Some(Support::Loose),
            _ => None,
        }
    }
}
