//! What constraints ask for.

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
