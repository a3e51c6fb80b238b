//! The description of a tree of bodies, and the tree in the order of computation.

use std::{boxed::Box, vec, vec::Vec};

use nalgebra::{DVector, Matrix3, Matrix6, Vector3};

use super::constant_force::ConstantForce;
use super::constrained_dynamics::Proximal;
use super::force::{Force, LineOfAction};
use super::joint::{JointModel, Motion};
use super::{Actuator, Constraint, Expressions, PointSpring};
use crate::spatial::{self, Placement};
use crate::{ConstraintInfo, JointInfo};

/// A rigid body with the mass given in the description.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The name in the robot's description; empty if the link lies between two joints of one body.
    pub name: &'static str,
    /// Mass, kg.
    pub mass: f64,
    /// Centre of mass in the link frame, in m.
    pub com: [f64; 3],
    /// Rotational inertia about the centre of mass in link axes: rows, both triangles, kg m^2.
    pub inertia: [[f64; 3]; 3],
}

/// A connection between a link and its parent.
///
/// The joint frame is fixed in the parent. In the zero position of the joint, the child's link frame is the joint frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name in the robot's description.
    pub name: &'static str,
    /// Index of the parent link; `None` is the world.
    pub parent: Option<usize>,
    /// Index of the child link.
    pub child: usize,
    /// Orientation of the joint frame in the parent, by rows: `x_parent = rotation x_joint`.
    pub rotation: [[f64; 3]; 3],
    /// Origin of the joint frame in the parent frame, in m.
    pub translation: [f64; 3],
    /// The motion of the child relative to the joint frame.
    pub motion: Motion,
}

/// A tree of bodies under gravity.
///
/// Functions of the state take `q` (`nq` long) and `qd`, `qdd`, `tau` (`nv` long) as slices, and panic if lengths
/// differ. Quaternions must have unit length. A wrench is given as a link's index and six numbers: force, then moment,
/// in world axes at the link's origin, acting on the link.
#[derive(Debug)]
pub struct Model {
    pub(crate) gravity: Vector3<f64>,
    /// Parents before children.
    pub(crate) bodies: Vec<Body>,
    pub(super) nq: usize,
    pub(crate) nv: usize,
    /// Apparent inertia of the rotors of the joints, per entry of `qd`; it is added to the diagonal of `M`.
    pub(crate) armature: DVector<f64>,
    /// Forces of joints and along sums of positions, each with the position along which it acts.
    pub(crate) forces: Vec<(LineOfAction, Force)>,
    /// Springs between points of links.
    pub(crate) point_springs: Vec<PointSpring>,
    /// Constant forces on links.
    pub(crate) constant_forces: Vec<ConstantForce>,
    /// Actuators, each with the position along which it acts.
    pub(super) actuators: Vec<(LineOfAction, Actuator)>,
    /// The ranges of random positions, per entry of `q`.
    pub(super) ranges: Vec<(f64, f64)>,
    /// Terms given by expressions.
    pub(crate) expressions: Option<Expressions>,
    /// The constraints besides the joints.
    pub(super) constraints: Vec<Constraint>,
    /// The proximal steps by which multipliers are computed; `None`: multipliers are those of least norm.
    pub(super) proximal: Option<Proximal>,
    /// The rates with motors; `None` if all rates have them.
    pub(super) motor_rates: Option<Vec<usize>>,
    /// The expected joint table of the robot's type.
    pub(super) joint_table: Vec<JointInfo>,
    /// The expected constraint table of the robot's type.
    pub(super) constraint_table: Vec<ConstraintInfo>,
    /// The time at which expressions are evaluated.
    pub(super) time: f64,
    links: Vec<Link>,
    joints: Vec<Joint>,
    body_of_link: Vec<usize>,
}

/// A link with its inboard joint.
#[derive(Debug)]
pub(crate) struct Body {
    /// Index of the parent among the bodies; `None` is the world.
    pub parent: Option<usize>,
    /// The placement of the joint frame in the parent.
    pub placement: Placement,
    pub joint: Box<dyn JointModel>,
    pub mass: f64,
    pub com: Vector3<f64>,
    /// Spatial inertia about the origin.
    pub inertia: Matrix6<f64>,
    /// Whether it can move. Bodies that are welded to the world are left out of masses and energies.
    pub is_mobile: bool,
}

