//! What constraints decide.

use super::Terms;

/// How a system under constraints responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// qdd and lambda at which constraints stay.
    Acceleration {
        /// Whether errors are driven to 0.
        feedback: bool,
        /// Whether each constraint is switched on or off.
        switched: bool,
        /// Whether external wrenches act.
        external: bool,
        /// Whether each row decides a rate by the others, and the divisors are returned.
        pivots: bool,
    },
    /// qd behind an impulse that constraints give, and that impulse.
    Impulse {
        /// Whether each constraint is switched on or off.
        switched: bool,
    },
}

impl Response {
    /// Whether only constraints that are switched on hold.
    #[must_use]
    pub fn is_switched(self) -> bool {
        match self {
            Self::Acceleration { switched, .. } | Self::Impulse { switched } => switched,
        }
    }

    /// Whether each row decides a rate by the others, and the divisors are returned.
    #[must_use]
    pub fn has_pivots(self) -> bool {
        matches!(self, Self::Acceleration { pivots: true, .. })
    }

    /// Whether external wrenches act.
    #[must_use]
    pub fn is_external(self) -> bool {
        matches!(self, Self::Acceleration { external: true, .. })
    }

    /// What acts besides constraints and tau. None: neither that nor tau, an impulse is over before.
    #[must_use]
    pub fn terms(self) -> Option<Terms> {
        match self {
            Self::Acceleration { external, .. } => Some(Terms::acting(external).at_rest()),
            Self::Impulse { .. } => None,
        }
    }
}
