//! The traits of robots that depend on time.

use crate::{JointInfo, Real, manifold};

/// A mechanical system whose description names the time `t`. Its equation of motion is
/// `M(t, q) qdd + C(t, q, qd) qd + g(t, q) + drive(t, q, qd) = tau + Q`.
///
/// Functions take the arguments of [`Multibody`](crate::Multibody) after `t`, the time in s. A robot with forward
/// dynamics is also an [`Acceleration`](crate::Acceleration), which integrators take:
///
/// ```
/// use multibody::{Acceleration, TimeVarying, integrators::rk4};
///
/// /// What the drive of a robot has done to its energy after a second without forces.
/// fn driven<R, const N: usize>(robot: &R, start: [f64; N]) -> f64
/// where
///     R: TimeVarying<N, N> + Acceleration<f64, N, N>,
/// {
///     let energy = |t: f64, q: &[f64; N], qd: &[f64; N]| {
///         robot.kinetic_energy(t, q, qd) + robot.potential_energy(t, q)
///     };
///     let (mut q, mut qd) = (start, [0.0; N]);
///     let before = energy(0.0, &q, &qd);
///     for step in 0..1000 {
///         let t = f64::from(step) * 1e-3;
///         (q, qd) = rk4(robot, t, (&q, &qd), 1e-3, |_, _, _| [0.0; N]);
///     }
///     energy(1.0, &q, &qd) - before
/// }
/// ```
pub trait TimeVarying<const NQ: usize, const NV: usize> {
    /// The joints that have coordinates of their own, in the order of the coordinates.
    const JOINTS: &'static [JointInfo];

    /// Number of positions, for code that has only the type.
    const NQ: usize = NQ;

    /// Number of rates, and of degrees of freedom.
    const NV: usize = NV;

