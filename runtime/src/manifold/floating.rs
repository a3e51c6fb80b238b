//! SE(3) with x y z and a unit quaternion x y z w. Rates are the linear, then the angular velocity in body axes.

use super::quaternion::unit;
use super::rotation::{ExponentialMap, conjugate, cross, product, rotate, sum};
use super::{Operations, Quaternion};
use crate::Real;

pub(super) struct Floating;

impl<T: Real> Operations<T, 7, 6> for Floating {
    #[inline]
    fn neutral() -> [T; 7] {
        join([T::ZERO; 3], Quaternion::neutral())
    }

    #[inline]
    fn normalize(q: [T; 7], qd: [T; 6]) -> ([T; 7], [T; 6]) {
        let (origin, quat) = split(q);
        (join(origin, unit(quat)), qd)
    }

    /// `R v`, and `quat (omega, 0) / 2`.
    #[inline]
    fn position_rate(q: [T; 7], qd: [T; 6]) -> [T; 7] {
        let ((_, quat), (linear, angular)) = (split(q), halves(qd));
        join(
            rotate(quat, linear),
            Quaternion::position_rate(quat, angular),
        )
    }

    /// `x + R displacement(v)`, and `quat exp(omega / 2)`, normalized: a screw motion.
    #[inline]
    fn integrate(q: [T; 7], step: [T; 6]) -> [T; 7] {
        let ((origin, quat), (linear, angular)) = (split(q), halves(step));
        let rotation = ExponentialMap::new(angular);
        let displacement = rotate(quat, rotation.displacement(linear));
        join(
            sum(T::ONE, origin, T::ONE, displacement),
            unit(product(quat, rotation.quaternion())),
        )
    }

    /// The inverse: `inverse_displacement(R^T (x_to - x_from))`, and `2 log(quat_from^-1 quat_to)`.
    #[inline]
    fn difference(from: [T; 7], to: [T; 7]) -> [T; 6] {
        let ((start, start_quat), (end, end_quat)) = (split(from), split(to));
        let inverse = conjugate(start_quat);
        let displacement = rotate(inverse, sum(T::ONE, end, -T::ONE, start));
        let rotation = ExponentialMap::of_quaternion(product(inverse, end_quat));
        let ([x, y, z], [a, b, c]) = (
            rotation.inverse_displacement(displacement),
            rotation.vector(),
        );
        [x, y, z, a, b, c]
    }

    /// Angular part `w_a x w_b`, linear part `w_a x v_b + v_a x w_b`.
    #[inline]
    fn bracket(a: [T; 6], b: [T; 6]) -> [T; 6] {
        let ((va, wa), (vb, wb)) = (halves(a), halves(b));
        let [x, y, z] = sum(T::ONE, cross(wa, vb), T::ONE, cross(va, wb));
        let [a, b, c] = cross(wa, wb);
        [x, y, z, a, b, c]
    }
}

/// The position x y z, and the quaternion.
#[inline]
fn split<T: Real>([x, y, z, qx, qy, qz, qw]: [T; 7]) -> ([T; 3], [T; 4]) {
    ([x, y, z], [qx, qy, qz, qw])
}

#[inline]
fn join<T: Real>([x, y, z]: [T; 3], [qx, qy, qz, qw]: [T; 4]) -> [T; 7] {
    [x, y, z, qx, qy, qz, qw]
}

/// The linear and the angular half of a spatial vector.
#[inline]
pub(super) fn halves<T: Real>([vx, vy, vz, wx, wy, wz]: [T; 6]) -> ([T; 3], [T; 3]) {
    ([vx, vy, vz], [wx, wy, wz])
}
