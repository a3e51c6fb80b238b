//! Constrained dynamics: the traits of robots with constraints.

use crate::{
    Acceleration, ConstrainedAcceleration, ConstraintImpulse, ForwardDynamics, JointInfo, Joints,
    Multibody, Real,
};

/// A constraint row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstraintInfo {
    /// The name of the constraint. If the constraint has several rows, a dot and the name of the row follow.
    pub name: &'static str,
    /// Whether this is a velocity-level row, whose constraint function C is always 0.
    pub of_rates: bool,
}

/// Forward dynamics under constraints: of a robot under all its rows, or of `robot.selecting(&selectors)` under the
/// selected ones. [`Constrained`] needs no other functions. The notation is that of [`ConstrainedDynamics`].
///
/// ```text
/// M qdd + C qd + g = tau + Q + J^T lambda
/// J qdd + dJ/dt qd = -ks C - kd J qd      in selected rows
/// lambda = 0                              in all other rows
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no constrained forward dynamics with {NQ} positions, {NV} rates and {NC} constraint rows in `{T}`",
    note = "a robot has them if its description has constraints and `functions(..)` leaves `constrained_forward_dynamics` and \
            its form with feedback in; if time acts on it, only its own functions have them",
    note = "`robot.selecting(&selectors)` has them by `constrained_forward_dynamics(selectors)`"
)]
pub trait ConstrainedForwardDynamics<T: Real, const NQ: usize, const NV: usize, const NC: usize>:
    Joints
{
    /// Acceleration under a generalized force and the constraints, without feedback.
    ///
    /// - `tau`: `[T; NV]`, N m or N
    fn constrained_forward_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ConstrainedAcceleration<T, NV, NC>;

    /// The same acceleration with feedback of constraint errors, `J qdd + dJ/dt qd = -ks C - kd J qd`.
    ///
    /// - `feedback`: `[ks, kd]`, per s^2 and per s, such as [`feedback::critical`](crate::feedback::critical) gives
    fn constrained_forward_dynamics_with_feedback(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
        feedback: &[T; 2],
    ) -> ConstrainedAcceleration<T, NV, NC>;
}

/// A mechanical system under constraints: loops, pins, contacts, expressions.
///
/// ```text
/// M qdd + C qd + g = tau + Q + J^T lambda
/// J qdd + dJ/dt qd = -ks C - kd J qd
/// ```
///
/// In the first equation C is the Coriolis matrix; everywhere else it is the constraint function. A row of J is
/// holonomic, `C(q) = 0` with `dC/dt = J qd`, or velocity-level (nonholonomic), `J(q) qd = 0`, for example that of a
/// rolling wheel; in velocity-level rows C is 0. The multiplier lambda of a row is the constraint force along it: in N
/// if C is a length, in N m if C is an angle, in general in J per unit of C. Witkin (1997) and Baraff (1996) have the
/// same sign; Baraff writes `M qdd - J^T lambda = ..`. Equations with `+ J^T lambda` on the left have the opposite
/// sign.
///
/// Without feedback (`ks = kd = 0`) the second derivative of C is 0: errors of C do not decay, and integration errors
/// accumulate. [`feedback`](crate::feedback) drives them to 0, [`project`](crate::project) removes them.
///
/// M may be singular if it is positive definite on the null space of J, so [`ForwardDynamics`](crate::ForwardDynamics)
/// is not required. If rows are dependent, accelerations and multipliers are not finite. With `regularization` they are
/// finite, and the multipliers approach those of least norm.
///
/// ```
/// use multibody::ConstrainedDynamics;
///
/// /// The largest constraint error.
/// fn error<R, const NQ: usize, const NV: usize, const NC: usize>(robot: &R, q: &[f64; NQ]) -> f64
/// where
///     R: ConstrainedDynamics<f64, NQ, NV, NC> + ?Sized,
/// {
///     robot.constraint(q).into_iter().fold(0.0, |most, c| most.max(c.abs()))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no constrained dynamics with {NQ} positions, {NV} rates and {NC} constraint rows in `{T}`",
    note = "a robot has them if its description has constraints and `functions(..)` leaves none of the six out; if time acts on it, only its own functions have them"
)]
pub trait ConstrainedDynamics<T: Real, const NQ: usize, const NV: usize, const NC: usize>:
    Multibody<T, NQ, NV> + ConstrainedForwardDynamics<T, NQ, NV, NC>
{
    /// The constraint rows, in the order of the multipliers.
    fn constraints(&self) -> &'static [ConstraintInfo];

    /// The constraint function `C(q)`, which is 0 if the constraints are satisfied, and always 0 in velocity-level
    /// rows.
    fn constraint(&self, q: &[T; NQ]) -> [T; NC];

    /// The constraint Jacobian J: `dC/dt = J qd` in holonomic rows, `J qd = 0` in velocity-level rows.
    ///
    /// Returns the rows. `convert::to_matrix` converts them to a matrix of nalgebra.
    fn constraint_jacobian(&self, q: &[T; NQ]) -> [[T; NV]; NC];

    /// The derivative of `J qd` at zero acceleration: `dJ/dt qd`. In holonomic rows it is the second derivative of C.
    fn constraint_bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NC];

    /// The rates after an impact, at which constraints become active that the rates `qd` do not satisfy:
    /// `J qd' = -e J qd`, `M (qd' - qd) = J^T p`.
    ///
    /// - `restitution`: the coefficient of restitution e, from 0 (plastic) to 1 (elastic)
    ///
    /// With `e = 0` the result is the projection of the rates onto the constraints that minimizes the kinetic energy of
    /// the change, `1/2 (qd' - qd)^T M (qd' - qd)`.
    fn constraint_impulse(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        restitution: T,
    ) -> ConstraintImpulse<T, NV, NC>;
}

