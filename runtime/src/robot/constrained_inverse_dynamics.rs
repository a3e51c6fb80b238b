//! Inverse dynamics of robots with constraints.

use crate::{ConstrainedForces, MotorForces, Multibody, Real};

/// Motor forces for a motion of a mechanical system under constraints.
///
/// ```text
/// M qdd + C qd + g - Q = tau + J^T lambda + residual
/// ```
///
/// tau is 0 at coordinates without a motor, and the residual is 0 at those with one. The residual is the force that
/// neither motors nor constraints can exert, for example at a floating root on one foot. If the residual is 0, and the
/// acceleration satisfies the constraints, [`ConstrainedDynamics`](crate::ConstrainedDynamics) returns this
/// acceleration for tau. The option `actuated` names the joints with motors.
///
/// ```
/// use multibody::ConstrainedInverseDynamics;
///
/// /// Motor forces that keep a robot at rest. Constraint forces are minimized too, with the weight 0.1.
/// fn keep<R, const NQ: usize, const NV: usize, const NC: usize>(robot: &R, q: &[f64; NQ]) -> [f64; NV]
/// where
///     R: ConstrainedInverseDynamics<f64, NQ, NV, NC> + ?Sized,
/// {
///     robot.constrained_inverse_dynamics(q, &[0.0; NV], &[0.0; NV], 0.1).tau
/// }
/// ```
pub trait ConstrainedInverseDynamics<T: Real, const NQ: usize, const NV: usize, const NC: usize>:
    Multibody<T, NQ, NV>
{
    /// Motor forces, multipliers and the residual for a given acceleration. Among all solutions with the least
    /// residual, it returns the one with the least `|tau|^2 + w^2 |lambda|^2`.
    ///
    /// - `weight`: w; with 0 only motor forces are minimized, which requires independent rows of J or `regularization`
    fn constrained_inverse_dynamics(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        weight: T,
    ) -> ConstrainedForces<T, NV, NC>;

    /// Motor forces and the residual for a given acceleration and given multipliers, such as measured or planned contact
    /// forces.
    ///
    /// - `lambda`: `[T; NC]`
    fn constrained_inverse_dynamics_with_multipliers(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        qdd: &[T; NV],
        lambda: &[T; NC],
    ) -> MotorForces<T, NV>;
}