impl Model {
    /// A tree of `links`, each the child of one of the `joints`, which may be in any order.
    ///
    /// `gravity` is the acceleration of a falling mass in world axes, in m/s^2.
    ///
    /// # Panics
    /// If a link is the child of no joint or of two, a joint names a link that does not exist, a
    /// parent is its own descendant, or an axis is zero.
    pub fn new(
        gravity: [f64; 3],
        links: impl Into<Vec<Link>>,
        joints: impl Into<Vec<Joint>>,
    ) -> Self {
        let (links, joints) = (links.into(), joints.into());
        let order = parents_first(&joints, links.len());
        let mut body_of_link = vec![usize::MAX; links.len()];
        let mut bodies: Vec<Body> = Vec::with_capacity(links.len());
        for joint in order.iter().map(|&joint| &joints[joint]) {
            let parent = joint.parent.map(|link| body_of_link[link]);
            body_of_link[joint.child] = bodies.len();
            let is_mobile = joint.motion != Motion::Fixed
                || parent.is_some_and(|parent| bodies[parent].is_mobile);
            bodies.push(Body::new(&links[joint.child], joint, parent, is_mobile));
        }
        let nq = last_end(bodies.iter().map(|body| body.joint.positions().end));
        let nv = last_end(bodies.iter().map(|body| body.joint.velocities().end));
        Self {
            gravity: Vector3::from(gravity),
            bodies,
            nq,
            nv,
            armature: DVector::zeros(nv),
            forces: Vec::new(),
            point_springs: Vec::new(),
            constant_forces: Vec::new(),
            actuators: Vec::new(),
            ranges: vec![(-std::f64::consts::PI, std::f64::consts::PI); nq],
            expressions: None,
            constraints: Vec::new(),
            proximal: None,
            motor_rates: None,
            joint_table: Vec::new(),
            constraint_table: Vec::new(),
            time: 0.0,
            links,
            joints,
            body_of_link,
        }
    }

    /// The same model with the joint table `joints`; random positions are within the limits in the table if these are
    /// finite.
    #[must_use]
    pub fn limited(mut self, joints: &[JointInfo]) -> Self {
        for joint in joints {
            let limits = joint.limits;
            // An empty range would fix the joint at a position at which many results are zero.
            if limits.lower.is_finite() && limits.upper.is_finite() && limits.lower < limits.upper {
                self.ranges[joint.q_range()].fill((limits.lower, limits.upper));
            }
        }
        self.joint_table = joints.into();
        self.narrow_leader_ranges();
        self
    }

    /// The same model with a table of its constraints.
    #[must_use]
    pub fn with_constraint_table(mut self, constraints: &[ConstraintInfo]) -> Self {
        self.constraint_table = constraints.into();
        self
    }

    /// Narrows the range of a joint if mimic joints turn by more than the joint itself: a mimic joint that turns k
    /// times as far magnifies the rounding of the leader's position k times.
    fn narrow_leader_ranges(&mut self) {
        let mut multipliers = vec![1.0_f64; self.nq];
        for joint in &self.joints {
            if let Some(coordinate) = joint.motion.coordinate() {
                let entry = &mut multipliers[coordinate.index_q];
                *entry = entry.max(coordinate.multiplier.abs());
            }
        }
        for ((lower, upper), multiplier) in self.ranges.iter_mut().zip(multipliers) {
            let center = 0.0_f64.clamp(*lower, *upper);
            let narrow = |end: f64| center + (end - center) / multiplier;
            (*lower, *upper) = (narrow(*lower), narrow(*upper));
        }
    }

    /// The same model with armatures on some joints. Each is given by the index of a joint with one degree of freedom, and
    /// by the apparent inertia a of its rotor, kg m^2 or kg. An armature adds `a rate^2 / 2` to the kinetic energy.
    ///
    /// # Panics
    /// If a joint does not have exactly one degree of freedom.
    #[must_use]
    pub fn with_armatures(mut self, joints: &[(usize, f64)]) -> Self {
        for &(joint, armature) in joints {
            let coordinate = (self.joints[joint].motion.coordinate())
                .expect("only joints of one degree of freedom have armatures");
            // The joint's rate is multiplier * qd.
            self.armature[coordinate.index_v] += armature * coordinate.multiplier.powi(2);
        }
        self
    }

    /// The same model with armatures along some rates, each given by the index of the rate. The rates have to be
    /// derivatives of positions, or angular velocities of a ball joint.
    #[must_use]
    pub fn with_armatures_of_rates(mut self, rates: &[(usize, f64)]) -> Self {
        for &(rate, armature) in rates {
            self.armature[rate] += armature;
        }
        self
    }

    /// The same model at a time, in s; without this it is 0.
    #[must_use]
    pub fn at_time(self, t: f64) -> Self {
        Self { time: t, ..self }
    }

    /// Length of `q`.
    pub fn nq(&self) -> usize {
        self.nq
    }

    /// Length of `qd`, `qdd` and `tau`.
    pub fn nv(&self) -> usize {
        self.nv
    }

