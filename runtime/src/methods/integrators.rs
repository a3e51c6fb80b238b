//! Time steps for simulations of any robot whose equations are not stiff, in `no_std`.
//!
//! The functions take anything that has an [`Acceleration`], and the generalized force as a function of `t`, `q` and
//! `qd`, such as a controller:
//!
//! ```
//! use multibody::{Acceleration, integrators::rk4};
//!
//! /// A second of free motion.
//! fn fall<R: Acceleration<f64, NQ, NV>, const NQ: usize, const NV: usize>(
//!     robot: &R,
//!     mut state: ([f64; NQ], [f64; NV]),
//! ) -> ([f64; NQ], [f64; NV]) {
//!     let h = 1e-3; // s
//!     for step in 0..1000 {
//!         let t = f64::from(step) * h;
//!         state = rk4(robot, t, (&state.0, &state.1), h, |_, _, _| [0.0; NV]);
//!     }
//!     state
//! }
//! ```
//!
//! `qdd` is the derivative of `qd` component by component, even if rates are in body axes. These functions do not
//! allocate, panic, or branch on the state.

use core::array::from_fn;

pub use super::step_derivatives::{StepDerivatives, semi_implicit_euler_derivatives};

use super::positions::Positions;
use crate::{Acceleration, Real};

/// One step of the semi-implicit Euler method: `qd' = qd + h qdd(t, q, qd, tau)`, then `q' = q exp(h qd')`.
///
/// - `t`: the time at which the step begins, s
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `h`: the length of the step, s
/// - `tau`: the generalized force as a function of `t`, `q` and `qd`; `[T; NV]`, N m or N
/// - returns the state after the step
///
/// The method is of first order, and symplectic if M is constant and there is no damping. Orientations whose rates are the
/// derivatives of their coordinates are not normalized: call [`normalize`](crate::Multibody::normalize) between steps if
/// they are quaternions, or may exceed half a turn. Cost: one acceleration and one
/// [`integrate`](crate::Multibody::integrate). Source: Hairer, Lubich and Wanner 2006, chapter I.1.
#[inline]
pub fn semi_implicit_euler<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    t: T,
    (q, qd): (&[T; NQ], &[T; NV]),
    h: T,
    tau: impl FnOnce(T, &[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV])
where
    R: Acceleration<T, NQ, NV> + ?Sized,
    T: Real,
{
    let positions = Positions::<NQ, NV>::of(robot.joints());
    let qdd = robot.acceleration(t, q, qd, &tau(t, q, qd));
    let rates = step(qd, h, &qdd);
    (positions.integrate(q, &rates, h), rates)
}

/// One step of the classical Runge-Kutta method for `dq/dt = N(q) qd`, `d(qd)/dt = qdd(t, q, qd, tau)`.
///
/// - `t`: the time at which the step begins, s
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `h`: the length of the step, s
/// - `tau`: the generalized force as a function of time, `q` and `qd`; `[T; NV]`, N m or N
/// - returns the state after the step
///
/// The method is of fourth order, with quaternions too: within a step their lengths exceed 1 by some `h^2`, and at its
/// end they have unit length again. Cost: four accelerations, four [`position_rate`](crate::Multibody::position_rate),
/// one [`normalize`](crate::Multibody::normalize). Source: Hairer, Norsett and Wanner 1993, chapter II.1; projection:
/// Hairer, Lubich and Wanner 2006, chapter IV.4.
#[inline]
pub fn rk4<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    t: T,
    (q, qd): (&[T; NQ], &[T; NV]),
    h: T,
    mut tau: impl FnMut(T, &[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV])
