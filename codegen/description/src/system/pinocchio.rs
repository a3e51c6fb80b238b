//! Where Pinocchio has the coordinates.

/// Places in Pinocchio's vectors, of its model of the same file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pinocchio {
    /// Of each position its own; of an angle that Pinocchio has as cosine and sine, that of the cosine.
    pub q: Vec<usize>,
    /// Of each rate.
    pub v: Vec<usize>,
    /// The joints with such an angle.
    pub pairs: Vec<String>,
    /// How many positions it has.
    pub nq: usize,
    /// How many rates.
    pub nv: usize,
}
