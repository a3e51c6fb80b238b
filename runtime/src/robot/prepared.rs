//! Robots whose parameters are prepared for one number type.

use crate::{
    CoriolisMatrix, ForwardDynamics, JointInfo, MassMatrixInverse, Multibody, Real, manifold,
};

/// The functions of [`Multibody`] for one number type `T`. The work that depends only on the parameters of a robot is
/// done once, by its function `prepare`.
///
/// Every [`Multibody`] implements this trait, so a controller written for it takes both kinds. Robots with the same
/// numbers of coordinates can be put into one list, as `&dyn PreparedMultibody<f64, 7, 7>`.
///
/// ```
/// use multibody::{PreparedMultibody, Real};
///
/// /// Torque that holds a robot where it is.
/// fn hold<T: Real, R: PreparedMultibody<T, N, N>, const N: usize>(robot: &R, q: &[T; N]) -> [T; N] {
///     robot.gravity(q)
/// }
/// ```
pub trait PreparedMultibody<T: Real, const NQ: usize, const NV: usize> {
    /// See [`Multibody::JOINTS`].
    fn joints(&self) -> &'static [JointInfo];

    /// Number of positions.
    fn nq(&self) -> usize {
        NQ
    }

    /// Number of rates, and of degrees of freedom.
    fn nv(&self) -> usize {
        NV
    }

    /// See [`Multibody::mass_matrix`].
    fn mass_matrix(&self, q: &[T; NQ]) -> [[T; NV]; NV];

    /// See [`Multibody::coriolis`].
    fn coriolis(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// See [`Multibody::gravity`].
    fn gravity(&self, q: &[T; NQ]) -> [T; NV];

    /// See [`Multibody::bias`].
    fn bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV];

    /// See [`Multibody::inverse_dynamics`].
    fn inverse_dynamics(&self, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];

    /// See [`Multibody::kinetic_energy`].
    fn kinetic_energy(&self, q: &[T; NQ], qd: &[T; NV]) -> T;

    /// See [`Multibody::potential_energy`].
    fn potential_energy(&self, q: &[T; NQ]) -> T;

    /// See [`Multibody::center_of_mass`].
    fn center_of_mass(&self, q: &[T; NQ]) -> [T; 3];

    /// See [`Multibody::total_mass`].
    fn total_mass(&self) -> T;

    /// See [`Multibody::neutral`].
    fn neutral(&self) -> [T; NQ] {
        let mut q = [T::ZERO; NQ];
        manifold::neutral(self.joints(), &mut q);
        q
    }

    /// See [`Multibody::normalize`].
    fn normalize(&self, q: &mut [T; NQ], qd: &mut [T; NV]) {
        manifold::normalize(self.joints(), q, qd);
    }

    /// See [`Multibody::position_rate`].
    fn position_rate(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        let mut rate = [T::ZERO; NQ];
        manifold::position_rate(self.joints(), q, qd, &mut rate);
        rate
    }

    /// See [`Multibody::integrate`].
    fn integrate(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        let mut next = [T::ZERO; NQ];
        manifold::integrate(self.joints(), q, qd, h, &mut next);
        next
    }

    /// See [`Multibody::difference`].
    fn difference(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
        let mut step = [T::ZERO; NV];
        manifold::difference(self.joints(), from, to, &mut step);
        step
    }
}

/// The functions of [`ForwardDynamics`] for one number type `T`.
pub trait PreparedForwardDynamics<T: Real, const NQ: usize, const NV: usize>:
    PreparedMultibody<T, NQ, NV>
{
    /// See [`ForwardDynamics::forward_dynamics`].
    fn forward_dynamics(&self, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
}

/// The functions of [`CoriolisMatrix`] for one number type `T`.
pub trait PreparedCoriolisMatrix<T: Real, const NQ: usize, const NV: usize>:
    PreparedMultibody<T, NQ, NV>
{
    /// See [`CoriolisMatrix::coriolis_matrix`].
    fn coriolis_matrix(&self, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; NV];
}

/// The functions of [`MassMatrixInverse`] for one number type `T`.
pub trait PreparedMassMatrixInverse<T: Real, const NQ: usize, const NV: usize>:
    PreparedMultibody<T, NQ, NV>
{
    /// See [`MassMatrixInverse::mass_matrix_inverse`].
    fn mass_matrix_inverse(&self, q: &[T; NQ]) -> [[T; NV]; NV];
}

impl<R, T, const NQ: usize, const NV: usize> PreparedMultibody<T, NQ, NV> for R
where
    R: Multibody<NQ, NV>,
    T: Real,
{
    fn joints(&self) -> &'static [JointInfo] {
        R::JOINTS
    }

    fn mass_matrix(&self, q: &[T; NQ]) -> [[T; NV]; NV] {
        Multibody::mass_matrix(self, q)
    }

    fn coriolis(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        Multibody::coriolis(self, q, qd)
    }

    fn gravity(&self, q: &[T; NQ]) -> [T; NV] {
        Multibody::gravity(self, q)
    }

    fn bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        Multibody::bias(self, q, qd)
    }

    fn inverse_dynamics(&self, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV] {
        Multibody::inverse_dynamics(self, q, qd, qdd)
    }

    fn kinetic_energy(&self, q: &[T; NQ], qd: &[T; NV]) -> T {
        Multibody::kinetic_energy(self, q, qd)
    }

    fn potential_energy(&self, q: &[T; NQ]) -> T {
        Multibody::potential_energy(self, q)
    }

    fn center_of_mass(&self, q: &[T; NQ]) -> [T; 3] {
        Multibody::center_of_mass(self, q)
    }

    fn total_mass(&self) -> T {
        T::lit(Multibody::total_mass(self))
    }
}

impl<R, T, const NQ: usize, const NV: usize> PreparedForwardDynamics<T, NQ, NV> for R
where
    R: ForwardDynamics<NQ, NV>,
    T: Real,
{
    fn forward_dynamics(&self, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        ForwardDynamics::forward_dynamics(self, q, qd, tau)
    }
}

impl<R, T, const NQ: usize, const NV: usize> PreparedCoriolisMatrix<T, NQ, NV> for R
where
    R: CoriolisMatrix<NQ, NV>,
    T: Real,
{
    fn coriolis_matrix(&self, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; NV] {
        CoriolisMatrix::coriolis_matrix(self, q, qd)
    }
}

impl<R, T, const NQ: usize, const NV: usize> PreparedMassMatrixInverse<T, NQ, NV> for R
where
    R: MassMatrixInverse<NQ, NV>,
    T: Real,
{
    fn mass_matrix_inverse(&self, q: &[T; NQ]) -> [[T; NV]; NV] {
        MassMatrixInverse::mass_matrix_inverse(self, q)
    }
}
