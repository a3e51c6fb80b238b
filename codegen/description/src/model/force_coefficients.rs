//! Coefficients of the forces along a joint or a tendon.

use super::{Quantity, Spring};

/// The coefficients of the forces along a joint or a tendon.
#[derive(Clone, Debug, Default)]
pub struct ForceCoefficients {
    /// Viscous damping: N s/m or N m s/rad along a joint.
    pub damping: Option<Quantity>,
    /// Coulomb friction: N or N m along a joint.
    pub friction: Option<Quantity>,
    /// A spring.
    pub spring: Option<Spring>,
}

impl ForceCoefficients {
    /// All numbers.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let springs = self.spring.iter().flat_map(|s| [&s.stiffness, &s.rest]);
        let coefficients = [&self.damping, &self.friction];
        coefficients.into_iter().flatten().chain(springs)
    }
}
