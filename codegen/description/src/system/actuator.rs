//! Actuators.

use multibody_program::exact::Rational;

/// An actuator along a sum of positions. At the control u it has the length `l = gear * position` and the force
/// `f = (g0 + g1 l + g2 dl/dt) u + b0 + b1 l + b2 dl/dt`; the generalized force is `f dl/dq`.
#[derive(Clone, Debug)]
pub struct Actuator {
    /// Unique among actuators.
    pub name: String,
    /// The rates of the position, each with a factor, and each the derivative of a position; empty if nothing moves.
    pub rates: Vec<(usize, Rational)>,
    /// The position where the positions of these rates are 0.
    pub constant: Rational,
    /// Transmission ratio.
    pub gear: Rational,
    /// `g0`, `g1`, `g2`
    pub gain: [Rational; 3],
    /// `b0`, `b1`, `b2`
    pub bias: [Rational; 3],
    /// The lowest and the highest control; infinite if there is none.
    pub control_range: [f64; 2],
    /// The lowest and the highest force f; infinite if there is none.
    pub force_range: [f64; 2],
}
