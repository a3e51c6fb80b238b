//! The recursions, one file for each output, over any kernels.

mod articulated_bodies;
mod augmented_mass_matrix;
mod blocks;
mod columns;
mod constrained;
mod constrained_inverse;
mod constraints;
mod coriolis_matrix;
mod elimination_bodies;
mod energy;
mod fixtures;
mod forward_dynamics;
mod frame_rows;
mod free_bodies;
mod gravity;
mod inverse_dynamics;
mod joint_wrench;
mod kinematics;
mod kkt;
mod mass_matrix;
mod matrix;
mod momentum;
mod partitioned;
mod point_springs;
mod propagated_rows;
mod proximal;
mod row_elimination;
mod symbolic;
mod symmetric;

use super::kernels::{JointFrame, Kernels, Mass, Twist};
use super::symbolic::Pieces;
use multibody_description::function::{Quantity, Target, Terms};
use multibody_outputs::Algorithm;
use multibody_outputs::local::LocalTerms;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Builder, InputKind, Matrix3, Pose, Program, Value};
use multibody_tree::{Body, Symmetry, Tree, turn_about_z};

pub(super) use matrix::times;
use row_elimination::JointPivots;
pub(super) use symmetric::factor;

/// A tree with the local terms of its joints, ready to be built into programs.
#[derive(Clone, Copy)]
pub struct Recursion<'a, F> {
    /// The robot.
    pub tree: &'a Tree,
    /// The terms of each body's joint.
    pub terms: &'a [&'a LocalTerms],
    /// The local steps.
    pub kernels: &'a F,
    /// The symbolic terms of the system.
    pub symbolic: &'a Pieces,
    /// The generalized force of springs between points; without outputs if there are none.
    pub pulls: &'a Program,
    /// Whether M is singular at all positions.
    pub is_singular: bool,
    /// Links on which wrenches act, in the order of the inputs.
    pub wrench_links: &'a [usize],
    /// Bodies whose frames keep the orientation of their parents' frames: their moments are rotated instead of all
    /// vectors. Only for recursions that use no pose of a link.
    pub unturned: &'a [bool],
    /// The body from which columns of the mass matrix are not propagated further inwards: instead, the axes of the
    /// body's ancestors are expressed in its frame.
    pub column_end: Option<usize>,
}

/// The values of a target, and the algorithm that computes them.
pub struct Computation {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The values.
    pub values: Vec<Value>,
}

impl Computation {
    fn by(algorithm: Algorithm, values: Vec<Value>) -> Self {
        Self { algorithm, values }
    }
}

/// Which bodies may have frames that keep the orientation of their parents' frames: bodies that turn about z, if all
/// their children turn about parallel axes.
#[must_use]
pub fn may_stay_unturned(tree: &Tree) -> Vec<bool> {
    let turns = |at: usize| tree.bodies[at].symmetry == Symmetry::Turn;
    let children = tree.children();
    let parallel =
        |at: usize| constant_turn(&tree.builder, &tree.bodies[at].placement.rotation).is_some();
    (0..tree.bodies.len())
        .map(|at| {
            turns(at)
                && children[at]
                    .iter()
                    .all(|&child| turns(child) && parallel(child))
        })
        .collect()
}

/// The angle of a constant rotation about z.
fn constant_turn(b: &Builder, r: &Matrix3) -> Option<Angle> {
    if r[2] != [Value::ZERO, Value::ZERO, Value::ONE] {
        return None;
    }
    Some(Angle {
        cos: b.as_constant(r[0][0])?.clone(),
        sin: b.as_constant(r[1][0])?.clone(),
    })
}

