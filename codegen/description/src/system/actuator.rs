//! Actuators.

use multibody_program::exact::Rational;

/// An actuator along a position, which is a weighted sum of positions of joints. Its length is `l = gear * position`. At the
/// control u it exerts the force `f = (g0 + g1 l + g2 dl/dt) u + b0 + b1 l + b2 dl/dt`; the generalized force is `f dl/dq`.
#[derive(Clone, Debug)]
pub struct Actuator {
    /// Unique among actuators.
    pub name: String,
    /// The time derivative of the position: the rates of the joints, each with its weight; empty if none of them moves. Each
    /// rate is the derivative of a position of the system.
    pub rates: Vec<(usize, Rational)>,
    /// The value of the position if the positions of these joints are 0.
    pub constant: Rational,
    /// Transmission ratio.
    pub gear: Rational,
    /// `g0`, `g1`, `g2`
    pub gain: [Rational; 3],
    /// `b0`, `b1`, `b2`
    pub bias: [Rational; 3],
    /// The lowest and the highest control; infinite if it is unlimited.
    pub control_range: [f64; 2],
    /// The lowest and the highest force f; infinite if it is unlimited.
    pub force_range: [f64; 2],
}
