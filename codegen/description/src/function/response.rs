//! The response of a system to its constraints.

use super::Terms;

/// How a system under constraints responds: with accelerations and multipliers, or with rates after an impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// qdd and lambda with which constraints stay satisfied.
    Acceleration {
        /// Whether constraint errors are driven to 0.
        feedback: bool,
        /// Whether a selector for each constraint row says if the row applies.
        selectors: bool,
        /// Whether external wrenches act.
        external: bool,
        /// Whether each constraint row determines one rate from the other rates, and the pivots are
        /// returned.
        pivots: bool,
    },
    /// qd after an impulse of the constraints, and that impulse.
    Impulse {
        /// Whether a selector for each constraint row says if the row applies.
        selectors: bool,
    },
}

impl Response {
    /// Whether only the selected constraint rows apply.
    #[must_use]
    pub fn has_selectors(self) -> bool {
        match self {
            Self::Acceleration { selectors, .. } | Self::Impulse { selectors } => selectors,
        }
    }

    /// Whether each row determines a rate from the others, and the pivots are returned.
    #[must_use]
    pub fn has_pivots(self) -> bool {
        matches!(self, Self::Acceleration { pivots: true, .. })
    }

    /// Whether external wrenches act.
    #[must_use]
    pub fn is_external(self) -> bool {
        matches!(self, Self::Acceleration { external: true, .. })
    }

    /// The terms that act besides constraints and tau. `None` for an impulse, which is so short that neither these
    /// terms nor tau matter.
    #[must_use]
    pub fn terms(self) -> Option<Terms> {
        match self {
            Self::Acceleration { external, .. } => {
                Some(Terms::with_wrenches_if(external).without_qdd())
            }
            Self::Impulse { .. } => None,
        }
    }
}
