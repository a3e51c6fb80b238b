//! Orientations by the exponential map: a rotation vector, which is an axis times an angle.
//!
//! Everything is smooth at 0, since it is made of Stumpff's functions. After a whole turn the vector no longer
//! determines about which axis the body turns further: there N is infinite, or, if the rates are derivatives, M
//! is singular.

use std::sync::Arc;

use super::exponential_rates;
use super::rates::Rates;
use super::rotation_vector::{quaternion, rotation, vector_rate};
use super::{Axis, Ball, Coordinate, Floating, JointType, Lift, ReferenceInputs};
use multibody_program::ir::{Builder, Pose, Value};

/// Ball joints: a rotation vector.
#[derive(Debug)]
pub struct ExponentialBall {
    /// The meaning of its rates.
    pub rates: Rates,
}

impl JointType for ExponentialBall {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn kind(&self) -> String {
        "Ball".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some(match self.rates {
            Rates::Body => "Exponential",
            Rates::Derivative => "ExponentialRates",
        })
    }

    fn reference(&self, inputs: &ReferenceInputs) -> Option<String> {
        let ReferenceInputs { q, v, .. } = inputs;
        let motion = match self.rates {
            Rates::Body => "ExponentialBall",
            Rates::Derivative => "ExponentialRates",
        };
        Some(format!("Motion::{motion} {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::RotationVector; 3]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: rotation(b, [q[0], q[1], q[2]]),
            translation: b.zeros(),
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let turn = (self.rates == Rates::Body).then(|| vector_rate(b, [q[0], q[1], q[2]]))?;
        Some(turn.map(|row| row.to_vec()).to_vec())
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let vector = [q[0], q[1], q[2]];
        Some(match self.rates {
            Rates::Body => Lift {
                kind: Arc::new(Ball),
                positions: quaternion(b, vector).to_vec(),
            },
            Rates::Derivative => Lift {
                kind: Arc::new(exponential_rates::LiftedExponential),
                positions: exponential_rates::positions(b, vector),
            },
        })
    }
}

/// Floating joints: positions x y z and a rotation vector, rates linear then angular, both in the axes of the
/// moving body.
#[derive(Debug)]
pub struct ExponentialFloating;

impl JointType for ExponentialFloating {
    fn name(&self) -> &'static str {
        "floating"
    }

    fn kind(&self) -> String {
        "Floating".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some("ExponentialFloating")
    }

    fn reference(&self, inputs: &ReferenceInputs) -> Option<String> {
        let ReferenceInputs { q, v, .. } = inputs;
        Some(format!("Motion::ExponentialFloating {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        use Coordinate::{Length, RotationVector};
        &[
            Length,
            Length,
            Length,
            RotationVector,
            RotationVector,
            RotationVector,
        ]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: rotation(b, [q[3], q[4], q[5]]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let zero = b.zero();
        let rotation = self.transform(b, q).rotation;
        let turn = vector_rate(b, [q[3], q[4], q[5]]);
        let shift = rotation.map(|r| vec![r[0], r[1], r[2], zero, zero, zero]);
        let turn = turn.map(|t| vec![zero, zero, zero, t[0], t[1], t[2]]);
        Some(shift.into_iter().chain(turn).collect())
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let turn = quaternion(b, [q[3], q[4], q[5]]);
        Some(Lift {
            kind: Arc::new(Floating),
            positions: [&q[..3], &turn[..]].concat(),
        })
    }
}
