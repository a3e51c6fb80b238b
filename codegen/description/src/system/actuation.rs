//! What motors drive, and how constraints hold the rest.

/// The rates that motors drive, and what constraints can carry along the others.
#[derive(Clone, Debug, Default)]
pub struct Actuation {
    /// Of each rate whether a motor drives it.
    pub driven: Vec<bool>,
    /// The other rates, as far as constraints act along them.
    pub held: Vec<usize>,
    /// The constraints that do.
    pub holding: Vec<usize>,
    /// The rank of J there, at almost all positions.
    pub rank: usize,
}

/// What constraints can carry of the forces that are asked for along rates without a motor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// All of it, in one or in many ways.
    Whole,
    /// What least squares leave: constraints are fewer, and these forces decide about all of them.
    Few,
    /// All but what does work on motions that no constraint stops, such as a turn about the line between two feet;
    /// other constraints work against one another there.
    Loose,
}

/// The largest rank of J for which such motions are found; each costs a product of matrices, and digits.
const MOST: usize = 8;

impl Actuation {
    /// None: it takes too much to find the motions that no constraint stops.
    #[must_use]
    pub fn support(&self) -> Option<Support> {
        match self.rank {
            rank if rank == self.held.len() => Some(Support::Whole),
            rank if rank == self.holding.len() => Some(Support::Few),
            rank if rank <= MOST => Some(Support::Loose),
            _ => None,
        }
    }
}
