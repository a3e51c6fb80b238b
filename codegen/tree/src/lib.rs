//! The canonical tree: one body for each motion of a mobile joint, with base inertial parameters once they are regrouped.
//!
//! No precision is lost: the moments of welded links are added up and frames are moved in exact arithmetic, and regrouping
//! leaves every equation of motion unchanged.

mod applied_forces;
mod build;
mod field;
mod frames;
mod free_bodies;
mod inertia;
mod joints_of_expressions;
mod regroup;
mod symmetry;
mod units;

pub use build::{arrange, place_bodies, regroup_parameters, without_resting_points};
pub use field::ParameterField;
pub use frames::{FrameChoice, OriginChoice};
pub use inertia::Inertia;
pub use regroup::{Gauge, RestingPoint};
pub use symmetry::{Symmetry, turn_about_z};
pub use units::{in_gravity_unit, in_length_unit, length_units};

use std::collections::BTreeSet;
use std::sync::Arc;

use multibody_description::findings::Findings;
use multibody_description::force::{self, JointState};
use multibody_description::joint::{Kind, PositionKind};
use multibody_description::system::{
    self, Actuator, ConstantForce, Constraint, PointSpring, SymbolicTerms,
};
use multibody_program::exact::{Rational, bits};
use multibody_program::ir::{Builder, InputKind, Limbs, Matrix3, Pose, Value, Vector3};

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

/// A robot reduced to its mobile bodies. All its numbers are values of `builder`.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The builder of the values below. The program of every function starts as a copy of it.
    pub builder: Builder,
    /// Acceleration of gravity, world axes.
    pub gravity: Vector3,
    /// The bodies, parents before children.
    pub bodies: Vec<Body>,
    /// The frame of each link of the system. A link that is not needed has the world's frame; empty if none is needed.
    pub links: Vec<LinkFrame>,
    /// The mass of each link, 0 for a link that is not needed; empty if no mass is needed, or after a change of the unit of length.
    pub masses: Vec<LinkMass>,
    /// The parent of each link, by the joints as read.
    pub parents: Vec<Option<usize>>,
    /// The inertia that regrouping has moved to the world. It does not move, but it counts in the potential
    /// energy, the centre of mass and the total mass.
    pub world_inertia: Inertia,
    /// The unit of lengths, in m: see [`in_length_unit`].
    pub unit: Value,
    /// Indices of the parameters that are never 0.
    pub nonzero_parameters: Vec<usize>,
    /// The parameter fields, with the properties that are known when code is generated.
    pub fields: Arc<[ParameterField]>,
    /// The sum of the armatures at each rate. It is added to the diagonal of the mass matrix.
    pub armature: Vec<Value>,
    /// The force elements.
    pub forces: Vec<Force>,
    /// Springs between points of links.
    pub point_springs: Vec<PointSpring>,
    /// Constant forces on links.
    pub constant_forces: Vec<ConstantForce>,
    /// The actuators.
    pub actuators: Arc<[Actuator]>,
    /// The number that is added to the diagonal of `J M^-1 J^T`, in SI units.
    pub regularization: Option<Rational>,
    /// The constraint rows.
    pub constraints: Vec<Constraint>,
    /// The findings of the prover about the system.
    pub findings: Findings,
    /// The kind of each entry of q: a coordinate of the system, such as a quaternion, may have several.
    pub coordinates: Vec<PositionKind>,
    /// The coordinates of the system, each with all its positions and rates, and with the joint type that maps its
    /// rates to derivatives of its positions.
    pub system_coordinates: Vec<system::Coordinate>,
    /// The terms that the system gives as expressions. `symbolic_gravity` acts on them.
    pub symbolic: SymbolicTerms,
    /// The inputs of isomorphic limbs.
    pub limbs: Limbs,
    /// Acceleration of gravity for the symbolic terms: in m/s^2, while `gravity` is in the units of the tree.
    pub symbolic_gravity: Vector3,
    /// For each rate, the index of the position whose time derivative it is; none if the rate is not a derivative.
    pub positions_of_rates: Vec<Option<usize>>,
    /// Number of rates.
    pub nv: usize,
    /// The same system with the expressions that place bodies converted to joints; none if there are no such expressions, or if
    /// some coordinate does not move these bodies as a joint does.
    pub converted_tree: Option<Arc<Tree>>,
}

/// A force element along the motion of its joint, or along a sum of positions.
#[derive(Clone, Debug)]
pub struct Force {
    /// The type of the element.
    pub kind: force::Kind,
    /// The position along which it acts.
    pub position: Value,
    /// The tree's rates that change this position, each with the derivative of the position by the rate. The element's force times
    /// this is the generalized force at the tree's rate.
    pub rates: Vec<(usize, Rational)>,
    /// The coefficients of its type.
    pub coefficients: Vec<Value>,
}

