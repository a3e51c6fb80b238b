//! What all recursions need: the tree with its local terms, the frames of the joints, paths and velocities.

use crate::kernels::{JointFrame, Kernels, Twist};
use crate::symbolic::Pieces;
use multibody_outputs::local::JointTerms;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Builder, InputKind, Matrix3, Pose, Program, Value};
use multibody_tree::{Body, Symmetry, Tree, turn_about_z};

/// A tree with all that its recursions need to build programs.
#[derive(Clone, Copy)]
pub struct Recursion<'a, K> {
    /// The robot.
    pub tree: &'a Tree,
    /// The terms of each body's joint.
    pub terms: &'a [&'a JointTerms],
    /// The steps of the recursions, each at one body or across one joint.
    pub kernels: &'a K,
    /// The symbolic terms of the system.
    pub symbolic: &'a Pieces,
    /// The generalized force of springs between points and of constant forces; without outputs if there are none.
    pub generalized_link_forces: &'a Program,
    /// Whether M is singular at all positions.
    pub is_singular: bool,
    /// Links on which wrenches act, in the order of the inputs.
    pub wrench_links: &'a [usize],
    /// For each body, whether its frame does not turn with its joint, but keeps the orientation of the joint's placement.
    /// The body's moments are then rotated, instead of all vectors. Only for recursions that use no pose of a link; if the
    /// list is empty, all frames turn.
    pub unturned: &'a [bool],
    /// The body from which columns of the mass matrix are not propagated further inwards: instead, the axes of the
    /// body's ancestors are expressed in its frame.
    pub last_body_of_columns: Option<usize>,
}

