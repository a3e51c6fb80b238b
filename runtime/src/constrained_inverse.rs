//! Inverse dynamics of robots that are held by constraints.

use crate::{Multibody, PreparedMultibody, Real};

/// Forces of motors for a motion of a mechanical system under constraints.
///
/// ```text
/// M qdd + C qd + g - Q = tau + J^T lambda + residual
/// ```
///
/// tau is 0 along coordinates without a motor, the residual along those with one: it is what the motion asks for and
/// neither motors nor constraints can give, as where a floating root stands on one foot. Where it is 0, and the
/// acceleration keeps the constraints, [`ConstrainedDynamics`](crate::ConstrainedDynamics) gives that acceleration back
/// under tau. Which coordinates have motors is an option, `actuated`.
///
/// ```
/// use multibody::ConstrainedInverseDynamics;
///
/// /// What motors do to hold a robot still, constraints counting a tenth as much as motors.
/// fn holding<R, const NQ: usize, const NV: usize, const NC: usize>(robot: &R, q: &[f64; NQ]) -> [f64; NV]
/// where
///     R: ConstrainedInverseDynamics<NQ, NV, NC>,
/// {
///     let (tau, _lambda, _residual) = robot.constrained_inverse_dynamics(q, &[0.0; NV], &[0.0; NV], 0.1);
///     tau
/// }
/// ```
pub trait ConstrainedInverseDynamics<const NQ: usize, const NV: usize, const NC: usize>:
    Multibody<NQ, NV>
{
    /// Forces of motors, multipliers and the residual for a given acceleration. Of the least residual the least
    /// `|tau|^2 + w^2 |lambda|^2`.
    ///
    /// - `weight`: w; 0, if only motors are to count, where rows of J do not depend on one another, or with `regularization`
    /// - returns `tau`: `[T; NV]`, `lambda`: `[T; NC]`, and the residual: `[T; NV]`
    fn constrained_inverse_dynamics<T: Real>(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        weight: T,
    ) -> ([T; NV], [T; NC], [T; NV]);

    /// Forces of motors and the residual for a given acceleration and multipliers that are known, as of contacts whose
    /// forces were measured or planned.
    ///
    /// - `lambda`: `[T; NC]`
    /// - returns `tau`: `[T; NV]`, and the residual: `[T; NV]`
    fn constrained_inverse_dynamics_with_multipliers<T: Real>(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        lambda: &[T; NC],
    ) -> ([T; NV], [T; NV]);
}

/// What [`ConstrainedInverseDynamics`] can do, at one number type `T`. Every [`ConstrainedInverseDynamics`] is one too.
pub trait PreparedConstrainedInverseDynamics<
    T: Real,
    const NQ: usize,
    const NV: usize,
    const NC: usize,
>: PreparedMultibody<T, NQ, NV>
{
    /// See [`ConstrainedInverseDynamics::constrained_inverse_dynamics`].
    fn constrained_inverse_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        weight: T,
    ) -> ([T; NV], [T; NC], [T; NV]);

    /// See [`ConstrainedInverseDynamics::constrained_inverse_dynamics_with_multipliers`].
    fn constrained_inverse_dynamics_with_multipliers(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        lambda: &[T; NC],
    ) -> ([T; NV], [T; NV]);
}

impl<R, T, const NQ: usize, const NV: usize, const NC: usize>
    PreparedConstrainedInverseDynamics<T, NQ, NV, NC> for R
where
    R: ConstrainedInverseDynamics<NQ, NV, NC>,
    T: Real,
{
    fn constrained_inverse_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        weight: T,
    ) -> ([T; NV], [T; NC], [T; NV]) {
        ConstrainedInverseDynamics::constrained_inverse_dynamics(self, q, qd, qdd, weight)
    }

    fn constrained_inverse_dynamics_with_multipliers(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        lambda: &[T; NC],
    ) -> ([T; NV], [T; NV]) {
        R::constrained_inverse_dynamics_with_multipliers(self, q, qd, qdd, lambda)
    }
}
