//! Linearization of the equation of motion about a state.

use core::array::from_fn;

use super::positions::Positions;
use crate::{
    Acceleration, Dual, ForwardDynamics, ForwardDynamicsDerivatives, Multibody, Real, dense,
};

/// The derivatives of `d(delta q)/dt` and `d(delta qd)/dt` with respect to perturbations of position, velocity and
/// force.
///
/// ```text
/// d(delta q)/dt = pos_pos delta q + pos_vel delta qd
/// d(delta qd)/dt = acceleration.dq delta q + acceleration.dqd delta qd + acceleration.dtau delta tau
/// ```
///
/// `delta q`, `[T; NV]`, has the units of `qd` times a time: `q` becomes
/// [`integrate`](crate::Multibody::integrate)`(q, delta q, 1)`. For rates in body axes it is a perturbation in body
/// axes, and `pos_pos` is not 0 if the body moves. All blocks are NV x NV, by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linearization<T, const NV: usize> {
    /// The derivative of the position's rate by the position: minus the Lie bracket with the velocity, which is 0 if
    /// rates are derivatives.
    pub pos_pos: [[T; NV]; NV],
    /// The derivative of the position's rate by the velocity: the identity.
    pub pos_vel: [[T; NV]; NV],
    /// The acceleration, and its derivatives by position, velocity and force.
    pub acceleration: ForwardDynamicsDerivatives<T, NV>,
}

/// With the feature `nalgebra`: the blocks as matrices of the system `dx/dt = A x + B delta tau`,
/// `x = (delta q, delta qd)`.
#[cfg(feature = "nalgebra")]
impl<T: Real + nalgebra::Scalar, const NV: usize> Linearization<T, NV> {
    /// A, with `N = 2 NV` rows and columns; another N does not compile.
    ///
    /// ```
    /// # use multibody::{Linearizable, linearize};
    /// use nalgebra::{SMatrix, SVector};
    ///
    /// /// The time derivative of a deviation x of a robot with two rates, under a deviation of the force.
    /// fn drift<R: Linearizable<f64, NQ, 2>, const NQ: usize>(
    ///     robot: &R,
    ///     (q, qd, tau): (&[f64; NQ], &[f64; 2], &[f64; 2]),
    ///     (x, delta_tau): (SVector<f64, 4>, SVector<f64, 2>),
    /// ) -> SVector<f64, 4> {
    ///     let linear = linearize(robot, q, qd, tau);
    ///     linear.a::<4>() * x + linear.b::<4>() * delta_tau
    /// }
    /// ```
    #[must_use]
    pub fn a<const N: usize>(&self) -> nalgebra::SMatrix<T, N, N> {
        const { assert!(N == 2 * NV, "A has twice as many rows as there are rates") };
        let blocks = [
            [&self.pos_pos, &self.pos_vel],
            [&self.acceleration.dq, &self.acceleration.dqd],
        ];
        nalgebra::SMatrix::from_fn(|row, column| {
            blocks[row / NV][column / NV][row % NV][column % NV]
        })
    }

    /// B, with `N = 2 NV` rows and NV columns: zeros above `acceleration.dtau`; another N does not compile.
    #[must_use]
    pub fn b<const N: usize>(&self) -> nalgebra::SMatrix<T, N, NV> {
        const { assert!(N == 2 * NV, "B has twice as many rows as there are rates") };
        nalgebra::SMatrix::from_fn(|row, column| match row.checked_sub(NV) {
            None => T::ZERO,
            Some(row) => self.acceleration.dtau[row][column],
        })
    }
}

/// The number of directions that one pass with dual numbers differentiates along. More directions would save work, since
/// each pass computes the values again; fewer keep the numbers, and with them the stack, small.
pub(crate) const DIRECTIONS: usize = 4;

