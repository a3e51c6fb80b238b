//! A step of the semi-implicit Euler method with its derivatives.

use core::array::from_fn;

use super::positions::Positions;
use crate::{Linearizable, Real, manifold};

/// A step, and how its result depends on the state before and on the force.
///
/// ```text
/// delta q' = pos_pos delta q + pos_vel delta qd + pos_tau delta tau
/// delta qd' = vel_pos delta q + vel_vel delta qd + vel_tau delta tau
/// ```
///
/// `delta q` is in the axes of the rates: `q` becomes [`integrate`](crate::Multibody::integrate)`(q, delta q, 1)`, and
/// `q'` becomes `integrate(q', delta q', 1)`. All blocks are NV x NV, by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepDerivatives<T, const NQ: usize, const NV: usize> {
    /// The position after the step.
    pub q: [T; NQ],
    /// The rates after the step.
    pub qd: [T; NV],
    /// The derivative of the position after the step by the position before it.
    pub pos_pos: [[T; NV]; NV],
    /// The derivative of the position after the step by the rates before it.
    pub pos_vel: [[T; NV]; NV],
    /// The derivative of the position after the step by the force.
    pub pos_tau: [[T; NV]; NV],
    /// The derivative of the rates after the step by the position before it.
    pub vel_pos: [[T; NV]; NV],
    /// The derivative of the rates after the step by the rates before it.
    pub vel_vel: [[T; NV]; NV],
    /// The derivative of the rates after the step by the force.
    pub vel_tau: [[T; NV]; NV],
}

/// With the feature `nalgebra`: the blocks as matrices of `delta x' = A delta x + B delta tau`, `x = (q, qd)`.
#[cfg(feature = "nalgebra")]
impl<T: Real + nalgebra::Scalar, const NQ: usize, const NV: usize> StepDerivatives<T, NQ, NV> {
    /// A, with `N = 2 NV` rows and columns; another N does not compile.
    #[must_use]
    pub fn a<const N: usize>(&self) -> nalgebra::SMatrix<T, N, N> {
        const { assert!(N == 2 * NV, "A has twice as many rows as there are rates") };
        let blocks = [
            [&self.pos_pos, &self.pos_vel],
            [&self.vel_pos, &self.vel_vel],
        ];
        nalgebra::SMatrix::from_fn(|row, column| {
            blocks[row / NV][column / NV][row % NV][column % NV]
        })
    }

    /// B, with `N = 2 NV` rows and NV columns; another N does not compile.
    #[must_use]
    pub fn b<const N: usize>(&self) -> nalgebra::SMatrix<T, N, NV> {
        const { assert!(N == 2 * NV, "B has twice as many rows as there are rates") };
        let blocks = [&self.pos_tau, &self.vel_tau];
        nalgebra::SMatrix::from_fn(|row, column| blocks[row / NV][row % NV][column])
    }
}

/// [`semi_implicit_euler`](crate::integrators::semi_implicit_euler) with a force that is constant during the step, and
/// the derivatives of the step.
///
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `tau`: `[T; NV]`, N m or N
/// - `h`: the length of the step, s
/// - returns the state after the step, and six matrices
///
/// If time acts on the robot, pass `robot.at_time(t)`. The result is exact up to rounding. Constraints do not act.
/// There is no such function for [`rk4`](crate::integrators::rk4): its stages leave the group of positions unless that
/// is a vector space, and outside the group derivatives along rates have no meaning.
///
/// No allocation, no panic. Cost:
/// [`forward_dynamics_derivatives`](crate::ForwardDynamics::forward_dynamics_derivatives), some `6 NV^3` operations,
/// and dual numbers in the charts of joints. Source: Mastalli and others 2020, Crocoddyl.
///
/// ```
/// use multibody::{Linearizable, integrators::semi_implicit_euler_derivatives};
///
/// /// How the first rate after a millisecond depends on each force.
/// fn effect<R: Linearizable<f64, NQ, NV>, const NQ: usize, const NV: usize>(
///     robot: &R,
///     (q, qd): (&[f64; NQ], &[f64; NV]),
/// ) -> [f64; NV] {
///     semi_implicit_euler_derivatives(robot, (q, qd), &[0.0; NV], 1e-3).vel_tau[0]
/// }
/// ```
#[must_use]
pub fn semi_implicit_euler_derivatives<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): (&[T; NQ], &[T; NV]),
    tau: &[T; NV],
    h: T,
) -> StepDerivatives<T, NQ, NV>
where
    R: Linearizable<T, NQ, NV>,
    T: Real,
{
    let joints = robot.joints();
    let dynamics = robot.derivatives_of_acceleration(q, qd, tau);
    let rates: [T; NV] = from_fn(|k| qd[k] + h * dynamics.qdd[k]);
    let next = Positions::<NQ, NV>::of(joints).integrate(q, &rates, h);
    let scale = |matrix: [[T; NV]; NV]| matrix.map(|row| row.map(|entry| h * entry));
    let mut vel_vel = scale(dynamics.dqd);
    for (index, row) in vel_vel.iter_mut().enumerate() {
        if let Some(entry) = row.get_mut(index) {
            *entry += T::ONE;
        }
    }
    let [vel_pos, vel_tau] = [dynamics.dq, dynamics.dtau].map(scale);
    let [mut pos_pos, by_rates] = manifold::integrate_derivatives(joints, q, (&rates, h));
    let through_rates = product(&by_rates, &vel_pos);
    for (row, terms) in pos_pos.iter_mut().zip(through_rates) {
        for (entry, term) in row.iter_mut().zip(terms) {
            *entry += term;
        }
    }
    StepDerivatives {
        q: next,
        qd: rates,
        pos_pos,
        pos_vel: product(&by_rates, &vel_vel),
        pos_tau: product(&by_rates, &vel_tau),
        vel_pos,
        vel_vel,
        vel_tau,
    }
}

/// `A B`
fn product<T: Real, const N: usize>(a: &[[T; N]; N], b: &[[T; N]; N]) -> [[T; N]; N] {
    a.map(|row| {
        let mut sums = [T::ZERO; N];
        for (x, b_row) in row.into_iter().zip(b) {
            for (sum, &y) in sums.iter_mut().zip(b_row) {
                *sum += x * y;
            }
        }
        sums
    })
}