impl<'a, F: Kernels> Recursion<'a, F> {
    /// The algorithm that [`build`](Self::build) uses for a target.
    pub fn usual(&self, target: Target) -> Algorithm {
        let quantity = target.function.quantity();
        if quantity.is_least() {
            let support = self.tree.findings.actuation.support();
            match (&self.tree.regularization, support) {
                (Some(_), _) => return Algorithm::LeastSquares,
                (None, Some(support)) => return Algorithm::LeastSum(support),
                (None, None) => {}
            }
        }
        match quantity.is_acceleration() || quantity.solves_constraints() {
            true if quantity.has_pivots() => Algorithm::Partitioned,
            true if quantity.frees_bodies() => Algorithm::FreeBodies,
            true => Algorithm::MassMatrix,
            false if quantity == Quantity::MassMatrixInverse => Algorithm::InverseFactors,
            false if self.tree.bodies.is_empty() => Algorithm::ChainRule,
            false => Algorithm::Tree,
        }
    }

    /// The values of a target by other algorithms.
    pub fn build_otherwise(&self, b: &mut Builder, target: Target) -> Vec<Computation> {
        use Algorithm::{
            AllRowsJointPivoted, ArticulatedBodies, Composites, EliminatedRows,
            JointPivotedAndEliminatedRows, JointPivotedRows, KktMatrix,
        };
        let joints = self.joints(b);
        match target.function.quantity() {
            Quantity::Force(Terms::GRAVITY) => {
                vec![Computation::by(
                    Composites,
                    self.gravity_of_composites(b, &joints),
                )]
            }
            Quantity::Acceleration(terms) => {
                let values = self.articulated_bodies(b, &joints, terms.at_rest());
                let found = values.map(|values| Computation::by(ArticulatedBodies, values));
                found.into_iter().collect()
            }
            Quantity::Constrained(response) => {
                let algorithms = match response.has_pivots() {
                    true => vec![(AllRowsJointPivoted, JointPivots::All.only())],
                    false => vec![
                        (ArticulatedBodies, JointPivots::None.only()),
                        (JointPivotedRows, JointPivots::ConstantLevers.only()),
                        (EliminatedRows, JointPivots::None.and_at_elimination_body()),
                        (
                            JointPivotedAndEliminatedRows,
                            JointPivots::ConstantLevers.and_at_elimination_body(),
                        ),
                    ],
                };
                let values = algorithms.into_iter().filter_map(|(algorithm, how)| {
                    let values = self.under_constraints_otherwise(b, &joints, response, how)?;
                    Some(Computation::by(algorithm, values))
                });
                let mut values: Vec<_> = values.collect();
                if !response.has_pivots() {
                    let whole = self.under_constraints_at_once(b, &joints, response);
                    values.extend(whole.map(|values| Computation::by(KktMatrix, values)));
                }
                values
            }
            Quantity::FreeBodies(_)
            | Quantity::Force(_)
            | Quantity::Applied
            | Quantity::MassMatrix
            | Quantity::MassMatrixInverse
            | Quantity::CoriolisMatrix
            | Quantity::ChristoffelSymbols
            | Quantity::KineticEnergy
            | Quantity::PotentialEnergy
            | Quantity::SpringEnergy
            | Quantity::CenterOfMass
            | Quantity::CenterOfMassVelocity
            | Quantity::CenterOfMassAcceleration
            | Quantity::Centroidal
            | Quantity::TotalMass
            | Quantity::Pose
            | Quantity::Jacobian(_)
            | Quantity::JacobianRate(_)
            | Quantity::LinkVelocity(_)
            | Quantity::LinkAcceleration(_)
            | Quantity::Momentum
            | Quantity::MomentumRate
            | Quantity::Constraint
            | Quantity::ConstraintJacobian
            | Quantity::ConstraintBias
            | Quantity::ConstrainedInverse { .. }
            | Quantity::JointWrench { .. } => Vec::new(),
        }
    }

