//! Coefficients of the forces along a joint or a tendon.

use super::{Joint, Quantity, Spring, Tendon};

/// The coefficients of the forces along a joint or a tendon.
#[derive(Clone, Copy, Debug)]
pub struct ForceCoefficients<'a> {
    /// Viscous damping.
    pub damping: Option<&'a Quantity>,
    /// Coulomb friction.
    pub friction: Option<&'a Quantity>,
    /// A spring.
    pub spring: Option<&'a Spring>,
}

impl Joint {
    /// The coefficients of the forces along it.
    #[must_use]
    pub fn force_coefficients(&self) -> ForceCoefficients<'_> {
        ForceCoefficients {
            damping: self.damping.as_ref(),
            friction: self.friction.as_ref(),
            spring: self.spring.as_ref(),
        }
    }
}

impl Tendon {
    /// The coefficients of the forces along it.
    #[must_use]
    pub fn force_coefficients(&self) -> ForceCoefficients<'_> {
        ForceCoefficients {
            damping: self.damping.as_ref(),
            friction: self.friction.as_ref(),
            spring: self.spring.as_ref(),
        }
    }
}
