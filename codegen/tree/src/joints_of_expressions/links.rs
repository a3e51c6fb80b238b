//! Adds recognised joints and the bodies that they carry to a system.

use std::sync::Arc;

use super::branches::{Carrier, RecognisedJoint};
use super::linear_parameters::convert_to_linear;
use super::recognised_motion::RecognisedMotion;
use multibody_description::joint::{Kind, Prismatic, Revolute};
use multibody_description::system::{Joint, Link, Motion, Offset, PlacedBody, System};
use multibody_program::exact::{Rational, RationalMatrix, integer, rotation};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// Adds links and joints to a system.
pub struct Links<'a> {
    system: &'a mut System,
    /// The frames of the joints so far. Where all coordinates are 0, they have the axes of the link, or the world, that carries the
    /// joints.
    frames: Vec<JointFrame>,
}

/// The frame of a joint, which is also the frame of the link that it moves.
#[derive(Clone, Copy)]
struct JointFrame {
    /// The link; none if it is the world.
    link: Option<usize>,
    /// The frame's origin where all coordinates are 0, relative to the link of the description or the world that carries the
    /// joints.
    origin: Vector3,
}

impl<'a> Links<'a> {
    /// Adds to this system, which has none of the recognised joints yet.
    pub fn new(system: &'a mut System) -> Self {
        let frames = Vec::new();
        Self { system, frames }
    }

    /// Adds a joint, and a link without mass that it moves.
    pub fn add_joint(&mut self, joint: &RecognisedJoint) {
        let parent = self.frame(joint.parent);
        let RecognisedMotion { axis, point } = &joint.motion;
        let origin = point.unwrap_or(parent.origin);
        let system = &mut *self.system;
        let mut coordinates = system.coordinates.iter();
        let index = coordinates
            .position(|coordinate| coordinate.q == joint.coordinate.index as usize)
            .expect("the coordinate of an input");
        let kind: Kind = match point {
            Some(_) => Arc::new(Revolute { is_endless: true }),
            None => Arc::new(Prismatic),
        };
        system.coordinates[index].kind = Arc::clone(&kind);
        let b = &mut system.builder;
        let motion = Motion {
            kind,
            axes: rotation_from_z(axis).map(|row| row.map(|entry| b.constant(&entry))),
            coordinate: index,
            multiplier: integer(1),
            offset: Offset::Zero,
        };
        let pose = Pose {
            rotation: b.identity(),
            translation: difference(b, &origin, &parent.origin),
        };
        let name = system.coordinates[index].name.clone();
        let no_mass = (b.zero(), [b.zeros(); 3]);
        let link = self.add_link(name, parent.link, pose, vec![motion], no_mass);
        self.frames.push(JointFrame {
            link: Some(link),
            origin,
        });
    }

    fn frame(&self, carrier: Carrier) -> JointFrame {
        match carrier {
            Carrier::Base(link) => JointFrame {
                link,
                origin: [Value::ZERO; 3],
            },
            Carrier::Joint(index) => self.frames[index],
        }
    }

    /// Adds a body that a joint carries, with its pose where all coordinates are 0.
    pub fn add_body(&mut self, body: &PlacedBody, carrier: Carrier, neutral_pose: &Pose) {
        let JointFrame { link, origin } = self.frame(carrier);
        let pose = Pose {
            translation: difference(&mut self.system.builder, &neutral_pose.translation, &origin),
            ..*neutral_pose
        };
        let mass_and_inertia = (body.mass, body.inertia);
        self.add_link(body.name.clone(), link, pose, Vec::new(), mass_and_inertia);
    }

    /// Adds a joint and the link that it moves. Returns the index of the link.
    fn add_link(
        &mut self,
        name: String,
        parent: Option<usize>,
        origin: Pose,
        motions: Vec<Motion>,
        (mass, inertia): (Value, Matrix3),
    ) -> usize {
        let System {
            builder: b, tree, ..
        } = &mut *self.system;
        let child = tree.links.len();
        tree.links.push(Link {
            name: name.clone(),
            mass,
            com: b.zeros(),
            inertia,
            is_intermediate: false,
        });
        tree.joints.push(Joint {
            name,
            parent,
            child,
            origin,
            motions,
            armature: b.zero(),
        });
        child
    }
}

/// The difference of linear functions of parameters.
fn difference(b: &mut Builder, left: &Vector3, right: &Vector3) -> Vector3 {
    let difference = b.sub3(left, right);
    convert_to_linear(b, &difference).expect("a linear function")
}

/// A rotation that takes z exactly to a unit vector e = (x, y, z). If e is along a coordinate axis, it is a permutation
/// of axes, up to signs. Otherwise it is the shortest rotation, with the entries `R_ij = d_ij - e_i e_j / (1 + z)` for
/// x and y (Rodrigues), where d is the unit matrix.
fn rotation_from_z(axis: &[Rational; 3]) -> RationalMatrix {
    let components = axis.iter().filter(|entry| **entry != Rational::ZERO);
    if components.count() == 1 {
        return rotation::z_to(axis);
    }
    let [x, y, z] = axis;
    let share = |p: &Rational, q: &Rational| p * q / (integer(1) + z);
    [
        [integer(1) - share(x, x), -share(x, y), x.clone()],
        [-share(x, y), integer(1) - share(y, y), y.clone()],
        [-x.clone(), -y.clone(), z.clone()],
    ]
}
