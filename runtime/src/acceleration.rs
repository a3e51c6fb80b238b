//! What a motion is made of: coordinates, and how they are accelerated.

use crate::{ForwardDynamics, JointInfo, Multibody, Real};

/// A system with an acceleration `qdd(t, q, qd, tau)`, at one number type `T`: all that integrators need.
///
/// Every robot with forward dynamics is one, those on which time acts ([`TimeVarying`](crate::TimeVarying)) as the
/// others, and so is it prepared. What else decides about a motion (wrenches
/// of contacts, a constraint) is added by a type of one's own around a robot:
///
/// ```
/// use multibody::{Acceleration, JointInfo, Real};
///
/// /// A robot in honey.
/// struct Slowed<R>(R);
///
/// impl<R, T, const NQ: usize, const NV: usize> Acceleration<T, NQ, NV> for Slowed<R>
/// where
///     R: Acceleration<T, NQ, NV>,
///     T: Real,
/// {
///     fn coordinates(&self) -> &'static [JointInfo] {
///         self.0.coordinates()
///     }
///
///     fn acceleration(&self, t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
///         let tau = core::array::from_fn(|k| tau[k] - T::lit(0.3) * qd[k]);
///         self.0.acceleration(t, q, qd, &tau)
///     }
/// }
/// ```
///
/// Robots of as many coordinates can stand in one list, as `&dyn Acceleration<f64, 7, 7>`.
pub trait Acceleration<T: Real, const NQ: usize, const NV: usize> {
    /// The joints that have coordinates of their own, in the order of these: [`Multibody::JOINTS`].
    fn coordinates(&self) -> &'static [JointInfo];

    /// Acceleration under a generalized force.
    ///
    /// - `t`: time, s
    /// - `q`: `[T; NQ]`, positions, rad or m
    /// - `qd`: `[T; NV]`, rates, per s
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd`: `[T; NV]`, per s^2, the derivative of `qd` component by component
    fn acceleration(&self, t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
}

// Not of `PreparedForwardDynamics`: that has a number type, so whoever has a new one might implement it for a type
// that implements this by itself, and Rust refuses both. Prepared robots come with their own implementation.
impl<R, T, const NQ: usize, const NV: usize> Acceleration<T, NQ, NV> for R
where
    R: ForwardDynamics<NQ, NV>,
    T: Real,
{
    fn coordinates(&self) -> &'static [JointInfo] {
        <R as Multibody<NQ, NV>>::JOINTS
    }

    fn acceleration(&self, _: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        self.forward_dynamics(q, qd, tau)
    }
}