/// The rigid body that a joint moves.
#[derive(Clone, Debug)]
pub struct Body {
    /// The joint's name.
    pub joint: String,
    /// The joint's type, in the coordinates that derivation uses: `positions` has their values.
    pub kind: Kind,
    /// Index of the joint's type among the types of the tree.
    pub type_index: usize,
    /// The changes of frame that the joint's transform commutes with.
    pub symmetry: Symmetry,
    /// The points and directions that the joint leaves at rest.
    pub resting_points: Arc<[RestingPoint]>,
    /// The body that carries the joint; none if the world does.
    pub parent: Option<usize>,
    /// Frame of the joint in the parent's frame.
    pub placement: Pose,
    /// The values of the coordinates of `kind`, computed from the robot's positions.
    pub positions: Vec<Value>,
    /// Index of the first rate of its joint.
    pub v: usize,
    /// The ratio of the joint's rates to the tree's rates; 1 except for mimic joints.
    pub multiplier: Rational,
    /// Links of the system that were lumped into it. [`Tree::links`] has their frames.
    pub links: Vec<usize>,
    /// Mass and moments about the frame's origin. Before regrouping, they are the sum over its links.
    pub inertia: Inertia,
}

/// The frame of a link in the frame of its body.
#[derive(Clone, Copy, Debug)]
pub struct LinkFrame {
    /// The body; none if the link is welded to the world, or not needed.
    pub body: Option<usize>,
    /// The pose of the link in the body, or in the world.
    pub pose: Pose,
}

/// The mass, centre of mass and inertia of a link, in the link's own frame.
#[derive(Clone, Copy, Debug)]
pub struct LinkMass {
    /// The mass, kg.
    pub mass: Value,
    /// Centre of mass.
    pub com: Vector3,
    /// Inertia tensor about the centre of mass.
    pub inertia: Matrix3,
}

impl LinkMass {
    /// No mass at all.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            mass: b.zero(),
            com: b.zeros(),
            inertia: [b.zeros(); 3],
        }
    }

    /// The link's moments, in the frame in which `pose` places the link.
    pub fn moments(&self, b: &mut Builder, pose: &Pose) -> Inertia {
        let link_inertia = Inertia::of_link(b, self.mass, &self.com, &self.inertia);
        link_inertia.expressed_in_parent(b, pose)
    }
}

impl Tree {
    /// The tree of some of the bodies, with a builder of its own. It has no links, forces on links, constraints or symbolic terms.
    /// The parent of each of these bodies has to be one of them.
    #[must_use]
    pub fn restricted(&self, bodies: &[usize]) -> Self {
        let new_index = |body: usize| bodies.iter().position(|&kept| kept == body);
        let mut result = self.clone();
        result.bodies = bodies
            .iter()
            .map(|&index| {
                let body = self.bodies[index].clone();
                Body {
                    parent: body.parent.and_then(new_index),
                    ..body
                }
            })
            .collect();
        result.links = Vec::new();
        result.masses = Vec::new();
        result.point_springs = Vec::new();
        result.constant_forces = Vec::new();
        result.constraints = Vec::new();
        result.symbolic = SymbolicTerms::default();
        result.compact();
        result
    }

    /// A link and all its descendants.
    #[must_use]
    pub fn subtree(&self, link: usize) -> BTreeSet<usize> {
        let ancestors = |link: usize| std::iter::successors(Some(link), |&link| self.parents[link]);
        let links = 0..self.parents.len();
        links
            .filter(|&index| ancestors(index).any(|ancestor| ancestor == link))
            .collect()
    }

    /// The same tree with the frames and masses of these links only. Those of other links would cost time: frames are chosen many
    /// times, and each choice transforms everything in the tree.
    #[must_use]
    pub fn with_links(&self, links: &BTreeSet<usize>) -> Self {
        let mut result = self.clone();
        let empty_frame = LinkFrame {
            body: None,
            pose: result.builder.identity_pose(),
        };
        for link in (0..result.links.len()).filter(|link| !links.contains(link)) {
            result.links[link] = empty_frame;
            result.masses[link] = LinkMass::zero(&result.builder);
        }
        result.compact();
        result
    }