    /// The values of a target, flattened by rows.
    pub fn build(&self, b: &mut Builder, target: Target) -> Vec<Value> {
        let joints = self.joints(b);
        let link = |target: Target| target.link.expect("a function of a link names one");
        match target.function.quantity() {
            Quantity::MassMatrix => self.mass_matrix(b, &joints).concat(),
            Quantity::CoriolisMatrix => self.coriolis_matrix(b, &joints).concat(),
            Quantity::ChristoffelSymbols => self.christoffel_symbols(b, &joints),
            Quantity::Force(terms) => self.forces(b, &joints, terms),
            Quantity::Applied => {
                let q = self.forces(b, &joints, Terms::APPLIED);
                q.into_iter().map(|value| b.neg(value)).collect()
            }
            Quantity::Acceleration(terms) => self.forward_dynamics(b, &joints, terms.at_rest()),
            Quantity::FreeBodies(terms) => self.free_bodies(b, &joints, terms.at_rest()),
            Quantity::MassMatrixInverse => self.mass_matrix_inverse(b, &joints).concat(),
            Quantity::KineticEnergy => vec![self.kinetic_energy(b, &joints)],
            Quantity::PotentialEnergy => vec![self.potential_energy(b, &joints)],
            Quantity::SpringEnergy => {
                let [stored, between] = [
                    self.tree.stored_energy(b),
                    self.point_spring_energy(b, &joints),
                ];
                vec![b.add(stored, between)]
            }
            Quantity::CenterOfMass => self.center_of_mass(b, &joints).to_vec(),
            Quantity::CenterOfMassVelocity => self.center_of_mass_rate(b, 1),
            Quantity::CenterOfMassAcceleration => self.center_of_mass_rate(b, 2),
            Quantity::Centroidal => self.centroidal(b, &joints),
            Quantity::TotalMass => vec![self.total_mass(b)],
            Quantity::Pose => {
                let pose = self.pose(b, &joints, link(target));
                pose.rotation
                    .into_iter()
                    .flatten()
                    .chain(pose.translation)
                    .collect()
            }
            Quantity::Jacobian(axes) => self.jacobian(b, &joints, link(target), axes).concat(),
            Quantity::JacobianRate(axes) => {
                let rate = self.jacobian_rate(b, &joints, link(target), axes);
                rate.concat()
            }
            Quantity::LinkVelocity(axes) => self.link_velocity(b, &joints, link(target), axes),
            Quantity::LinkAcceleration(axes) => {
                self.link_acceleration(b, &joints, link(target), axes)
            }
            Quantity::Momentum => self.momentum(b, &joints, link(target)),
            Quantity::MomentumRate => self.momentum_rate(b, &joints, link(target)),
            Quantity::Constraint => self.constraint_values(b, &joints),
            Quantity::ConstraintJacobian => self.constraint_rows(b, &joints).concat(),
            Quantity::ConstraintBias => self.constraint_bias(b, &joints),
            Quantity::Constrained(response) => self.under_constraints(b, &joints, response),
            Quantity::ConstrainedInverse { given, external } => {
                let terms = Terms::acting(external);
                match given {
                    false => self.constrained_inverse(b, &joints, terms),
                    true => self.constrained_inverse_of(b, &joints, terms),
                }
            }
            Quantity::JointWrench { axes, external } => {
                self.joint_wrench(b, &joints, link(target), axes, external)
            }
        }
    }