    /// The links as given.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The joints as given.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The index of the link with this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// `dq/dt = N(q) qd`; it differs from `qd` if a joint has rates in body axes. Entries of coordinates without a joint, on
    /// which only expressions depend, are 0.
    pub fn position_rate(&self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        let mut rate = vec![0.0; self.nq];
        self.position_rate_of_joints(q, qd, &mut rate);
        rate
    }

    /// Writes `dq/dt` of the coordinates of joints; entries of coordinates without a joint are unchanged.
    pub(super) fn position_rate_of_joints(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        for body in &self.bodies {
            body.joint.position_rate(q, qd, rate);
        }
    }

    /// Scales quaternions to unit length; those that are zero become the identity.
    pub fn normalize(&self, q: &mut [f64]) {
        for body in &self.bodies {
            body.joint.normalize(q);
        }
    }

    /// The index of a link's body among the bodies.
    pub(crate) fn body(&self, link: usize) -> usize {
        self.body_of_link[link]
    }

    /// Whether joints share coordinates, as mimic joints do.
    pub(crate) fn shares_coordinates(&self) -> bool {
        let columns: usize = self
            .bodies
            .iter()
            .map(|body| body.joint.velocities().len())
            .sum();
        columns > self.nv
    }
}

impl Body {
    fn new(link: &Link, joint: &Joint, parent: Option<usize>, is_mobile: bool) -> Self {
        let com = Vector3::from(link.com);
        let inertia = from_rows(&link.inertia);
        Self {
            parent,
            placement: Placement {
                rotation: from_rows(&joint.rotation),
                position: Vector3::from(joint.translation),
            },
            joint: joint.motion.model(),
            mass: link.mass,
            com,
            inertia: spatial::inertia(link.mass, &com, &inertia),
            is_mobile,
        }
    }
}

/// The joints' indices in an order in which each joint is after that of its parent link.
fn parents_first(joints: &[Joint], links: usize) -> Vec<usize> {
    let mut joint_of_link = vec![None; links];
    for (index, joint) in joints.iter().enumerate() {
        let previous = joint_of_link[joint.child].replace(index);
        assert!(previous.is_none(), "link {} has two joints", joint.child);
    }
    assert_eq!(joints.len(), links, "every link is the child of a joint");

    let mut is_placed = vec![false; links];
    let mut order = Vec::with_capacity(joints.len());
    while order.len() < joints.len() {
        let count = order.len();
        for (index, joint) in joints.iter().enumerate() {
            if !is_placed[joint.child] && joint.parent.is_none_or(|parent| is_placed[parent]) {
                is_placed[joint.child] = true;
                order.push(index);
            }
        }
        assert!(order.len() > count, "the joints form a loop");
    }
    order
}

/// The largest of the ends of index ranges; 0 if there are none.
fn last_end(ends: impl Iterator<Item = usize>) -> usize {
    ends.max().unwrap_or(0)
}

/// The matrix with these rows.
fn from_rows(rows: &[[f64; 3]; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| rows[row][column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Coordinate;

    const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn link(name: &'static str) -> Link {
        Link {
            name,
            mass: 1.0,
            com: [0.0; 3],
            inertia: IDENTITY,
        }
    }

    fn joint(parent: Option<usize>, child: usize, motion: Motion) -> Joint {
        Joint {
            name: "joint",
            parent,
            child,
            rotation: IDENTITY,
            translation: [0.0; 3],
            motion,
        }
    }

    fn revolute(index: usize) -> Motion {
        Motion::Revolute {
            axis: [0.0, 0.0, 2.0],
            coordinate: Coordinate {
                index_q: index,
                index_v: index,
                multiplier: 1.0,
                offset: 0.0,
            },
        }
    }

    #[test]
    fn joints_may_be_in_any_order() {
        let model = Model::new(
            [0.0; 3],
            [link("tip"), link("base"), link("middle")],
            [
                joint(Some(2), 0, revolute(0)),
                joint(Some(1), 2, Motion::Fixed),
                joint(None, 1, Motion::Fixed),
            ],
        );
        let parents: Vec<_> = model.bodies.iter().map(|body| body.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1)]);
        let is_mobile: Vec<_> = model.bodies.iter().map(|body| body.is_mobile).collect();
        assert_eq!(is_mobile, [false, false, true]);
        assert_eq!((model.nq(), model.nv()), (1, 1));
        assert_eq!(model.link("middle"), Some(2));
        assert!(!model.shares_coordinates());
    }

    #[test]
    #[should_panic(expected = "loop")]
    fn a_loop_is_no_tree() {
        let joints = [
            joint(Some(1), 0, revolute(0)),
            joint(Some(0), 1, revolute(1)),
        ];
        Model::new([0.0; 3], [link("a"), link("b")], joints);
    }
}
