//! A robot whose derivatives are computed by dual numbers in place of emitted functions.

use multibody::{Acceleration, ForwardDynamics, JointInfo, Joints, Multibody, Real};

/// A robot whose derivatives are computed by dual numbers, even if it has emitted ones.
#[derive(Clone, Copy, Debug)]
pub struct WithDualDerivatives<'a, R>(pub &'a R);

impl<R: Joints> Joints for WithDualDerivatives<'_, R> {
    fn joints(&self) -> &'static [JointInfo] {
        self.0.joints()
    }
}

impl<R, T, const NQ: usize, const NV: usize> Multibody<T, NQ, NV> for WithDualDerivatives<'_, R>
where
    R: Multibody<T, NQ, NV>,
    T: Real,
{
    fn mass_matrix(&self, q: &[T; NQ]) -> [[T; NV]; NV] {
        self.0.mass_matrix(q)
    }

    fn coriolis(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        self.0.coriolis(q, qd)
    }

    fn gravity(&self, q: &[T; NQ]) -> [T; NV] {
        self.0.gravity(q)
    }

    fn bias(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NV] {
        self.0.bias(q, qd)
    }

    fn inverse_dynamics(&self, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV] {
        self.0.inverse_dynamics(q, qd, qdd)
    }

    fn kinetic_energy(&self, q: &[T; NQ], qd: &[T; NV]) -> T {
        self.0.kinetic_energy(q, qd)
    }

    fn potential_energy(&self, q: &[T; NQ]) -> T {
        self.0.potential_energy(q)
    }

    fn center_of_mass(&self, q: &[T; NQ]) -> [T; 3] {
        self.0.center_of_mass(q)
    }

    fn total_mass(&self) -> T {
        self.0.total_mass()
    }
}

impl<R, T, const NQ: usize, const NV: usize> ForwardDynamics<T, NQ, NV>
    for WithDualDerivatives<'_, R>
where
    R: ForwardDynamics<T, NQ, NV>,
    T: Real,
{
    fn forward_dynamics(&self, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        self.0.forward_dynamics(q, qd, tau)
    }
}

impl<R, T, const NQ: usize, const NV: usize> Acceleration<T, NQ, NV> for WithDualDerivatives<'_, R>
where
    R: Acceleration<T, NQ, NV>,
    T: Real,
{
    fn acceleration(&self, t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV] {
        self.0.acceleration(t, q, qd, tau)
    }
}