    /// The frames of all bodies' joints, with the moments of the bodies in these frames.
    fn joints(&self, b: &mut Builder) -> Vec<JointFrame<'a>> {
        let mut joints: Vec<JointFrame<'a>> = Vec::with_capacity(self.terms.len());
        // For each unturned body, the angle by which its children have to turn in its place.
        let mut left: Vec<Option<Value>> = Vec::with_capacity(self.terms.len());
        for (at, body) in self.tree.bodies.iter().enumerate() {
            let terms = self.terms[at];
            let before = body.parent.and_then(|parent| left[parent]);
            let unturned = self.unturned.get(at).is_some_and(|&unturned| unturned);
            if before.is_none() && !unturned {
                joints.push(JointFrame::of(b, body, terms, self.tree.unit));
                left.push(None);
                continue;
            }
            let (placement, angle) = match before {
                None => (body.placement, body.positions[0]),
                Some(before) => self.behind_unturned(b, body, before),
            };
            joints.push(JointFrame::turning(
                b, body, placement, angle, unturned, terms,
            ));
            left.push(unturned.then_some(angle));
        }
        self.straighten(b, &mut joints);
        joints
    }

    /// Sets `bends` for each body: whether some child does not turn about an axis parallel to that of the body.
    /// Without such a child, the components of the body's angular acceleration perpendicular to z are not needed.
    fn straighten(&self, b: &Builder, joints: &mut [JointFrame]) {
        let mut bends = vec![false; joints.len()];
        for (at, body) in self.tree.bodies.iter().enumerate() {
            let parallel = constant_turn(b, &joints[at].placement.rotation).is_some();
            if let Some(parent) = body.parent {
                bends[parent] |= !(parallel && body.symmetry == Symmetry::Turn);
            }
        }
        for (joint, bends) in joints.iter_mut().zip(bends) {
            joint.bends = bends;
        }
    }

    /// Placement and angle of a joint whose axis is parallel to that of an unturned parent: the
    /// placement turns with the parent, and the angles add up.
    fn behind_unturned(&self, b: &mut Builder, body: &Body, before: Value) -> (Pose, Value) {
        let (s, c) = b.sin_cos(before);
        let turn = turn_about_z(b, s, c);
        let placement = Pose {
            rotation: b.identity(),
            translation: b.mul_vec(&turn, &body.placement.translation),
        };
        let fixed = constant_turn(b, &body.placement.rotation).expect("checked to be parallel");
        let fixed = b.angle(&fixed);
        let sum = b.add(before, fixed);
        (placement, b.add(sum, body.positions[0]))
    }

    fn mass<'m>(&self, joints: &'m [JointFrame], body: usize) -> Mass<'m> {
        Mass {
            moments: &joints[body].moments,
            body,
        }
    }

    /// The joint's rates or accelerations; zeros if no kind is given.
    fn rates(&self, b: &mut Builder, body: usize, kind: Option<InputKind>) -> Vec<Value> {
        let body = &self.tree.bodies[body];
        match kind {
            Some(kind) => body.rates(b, kind),
            None => vec![b.zero(); body.kind.nv()],
        }
    }

    /// Velocities of all bodies.
    fn velocities(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Twist> {
        let mut velocities: Vec<Twist> = Vec::with_capacity(joints.len());
        for (at, joint) in joints.iter().enumerate() {
            let qd = self.rates(b, at, Some(InputKind::Qd));
            let parent = match self.tree.bodies[at].parent {
                Some(parent) => velocities[parent],
                None => Twist::zero(b),
            };
            let velocity = self.kernels.velocity(b, joint, &parent, &qd);
            velocity.hint_velocity(b, at);
            velocities.push(velocity);
        }
        velocities
    }

    /// The indices of a body's rates in the tree's vectors, with the body's multiplier.
    fn columns(&self, body: usize) -> impl Iterator<Item = (usize, &Rational)> {
        let body = &self.tree.bodies[body];
        (body.v..body.v + body.kind.nv()).map(|v| (v, &body.multiplier))
    }

    /// A body and its ancestors, from the body to the base.
    fn path(&self, body: Option<usize>) -> impl Iterator<Item = usize> {
        self.path_from(None, body)
    }

    /// The same, up to but without the ancestor `from`.
    fn path_from(&self, from: Option<usize>, body: Option<usize>) -> impl Iterator<Item = usize> {
        let is_behind = move |at: &usize| Some(*at) != from;
        std::iter::successors(body, |&at| self.tree.bodies[at].parent).take_while(is_behind)
    }

    /// The nearest common ancestor of two bodies; none: the world.
    fn common_ancestor_of(&self, bodies: [Option<usize>; 2]) -> Option<usize> {
        let [one, other] = bodies.map(|body| self.path(body).collect::<Vec<usize>>());
        one.into_iter().find(|at| other.contains(at))
    }
}

/// `matrix[row][column] += factor value`
fn accumulate(
    b: &mut Builder,
    matrix: &mut [Vec<Value>],
    (row, column): (usize, usize),
    factor: &Rational,
    value: Value,
) {
    let part = b.scale(factor, value);
    matrix[row][column] = b.add(matrix[row][column], part);
}