    /// The joint with this name, if it exists and has coordinates of its own.
    #[must_use]
    fn joint(name: &str) -> Option<&'static JointInfo> {
        Self::JOINTS.iter().find(|joint| joint.name == name)
    }

    /// The mass matrix `M(t, q)`: the terms of T that are quadratic in the rates are `1/2 qd^T M qd`.
    fn mass_matrix<T: Real>(&self, t: T, q: &[T; NQ]) -> [[T; NV]; NV];

    /// Coriolis and centrifugal forces `C(t, q, qd) qd`, computed from M at constant t.
    fn coriolis<T: Real>(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// `g(t, q) = d(V - T0)/dq`, where T0 are the terms of T without rates.
    fn gravity<T: Real>(&self, t: T, q: &[T; NQ]) -> [T; NV];

    /// The terms on the left of the equation of motion that arise from the time dependence and from terms of T linear
    /// in the rates. With `T1 = a(t, q) . qd` for the linear terms they are
    /// `dM/dt qd + da/dt + (da_i/dq_j - da_j/dq_i) qd_j`; the derivatives by t are partial derivatives.
    fn drive<T: Real>(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// The bias `C(t, q, qd) qd + g(t, q) + drive(t, q, qd)`.
    fn bias<T: Real>(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// Generalized force for a given acceleration:
    /// `tau = M(t, q) qdd + C(t, q, qd) qd + g(t, q) + drive(t, q, qd) - Q`.
    fn inverse_dynamics<T: Real>(&self, t: T, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];

    /// Kinetic energy T with all its terms, in J.
    fn kinetic_energy<T: Real>(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> T;

    /// Potential energy V, in J.
    fn potential_energy<T: Real>(&self, t: T, q: &[T; NQ]) -> T;

    /// Centre of mass of all mobile bodies: `[x, y, z]` in world axes, in m; zero if no body has mass.
    fn center_of_mass<T: Real>(&self, t: T, q: &[T; NQ]) -> [T; 3];

    /// Mass of all mobile bodies, in kg.
    fn total_mass(&self) -> f64;

    /// See [`Multibody::neutral`](crate::Multibody::neutral).
    #[inline]
    fn neutral<T: Real>() -> [T; NQ] {
        let mut q = [T::ZERO; NQ];
        manifold::neutral(Self::JOINTS, &mut q);
        q
    }

    /// See [`Multibody::normalize`](crate::Multibody::normalize).
    #[inline]
    fn normalize<T: Real>(&self, q: &mut [T; NQ], qd: &mut [T; NV]) {
        manifold::normalize(Self::JOINTS, q, qd);
    }

    /// See [`Multibody::position_rate`](crate::Multibody::position_rate).
    #[inline]
    fn position_rate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        let mut rate = [T::ZERO; NQ];
        manifold::position_rate(Self::JOINTS, q, qd, &mut rate);
        rate
    }

    /// See [`Multibody::integrate`](crate::Multibody::integrate).
    #[inline]
    fn integrate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        let mut next = [T::ZERO; NQ];
        manifold::integrate(Self::JOINTS, q, qd, h, &mut next);
        next
    }

    /// See [`Multibody::difference`](crate::Multibody::difference).
    #[inline]
    fn difference<T: Real>(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
        let mut step = [T::ZERO; NV];
        manifold::difference(Self::JOINTS, from, to, &mut step);
        step
    }
}

/// The functions of [`TimeVarying`] for one number type `T`. Every [`TimeVarying`] implements this trait.
pub trait PreparedTimeVarying<T: Real, const NQ: usize, const NV: usize> {
    /// See [`TimeVarying::JOINTS`].
    fn joints(&self) -> &'static [JointInfo];

    /// See [`TimeVarying::mass_matrix`].
    fn mass_matrix(&self, t: T, q: &[T; NQ]) -> [[T; NV]; NV];

    /// See [`TimeVarying::coriolis`].
    fn coriolis(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// See [`TimeVarying::gravity`].
    fn gravity(&self, t: T, q: &[T; NQ]) -> [T; NV];

    /// See [`TimeVarying::drive`].
    fn drive(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// See [`TimeVarying::bias`].
    fn bias(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// See [`TimeVarying::inverse_dynamics`].
    fn inverse_dynamics(&self, t: T, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];

    /// See [`TimeVarying::kinetic_energy`].
    fn kinetic_energy(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> T;

    /// See [`TimeVarying::potential_energy`].
    fn potential_energy(&self, t: T, q: &[T; NQ]) -> T;

    /// See [`TimeVarying::center_of_mass`].
    fn center_of_mass(&self, t: T, q: &[T; NQ]) -> [T; 3];

    /// See [`TimeVarying::total_mass`].
    fn total_mass(&self) -> T;

    /// See [`TimeVarying::neutral`].
    fn neutral(&self) -> [T; NQ] {
        let mut q = [T::ZERO; NQ];
        manifold::neutral(self.joints(), &mut q);
        q
    }

    /// See [`TimeVarying::normalize`].
    fn normalize(&self, q: &mut [T; NQ], qd: &mut [T; NV]) {
        manifold::normalize(self.joints(), q, qd);
    }

    /// See [`TimeVarying::position_rate`].
    fn position_rate(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        let mut rate = [T::ZERO; NQ];
        manifold::position_rate(self.joints(), q, qd, &mut rate);
        rate
    }

    /// See [`TimeVarying::integrate`].
    fn integrate(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        let mut next = [T::ZERO; NQ];
        manifold::integrate(self.joints(), q, qd, h, &mut next);
        next
    }

    /// See [`TimeVarying::difference`].
    fn difference(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
        let mut step = [T::ZERO; NV];
        manifold::difference(self.joints(), from, to, &mut step);
        step
    }
}

impl<R, T, const NQ: usize, const NV: usize> PreparedTimeVarying<T, NQ, NV> for R
where
    R: TimeVarying<NQ, NV>,
    T: Real,
{
    fn joints(&self) -> &'static [JointInfo] {
        R::JOINTS
    }

    fn mass_matrix(&self, t: T, q: &[T; NQ]) -> [[T; NV]; NV] {
        TimeVarying::mass_matrix(self, t, q)
    }

    fn coriolis(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        TimeVarying::coriolis(self, t, q, qd)
    }

    fn gravity(&self, t: T, q: &[T; NQ]) -> [T; NV] {
        TimeVarying::gravity(self, t, q)
    }

    fn drive(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        TimeVarying::drive(self, t, q, qd)
    }

    fn bias(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        TimeVarying::bias(self, t, q, qd)
    }

    fn inverse_dynamics(&self, t: T, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV] {
        TimeVarying::inverse_dynamics(self, t, q, qd, qdd)
    }

    fn kinetic_energy(&self, t: T, q: &[T; NQ], qd: &[T; NV]) -> T {
        TimeVarying::kinetic_energy(self, t, q, qd)
    }

    fn potential_energy(&self, t: T, q: &[T; NQ]) -> T {
        TimeVarying::potential_energy(self, t, q)
    }

    fn center_of_mass(&self, t: T, q: &[T; NQ]) -> [T; 3] {
        TimeVarying::center_of_mass(self, t, q)
    }

    fn total_mass(&self) -> T {
        T::lit(TimeVarying::total_mass(self))
    }
}
