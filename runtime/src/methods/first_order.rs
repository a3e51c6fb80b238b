//! First-order dynamics, in which a force causes a velocity.

use crate::{ConstrainedDynamics, Real};

/// The velocity of first-order dynamics and the multipliers: `v = W (tau + Q - g + J^T lambda)`, `W = M^-1`,
/// `J v = -C / t`.
///
/// - `q`: `[T; NQ]`, positions
/// - `tau`: `[T; NV]`, the forces besides gravity and the robot's own, N m or N
/// - `time_constant`: t, the time constant of the decay of constraint errors, s; velocity-level rows have no error
/// - returns `v`: `[T; NV]`, equal to the velocity after one second of constant acceleration from rest, and `lambda`:
///   `[T; NC]`
///
/// A system moves like this if it is damped so strongly that it keeps no speed; units are such that a mass m moves with
/// `v = f / m`. First-order dynamics are useful for interactive drawing and for posing with constraints. Damping and
/// friction have no effect, since they are zero at rest.
///
/// Cost: one `constrained_forward_dynamics_with_feedback`. Source: Witkin 1997, *Constrained Dynamics*, and the slides
/// of the same name.
///
/// ```
/// use multibody::{ConstrainedDynamics, first_order};
///
/// /// A step downhill, along the constraints.
/// fn step<R, const N: usize, const NC: usize>(robot: &R, q: &[f64; N], h: f64) -> [f64; N]
/// where
///     R: ConstrainedDynamics<f64, N, N, NC> + ?Sized,
/// {
///     let (v, _) = first_order(robot, q, &[0.0; N], h);
///     robot.integrate(q, &v, h)
/// }
/// ```
pub fn first_order<R, T, const NQ: usize, const NV: usize, const NC: usize>(
    robot: &R,
    q: &[T; NQ],
    tau: &[T; NV],
    time_constant: T,
) -> ([T; NV], [T; NC])
where
    R: ConstrainedDynamics<T, NQ, NV, NC> + ?Sized,
    T: Real,
{
    // At zero rates M qdd = tau + Q - g + J^T lambda, J qdd = -ks C.
    let zero_rates = [T::ZERO; NV];
    let gains = [T::ONE / time_constant, T::ZERO];
    let solution = robot.constrained_forward_dynamics_with_feedback(q, &zero_rates, tau, &gains);
    (solution.qdd, solution.lambda)
}
