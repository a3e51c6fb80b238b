//! Gains that make constraint errors decay: `d2C/dt2 = -ks C - kd dC/dt`.
//!
//! Source: Baumgarte 1972; the slides *Constrained dynamics*, after Witkin, call the method feedback. As with a spring,
//! the step h of an explicit integrator has to be short compared with the time constant.

use crate::Real;

/// `[ks, kd] = [1 / t^2, 2 / t]`: critical damping, the fastest decay without overshooting. An error e whose rate is 0 becomes
/// `e (1 + s / t) exp(-s / t)` after the time s.
///
/// - `time_constant`: t, s
pub fn critical<T: Real>(time_constant: T) -> [T; 2] {
    let rate = T::ONE / time_constant;
    [rate * rate, rate + rate]
}
