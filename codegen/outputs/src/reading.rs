//! Lagrange's equations of a small system as sums that people read: no term shared, no frame moved.

use multibody_program::terms::Sum;

/// M, C, g and the drive, entry by entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// M(q), by rows.
    pub mass_matrix: Vec<Vec<Sum>>,
    /// C(q, qd) by Christoffel symbols of the first kind, by rows.
    pub coriolis_matrix: Vec<Vec<Sum>>,
    /// g(q).
    pub gravity: Vec<Sum>,
    /// What time and terms of T of one rate bring, where they do.
    pub drive: Option<Vec<Sum>>,
}

impl Reading {
    /// Number of terms of all entries.
    #[must_use]
    pub fn terms(&self) -> usize {
        let matrices = self.mass_matrix.iter().chain(&self.coriolis_matrix);
        let vectors = self.gravity.iter().chain(self.drive.iter().flatten());
        let entries = matrices.flatten().chain(vectors);
        entries.map(Vec::len).sum()
    }
}