    /// Whether any force elements, springs between points, constant forces or forces of expressions act.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty() || self.has_link_forces() || self.symbolic.has_forces()
    }

    /// Whether any springs between points or constant forces act on links.
    #[must_use]
    pub fn has_link_forces(&self) -> bool {
        !self.point_springs.is_empty() || !self.constant_forces.is_empty()
    }

    /// Minus the generalized force of all force elements at one rate, as on the left-hand side of the equations of motion.
    pub fn resistance(&self, b: &mut Builder, v: usize) -> Value {
        let elements = self.forces.iter().filter_map(|force| {
            let (_, factor) = force.rates.iter().find(|(rate, _)| *rate == v)?;
            Some((force, factor))
        });
        elements.fold(b.zero(), |sum, (force, factor)| {
            let terms = force.rates.iter().map(|(v, factor)| {
                let rate = b.input(InputKind::Qd, *v);
                b.scale(factor, rate)
            });
            let terms: Vec<Value> = terms.collect();
            let motion = JointState {
                q: force.position,
                qd: b.sum(terms),
            };
            let along_position = force.kind.resistance(b, &force.coefficients, motion);
            let resistance = b.scale(factor, along_position);
            b.add(sum, resistance)
        })
    }

    /// The energy that the force elements store, without the springs between points.
    pub fn stored_energy(&self, b: &mut Builder) -> Value {
        let springs = self
            .forces
            .iter()
            .filter(|force| force::stores_energy(force.kind));
        springs.fold(b.zero(), |sum, force| {
            let coefficients = &force.coefficients;
            let energy = force.kind.potential(b, coefficients, force.position);
            b.add(sum, energy)
        })
    }

    /// Drops all values of the program that the tree does not need.
    pub fn compact(&mut self) {
        let mut values = Vec::new();
        self.each_value(&mut |value| values.push(*value));
        let program = self.builder.finish(&values);
        self.builder = Builder::new();
        let outputs = self.builder.inline(&program, |b, input| {
            b.input(input.kind, input.index as usize)
        });
        let mut copies = outputs.into_iter();
        self.each_value(&mut |value| *value = copies.next().expect("as many as there were"));
    }

    fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        fn visit_pose(pose: &mut Pose, visit: &mut dyn FnMut(&mut Value)) {
            pose.rotation.iter_mut().flatten().for_each(&mut *visit);
            pose.translation.iter_mut().for_each(visit);
        }
        fn visit_inertia(inertia: &mut Inertia, visit: &mut dyn FnMut(&mut Value)) {
            visit(&mut inertia.mass);
            inertia.first_moment.iter_mut().for_each(&mut *visit);
            inertia.second_moment.iter_mut().flatten().for_each(visit);
        }
        self.gravity.iter_mut().for_each(&mut *visit);
        self.armature.iter_mut().for_each(&mut *visit);
        for force in &mut self.forces {
            visit(&mut force.position);
            force.coefficients.iter_mut().for_each(&mut *visit);
        }
        for spring in &mut self.point_springs {
            spring.each_value(visit);
        }
        for constant in &mut self.constant_forces {
            constant.each_value(visit);
        }
        for constraint in &mut self.constraints {
            constraint.row.each_value(visit);
        }
        self.symbolic.each_value(visit);
        self.symbolic_gravity.iter_mut().for_each(&mut *visit);
        visit(&mut self.unit);
        visit_inertia(&mut self.world_inertia, visit);
        for body in &mut self.bodies {
            visit_pose(&mut body.placement, visit);
            body.positions.iter_mut().for_each(&mut *visit);
            visit_inertia(&mut body.inertia, visit);
        }
        for link in &mut self.links {
            visit_pose(&mut link.pose, visit);
        }
        for link in &mut self.masses {
            visit(&mut link.mass);
            link.com.iter_mut().for_each(&mut *visit);
            link.inertia.iter_mut().flatten().for_each(&mut *visit);
        }
    }

    /// The size of the robot: the largest magnitude of a constant component of a shift from one body to the next.
    #[must_use]
    pub fn size(&self) -> Rational {
        let children = self.bodies.iter().filter(|body| body.parent.is_some());
        children
            .flat_map(|body| body.placement.translation)
            .filter_map(|value| self.builder.as_constant(value))
            .map(
                |length| {
                    if *length < Rational::ZERO { -length.clone() } else { length.clone() }
                },
            )
            .max()
            .unwrap_or(Rational::ZERO)
    }

    /// The average number of bits of its constants, except for constants of at most two bits, which cost nothing.
    /// Arithmetic with long constants is slow.
    #[must_use]
    pub fn bits_of_constants(&self) -> usize {
        let mut values = Vec::new();
        let mut copy = self.clone();
        copy.each_value(&mut |value| values.push(*value));
        let constants = values.iter().filter_map(|&v| self.builder.as_constant(v));
        let bits: Vec<usize> = constants.map(bits).filter(|&bits| bits > 2).collect();
        bits.iter().sum::<usize>() / bits.len().max(1)
    }

    /// The children of each body.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.bodies.len()];
        for (index, body) in self.bodies.iter().enumerate() {
            if let Some(parent) = body.parent {
                children[parent].push(index);
            }
        }
        children
    }
}

impl Body {
    /// The joint's rates or accelerations, computed from those of the tree.
    pub fn rates(&self, b: &mut Builder, kind: InputKind) -> Vec<Value> {
        (0..self.kind.nv())
            .map(|k| {
                let rate = b.input(kind, self.v + k);
                b.scale(&self.multiplier, rate)
            })
            .collect()
    }
}