/// For each body, whether its frame may stay unturned ([`Recursion::unturned`]): it may if the body turns about z and all
/// its children turn about parallel axes.
#[must_use]
pub fn may_stay_unturned(tree: &Tree) -> Vec<bool> {
    let is_hinge = |body: usize| tree.bodies[body].symmetry == Symmetry::Turn;
    let children = tree.children();
    let is_parallel =
        |body: usize| constant_turn(&tree.builder, &tree.bodies[body].placement.rotation).is_some();
    (0..tree.bodies.len())
        .map(|body| {
            is_hinge(body)
                && children[body]
                    .iter()
                    .all(|&child| is_hinge(child) && is_parallel(child))
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

impl<'a, K: Kernels> Recursion<'a, K> {
    /// The frames of all bodies' joints, with the moments of the bodies in these frames.
    pub(super) fn joints(&self, b: &mut Builder) -> Vec<JointFrame<'a>> {
        let mut joints: Vec<JointFrame<'a>> = Vec::with_capacity(self.terms.len());
        // For each unturned body, the angle that its frame does not turn by. Its children turn by this angle instead.
        let mut angles: Vec<Option<Value>> = Vec::with_capacity(self.terms.len());
        for (index, body) in self.tree.bodies.iter().enumerate() {
            let terms = self.terms[index];
            let parent_angle = body.parent.and_then(|parent| angles[parent]);
            let is_unturned = self.unturned.get(index) == Some(&true);
            if parent_angle.is_none() && !is_unturned {
                joints.push(JointFrame::of(b, body, terms, self.tree.unit));
                angles.push(None);
                continue;
            }
            let (placement, angle) = match parent_angle {
                None => (body.placement, body.positions[0]),
                Some(parent_angle) => self.parallel_joint(b, body, parent_angle),
            };
            let frame = JointFrame::of_hinge(b, body, placement, angle, is_unturned, terms);
            joints.push(frame);
            angles.push(is_unturned.then_some(angle));
        }
        self.mark_nonparallel_children(b, &mut joints);
        joints
    }

    /// Sets `has_nonparallel_child` for each body.
    fn mark_nonparallel_children(&self, b: &Builder, joints: &mut [JointFrame]) {
        let mut has_nonparallel_child = vec![false; joints.len()];
        for (index, body) in self.tree.bodies.iter().enumerate() {
            let is_parallel = constant_turn(b, &joints[index].placement.rotation).is_some();
            if let Some(parent) = body.parent {
                has_nonparallel_child[parent] |= !(is_parallel && body.symmetry == Symmetry::Turn);
            }
        }
        for (joint, has_nonparallel_child) in joints.iter_mut().zip(has_nonparallel_child) {
            joint.has_nonparallel_child = has_nonparallel_child;
        }
    }

    /// Placement and angle of a joint whose axis is parallel to that of an unturned parent: the placement turns with
    /// the parent, and the angles add up.
    fn parallel_joint(&self, b: &mut Builder, body: &Body, parent_angle: Value) -> (Pose, Value) {
        let (s, c) = b.sin_cos(parent_angle);
        let turn = turn_about_z(b, s, c);
        let placement = Pose {
            rotation: b.identity(),
            translation: b.mul_vec(&turn, &body.placement.translation),
        };
        let turn_of_placement =
            constant_turn(b, &body.placement.rotation).expect("checked to be parallel");
        let offset = b.angle(&turn_of_placement);
        let sum = b.add(parent_angle, offset);
        (placement, b.add(sum, body.positions[0]))
    }

    /// The same recursion with other kernels.
    pub(super) fn with_kernels<'k, G>(&self, kernels: &'k G) -> Recursion<'k, G>
    where
        'a: 'k,
    {
        Recursion {
            tree: self.tree,
            terms: self.terms,
            kernels,
            symbolic: self.symbolic,
            generalized_link_forces: self.generalized_link_forces,
            is_singular: self.is_singular,
            wrench_links: self.wrench_links,
            unturned: self.unturned,
            last_body_of_columns: self.last_body_of_columns,
        }
    }

    /// The rates or accelerations of a body's joint; zeros if no kind is given.
    pub(super) fn rates(
        &self,
        b: &mut Builder,
        body: usize,
        kind: Option<InputKind>,
    ) -> Vec<Value> {
        let body = &self.tree.bodies[body];
        match kind {
            Some(kind) => body.rates(b, kind),
            None => vec![b.zero(); body.kind.nv()],
        }
    }

    /// The velocities of all bodies, each in the body's frame.
    pub(super) fn velocities(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Twist> {
        let mut velocities: Vec<Twist> = Vec::with_capacity(joints.len());
        for (body, joint) in joints.iter().enumerate() {
            let qd = self.rates(b, body, Some(InputKind::Qd));
            let parent = match self.tree.bodies[body].parent {
                Some(parent) => velocities[parent],
                None => Twist::zero(b),
            };
            let velocity = self.kernels.velocity(b, joint, &parent, &qd);
            velocity.hint_velocity(b, body);
            velocities.push(velocity);
        }
        velocities
    }

    /// The indices of a body's rates in the tree's vectors, which are those of its columns in the mass matrix, each with the
    /// body's multiplier. The joint's rate is the tree's rate times this multiplier, which is 1 or -1 unless the joint
    /// mimics another one.
    pub(super) fn tree_rates(&self, body: usize) -> impl Iterator<Item = (usize, &Rational)> {
        let body = &self.tree.bodies[body];
        (body.v..body.v + body.kind.nv()).map(|v| (v, &body.multiplier))
    }

    /// A body and its ancestors, in the order from the body to the base.
    pub(super) fn path(&self, body: Option<usize>) -> impl Iterator<Item = usize> {
        self.path_from(None, body)
    }

    /// A body and its ancestors as in [`Self::path`], without `ancestor` and the bodies between it and the base.
    pub(super) fn path_from(
        &self,
        ancestor: Option<usize>,
        body: Option<usize>,
    ) -> impl Iterator<Item = usize> {
        let is_outboard = move |body: &usize| Some(*body) != ancestor;
        std::iter::successors(body, |&body| self.tree.bodies[body].parent).take_while(is_outboard)
    }

    /// The nearest common ancestor of two bodies; none: the world.
    pub(super) fn common_ancestor_of(&self, bodies: [Option<usize>; 2]) -> Option<usize> {
        let [first, second] = bodies.map(|body| self.path(body).collect::<Vec<usize>>());
        first.into_iter().find(|body| second.contains(body))
    }
}
