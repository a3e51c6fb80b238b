//! Indices of the coordinates in Pinocchio's vectors.

/// Indices in the vectors of Pinocchio's model of the same file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pinocchio {
    /// The index of each position; for an angle that Pinocchio stores as cosine and sine, the index of the cosine.
    pub q: Vec<usize>,
    /// The index of each rate.
    pub v: Vec<usize>,
    /// Names of the coordinates whose angle Pinocchio stores as cosine and sine.
    pub pairs: Vec<String>,
    /// Number of Pinocchio's positions.
    pub nq: usize,
    /// Number of Pinocchio's rates.
    pub nv: usize,
}
