//! Steps in time: for simulations of what is not stiff, on any robot, in `no_std`.
//!
//! An acceleration is a function of the time since the step began, of `q` and of `qd`; a controller,
//! contacts, time itself may stand in it. So forward dynamics is one of many:
//!
//! ```
//! use multibody::{PreparedForwardDynamics, integrators::rk4};
//!
//! /// A second of free motion.
//! fn fall<R: PreparedForwardDynamics<f64, NQ, NV>, const NQ: usize, const NV: usize>(
//!     robot: &R,
//!     mut state: ([f64; NQ], [f64; NV]),
//! ) -> ([f64; NQ], [f64; NV]) {
//!     for _ in 0..1000 {
//!         state = rk4(robot, (&state.0, &state.1), 1e-3, |_, q, qd| {
//!             robot.forward_dynamics(q, qd, &[0.0; NV])
//!         });
//!     }
//!     state
//! }
//! ```
//!
//! `qdd` is the derivative of `qd` component by component, also where rates are in body axes. Nothing here
//! allocates, panics, or branches on the state.

use core::array::from_fn;

use crate::{PreparedMultibody, Real};

/// A step of the semi-implicit method of Euler: `qd' = qd + h qdd(0, q, qd)`, then `q' = q exp(h qd')`.
///
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `h`: the time of the step, s
/// - `acceleration`: of time since the step began (here 0), `q` and `qd`; `[T; NV]`, per s^2
/// - returns the state after the step
///
/// Of first order; symplectic where M is constant and nothing damps. Rotation vectors whose rates are their
/// derivatives are not shortened: call [`normalize`](crate::Multibody::normalize) between steps where they may turn
/// beyond half a turn. Cost: one acceleration and one [`integrate`](crate::Multibody::integrate). Source: Hairer,
/// Lubich and Wanner 2006, chapter I.1.
pub fn semi_implicit_euler<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): (&[T; NQ], &[T; NV]),
    h: T,
    acceleration: impl FnOnce(T, &[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV])
where
    R: PreparedMultibody<T, NQ, NV> + ?Sized,
    T: Real,
{
    let rates = along(qd, h, &acceleration(T::ZERO, q, qd));
    (robot.integrate(q, &rates, h), rates)
}

/// A step of the classical method of Runge and Kutta for `dq/dt = N(q) qd`, `d(qd)/dt = qdd(t, q, qd)`.
///
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `h`: the time of the step, s
/// - `acceleration`: of time since the step began, `q` and `qd`; `[T; NV]`, per s^2
/// - returns the state after the step
///
/// Of fourth order, with quaternions too: between, they are longer than 1 by some `h^2`, and at the end of
/// unit length again. Cost: four accelerations, four
/// [`position_rate`](crate::Multibody::position_rate), one
/// [`normalize`](crate::Multibody::normalize). Source: Hairer, Norsett and Wanner 1993, chapter II.1;
/// projection: Hairer, Lubich and Wanner 2006, chapter IV.4.
pub fn rk4<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): (&[T; NQ], &[T; NV]),
    h: T,
    mut acceleration: impl FnMut(T, &[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV])
where
    R: PreparedMultibody<T, NQ, NV> + ?Sized,
    T: Real,
{
    // (dq/dt, d(qd)/dt) after a part of the step at these rates of change.
    let mut slope = |time: T, before: &Slope<T, NQ, NV>| {
        let (q, qd) = (along(q, time, &before.0), along(qd, time, &before.1));
        (robot.position_rate(&q, &qd), acceleration(time, &q, &qd))
    };
    let half = T::lit(0.5) * h;
    let a = slope(T::ZERO, &([T::ZERO; NQ], [T::ZERO; NV]));
    let b = slope(half, &a);
    let c = slope(half, &b);
    let d = slope(h, &c);
    let sixth = h * T::lit(1.0 / 6.0);
    let mut q = along(q, sixth, &weighted([&a.0, &b.0, &c.0, &d.0]));
    let mut qd = along(qd, sixth, &weighted([&a.1, &b.1, &c.1, &d.1]));
    robot.normalize(&mut q, &mut qd);
    (q, qd)
}

/// The derivatives of `q` and `qd`.
type Slope<T, const NQ: usize, const NV: usize> = ([T; NQ], [T; NV]);

/// `x + h slope`
fn along<T: Real, const N: usize>(x: &[T; N], h: T, slope: &[T; N]) -> [T; N] {
    from_fn(|k| x[k] + h * slope[k])
}

/// `a + 2 b + 2 c + d`
fn weighted<T: Real, const N: usize>([a, b, c, d]: [&[T; N]; 4]) -> [T; N] {
    from_fn(|k| {
        let inner = b[k] + c[k];
        a[k] + (inner + inner) + d[k]
    })
}
