//! The traits of all robots, with which controllers, integrators and checkers are written once.

use super::ForwardDynamicsDerivatives;
use crate::methods::{DIRECTIONS, derivatives_by_dual_numbers};
use crate::{Dual, Joints, Real, manifold};

/// A mechanical system with the equation of motion `M(q) qdd + C(q, qd) qd + g(q) = tau + Q`. If there is a `drive`, it
/// is added on the left here and in all equations below.
///
/// Arguments, for all functions:
///
/// - `q`: `[T; NQ]`, positions, rad or m, in the order of [`joints`](Joints::joints)
/// - `qd`, `qdd`: `[T; NV]`, velocities and accelerations, per s and per s^2; for joints with
///   rates in body axes `dq/dt` is not `qd`, see the [crate's conventions](crate)
///
/// Quaternions must have unit length. For a quaternion of zeros the results are finite but meaningless, except that
/// [`normalize`](Self::normalize) and [`integrate`](Self::integrate) make it NaN. No function allocates or panics;
/// results that depend on a NaN are NaN.
///
/// A robot with all required functions implements the trait for every number type `T`, its
/// [prepared form](crate::guide::parameters) for a single one. If time acts on a robot, its functions take the time as
/// their first argument, and its view `robot.at_time(t)` implements this trait at the constant time `t`. Robots with
/// the same numbers of coordinates can be put into one list, as `Box<dyn Multibody<f64, 7, 7>>`.
///
/// ```
/// use multibody::{Multibody, Real};
///
/// /// Torques that keep a robot of revolute and prismatic joints near `target`: gravity, springs, dampers.
/// fn stay<R: Multibody<T, N, N> + ?Sized, T: Real, const N: usize>(
///     robot: &R,
///     target: &[T; N],
///     (stiffness, damping): (T, T),
///     (q, qd): (&[T; N], &[T; N]),
/// ) -> [T; N] {
///     let mut tau = robot.gravity(q);
///     for (i, tau) in tau.iter_mut().enumerate() {
///         *tau = *tau + stiffness * (target[i] - q[i]) - damping * qd[i];
///     }
///     tau
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no robot with {NQ} positions and {NV} rates, computed in `{T}`",
    note = "if time acts on the robot, pass `&robot.at_time(t)`; a form prepared for another number type has to be \
            prepared for `{T}`: `robot.prepare::<{T}>()`"
)]
pub trait Multibody<T: Real, const NQ: usize, const NV: usize>: Joints {
    /// The mass matrix `M(q)`: `1/2 qd^T M qd` is the part of the kinetic energy that is quadratic in the rates.
    ///
    /// Returns the rows, with both triangles; symmetric; kg m^2, kg m or kg. `convert::to_matrix` converts it to
    /// nalgebra.
    fn mass_matrix(&self, q: &[T; NQ]) -> [[T; NV]; NV];

