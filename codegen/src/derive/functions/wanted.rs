//! What constraints ask for.

/// What J has to make of what is solved for.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// Of accelerations: minus the bias, and the feedback.
    Acceleration { feedback: bool },
    /// Of the change of rates by an impulse.
    Change,
}
