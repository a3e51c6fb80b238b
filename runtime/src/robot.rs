//! What every robot can do, so that controllers, integrators and checkers are written once.

use crate::{JointInfo, Real, manifold};

/// A mechanical system with the equation of motion `M(q) qdd + C(q, qd) qd + g(q) = tau + Q`.
///
/// Arguments, for all functions:
///
/// - `q`: `[T; NQ]`, positions, rad or m, in the order of [`JOINTS`](Self::JOINTS)
/// - `qd`, `qdd`: `[T; NV]`, velocities and accelerations, per s and per s^2; for joints with
///   rates in body axes `dq/dt` is not `qd`, see the [crate's conventions](crate)
///
/// Quaternions are of unit length: what is computed of one that is all 0 is finite and means nothing, but for
/// [`normalize`](Self::normalize) and [`integrate`](Self::integrate), which make it NaN. Nothing allocates or panics;
/// what depends on a NaN is NaN.
///
/// ```
/// use multibody::{Multibody, Real};
///
/// /// Holds a robot of revolute and prismatic joints at `target`: gravity, springs, dampers.
/// fn hold<R: Multibody<N, N>, T: Real, const N: usize>(
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
pub trait Multibody<const NQ: usize, const NV: usize> {
    /// The joints that have coordinates of their own, in the order of these.
    const JOINTS: &'static [JointInfo];

    /// Number of positions, for code that has only the type.
    const NQ: usize = NQ;

    /// Number of rates, and of degrees of freedom.
    const NV: usize = NV;

    /// The joint of a name, if there is one with coordinates of its own.
    ///
    /// ```
    /// # use multibody::Multibody;
    /// /// Where the rates of a robot's gripper begin.
    /// fn gripper<R: Multibody<NQ, NV>, const NQ: usize, const NV: usize>() -> Option<usize> {
    ///     R::joint("gripper").map(|joint| joint.v)
    /// }
    /// ```
    #[must_use]
    fn joint(name: &str) -> Option<&'static JointInfo> {
        Self::JOINTS.iter().find(|joint| joint.name == name)
    }

    /// The mass matrix `M(q)`: `T = 1/2 qd^T M qd`.
    ///
    /// Returns rows, both triangles; symmetric; kg m^2, kg m or kg. To nalgebra by `convert::to_matrix`.
    fn mass_matrix<T: Real>(&self, q: &[T; NQ]) -> [[T; NV]; NV];

    /// Coriolis and centrifugal forces `C(q, qd) qd`, on the left-hand side; N m or N.
    fn coriolis<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// Gravity `g(q) = dV/dq`, on the left-hand side: the generalized force that holds the robot
    /// still; N m or N. Of a kinetic energy with a part T0 without rates, `d(V - T0)/dq`.
    fn gravity<T: Real>(&self, q: &[T; NQ]) -> [T; NV];

    /// The bias `C(q, qd) qd + g(q)`; N m or N. Of a kinetic energy with terms of one rate also what these bring,
    /// the robot's `drive(q, qd)`.
    fn bias<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// Generalized force for a given acceleration: `tau = M(q) qdd + C(q, qd) qd + g(q) - Q`;
    /// N m or N.
    fn inverse_dynamics<T: Real>(&self, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];

    /// Kinetic energy `T = 1/2 qd^T M(q) qd`, and what expressions say with one rate or none, in J.
    fn kinetic_energy<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> T;

    /// Potential energy `V = -sum m g . com` over all that moves, in J, zero for a mass at the world's origin;
    /// and what expressions say.
    fn potential_energy<T: Real>(&self, q: &[T; NQ]) -> T;

    /// Centre of mass of all mobile bodies: `[x, y, z]` in world axes, in m; zero where nothing has a mass.
    fn center_of_mass<T: Real>(&self, q: &[T; NQ]) -> [T; 3];

    /// Mass of all mobile bodies, in kg.
    fn total_mass(&self) -> f64;

    /// The neutral position: zeros, and quaternions of no rotation. It may be outside of limits.
    #[inline]
    fn neutral<T: Real>() -> [T; NQ] {
        let mut q = [T::ZERO; NQ];
        manifold::neutral(Self::JOINTS, &mut q);
        q
    }

    /// Makes quaternions of unit length again, `quat / |quat|`, and rotation vectors those of the shorter turn,
    /// at most half a turn. Rounding changes a quaternion by about an ulp a step.
    ///
    /// All else stays, the rates too, but where they are derivatives of such positions: these become those of
    /// the same motion. A quaternion of zeros becomes not a number. Cost: a square root and 4 divisions a
    /// quaternion, some 100 operations a rotation vector.
    #[inline]
    fn normalize<T: Real>(&self, q: &mut [T; NQ], qd: &mut [T; NV]) {
        manifold::normalize(Self::JOINTS, q, qd);
    }

    /// The derivative of the position: `dq/dt = N(q) qd`.
    ///
    /// Returns `[T; NQ]`, per s. Where rates are derivatives, `qd` itself.
    #[inline]
    fn position_rate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        let mut rate = [T::ZERO; NQ];
        manifold::position_rate(Self::JOINTS, q, qd, &mut rate);
        rate
    }

    /// The position after the time `h` at constant rates: `q exp(h qd)`; where rates are derivatives,
    /// `q + h qd`, after which quaternions are for [`normalize`](Self::normalize).
    ///
    /// Rates in body axes are those of a screw motion, exactly, and smooth where they are 0. Quaternions
    /// come out of unit length, so that steps do not add up to a stretch, and of zeros as not a number: `[0.0; NQ]`
    /// is no position where there are quaternions, [`neutral`](Self::neutral) is. Accurate for steps of up to
    /// thousands of turns; see [`Real::stumpff`] for types other than `f32` and `f64`. Cost: for each
    /// quaternion or planar joint a few sines and 40 to 150 other operations, else 2.
    ///
    /// ```
    /// # use multibody::Multibody;
    /// /// Where a robot will be in a hundredth of a second.
    /// fn soon<R: Multibody<NQ, NV>, const NQ: usize, const NV: usize>(
    ///     robot: &R,
    ///     (q, qd): (&[f64; NQ], &[f64; NV]),
    /// ) -> [f64; NQ] {
    ///     robot.integrate(q, qd, 0.01)
    /// }
    /// ```
    #[inline]
    fn integrate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        let mut next = [T::ZERO; NQ];
        manifold::integrate(Self::JOINTS, q, qd, h, &mut next);
        next
    }

    /// The step from one position to another, the inverse of [`integrate`](Self::integrate):
    /// `integrate(from, difference(from, to), 1)` is `to`; where rates are derivatives, `to - from`.
    ///
    /// Returns `[T; NV]`, rad or m, in the axes of rates: what a controller needs for the error of a position.
    /// For quaternions and rotation vectors with body rates the shorter turn; accurate up to just below half a turn, where
    /// it is not unique. The angle of a planar joint counts whole turns, see
    /// [`manifold::difference`].
    #[inline]
    fn difference<T: Real>(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
        let mut step = [T::ZERO; NV];
        manifold::difference(Self::JOINTS, from, to, &mut step);
        step
    }
}

