//! Elementary motions of joints.

use super::Coordinate;
use crate::joint::Kind;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Builder, InputKind, Matrix3, Value};

/// An elementary motion: `axes X(position) axes^T`, where X is the transform of its type. The child link's frame is
/// the joint's origin followed by all its motions.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Its type.
    pub kind: Kind,
    /// The columns are the axes of the joint type's frame, expressed in the frame that this motion moves; z is the axis of motion.
    pub axes: Matrix3,
    /// Index of the coordinate that it depends on.
    pub coordinate: usize,
    /// Factor of `position = multiplier * coordinate + offset`.
    pub multiplier: Rational,
    /// Constant term of `position = multiplier * coordinate + offset`.
    pub offset: Offset,
}

/// A constant part of a joint's position.
#[derive(Clone, Debug)]
pub enum Offset {
    /// No offset.
    Zero,
    /// An angle.
    Angle(Angle),
    /// A length in m.
    Length(Rational),
}

impl Motion {
    /// The positions of this motion, computed from the coordinates.
    pub fn positions(&self, b: &mut Builder, coordinates: &[Coordinate]) -> Vec<Value> {
        let coordinate = &coordinates[self.coordinate];
        let count = self.kind.positions().len();
        (coordinate.q..coordinate.q + count)
            .map(|index| {
                let q = b.input(InputKind::Q, index);
                let scaled = b.scale(&self.multiplier, q);
                let offset = match &self.offset {
                    Offset::Zero => b.zero(),
                    Offset::Angle(angle) => b.angle(angle),
                    Offset::Length(length) => b.constant(length),
                };
                b.add(scaled, offset)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::joint::{Floating, Prismatic, Revolute};
    use multibody_program::exact::integer;
    use multibody_program::ir::{Exact, Input};

    #[test]
    fn a_joint_takes_its_positions_from_its_coordinate() {
        let coordinate = |kind: Kind, q, v| Coordinate {
            name: "joint".into(),
            joint: "joint".into(),
            kind,
            q,
            v,
            limits: None,
        };
        let coordinates = [
            coordinate(Arc::new(Floating), 0, 0),
            coordinate(Arc::new(Prismatic), 7, 6),
        ];
        let mut b = Builder::new();
        let mut motion = Motion {
            kind: Arc::new(Prismatic),
            axes: b.identity(),
            coordinate: 1,
            multiplier: integer(-3),
            offset: Offset::Length(integer(2)),
        };
        let positions = motion.positions(&mut b, &coordinates);
        let mut point = Exact::default();
        point
            .numbers
            .insert(Input::new(InputKind::Q, 7), integer(5));
        assert_eq!(
            point.evaluate(&b.finish(&positions)),
            Some(vec![integer(-13)])
        );
        motion.offset = Offset::Zero;
        assert_eq!(
            point
                .evaluate(&b.finish(&motion.positions(&mut b.clone(), &coordinates)))
                .map(|values| values.len()),
            Some(1)
        );
        let root_motion = Motion {
            kind: Arc::new(Floating),
            coordinate: 0,
            multiplier: integer(1),
            ..motion
        };
        let positions = root_motion.positions(&mut b, &coordinates);
        let inputs: Vec<Value> = (0..7).map(|k| b.input(InputKind::Q, k)).collect();
        assert_eq!(positions, inputs);
    }

    #[test]
    fn an_offset_that_is_a_quarter_turn_turns_sine_into_cosine() {
        let mut b = Builder::new();
        let coordinates = [Coordinate {
            name: "joint".into(),
            joint: "joint".into(),
            kind: Arc::new(Revolute { is_endless: true }),
            q: 0,
            v: 0,
            limits: None,
        }];
        let motion = Motion {
            kind: Arc::new(Revolute { is_endless: true }),
            axes: b.identity(),
            coordinate: 0,
            multiplier: integer(1),
            offset: Offset::Angle(Angle::of_quarter_turns(1)),
        };
        let position = motion.positions(&mut b, &coordinates)[0];
        let q = b.input(InputKind::Q, 0);
        let ((sin, _), (_, cos)) = (b.sin_cos(position), b.sin_cos(q));
        assert_eq!(sin, cos);
    }
}
