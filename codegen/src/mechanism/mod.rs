//! The robot as read, in exact numbers: what is proved, and what `reference` computes with.
//!
//! Links and joints are those of the description. What settings ask for has happened: the root is
//! joined to the world, welded joints are fixed, mimic joints name their leader, and numbers next
//! to a quarter turn have been snapped. Nothing is lumped, and no frame is moved.

mod armature;
mod axis;
mod build;
mod coordinates;
mod passive;
mod snap;

pub use build::build;
pub(crate) use passive::{idle, passive};

use crate::exact::{Angle, Rational};
use crate::force::{self, Element};
use crate::ir::{Builder, InputKind, Matrix3, Pose, Value, Vector3};
use crate::joint::{Coordinate as Position, Kind};
use crate::model::{Limits, Parameter};
use crate::report::Snap;

/// A robot in exact numbers. All values are constants, or made of parameters, of `builder`.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// Holds the values below.
    pub builder: Builder,
    /// Acceleration of gravity, world axes.
    pub gravity: Vector3,
    /// In the order of the description.
    pub links: Vec<Link>,
    /// Depth first, siblings in the order of the description; the first joins the root to the world.
    pub joints: Vec<Joint>,
    /// The force elements that act, in the order of their joints.
    pub forces: Vec<Element>,
    /// The independent coordinates, in the order of their joints.
    pub coordinates: Vec<Coordinate>,
    /// Numbers that were taken to be their neighbours.
    pub snaps: Vec<Snap>,
    /// What is known only at run time.
    pub parameters: Vec<Parameter>,
    /// Positions of the parameters that are never 0.
    pub nonzero: Vec<usize>,
}

/// A rigid body as read.
#[derive(Clone, Debug)]
pub struct Link {
    /// As in the description.
    pub name: String,
    /// kg
    pub mass: Value,
    /// Centre of mass in the link's frame.
    pub com: Vector3,
    /// Inertia about the centre of mass, in the link's axes.
    pub inertia: Matrix3,
}

/// A joint as read.
#[derive(Clone, Debug)]
pub struct Joint {
    /// As in the description; `root_joint` for the one that joins the root to the world.
    pub name: String,
    /// Link that carries it; none: the world.
    pub parent: Option<usize>,
    /// Link that it moves.
    pub child: usize,
    /// The child link's frame at rest, in the parent link's frame.
    pub origin: Pose,
    /// Its elementary motions, one after the other; none: it is fixed.
    pub motions: Vec<Motion>,
    /// Apparent inertia a of what drives it, kg m^2 or kg: `a rate^2 / 2` is part of the kinetic energy.
    pub armature: Value,
}

/// An elementary motion: `axes X(position) axes^T` with the transform X of its type. The child link's
/// frame is the joint's origin, times its motions.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Its type.
    pub kind: Kind,
    /// Axes of the joint type's frame, in the child link's frame; z is the axis of motion.
    pub axes: Matrix3,
    /// The coordinate that moves it.
    pub coordinate: usize,
    /// `position = multiplier * coordinate + offset`
    pub multiplier: Rational,
    /// The same.
    pub offset: Offset,
}

/// A constant part of a joint's position.
#[derive(Clone, Debug)]
pub enum Offset {
    /// None.
    Zero,
    /// An angle.
    Angle(Angle),
    /// A length in m.
    Length(Rational),
}

/// An independent coordinate, of one or several positions and rates.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name: that of its joint, and of several in one joint `joint_1`, `joint_2` and so on.
    pub name: String,
    /// The joint that has it.
    pub joint: String,
    /// The type of its motion.
    pub kind: Kind,
    /// First position.
    pub q: usize,
    /// First rate.
    pub v: usize,
    /// Limits of the joint.
    pub limits: Option<Limits>,
}

impl Coordinate {
    /// The first position and the first rate behind it.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        let width = self.kind.coordinates().len();
        (self.q + width, self.v + self.kind.nv())
    }
}

impl Mechanism {
    /// Number of positions.
    #[must_use]
    pub fn nq(&self) -> usize {
        self.coordinates
            .iter()
            .map(|c| c.kind.coordinates().len())
            .sum()
    }

    /// Number of rates.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.coordinates.iter().map(|c| c.kind.nv()).sum()
    }

    /// Number of parameters.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.parameters.iter().map(|p| p.shape.count()).sum()
    }

    /// Whether force elements act on any joint.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty()
    }

    /// The types of the force elements that act.
    #[must_use]
    pub fn force_types(&self) -> Vec<force::Kind> {
        let acts = |kind: &force::Kind| self.forces.iter().any(|f| force::same(f.kind, *kind));
        force::TYPES.into_iter().filter(acts).collect()
    }

    /// Whether any joint has an armature.
    #[must_use]
    pub fn has_armatures(&self) -> bool {
        let mut joints = self.joints.iter();
        joints.any(|joint| !self.builder.is_zero(joint.armature))
    }

    /// Whether any of the positions belong to quaternions.
    #[must_use]
    pub fn has_quaternions(&self) -> bool {
        let positions = self.coordinates.iter().flat_map(|c| c.kind.coordinates());
        positions
            .into_iter()
            .any(|position| *position == Position::Quaternion)
    }

    /// Position of a link or nothing.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }
}

impl Joint {
    /// Number of rates that its own motion has, those of a joint that it follows among them.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.motions.iter().map(|motion| motion.kind.nv()).sum()
    }

    /// Its motion, if it has one degree of freedom.
    #[must_use]
    pub fn simple(&self) -> Option<&Motion> {
        match &self.motions[..] {
            [only] if only.kind.nv() == 1 => Some(only),
            _ => None,
        }
    }

    /// What reports call the way it moves.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.motions[..] {
            [] => "fixed",
            [only] => only.kind.name(),
            _ => "sequence",
        }
    }
}

impl Motion {
    /// The joint's own positions, made of the coordinates.
    pub fn positions(&self, b: &mut Builder, coordinates: &[Coordinate]) -> Vec<Value> {
        let coordinate = &coordinates[self.coordinate];
        let count = self.kind.coordinates().len();
        (coordinate.q..coordinate.q + count)
            .map(|at| {
                let q = b.input(InputKind::Q, at);
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
    use crate::exact::{integer, rotation};
    use crate::ir::{Exact, Input};
    use crate::joint::{Floating, Prismatic, Revolute};

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
        let free = Motion {
            kind: Arc::new(Floating),
            coordinate: 0,
            multiplier: integer(1),
            ..motion
        };
        let positions = free.positions(&mut b, &coordinates);
        let inputs: Vec<Value> = (0..7).map(|k| b.input(InputKind::Q, k)).collect();
        assert_eq!(positions, inputs);
    }

    #[test]
    fn an_offset_that_is_a_quarter_turn_turns_sine_into_cosine() {
        let mut b = Builder::new();
        let coordinates = [Coordinate {
            name: "joint".into(),
            joint: "joint".into(),
            kind: Arc::new(Revolute { endless: true }),
            q: 0,
            v: 0,
            limits: None,
        }];
        let motion = Motion {
            kind: Arc::new(Revolute { endless: true }),
            axes: b.identity(),
            coordinate: 0,
            multiplier: integer(1),
            offset: Offset::Angle(rotation::quarter_turns(1)),
        };
        let position = motion.positions(&mut b, &coordinates)[0];
        let q = b.input(InputKind::Q, 0);
        let ((turned, _), (_, cos)) = (b.sin_cos(position), b.sin_cos(q));
        assert_eq!(turned, cos);
    }
}
