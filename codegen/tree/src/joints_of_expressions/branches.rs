//! Bodies as branches of a tree of joints: each coordinate is a joint, and a joint or a link carries each body.

use std::collections::BTreeSet;

use super::body_placement::BodyPlacement;
use super::linear_parameters::convert_to_linear;
use super::recognised_motion::RecognisedMotion;
use multibody_program::exact::{Rational, RationalMatrix, rotation};
use multibody_program::ir::{Builder, Input, Matrix3, Pose, Value};

/// A coordinate that is a joint.
#[derive(Clone, Debug)]
pub struct RecognisedJoint {
    /// The coordinate.
    pub coordinate: Input,
    /// The joint's axis, where all coordinates are 0. There all joint frames are parallel to the frame of the base.
    pub motion: RecognisedMotion,
    /// The link or joint that carries the joint.
    pub parent: Carrier,
}

/// The link or joint that carries a joint or a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A link of the description; none: the world.
    Base(Option<usize>),
    /// The joint with this index.
    Joint(usize),
}

/// A body that a joint or a link carries.
pub struct BodyOnJoint {
    /// The index of the body.
    pub body: usize,
    /// The joint or link that carries the body, never the world.
    pub carrier: Carrier,
    /// The body's pose where all coordinates are 0, in the frame of the link, or the world, from which its joints start.
    pub neutral_pose: Pose,
}

/// Joints, and the bodies that they carry.
pub struct Branches {
    /// The joints, depth first.
    pub joints: Vec<RecognisedJoint>,
    /// The link or joint that carries each body. A body that the world carries does not move.
    pub carriers: Vec<Carrier>,
    /// The builder of all values.
    pub builder: Builder,
    /// The placement of each body, relative to the last joint found so far that carries it.
    bodies: Vec<BodyPlacement>,
}

impl Branches {
    /// The joints of some bodies, each of which is placed relative to a link or the world. None if the world carries all bodies, if
    /// joints alone do not move some body, or if a coordinate would have to be two joints.
    pub fn of(b: Builder, bodies: Vec<(Option<usize>, BodyPlacement)>) -> Option<Self> {
        let (bases, bodies): (Vec<Option<usize>>, Vec<BodyPlacement>) = bodies.into_iter().unzip();
        let mut branches = Self {
            joints: Vec::new(),
            carriers: vec![Carrier::Base(None); bodies.len()],
            builder: b,
            bodies,
        };
        for base in bases.iter().copied().collect::<BTreeSet<_>>() {
            let bodies_at_base = (0..bases.len()).filter(|&body| bases[body] == base);
            branches.add_joints(Carrier::Base(base), bodies_at_base.collect())?;
        }
        let coordinates = branches.joints.iter().map(|joint| joint.coordinate);
        let are_distinct = coordinates.collect::<BTreeSet<_>>().len() == branches.joints.len();
        let mut carriers = branches.carriers.iter();
        let is_any_mobile = carriers.any(|carrier| *carrier != Carrier::Base(None));
        (are_distinct && is_any_mobile).then_some(branches)
    }

    /// Adds all joints between a carrier and the bodies that it moves. The axis of a joint is constant only in the frame of its
    /// parent, so joints are found from the carrier outwards. A joint's frame coincides with its parent's where the coordinate is
    /// 0. So the placement of an outboard body with the coordinate set to 0 is its placement in the joint's frame. None if some
    /// body moves in another way.
    fn add_joints(&mut self, parent: Carrier, mut bodies: Vec<usize>) -> Option<()> {
        loop {
            let (moving_bodies, fixed_bodies): (Vec<usize>, Vec<usize>) = (bodies.into_iter())
                .partition(|&body| !self.bodies[body].coordinates(&self.builder).is_empty());
            fixed_bodies
                .iter()
                .for_each(|&body| self.carriers[body] = parent);
            if moving_bodies.is_empty() {
                return Some(());
            }
            let (joint, outboard) = self.next_joint(parent, &moving_bodies)?;
            for &body in &outboard {
                self.bodies[body].set_to_zero(&mut self.builder, joint.coordinate);
            }
            bodies = moving_bodies
                .into_iter()
                .filter(|body| !outboard.contains(body))
                .collect();
            self.joints.push(joint);
            self.add_joints(Carrier::Joint(self.joints.len() - 1), outboard)?;
        }
    }

