//! Constrained dynamics: the traits of robots with constraints.

use crate::{Acceleration, JointInfo, Multibody, PreparedMultibody, Real};

/// A constraint row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstraintInfo {
    /// The name; for constraints with several rows, the name, a dot and the row.
    pub name: &'static str,
    /// Whether this is a velocity-level row, for which C is always 0.
    pub of_rates: bool,
}

/// A mechanical system under constraints: loops, pins, contacts, expressions.
///
/// ```text
/// M qdd + C qd + g = tau + Q + J^T lambda
/// J qdd + dJ/dt qd = -ks C - kd J qd
/// ```
///
/// A row of J is holonomic, `C(q) = 0` with `dC/dt = J qd`, or velocity-level (nonholonomic), `J(q) qd = 0`, for
/// example that of a rolling wheel; in velocity-level rows C is 0. The multiplier lambda of a row is the constraint
/// force along it: in N if C is a length, in N m if C is an angle, in general in J per unit of C. Witkin (1997) and,
/// with `M qdd - J^T lambda = ..`, Baraff (1996) have the same sign. Equations with `+ J^T lambda` on the left have the
/// opposite sign.
///
/// Without feedback (`ks = kd = 0`) the second derivative of C is 0: errors of C remain, and integration errors
/// accumulate. [`feedback`](crate::feedback) drives them to 0, [`project`](crate::project) removes them.
///
/// M may be singular if it is positive definite on the null space of J, so [`ForwardDynamics`](crate::ForwardDynamics)
/// is not required. If rows are dependent, accelerations and multipliers are not finite. With `regularization` they are
/// finite, and the multipliers are those of least norm.
///
/// ```
/// use multibody::ConstrainedDynamics;
///
/// /// The largest constraint error.
/// fn error<R, const NQ: usize, const NV: usize, const NC: usize>(robot: &R, q: &[f64; NQ]) -> f64
/// where
///     R: ConstrainedDynamics<NQ, NV, NC>,
/// {
///     robot.constraint(q).into_iter().fold(0.0, |most, c| most.max(c.abs()))
/// }
/// ```
pub trait ConstrainedDynamics<const NQ: usize, const NV: usize, const NC: usize>:
    Multibody<NQ, NV>
{
    /// Number of constraint rows, for code that has only the type.
    const NC: usize = NC;

    /// The constraint function `C(q)`, which is 0 if the constraints are satisfied, and always 0 in velocity-level
    /// rows.
    fn constraint<T: Real>(&self, q: &[T; NQ]) -> [T; NC];

    /// The constraint Jacobian J: `dC/dt = J qd` in holonomic rows, `J qd = 0` in velocity-level rows.
    ///
    /// Returns the rows. `convert::to_matrix` converts them to a matrix of nalgebra.
    fn constraint_jacobian<T: Real>(&self, q: &[T; NQ]) -> [[T; NV]; NC];

    /// The second derivative of the constraints at zero acceleration: `dJ/dt qd`.
    fn constraint_bias<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NC];

    /// Acceleration under a generalized force and the constraints, without feedback.
    ///
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd`: `[T; NV]`, per s^2, and `lambda`: `[T; NC]`
    fn constrained_forward_dynamics<T: Real>(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ([T; NV], [T; NC]);

    /// The same with feedback, `J qdd + dJ/dt qd = -ks C - kd J qd`.
    ///
    /// - `feedback`: `[ks, kd]`, per s^2 and per s, such as [`feedback::critical`](crate::feedback::critical) gives
    fn constrained_forward_dynamics_with_feedback<T: Real>(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
        feedback: &[T; 2],
    ) -> ([T; NV], [T; NC]);

    /// The rates after an impact in which constraints become active that the rates `qd` do not satisfy:
    /// `J qd' = -e J qd`, `M (qd' - qd) = J^T p`.
    ///
    /// - `restitution`: the coefficient of restitution e, from 0 (plastic) to 1 (elastic)
    /// - returns `qd'`: `[T; NV]`, the rates after, and `p`: `[T; NC]`, the impulses, multipliers times s
    ///
    /// With `e = 0` the result is the projection of the rates onto the constraints that makes the kinetic energy of the
    /// change least.
    fn constraint_impulse<T: Real>(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        restitution: T,
    ) -> ([T; NV], [T; NC]);
}