    /// Coriolis and centrifugal forces `C(q, qd) qd`, on the left-hand side; N m or N.
    fn coriolis(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// Gravity `g(q) = dV/dq`, on the left-hand side: the generalized force that keeps the robot at rest; N m or N. If
    /// the kinetic energy has terms T0 without rates, it is `d(V - T0)/dq`.
    fn gravity(&self, q: &[T; NQ]) -> [T; NV];

    /// The bias `C(q, qd) qd + g(q)`; N m or N. If the robot depends on time or the kinetic energy has terms linear in
    /// the rates, it also includes their forces, the robot's `drive(q, qd)`.
    fn bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// Generalized force for a given acceleration: `tau = M(q) qdd + C(q, qd) qd + g(q) - Q`;
    /// N m or N.
    fn inverse_dynamics(&self, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];

    /// Kinetic energy `T = 1/2 qd^T M(q) qd`, plus the terms of expressions that are linear in the rates or without
    /// rates, in J.
    fn kinetic_energy(&self, q: &[T; NQ], qd: &[T; NV]) -> T;

    /// Potential energy `V = -sum m g . com` over all mobile bodies, in J, plus the potentials of expressions. The
    /// energy of a mass at the world's origin is zero.
    fn potential_energy(&self, q: &[T; NQ]) -> T;

    /// Centre of mass of all mobile bodies: `[x, y, z]` in world axes, in m; zero if no body has mass.
    fn center_of_mass(&self, q: &[T; NQ]) -> [T; 3];

    /// Mass of all mobile bodies, in kg.
    fn total_mass(&self) -> T;

    /// The neutral position: zeros, and identity quaternions. It may be outside of limits.
    fn neutral(&self) -> [T; NQ] {
        let mut q = [T::ZERO; NQ];
        manifold::neutral(self.joints(), &mut q);
        q
    }

    /// Scales quaternions to unit length, `quat / |quat|`, and replaces rotation vectors and modified Rodrigues
    /// parameters by those of the shorter turn, at most half a turn. A quaternion of unit length changes by about an ulp,
    /// by rounding.
    ///
    /// Everything else is unchanged, except for rates that are derivatives of such positions: they become the rates of
    /// the same motion. A quaternion of zeros becomes NaN. Cost: a square root and 4 divisions per quaternion; a few sines
    /// and 100 to 400 other operations for each other orientation.
    fn normalize(&self, q: &mut [T; NQ], qd: &mut [T; NV]) {
        manifold::normalize(self.joints(), q, qd);
    }

    /// The derivative of the position: `dq/dt = N(q) qd`.
    ///
    /// Returns `[T; NQ]`, per s. If rates are the derivatives of the positions, it is `qd` itself.
    fn position_rate(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        let mut rate = [T::ZERO; NQ];
        manifold::position_rate(self.joints(), q, qd, &mut rate);
        rate
    }

    /// The position after the time `h` at constant rates: `q exp(h qd)`. If rates are the derivatives of the positions,
    /// it is `q + h qd`, after which quaternions have to be passed to [`normalize`](Self::normalize).
    ///
    /// Constant rates in body axes are integrated exactly, as a screw motion; the result is also smooth at rates of
    /// zero. With rates in body axes, quaternions have unit length again after each step, so that errors of their
    /// length do not accumulate. Quaternions of zeros become NaN: for robots with quaternions `[0.0; NQ]` is not a
    /// position, while [`neutral`](Self::neutral) is. The result is accurate for steps of up to thousands of turns; see
    /// [`Real::stumpff`] for types other than `f32` and `f64`. Cost: a few sines and 70 to 360 other operations for
    /// each orientation or planar joint, 2 operations for each other position.
    ///
    /// ```
    /// # use multibody::Multibody;
    /// /// Where a robot will be in a hundredth of a second.
    /// fn soon<R: Multibody<f64, NQ, NV> + ?Sized, const NQ: usize, const NV: usize>(
    ///     robot: &R,
    ///     (q, qd): (&[f64; NQ], &[f64; NV]),
    /// ) -> [f64; NQ] {
    ///     robot.integrate(q, qd, 0.01)
    /// }
    /// ```
    fn integrate(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        let mut next = [T::ZERO; NQ];
        manifold::integrate(self.joints(), q, qd, h, &mut next);
        next
    }

    /// The step from one position to another, the inverse of [`integrate`](Self::integrate):
    /// `integrate(from, difference(from, to), 1)` is `to`. If rates are the derivatives of the positions, it is `to - from`.
    ///
    /// Returns `[T; NV]`, rad or m, in the axes of the rates: the form in which a controller needs a position error.
    /// For orientations with rates in body axes it is the shorter turn. It is accurate up to just below half a turn, at
    /// which the shorter turn is not unique. The angle of a planar joint counts whole turns, see
    /// [`manifold::difference`].
    fn difference(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
        let mut step = [T::ZERO; NV];
        manifold::difference(self.joints(), from, to, &mut step);
        step
    }
}

/// A system with a Coriolis matrix.
///
/// It is separate from [`Multibody`], because its operations grow fast with the number of joints: robots with very many
/// joints have the matrix only on request.
pub trait CoriolisMatrix<T: Real, const NQ: usize, const NV: usize>: Multibody<T, NQ, NV> {
    /// The Coriolis matrix `C(q, qd)`. If rates are the derivatives of the positions, its entries are sums of Christoffel
    /// symbols of the first kind: `C_kj = sum_i 1/2 (dM_kj/dq_i + dM_ki/dq_j - dM_ij/dq_k) qd_i`.
    ///
    /// For any rates, also those in body axes, `C = sum m J^T dJ/dt` over all particles, where `J` is the derivative of
    /// a particle's velocity with respect to the rates. Then `dM/dt = C + C^T`, and `C qd` is
    /// [`coriolis`](Multibody::coriolis).
    ///
    /// Returns the rows. Use `convert::to_matrix` to convert them to nalgebra: `SMatrix::from` would take them as
    /// columns, and so make the transpose.
    fn coriolis_matrix(&self, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; NV];
}

/// A system whose mass matrix can be inverted, except at singular positions of its coordinates.
///
/// It is separate from [`Multibody`], because a system with a massless last link (or with redundant coordinates) has
/// inverse dynamics but no forward dynamics.
pub trait ForwardDynamics<T: Real, const NQ: usize, const NV: usize>: Multibody<T, NQ, NV> {
    /// Acceleration under a generalized force: `qdd = M(q)^-1 (tau + Q - C(q, qd) qd - g(q))`.
    ///
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd`: `[T; NV]`, per s^2
    fn forward_dynamics(&self, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];

    /// The acceleration and its derivatives: by positions, by rates, and by generalized forces. The derivative by
    /// positions has a column for each rate: the derivative by h, at `h = 0`, of the acceleration at the position
    /// `integrate(q, e, h)`, with the unit vector e of the rate.
    ///
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd` and three matrices by rows
    ///
    /// It is the emitted function, if `functions(default, forward_dynamics_derivatives)` requests one. Otherwise it is
    /// computed by inverse dynamics in [`Dual`] numbers, which takes longer. Forms prepared for one number type, and
    /// trait objects, do not have it.
    fn forward_dynamics_derivatives(
        &self,
        q: &[T; NQ],
        qd: &[T; NV],
        tau: &[T; NV],
    ) -> ForwardDynamicsDerivatives<T, NV>
    where
        Self: Multibody<Dual<T, DIRECTIONS>, NQ, NV> + Sized,
    {
        derivatives_by_dual_numbers(self, self, q, qd, tau)
    }
}

/// A system with the inverse of its mass matrix.
///
/// It is separate from [`ForwardDynamics`], which does not need this matrix, because the number of entries grows with
/// the square of the number of joints: robots with very many joints have it only on request.
pub trait MassMatrixInverse<T: Real, const NQ: usize, const NV: usize>:
    Multibody<T, NQ, NV>
{
    /// The inverse `M(q)^-1` of the mass matrix: `d qdd / d tau`.
    ///
    /// Returns the rows, with both triangles; symmetric. `convert::to_matrix` converts it to nalgebra.
    fn mass_matrix_inverse(&self, q: &[T; NQ]) -> [[T; NV]; NV];
}
