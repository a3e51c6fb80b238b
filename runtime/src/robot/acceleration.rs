//! The trait for systems that integrators can move: coordinates and their acceleration.

use crate::{ForwardDynamics, JointInfo, Multibody, Real};

/// A system with an acceleration `qdd(t, q, qd, tau)`, at one number type `T`: all that integrators need.
///
/// Every robot with forward dynamics implements this trait, and so do robots that depend on time
/// ([`TimeVarying`](crate::TimeVarying)) and prepared robots. For anything else that affects a motion (contact
/// wrenches, a constraint), wrap a robot in a type of your own:
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
/// Robots with the same numbers of coordinates can be put into one list, as `&dyn Acceleration<f64, 7, 7>`.
pub trait Acceleration<T: Real, const NQ: usize, const NV: usize> {
    /// The joints that have coordinates of their own, in the order of the coordinates: [`Multibody::JOINTS`].
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

// The bound is not `PreparedForwardDynamics`: that trait has a number type as parameter, so a crate with a new number
// type might implement it for a type that also implements this trait directly, and Rust rejects overlapping
// implementations. Prepared robots have their own implementation.
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