/// The functions of [`ConstrainedDynamics`] for one number type `T`. Every [`ConstrainedDynamics`] implements this
/// trait.
pub trait PreparedConstrainedDynamics<T: Real, const NQ: usize, const NV: usize, const NC: usize>:
    PreparedMultibody<T, NQ, NV>
{
    /// See [`ConstrainedDynamics::constraint`].
    fn constraint(&self, q: &[T; NQ]) -> [T; NC];

    /// See [`ConstrainedDynamics::constraint_jacobian`].
    fn constraint_jacobian(&self, q: &[T; NQ]) -> [[T; NV]; NC];

    /// See [`ConstrainedDynamics::constraint_bias`].
    fn constraint_bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NC];

    /// See [`ConstrainedDynamics::constrained_forward_dynamics`].
    fn constrained_forward_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ([T; NV], [T; NC]);

    /// See [`ConstrainedDynamics::constrained_forward_dynamics_with_feedback`].
    fn constrained_forward_dynamics_with_feedback(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
        feedback: &[T; 2],
    ) -> ([T; NV], [T; NC]);

    /// See [`ConstrainedDynamics::constraint_impulse`].
    fn constraint_impulse(&self, q: &[T; NQ], qd: &[T; NV], restitution: T) -> ([T; NV], [T; NC]);
}

impl<R, T, const NQ: usize, const NV: usize, const NC: usize>
    PreparedConstrainedDynamics<T, NQ, NV, NC> for R
where
    R: ConstrainedDynamics<NQ, NV, NC>,
    T: Real,
{
    fn constraint(&self, q: &[T; NQ]) -> [T; NC] {
        ConstrainedDynamics::constraint(self, q)
    }

    fn constraint_jacobian(&self, q: &[T; NQ]) -> [[T; NV]; NC] {
        ConstrainedDynamics::constraint_jacobian(self, q)
    }

    fn constraint_bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NC] {
        ConstrainedDynamics::constraint_bias(self, q, qd)
    }

    fn constrained_forward_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ([T; NV], [T; NC]) {
        ConstrainedDynamics::constrained_forward_dynamics(self, q, qd, tau)
    }

    fn constrained_forward_dynamics_with_feedback(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
        feedback: &[T; 2],
    ) -> ([T; NV], [T; NC]) {
        let with_feedback = R::constrained_forward_dynamics_with_feedback;
        with_feedback(self, q, qd, tau, feedback)
    }

    fn constraint_impulse(&self, q: &[T; NQ], qd: &[T; NV], restitution: T) -> ([T; NV], [T; NC]) {
        ConstrainedDynamics::constraint_impulse(self, q, qd, restitution)
    }
}

/// A robot that moves under its constraints: the [`Acceleration`] that [integrators](crate::integrators) take.
///
/// A robot that has forward dynamics too is one by itself, without its constraints.
///
/// ```
/// use multibody::{Constrained, ConstrainedDynamics, feedback, integrators::rk4};
///
/// /// A second of free motion, errors of the constraints dying out within some hundredths of a second.
/// fn fall<R, const NQ: usize, const NV: usize, const NC: usize>(
///     robot: &R,
///     mut state: ([f64; NQ], [f64; NV]),
/// ) -> ([f64; NQ], [f64; NV])
/// where
///     R: ConstrainedDynamics<NQ, NV, NC>,
/// {
///     let held = Constrained::new(robot, feedback::critical(0.01));
///     for step in 0..1000 {
///         let t = f64::from(step) * 1e-3;
///         state = rk4(&held, t, (&state.0, &state.1), 1e-3, |_, _, _| [0.0; NV]);
///     }
///     state
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Constrained<'a, R, T, const NC: usize> {
    robot: &'a R,
    feedback: [T; 2],
}

impl<'a, R, T: Real, const NC: usize> Constrained<'a, R, T, NC> {
    /// - `feedback`: `[ks, kd]`, per s^2 and per s; `[0, 0]` for none
    pub fn new<const NQ: usize, const NV: usize>(robot: &'a R, feedback: [T; 2]) -> Self
    where
        R: PreparedConstrainedDynamics<T, NQ, NV, NC>,
    {
        Self { robot, feedback }
    }
}

impl<R, T, const NQ: usize, const NV: usize, const NC: usize> Acceleration<T, NQ, NV>
    for Constrained<'_, R, T, NC>
where
    R: PreparedConstrainedDynamics<T, NQ, NV, NC>,
    T: Real,
{
    fn coordinates(&self) -> &'static [JointInfo] {
        self.robot.joints()
    }

    fn acceleration(&self, _: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        let robot = self.robot;
        let (qdd, _) = robot.constrained_forward_dynamics_with_feedback(q, qd, tau, &self.feedback);
        qdd
    }
}
