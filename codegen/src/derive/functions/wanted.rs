//! What constraints ask for, and what acts besides.

use crate::function::Terms;

/// What J has to make of what is solved for.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// Of accelerations: minus the bias, and the feedback.
    Acceleration { feedback: bool, switched: bool },
    /// Of the change of rates by an impulse.
    Change { switched: bool },
}

impl Wanted {
    /// Whether it is asked for only of rows that are switched on.
    pub fn is_switched(self) -> bool {
        match self {
            Self::Acceleration { switched, .. } | Self::Change { switched } => switched,
        }
    }
}

/// All that acts but tau, with external wrenches or without.
pub fn undriven(external: bool) -> Terms {
    Terms {
        acceleration: false,
        wrenches: external,
        ..Terms::ALONE
    }
}