/// A robot under its constraints, or a view `robot.selecting(&selectors)` under the selected ones, as the
/// [`Acceleration`] that [integrators](crate::integrators) take.
///
/// ```
/// use multibody::{Constrained, ConstrainedForwardDynamics, feedback, integrators::rk4};
///
/// /// A second of free motion, in which errors of the constraints decay within some hundredths of a second.
/// fn fall<R, const NQ: usize, const NV: usize, const NC: usize>(
///     robot: &R,
///     mut state: ([f64; NQ], [f64; NV]),
/// ) -> ([f64; NQ], [f64; NV])
/// where
///     R: ConstrainedForwardDynamics<f64, NQ, NV, NC> + ?Sized,
/// {
///     let constrained = Constrained::new(robot, feedback::critical(0.01));
///     for step in 0..1000 {
///         let t = f64::from(step) * 1e-3;
///         state = rk4(&constrained, t, (&state.0, &state.1), 1e-3, |_, _, _| [0.0; NV]);
///     }
///     state
/// }
/// ```
#[derive(Debug)]
pub struct Constrained<'a, R: ?Sized, T, const NC: usize> {
    robot: &'a R,
    feedback: [T; 2],
}

impl<'a, R: ?Sized, T: Real, const NC: usize> Constrained<'a, R, T, NC> {
    /// The robot with this feedback of constraint errors.
    ///
    /// - `feedback`: `[ks, kd]`, per s^2 and per s; `[0, 0]` for none
    pub fn new<const NQ: usize, const NV: usize>(robot: &'a R, feedback: [T; 2]) -> Self
    where
        R: ConstrainedForwardDynamics<T, NQ, NV, NC>,
    {
        Self { robot, feedback }
    }
}

impl<R: ?Sized, T: Copy, const NC: usize> Copy for Constrained<'_, R, T, NC> {}

impl<R: ?Sized, T: Copy, const NC: usize> Clone for Constrained<'_, R, T, NC> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Joints + ?Sized, T, const NC: usize> Joints for Constrained<'_, R, T, NC> {
    fn joints(&self) -> &'static [JointInfo] {
        self.robot.joints()
    }
}

impl<R, T, const NQ: usize, const NV: usize, const NC: usize> Acceleration<T, NQ, NV>
    for Constrained<'_, R, T, NC>
where
    R: ConstrainedForwardDynamics<T, NQ, NV, NC> + ?Sized,
    T: Real,
{
    fn acceleration(&self, _: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        let robot = self.robot;
        let solution = robot.constrained_forward_dynamics_with_feedback(q, qd, tau, &self.feedback);
        solution.qdd
    }
}

/// A robot without its constraints, made by `robot.without_constraints()`, as the [`Acceleration`] that
/// [integrators](crate::integrators) take.
#[derive(Debug)]
pub struct WithoutConstraints<'a, R: ?Sized>(&'a R);

impl<'a, R: ?Sized> WithoutConstraints<'a, R> {
    /// The robot without its constraints.
    pub fn new(robot: &'a R) -> Self {
        Self(robot)
    }
}

impl<R: ?Sized> Copy for WithoutConstraints<'_, R> {}

impl<R: ?Sized> Clone for WithoutConstraints<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Joints + ?Sized> Joints for WithoutConstraints<'_, R> {
    fn joints(&self) -> &'static [JointInfo] {
        self.0.joints()
    }
}

impl<R, T, const NQ: usize, const NV: usize> Acceleration<T, NQ, NV> for WithoutConstraints<'_, R>
where
    R: ForwardDynamics<T, NQ, NV> + ?Sized,
    T: Real,
{
    fn acceleration(&self, _: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        self.0.forward_dynamics(q, qd, tau)
    }
}
