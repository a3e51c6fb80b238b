//! Joints with a rotation vector, axis times angle: the ball joint, whose rates are the angular velocity in body axes
//! or the derivatives of the vector, and the floating joint with velocities in body axes.

use std::ops::Range;

use nalgebra::{Matrix3, Matrix6xX, Rotation3, Vector3};

use super::JointModel;
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct Ball {
    pub q: usize,
    pub v: usize,
}

impl JointModel for Ball {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 3
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        turned(&vector(q, self.q))
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        turns(&Matrix3::identity())
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(3)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let changing = vector_rate(&vector(q, self.q), &vector(qd, self.v));
        rate[self.q..self.q + 3].copy_from_slice(changing.as_slice());
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

#[derive(Debug)]
pub(super) struct Rates {
    pub q: usize,
    pub v: usize,
}

impl JointModel for Rates {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 3
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        turned(&vector(q, self.q))
    }

    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64> {
        turns(&jacobian(&vector(q, self.q)))
    }

    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64> {
        turns(&jacobian_rate(&vector(q, self.q), &vector(qd, self.v)))
    }

    fn position_rate(&self, _q: &[f64], qd: &[f64], rate: &mut [f64]) {
        rate[self.q..self.q + 3].copy_from_slice(&qd[self.v..self.v + 3]);
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

#[derive(Debug)]
pub(super) struct Floating {
    pub q: usize,
    pub v: usize,
}

impl JointModel for Floating {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 6
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 6
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            position: vector(q, self.q),
            ..turned(&vector(q, self.q + 3))
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::identity(6)
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(6)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let turn = vector(q, self.q + 3);
        let moving = turned(&turn).rotation * vector(qd, self.v);
        let changing = vector_rate(&turn, &vector(qd, self.v + 3));
        rate[self.q..self.q + 3].copy_from_slice(moving.as_slice());
        rate[self.q + 3..self.q + 6].copy_from_slice(changing.as_slice());
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

fn vector(from: &[f64], at: usize) -> Vector3<f64> {
    Vector3::from_column_slice(&from[at..at + 3])
}

/// A rotation by Rodrigues' formula.
fn turned(vector: &Vector3<f64>) -> Placement {
    Placement {
        rotation: Rotation3::new(*vector).into_inner(),
        position: Vector3::zeros(),
    }
}

/// Motions with these angular velocities, one per column.
fn turns(angular: &Matrix3<f64>) -> Matrix6xX<f64> {
    let axis = |k: usize| spatial(Vector3::zeros(), angular.column(k).into_owned());
    Matrix6xX::from_columns(&[axis(0), axis(1), axis(2)])
}

/// `1 - f [q]x + g [q]x^2`: maps derivatives of the vector to the angular velocity in body axes.
fn jacobian(vector: &Vector3<f64>) -> Matrix3<f64> {
    let ([f, g], cross) = (factors(vector.norm()), vector.cross_matrix());
    Matrix3::identity() - f * cross + g * cross * cross
}

/// The time derivative of this Jacobian.
fn jacobian_rate(vector: &Vector3<f64>, rate: &Vector3<f64>) -> Matrix3<f64> {
    let angle = vector.norm();
    let ([f, g], [df, dg]) = (factors(angle), slopes(angle));
    let (cross, turning) = (vector.cross_matrix(), rate.cross_matrix());
    // d(angle)/dt = vector . rate / angle
    let along = vector.dot(rate);
    let twice = cross * turning + turning * cross;
    g * twice - f * turning - df * along * cross + dg * along * cross * cross
}

/// Below this angle the series are exact up to rounding.
const SMALL: f64 = 1e-2;

/// `f = (1 - cos a) / a^2` and `g = (a - sin a) / a^3`.
fn factors(a: f64) -> [f64; 2] {
    let x = a * a;
    match a < SMALL {
        true => [
            (1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0))) / 2.0,
            (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0))) / 6.0,
        ],
        false => {
            let half = (a / 2.0).sin() / a;
            [2.0 * half * half, (a - a.sin()) / (x * a)]
        }
    }
}

/// `df/da / a` and `dg/da / a`.
fn slopes(a: f64) -> [f64; 2] {
    let (x, [f, g]) = (a * a, factors(a));
    match a < SMALL {
        true => [
            -(1.0 - x / 15.0 * (1.0 - x * 3.0 / 112.0)) / 12.0,
            -(1.0 - x / 21.0 * (1.0 - x / 48.0)) / 60.0,
        ],
        false => [(a.sin() / a - 2.0 * f) / x, (f - 3.0 * g) / x],
    }
}

/// The derivative of the vector for an angular velocity in body axes: `w + q x w / 2 + e q x (q x w)` with
/// `e = 1/a^2 - cot(a/2) / (2 a)`.
fn vector_rate(vector: &Vector3<f64>, angular: &Vector3<f64>) -> Vector3<f64> {
    let angle = vector.norm();
    let e = match angle < SMALL {
        true => (1.0 + angle * angle / 60.0) / 12.0,
        false => (1.0 - angle / 2.0 / (angle / 2.0).tan()) / (angle * angle),
    };
    let once = vector.cross(angular);
    angular + once / 2.0 + e * vector.cross(&once)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Vector3<f64> = Vector3::new(0.4, -0.9, 0.5);

    /// Vectors on both sides of the limit of the series, and far from it.
    fn vectors() -> [Vector3<f64>; 4] {
        let axis = Vector3::new(2.0, -3.0, 6.0) / 7.0;
        [1e-3, 0.99 * SMALL, 1.01 * SMALL, 2.5].map(|angle| angle * axis)
    }

    #[test]
    fn the_jacobian_is_that_of_the_rotation() {
        for vector in vectors() {
            let step = 1e-5;
            let at = |h: f64| turned(&(vector + h * RATE)).rotation;
            let turning = at(0.0).transpose() * (at(step) - at(-step)) / (2.0 * step);
            let expected = (jacobian(&vector) * RATE).cross_matrix();
            // The error of central differences: the square of the step, and rounding over the step.
            assert!((turning - expected).amax() < 1e-9, "{vector}");
            let before = jacobian(&(vector - step * RATE));
            let change = (jacobian(&(vector + step * RATE)) - before) / (2.0 * step);
            assert!(
                (change - jacobian_rate(&vector, &RATE)).amax() < 1e-9,
                "{vector}"
            );
        }
    }

    #[test]
    fn the_rate_of_the_vector_undoes_the_jacobian() {
        for vector in vectors() {
            let back = vector_rate(&vector, &(jacobian(&vector) * RATE));
            assert!((back - RATE).amax() < 1e-10, "{vector}: {back}");
        }
    }
}