/// A system that gives its Coriolis matrix.
///
/// Apart from [`Multibody`], because its entries grow with the square of the joints: robots of very
/// many joints have it only by request.
pub trait CoriolisMatrix<const NQ: usize, const NV: usize>: Multibody<NQ, NV> {
    /// The Coriolis matrix `C(q, qd)` by Christoffel symbols of the first kind:
    /// `C_kj = sum_i 1/2 (dM_kj/dq_i + dM_ki/dq_j - dM_ij/dq_k) qd_i`.
    ///
    /// In general, and where rates are in body axes: `C = sum m J^T dJ/dt` over all particles, `J`
    /// the velocity of a particle per rate. Then `dM/dt = C + C^T`, and `C qd` is
    /// [`coriolis`](Multibody::coriolis).
    ///
    /// Returns rows. To nalgebra by `convert::to_matrix`: `SMatrix::from` would take them for columns, and
    /// give the transpose.
    fn coriolis_matrix<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; NV];
}

/// A system whose mass matrix can be inverted everywhere.
///
/// Apart from [`Multibody`], because a massless last link (or a mechanism with redundant
/// coordinates) has inverse dynamics but no forward dynamics.
pub trait ForwardDynamics<const NQ: usize, const NV: usize>: Multibody<NQ, NV> {
    /// Acceleration under a generalized force: `qdd = M(q)^-1 (tau + Q - C(q, qd) qd - g(q))`.
    ///
    /// - `tau`: `[T; NV]`, N m or N
    /// - returns `qdd`: `[T; NV]`, per s^2
    fn forward_dynamics<T: Real>(&self, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
}

/// A system that gives the inverse of its mass matrix.
///
/// Apart from [`ForwardDynamics`], which needs no such matrix, because its entries grow with the
/// square of the joints: robots of very many joints have it only by request.
pub trait MassMatrixInverse<const NQ: usize, const NV: usize>: Multibody<NQ, NV> {
    /// The inverse `M(q)^-1` of the mass matrix: `d qdd / d tau`.
    ///
    /// Returns rows, both triangles; symmetric. To nalgebra by `convert::to_matrix`.
    fn mass_matrix_inverse<T: Real>(&self, q: &[T; NQ]) -> [[T; NV]; NV];
}
