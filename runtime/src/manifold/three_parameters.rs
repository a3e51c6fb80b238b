//! SO(3) and SE(3) with three coordinates of the orientation. Rates are velocities in body axes, or derivatives of the
//! coordinates.

use core::marker::PhantomData;

use super::floating::halves;
use super::rotation::{ExponentialMap, conjugate, cross, product};
use super::{Floating, Operations};
use crate::Real;

/// Three coordinates of an orientation, all 0 without rotation. Each kind of coordinates has its own file.
pub(super) trait ThreeParameters<T: Real> {
    /// The unit quaternion x y z w.
    fn quaternion(q: [T; 3]) -> [T; 4];

    /// The normalized coordinates of a unit quaternion or of its negative.
    fn from_quaternion(quaternion: [T; 4]) -> [T; 3];

    /// The derivatives of the coordinates for an angular velocity in body axes.
    fn rates(q: [T; 3], angular: [T; 3]) -> [T; 3];

    /// The angular velocity in body axes for derivatives of the coordinates.
    fn angular(q: [T; 3], rates: [T; 3]) -> [T; 3];
}

/// A ball joint. Its rates are the angular velocity in body axes.
pub(super) struct Ball<P>(PhantomData<P>);

impl<T: Real, P: ThreeParameters<T>> Operations<T, 3, 3> for Ball<P> {
    #[inline]
    fn neutral() -> [T; 3] {
        [T::ZERO; 3]
    }

    #[inline]
    fn normalize(q: [T; 3], qd: [T; 3]) -> ([T; 3], [T; 3]) {
        (normalize::<T, P>(q), qd)
    }

    #[inline]
    fn position_rate(q: [T; 3], qd: [T; 3]) -> [T; 3] {
        P::rates(q, qd)
    }

    /// `R exp(step)`
    #[inline]
    fn integrate(q: [T; 3], step: [T; 3]) -> [T; 3] {
        P::from_quaternion(product(
            P::quaternion(q),
            ExponentialMap::new(step).quaternion(),
        ))
    }

    #[inline]
    fn difference(from: [T; 3], to: [T; 3]) -> [T; 3] {
        let rotation = product(conjugate(P::quaternion(from)), P::quaternion(to));
        ExponentialMap::of_quaternion(rotation).vector()
    }

    #[inline]
    fn bracket(a: [T; 3], b: [T; 3]) -> [T; 3] {
        cross(a, b)
    }
}

/// A ball joint. Its rates are the derivatives of the coordinates.
pub(super) struct BallByDerivatives<P>(PhantomData<P>);

impl<T: Real, P: ThreeParameters<T>> Operations<T, 3, 3> for BallByDerivatives<P> {
    #[inline]
    fn neutral() -> [T; 3] {
        [T::ZERO; 3]
    }

    /// The new rates have the same angular velocity.
    #[inline]
    fn normalize(q: [T; 3], qd: [T; 3]) -> ([T; 3], [T; 3]) {
        let next = normalize::<T, P>(q);
        (next, P::rates(next, P::angular(q, qd)))
    }

    #[inline]
    fn position_rate(_q: [T; 3], qd: [T; 3]) -> [T; 3] {
        qd
    }

    #[inline]
    fn integrate(q: [T; 3], step: [T; 3]) -> [T; 3] {
        core::array::from_fn(|k| q[k] + step[k])
    }

    #[inline]
    fn difference(from: [T; 3], to: [T; 3]) -> [T; 3] {
        core::array::from_fn(|k| to[k] - from[k])
    }

    #[inline]
    fn bracket(_a: [T; 3], _b: [T; 3]) -> [T; 3] {
        [T::ZERO; 3]
    }
}

/// A floating joint: x y z and three coordinates of the orientation. Its rates are the linear, then the angular
/// velocity in body axes.
pub(super) struct OrientedFloating<P>(PhantomData<P>);

impl<T: Real, P: ThreeParameters<T>> Operations<T, 6, 6> for OrientedFloating<P> {
    #[inline]
    fn neutral() -> [T; 6] {
        [T::ZERO; 6]
    }

    #[inline]
    fn normalize(q: [T; 6], qd: [T; 6]) -> ([T; 6], [T; 6]) {
        let (origin, orientation) = halves(q);
        (join(origin, normalize::<T, P>(orientation)), qd)
    }

    #[inline]
    fn position_rate(q: [T; 6], qd: [T; 6]) -> [T; 6] {
        let ((_, orientation), (_, angular)) = (halves(q), halves(qd));
        let [x, y, z, ..] = Floating::position_rate(with_quaternion::<T, P>(q), qd);
        join([x, y, z], P::rates(orientation, angular))
    }

    #[inline]
    fn integrate(q: [T; 6], step: [T; 6]) -> [T; 6] {
        let [x, y, z, quat @ ..] = Floating::integrate(with_quaternion::<T, P>(q), step);
        join([x, y, z], P::from_quaternion(quat))
    }

    #[inline]
    fn difference(from: [T; 6], to: [T; 6]) -> [T; 6] {
        Floating::difference(with_quaternion::<T, P>(from), with_quaternion::<T, P>(to))
    }

    #[inline]
    fn bracket(a: [T; 6], b: [T; 6]) -> [T; 6] {
        Floating::bracket(a, b)
    }
}

/// The normalized coordinates of the same orientation.
#[inline]
fn normalize<T: Real, P: ThreeParameters<T>>(q: [T; 3]) -> [T; 3] {
    P::from_quaternion(P::quaternion(q))
}

/// The same position, with the orientation as a quaternion: x y z, then x y z w.
#[inline]
fn with_quaternion<T: Real, P: ThreeParameters<T>>(q: [T; 6]) -> [T; 7] {
    let ([x, y, z], orientation) = halves(q);
    let [qx, qy, qz, qw] = P::quaternion(orientation);
    [x, y, z, qx, qy, qz, qw]
}

#[inline]
pub(super) fn join<T: Real>([x, y, z]: [T; 3], [a, b, c]: [T; 3]) -> [T; 6] {
    [x, y, z, a, b, c]
}
