//! A reference to a robot, and a robot in a box, are robots too.

use crate::Real;
use crate::robot::{
    Acceleration, ConstrainedAcceleration, ConstrainedDynamics, ConstrainedForces,
    ConstrainedForwardDynamics, ConstrainedInverseDynamics, ConstraintImpulse, ConstraintInfo,
    CoriolisMatrix, ForwardDynamics, JointInfo, Joints, LinkForces, LinkInfo, LinkMotions, Links,
    MassMatrixInverse, MotorForces, Multibody,
};

/// Implements the traits of robots for a type of pointers: each function calls the same function of the robot behind the
/// pointer.
macro_rules! delegate {
    ($pointer:ty) => {
        impl<R: Joints + ?Sized> Joints for $pointer {
            fn joints(&self) -> &'static [JointInfo] {
                (**self).joints()
            }
        }

        delegate! { $pointer: Multibody<T, NQ, NV> {
            fn mass_matrix(q: &[T; NQ]) -> [[T; NV]; NV];
            fn coriolis(q: &[T; NQ], qd: &[T; NV]) -> [T; NV];
            fn gravity(q: &[T; NQ]) -> [T; NV];
            fn bias(q: &[T; NQ], qd: &[T; NV]) -> [T; NV];
            fn inverse_dynamics(q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; NV];
            fn kinetic_energy(q: &[T; NQ], qd: &[T; NV]) -> T;
            fn potential_energy(q: &[T; NQ]) -> T;
            fn center_of_mass(q: &[T; NQ]) -> [T; 3];
            fn total_mass() -> T;
        } }
        delegate! { $pointer: ForwardDynamics<T, NQ, NV> {
            fn forward_dynamics(q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
        } }
        delegate! { $pointer: CoriolisMatrix<T, NQ, NV> {
            fn coriolis_matrix(q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; NV];
        } }
        delegate! { $pointer: MassMatrixInverse<T, NQ, NV> {
            fn mass_matrix_inverse(q: &[T; NQ]) -> [[T; NV]; NV];
        } }
        delegate! { $pointer: Acceleration<T, NQ, NV> {
            fn acceleration(t: T, q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]) -> [T; NV];
        } }
        delegate! { $pointer: LinkMotions<T, NQ, NV> {
            fn velocity(link: R::Link, q: &[T; NQ], qd: &[T; NV]) -> [T; 6];
            fn acceleration(link: R::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];
            fn jacobian_rate(link: R::Link, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; 6];
        } }
        delegate! { $pointer: LinkForces<T, NQ, NV> {
            fn momentum(link: R::Link, q: &[T; NQ], qd: &[T; NV]) -> [T; 6];
            fn momentum_rate(link: R::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];
            fn joint_wrench(link: R::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];
        } }
        delegate! { $pointer: ConstrainedForwardDynamics<T, NQ, NV, NC> {
            fn constrained_forward_dynamics(
                q: &[T; NQ], qd: &[T; NV], tau: &[T; NV]
            ) -> ConstrainedAcceleration<T, NV, NC>;
            fn constrained_forward_dynamics_with_feedback(
                q: &[T; NQ], qd: &[T; NV], tau: &[T; NV], feedback: &[T; 2]
            ) -> ConstrainedAcceleration<T, NV, NC>;
        } }
        delegate! { $pointer: ConstrainedDynamics<T, NQ, NV, NC> {
            fn constraints() -> &'static [ConstraintInfo];
            fn constraint(q: &[T; NQ]) -> [T; NC];
            fn constraint_jacobian(q: &[T; NQ]) -> [[T; NV]; NC];
            fn constraint_bias(q: &[T; NQ], qd: &[T; NV]) -> [T; NC];
            fn constraint_impulse(q: &[T; NQ], qd: &[T; NV], restitution: T) -> ConstraintImpulse<T, NV, NC>;
        } }
        delegate! { $pointer: ConstrainedInverseDynamics<T, NQ, NV, NC> {
            fn constrained_inverse_dynamics(
                q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV], weight: T
            ) -> ConstrainedForces<T, NV, NC>;
            fn constrained_inverse_dynamics_with_multipliers(
                q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV], lambda: &[T; NC]
            ) -> MotorForces<T, NV>;
        } }

        impl<R, T, const NQ: usize, const NV: usize> Links<T, NQ, NV> for $pointer
        where
            R: Links<T, NQ, NV> + ?Sized,
            T: Real,
        {
            type Link = R::Link;

            fn links(&self) -> &'static [LinkInfo<R::Link>] {
                (**self).links()
            }

            fn pose(&self, link: R::Link, q: &[T; NQ]) -> ([[T; 3]; 3], [T; 3]) {
                (**self).pose(link, q)
            }

            fn jacobian(&self, link: R::Link, q: &[T; NQ]) -> [[T; NV]; 6] {
                (**self).jacobian(link, q)
            }
        }
    };
    ($pointer:ty: $trait:ident<T, $($size:ident),+> {
        $(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*
    }) => {
        impl<R, T, $(const $size: usize),+> $trait<T, $($size),+> for $pointer
        where
            R: $trait<T, $($size),+> + ?Sized,
            T: Real,
        {
            $(fn $name(&self, $($argument: $type),*) -> $result {
                (**self).$name($($argument),*)
            })*
        }
    };
}

delegate!(&R);
#[cfg(feature = "std")]
delegate!(std::boxed::Box<R>);
