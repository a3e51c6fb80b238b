//! The trait for systems that integrators can move: coordinates and their acceleration.

use crate::{Joints, Real};

/// A system with an acceleration `qdd(t, q, qd, tau)`, at one number type `T`: all that integrators need.
///
/// Emitted code implements it for every robot with forward dynamics and without constraints, also for robots on which
/// time acts. A robot with constraints is passed to integrators as [`Constrained`](crate::Constrained) or as
/// `robot.without_constraints()`. Under external wrenches that do not change during a step, pass
/// `robot.under(&wrenches)`. For anything else that affects a motion, such as drag, wrap a robot in a type of your own:
///
/// ```
/// use multibody::{Acceleration, JointInfo, Joints, Real};
///
/// /// A robot in honey.
/// struct Slowed<R>(R);
///
/// impl<R: Joints> Joints for Slowed<R> {
///     fn joints(&self) -> &'static [JointInfo] {
///         self.0.joints()
///     }
/// }
///
/// impl<R, T, const NQ: usize, const NV: usize> Acceleration<T, NQ, NV> for Slowed<R>
/// where
///     R: Acceleration<T, NQ, NV>,
///     T: Real,
/// {
///     fn acceleration(&self, t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
///         let tau = core::array::from_fn(|k| tau[k] - T::lit(0.3) * qd[k]);
///         self.0.acceleration(t, q, qd, &tau)
///     }
/// }
/// ```
///
/// Robots with the same numbers of coordinates can be put into one list, as `&dyn Acceleration<f64, 7, 7>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no acceleration in `{T}`, with {NQ} positions and {NV} rates",
    note = "for a robot with constraints, pass `&Constrained::new(&robot, feedback)` or `&robot.without_constraints()`; for \
            `robot.at_time(t)`, pass the robot itself, since its time goes on",
    note = "gains, wrenches and fields of an acceleration are in its number type `{T}`: `linearize_at` takes dual numbers, so \
            e.g. `&Constrained::new(&robot, feedback::critical(Dual::constant(0.02)))`"
)]
pub trait Acceleration<T: Real, const NQ: usize, const NV: usize>: Joints {
    /// Acceleration under a generalized force.
    ///
    /// - `t`: time, s
    /// - `q`: `[T; NQ]`, positions, rad or m
    /// - `qd`: `[T; NV]`, rates, per s
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd`: `[T; NV]`, per s^2, the derivative of `qd` component by component
    fn acceleration(&self, t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
}
