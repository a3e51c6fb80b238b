//! Lagrange's equations of a small system as sums for people to read: without shared terms, in the frames as read.

use multibody_program::terms::Sum;

/// M, C, g and the drive, entry by entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadableSums {
    /// M(q), by rows.
    pub mass_matrix: Vec<Vec<Sum>>,
    /// C(q, qd) by Christoffel symbols of the first kind, by rows.
    pub coriolis_matrix: Vec<Vec<Sum>>,
    /// g(q).
    pub gravity: Vec<Sum>,
    /// The drive: the effect of time and of terms of T linear in the rates; `None` if there is none.
    pub drive: Option<Vec<Sum>>,
}

impl ReadableSums {
    /// The number of terms in all entries together.
    #[must_use]
    pub fn terms(&self) -> usize {
        let matrices = self.mass_matrix.iter().chain(&self.coriolis_matrix);
        let vectors = self.gravity.iter().chain(self.drive.iter().flatten());
        let entries = matrices.flatten().chain(vectors);
        entries.map(Vec::len).sum()
    }
}
