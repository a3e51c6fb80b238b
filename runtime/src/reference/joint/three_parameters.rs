//! Joints with three coordinates of the orientation: the ball joint, whose rates are the angular velocity in body axes or
//! the derivatives of the coordinates, and the floating joint with velocities in body axes.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Range;

use nalgebra::{Matrix3, Matrix6xX, Vector3};

use super::JointModel;
use crate::spatial::{Placement, spatial};

/// Three coordinates of an orientation.
pub(super) trait ThreeParameters: Debug + Send + Sync {
    /// The rotation matrix: body to joint axes.
    fn rotation(q: &Vector3<f64>) -> Matrix3<f64>;

    /// Maps derivatives of the coordinates to the angular velocity in body axes.
    fn jacobian(q: &Vector3<f64>) -> Matrix3<f64>;

    /// The time derivative of this Jacobian.
    fn jacobian_rate(q: &Vector3<f64>, rate: &Vector3<f64>) -> Matrix3<f64>;

    /// The derivative of the coordinates for an angular velocity in body axes.
    fn rate(q: &Vector3<f64>, angular: &Vector3<f64>) -> Vector3<f64>;
}

/// The ball joint, by the indices at which its positions and velocities begin.
#[derive(Debug)]
pub(super) struct Ball<P> {
    q: usize,
    v: usize,
    parameters: PhantomData<P>,
}

impl<P> Ball<P> {
    pub fn at(q: usize, v: usize) -> Self {
        let parameters = PhantomData;
        Self { q, v, parameters }
    }
}

impl<P: ThreeParameters> JointModel for Ball<P> {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 3
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        placement::<P>(&vector(q, self.q))
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        rotational_motions(&Matrix3::identity())
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(3)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let q_rate = P::rate(&vector(q, self.q), &vector(qd, self.v));
        rate[self.q..self.q + 3].copy_from_slice(q_rate.as_slice());
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

/// The ball joint with derivatives as rates.
#[derive(Debug)]
pub(super) struct BallByDerivatives<P>(Ball<P>);

impl<P> BallByDerivatives<P> {
    pub fn at(q: usize, v: usize) -> Self {
        Self(Ball::at(q, v))
    }
}

impl<P: ThreeParameters> JointModel for BallByDerivatives<P> {
    fn positions(&self) -> Range<usize> {
        self.0.q..self.0.q + 3
    }

    fn velocities(&self) -> Range<usize> {
        self.0.v..self.0.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        placement::<P>(&vector(q, self.0.q))
    }

    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64> {
        rotational_motions(&P::jacobian(&vector(q, self.0.q)))
    }

    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64> {
        rotational_motions(&P::jacobian_rate(
            &vector(q, self.0.q),
            &vector(qd, self.0.v),
        ))
    }

    fn position_rate(&self, _q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let Self(Ball { q, v, .. }) = *self;
        rate[q..q + 3].copy_from_slice(&qd[v..v + 3]);
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

/// The floating joint.
#[derive(Debug)]
pub(super) struct Floating<P>(Ball<P>);

impl<P> Floating<P> {
    pub fn at(q: usize, v: usize) -> Self {
        Self(Ball::at(q, v))
    }
}

impl<P: ThreeParameters> JointModel for Floating<P> {
    fn positions(&self) -> Range<usize> {
        self.0.q..self.0.q + 6
    }

    fn velocities(&self) -> Range<usize> {
        self.0.v..self.0.v + 6
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            position: vector(q, self.0.q),
            ..placement::<P>(&vector(q, self.0.q + 3))
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::identity(6)
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(6)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let Self(Ball { q: start, v, .. }) = *self;
        let orientation = vector(q, start + 3);
        let velocity = P::rotation(&orientation) * vector(qd, v);
        let orientation_rate = P::rate(&orientation, &vector(qd, v + 3));
        rate[start..start + 3].copy_from_slice(velocity.as_slice());
        rate[start + 3..start + 6].copy_from_slice(orientation_rate.as_slice());
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

fn vector(from: &[f64], start: usize) -> Vector3<f64> {
    Vector3::from_column_slice(&from[start..start + 3])
}

fn placement<P: ThreeParameters>(q: &Vector3<f64>) -> Placement {
    Placement {
        rotation: P::rotation(q),
        position: Vector3::zeros(),
    }
}

/// Motions with these angular velocities, one per column.
fn rotational_motions(angular: &Matrix3<f64>) -> Matrix6xX<f64> {
    let axis = |k: usize| spatial(Vector3::zeros(), angular.column(k).into_owned());
    Matrix6xX::from_columns(&[axis(0), axis(1), axis(2)])
}