/// A robot that [`linearize`] accepts: it has forward dynamics in `T` with derivatives.
///
/// Every robot that has [`Multibody`] in [`Dual`] numbers too implements it, and so do its views `robot.at_time(t)` and
/// `robot.under(&wrenches)`. A form prepared for `T` does not, and neither does a reference to a view under wrenches:
/// pass the view.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be linearized in `{T}`, with {NQ} positions and {NV} rates",
    note = "pass the robot, not a form prepared for one number type; if time acts on it, pass `&robot.at_time(t)`"
)]
pub trait Linearizable<T: Real, const NQ: usize, const NV: usize>:
    ForwardDynamics<T, NQ, NV>
{
    /// The acceleration and its derivatives, as [`ForwardDynamics::forward_dynamics_derivatives`] gives them. The time
    /// or the wrenches of a view stay constant.
    fn derivatives_of_acceleration(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ForwardDynamicsDerivatives<T, NV>;
}

impl<R, T, const NQ: usize, const NV: usize> Linearizable<T, NQ, NV> for R
where
    R: ForwardDynamics<T, NQ, NV> + Multibody<Dual<T, DIRECTIONS>, NQ, NV>,
    T: Real,
{
    #[inline]
    fn derivatives_of_acceleration(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ForwardDynamicsDerivatives<T, NV> {
        self.forward_dynamics_derivatives(q, qd, tau)
    }
}

/// The equation of motion to first order about a state: see [`Linearization`].
///
/// - `q`: `[T; NQ]`, rad or m, quaternions of unit length
/// - `qd`: `[T; NV]`, per s
/// - `tau`: `[T; NV]`, N m or N
///
/// The result is exact up to rounding. It comes from the emitted `forward_dynamics_derivatives`, if the robot has it.
/// Otherwise, with `qdd` from [`forward_dynamics`](ForwardDynamics::forward_dynamics),
/// [`inverse_dynamics`](crate::Multibody::inverse_dynamics) is computed with [`Dual`] numbers, including all its terms
/// (damping, springs), and
///
/// ```text
/// dq = -M^-1 d(tau)/d(delta q),  dqd = -M^-1 d(tau)/d(qd),  dtau = M^-1
/// ```
///
/// No allocation, no panic. Cost: that of the emitted function. Without it: forward dynamics, M, 2 NV directions in
/// passes of four, each with some ten times the operations of inverse dynamics, and about `6 NV^3` operations to solve
/// with M. If time acts on the robot, pass `robot.at_time(t)`. Constraints do not act: to include them, pass a
/// [`Constrained`](crate::Constrained) robot to [`linearize_at`]. Source: Carpentier and Mansard 2018.
///
/// ```
/// use multibody::{Linearizable, linearize};
///
/// /// The largest magnitude of all `d(qdd_i)/d(q_j)` at a state.
/// fn sensitivity<R: Linearizable<f64, NQ, NV>, const NQ: usize, const NV: usize>(
///     robot: &R,
///     (q, qd, tau): (&[f64; NQ], &[f64; NV], &[f64; NV]),
/// ) -> f64 {
///     let rows = linearize(robot, q, qd, tau).acceleration.dq;
///     rows.as_flattened().iter().fold(0.0, |most, entry| most.max(entry.abs()))
/// }
/// ```
#[must_use]
pub fn linearize<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    q: &[T; NQ],
    qd: &[T; NV],
    tau: &[T; NV],
) -> Linearization<T, NV>
where
    R: Linearizable<T, NQ, NV>,
    T: Real,
{
    Linearization {
        // d(delta q)/dt = delta qd - [qd, delta q]
        pos_pos: Positions::<NQ, NV>::of(robot.joints()).drift(qd),
        pos_vel: from_fn(unit),
        acceleration: robot.derivatives_of_acceleration(q, qd, tau),
    }
}

/// Derivatives of forward dynamics by dual numbers: `-M^-1` times those of inverse dynamics at the resulting
/// accelerations. `dual_robot` is the same robot; if it is a view, its time or wrenches are dual numbers.
#[doc(hidden)]
pub fn derivatives_by_dual_numbers<R, D, T, const NQ: usize, const NV: usize>(
    robot: &R,
    dual_robot: &D,
    q: &[T; NQ],
    qd: &[T; NV],
    tau: &[T; NV],
) -> ForwardDynamicsDerivatives<T, NV>
where
    R: ForwardDynamics<T, NQ, NV>,
    D: Multibody<Dual<T, DIRECTIONS>, NQ, NV>,
    T: Real,
{
    let positions = Positions::of(robot.joints());
    let qdd = robot.forward_dynamics(q, qd, tau);
    let constants = qdd.map(Dual::constant);
    let (_, [by_pos, by_vel, _]) = derivatives(positions, (q, qd, tau), 2, |q, qd, _| {
        dual_robot.inverse_dynamics(q, qd, &constants)
    });
    let negative = |block: [[T; NV]; NV]| block.map(|row| row.map(|entry| -entry));
    let mut blocks = [negative(by_pos), negative(by_vel), from_fn(unit)];
    dense::solve_each(&mut robot.mass_matrix(q), &mut blocks);
    let [dq, dqd, mut dtau] = blocks;
    dense::mirror(&mut dtau);
    ForwardDynamicsDerivatives { qdd, dq, dqd, dtau }
}

/// Wrenches as constants in dual numbers.
#[doc(hidden)]
pub fn in_dual_numbers<T: Real, const N: usize>(
    wrenches: &[[T; 6]; N],
) -> [[Dual<T, DIRECTIONS>; 6]; N] {
    wrenches.map(|wrench| wrench.map(Dual::constant))
}

/// The linearization about a state and a time of anything that has an acceleration: your own [`Acceleration`]s, and
/// robots under constraints.
///
/// - `t`: s
/// - all other arguments as for [`linearize`]
///
/// The acceleration itself is computed with [`Dual`] numbers, in 3 NV directions. Therefore the gains of
/// [`Constrained::new`](crate::Constrained::new) are such numbers too: `feedback::critical(Dual::constant(0.02))`. For
/// robots for which both work, [`linearize`] is three to five times as fast.
///
/// ```
/// use multibody::{Acceleration, Dual, linearize_at};
///
/// /// How the acceleration of a driven pendulum depends on its position, a second from its start.
/// fn sensitivity<R: Acceleration<Dual<f64, 4>, 1, 1> + ?Sized>(robot: &R) -> f64 {
///     linearize_at(robot, 1.0, &[0.0], &[0.0], &[0.0]).acceleration.dq[0][0]
/// }
/// ```
#[must_use]
pub fn linearize_at<R, T, const NQ: usize, const NV: usize>(
    robot: &R,
    t: T,
    q: &[T; NQ],
    qd: &[T; NV],
    tau: &[T; NV],
) -> Linearization<T, NV>
where
    R: Acceleration<Dual<T, DIRECTIONS>, NQ, NV> + ?Sized,
    T: Real,
{
    let t = Dual::constant(t);
    let positions = Positions::of(robot.joints());
    let (qdd, [dq, dqd, dtau]) = derivatives(positions, (q, qd, tau), 3, |q, qd, tau| {
        robot.acceleration(t, q, qd, tau)
    });
    Linearization {
        pos_pos: positions.drift(qd),
        pos_vel: from_fn(unit),
        acceleration: ForwardDynamicsDerivatives { qdd, dq, dqd, dtau },
    }
}

/// The values of a function f, and its derivatives by its first `argument_count` arguments, out of position, velocity and
/// force. Each derivative is a matrix by rows; those by the remaining arguments stay 0.
#[inline]
fn derivatives<T: Real, const NQ: usize, const NV: usize>(
    positions: Positions<NQ, NV>,
    (q, qd, tau): (&[T; NQ], &[T; NV], &[T; NV]),
    argument_count: usize,
    f: impl Fn(&Duals<T, NQ>, &Duals<T, NV>, &Duals<T, NV>) -> Duals<T, NV>,
) -> ([T; NV], [[[T; NV]; NV]; 3]) {
    let mut values = [T::ZERO; NV];
    let mut blocks = [[[T::ZERO; NV]; NV]; 3];
    let mut first_direction = 0;
    while first_direction < argument_count * NV {
        let mut arguments = (
            q.map(Dual::constant),
            qd.map(Dual::constant),
            tau.map(Dual::constant),
        );
        for k in 0..DIRECTIONS {
            seed(positions, q, &mut arguments, first_direction + k, k);
        }
        let results = f(&arguments.0, &arguments.1, &arguments.2);
        values = results.map(|result| result.value);
        for k in 0..DIRECTIONS {
            let (block, column) = perturbed_entry::<NV>(first_direction + k);
            // The last pass may have more directions than remain.
            let Some(block) = blocks.get_mut(block) else {
                continue;
            };
            for (row, result) in block.iter_mut().zip(&results) {
                if let Some(entry) = row.get_mut(column) {
                    *entry = result.derivatives[k];
                }
            }
        }
        first_direction += DIRECTIONS;
    }
    (values, blocks)
}

/// Numbers with the derivatives of one pass.
type Duals<T, const N: usize> = [Dual<T, DIRECTIONS>; N];

/// The index of the argument that a direction perturbs (0 position, 1 velocity, 2 force), and the entry in it.
#[inline]
fn perturbed_entry<const NV: usize>(direction: usize) -> (usize, usize) {
    let argument = direction.checked_div(NV).unwrap_or(0);
    (argument, direction - argument * NV)
}

/// Sets derivative `k` of the arguments to the derivative along a direction.
#[inline]
fn seed<T: Real, const NQ: usize, const NV: usize>(
    positions: Positions<NQ, NV>,
    q: &[T; NQ],
    (q_dual, qd_dual, tau_dual): &mut (Duals<T, NQ>, Duals<T, NV>, Duals<T, NV>),
    direction: usize,
    k: usize,
) {
    let (argument, column) = perturbed_entry::<NV>(direction);
    let vectors = match argument {
        0 => {
            // To first order, q exp(delta) is q + N(q) delta.
            let rate = positions.rate(q, &unit(column));
            for (q, rate) in q_dual.iter_mut().zip(rate) {
                q.derivatives[k] = rate;
            }
            return;
        }
        1 => qd_dual,
        _ => tau_dual,
    };
    if let Some(entry) = vectors.get_mut(column) {
        entry.derivatives[k] = T::ONE;
    }
}

/// The unit vector along the entry `index`.
fn unit<T: Real, const N: usize>(index: usize) -> [T; N] {
    from_fn(|k| if k == index { T::ONE } else { T::ZERO })
}

#[cfg(all(test, feature = "nalgebra"))]
mod tests {
    use nalgebra::{Matrix4, Matrix4x2};

    use super::{ForwardDynamicsDerivatives, Linearization};

    #[test]
    fn matrices_have_the_blocks_of_the_system() {
        let linear = Linearization {
            pos_pos: [[1.0, 2.0], [3.0, 4.0]],
            pos_vel: [[5.0, 6.0], [7.0, 8.0]],
            acceleration: ForwardDynamicsDerivatives {
                qdd: [0.0; 2],
                dq: [[9.0, 10.0], [11.0, 12.0]],
                dqd: [[13.0, 14.0], [15.0, 16.0]],
                dtau: [[17.0, 18.0], [19.0, 20.0]],
            },
        };
        #[rustfmt::skip]
        let a = Matrix4::new(
            1.0, 2.0, 5.0, 6.0,
            3.0, 4.0, 7.0, 8.0,
            9.0, 10.0, 13.0, 14.0,
            11.0, 12.0, 15.0, 16.0,
        );
        assert_eq!(linear.a::<4>(), a);
        let b = Matrix4x2::new(0.0, 0.0, 0.0, 0.0, 17.0, 18.0, 19.0, 20.0);
        assert_eq!(linear.b::<4>(), b);
    }
}
