//! Actuators.

/// An actuator whose force is affine in its control, its length and the rate of its length.
#[derive(Clone, Debug)]
pub struct Actuator {
    /// Unique among actuators.
    pub name: String,
    /// The index of a position, that of its rate, and the derivative of the length by this position.
    pub terms: Vec<(usize, usize, f64)>,
    /// The part of the length that does not depend on positions.
    pub offset: f64,
    /// The factor of the control: constant, along the length, along its rate.
    pub gain: [f64; 3],
    /// The force without control, likewise.
    pub bias: [f64; 3],
    /// The lowest and the highest control.
    pub control_range: Option<[f64; 2]>,
    /// The lowest and the highest force.
    pub force_range: Option<[f64; 2]>,
}
