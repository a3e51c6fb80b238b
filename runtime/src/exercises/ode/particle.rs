//! Particles: `[x v]`.

use super::Part;
use crate::Real;

/// A particle's state, or its rate of change: six numbers.
///
/// Source: Baraff 1997, equations (1-1) to (1-3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle<T> {
    /// Position, world axes, m.
    pub x: [T; 3],
    /// Velocity, world axes, m/s.
    pub v: [T; 3],
}

impl<T: Real> Particle<T> {
    /// The rate of change under a force: `dx/dt = v`, `dv/dt = F / m`.
    ///
    /// - `mass`: kg
    /// - `force`: world axes, N
    #[must_use]
    pub fn rate(&self, mass: T, force: [T; 3]) -> Self {
        Self {
            x: self.v,
            v: force.map(|component| component / mass),
        }
    }
}

impl<T: Real> Part<T, 6> for Particle<T> {
    fn flatten(&self) -> [T; 6] {
        let ([x, y, z], [u, v, w]) = (self.x, self.v);
        [x, y, z, u, v, w]
    }

    fn unflatten(&[x, y, z, u, v, w]: &[T; 6]) -> Self {
        Self {
            x: [x, y, z],
            v: [u, v, w],
        }
    }
}