    /// A joint on a parent, and the bodies that it moves.
    fn next_joint(
        &mut self,
        parent: Carrier,
        bodies: &[usize],
    ) -> Option<(RecognisedJoint, Vec<usize>)> {
        let mut choices = self.separable_coordinates(bodies).into_iter();
        choices.find_map(|(coordinate, members)| {
            let body_placements: Vec<&BodyPlacement> =
                members.iter().map(|&body| &self.bodies[body]).collect();
            let motion = RecognisedMotion::of(&mut self.builder, &body_placements, coordinate)?;
            let joint = RecognisedJoint {
                coordinate,
                motion,
                parent,
            };
            Some((joint, members))
        })
    }

    /// The coordinates that can be the next joint, each with the bodies that it moves. None of these bodies shares another
    /// coordinate with a body that the joint does not move, since that coordinate would have to be two joints.
    fn separable_coordinates(&self, bodies: &[usize]) -> Vec<(Input, Vec<usize>)> {
        let coordinates = |body: usize| self.bodies[body].coordinates(&self.builder);
        let pairs: Vec<(usize, BTreeSet<Input>)> = bodies
            .iter()
            .map(|&body| (body, coordinates(body)))
            .collect();
        let all_inputs: BTreeSet<Input> = pairs.iter().flat_map(|(_, x)| x).copied().collect();
        let choices = all_inputs.into_iter().filter_map(|coordinate| {
            let (members, others): (Vec<_>, Vec<_>) =
                (pairs.iter()).partition(|(_, inputs)| inputs.contains(&coordinate));
            let mut member_inputs = members.iter().flat_map(|(_, inputs)| inputs);
            let is_shared = member_inputs.any(|x| others.iter().any(|(_, y)| y.contains(x)));
            let bodies = members.iter().map(|(body, _)| *body).collect();
            (!is_shared).then_some((coordinate, bodies))
        });
        choices.collect()
    }

    /// The bodies that joints or links carry. None if `neutral_pose` is none for some body.
    pub fn bodies_on_joints(&mut self) -> Option<Vec<BodyOnJoint>> {
        let carriers = self.carriers.clone().into_iter().enumerate();
        let pairs = carriers.filter(|(_, carrier)| *carrier != Carrier::Base(None));
        let bodies = pairs.map(|(body, carrier)| {
            Some(BodyOnJoint {
                body,
                carrier,
                neutral_pose: self.neutral_pose(body)?,
            })
        });
        bodies.collect()
    }

    /// The pose of a body where all coordinates are 0. None if its position is not linear in parameters, or if the matrix of its
    /// axes is not a constant rotation.
    fn neutral_pose(&mut self, body: usize) -> Option<Pose> {
        let BodyPlacement { position, .. } = self.bodies[body];
        let axes = self.bodies[body].rotation;
        let rotation = axes.unwrap_or_else(|| self.builder.identity());
        self.is_rotation(&rotation).then_some(())?;
        let translation = convert_to_linear(&mut self.builder, &position)?;
        Some(Pose {
            rotation,
            translation,
        })
    }

    fn is_rotation(&self, rows: &Matrix3) -> bool {
        let exact = |value: Value| self.builder.as_constant(value).cloned();
        let entries: Option<Vec<Rational>> = rows.iter().flatten().copied().map(exact).collect();
        entries.is_some_and(|entries| {
            is_rotation(&std::array::from_fn(|i| {
                std::array::from_fn(|j| entries[3 * i + j].clone())
            }))
        })
    }
}

/// `R R^T = 1` and `det R = 1`
fn is_rotation(rows: &RationalMatrix) -> bool {
    let product = rotation::product(rows, &rotation::transpose(rows));
    let [a, b, c] = rows;
    let determinant = (0..3).fold(Rational::ZERO, |sum, k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        sum + &a[k] * (&b[i] * &c[j] - &b[j] * &c[i])
    });
    product == rotation::identity() && determinant == Rational::ONE
}