where
    R: Acceleration<T, NQ, NV> + ?Sized,
    T: Real,
{
    let positions = Positions::<NQ, NV>::of(robot.joints());
    // (dq/dt, d(qd)/dt)
    let mut slope = |t: T, q: &[T; NQ], qd: &[T; NV]| {
        let qdd = robot.acceleration(t, q, qd, &tau(t, q, qd));
        (positions.rate(q, qd), qdd)
    };
    let half = T::lit(0.5) * h;
    let k1 = slope(t, q, qd);
    let k2 = slope(t + half, &step(q, half, &k1.0), &step(qd, half, &k1.1));
    let k3 = slope(t + half, &step(q, half, &k2.0), &step(qd, half, &k2.1));
    let k4 = slope(t + h, &step(q, h, &k3.0), &step(qd, h, &k3.1));
    let sixth = h * T::lit(1.0 / 6.0);
    let q = step(q, sixth, &weighted_sum([&k1.0, &k2.0, &k3.0, &k4.0]));
    let qd = step(qd, sixth, &weighted_sum([&k1.1, &k2.1, &k3.1, &k4.1]));
    positions.normalize(q, qd)
}

/// One step of the implicit midpoint method on the group of positions: with
/// `v = qd + h/2 qdd(t + h/2, q exp(h/2 v), v, tau)`, `q' = q exp(h v)` and `qd' = 2 v - qd`.
///
/// - `t`: the time at which the step begins, s
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `(h, sweeps)`: the length of the step, s, and the number of fixed-point iterations for v, which start from
///   `v = qd`
/// - `tau`: the generalized force as a function of time, `q` and `qd`; `[T; NV]`, N m or N
/// - returns the state after the step
///
/// The method is of second order from 2 sweeps on. Quaternions with rates in body axes keep unit length, since steps
/// are along the group. With the exact v the method is symmetric in time, so that the energy of an undamped system
/// oscillates without drift, and a freely rotating body conserves its energy and the length of its angular momentum
/// exactly. Each sweep multiplies the error of v by a factor of some `(h / 2)^2 |d qdd / dq| + (h / 2) |d qdd / dqd|`:
/// after k sweeps the drift is of order `h^k`. If this factor is above 1, the iteration diverges: the method is not for
/// stiff systems. With 4 sweeps the cost is that of [`rk4`]; with 8, only rounding errors remain in double precision up
/// to `h omega` of 0.02, where omega is the highest angular frequency of the system. Orientations whose rates are the
/// derivatives of their coordinates may have to be normalized: see [`semi_implicit_euler`]. Cost: one acceleration and
/// one [`integrate`](crate::Multibody::integrate) per sweep, and one more [`integrate`](crate::Multibody::integrate).
/// Source: Hairer, Lubich and Wanner 2006, chapters II.1, IV.8 and V.1.
#[inline]
pub fn implicit_midpoint<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    t: T,
    (q, qd): (&[T; NQ], &[T; NV]),
    (h, sweeps): (T, u32),
    mut tau: impl FnMut(T, &[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV])
where
    R: Acceleration<T, NQ, NV> + ?Sized,
    T: Real,
{
    let positions = Positions::<NQ, NV>::of(robot.joints());
    let half = T::lit(0.5) * h;
    let mut v = *qd;
    for _ in 0..sweeps {
        let midpoint = positions.integrate(q, &v, half);
        let tau = tau(t + half, &midpoint, &v);
        let qdd = robot.acceleration(t + half, &midpoint, &v, &tau);
        v = step(qd, half, &qdd);
    }
    let rates = from_fn(|k| v[k] + (v[k] - qd[k]));
    (positions.integrate(q, &v, h), rates)
}

/// `x + h slope`
fn step<T: Real, const N: usize>(x: &[T; N], h: T, slope: &[T; N]) -> [T; N] {
    from_fn(|k| x[k] + h * slope[k])
}

/// `k1 + 2 k2 + 2 k3 + k4`
fn weighted_sum<T: Real, const N: usize>([k1, k2, k3, k4]: [&[T; N]; 4]) -> [T; N] {
    from_fn(|i| {
        let inner = k2[i] + k3[i];
        k1[i] + (inner + inner) + k4[i]
    })
}
