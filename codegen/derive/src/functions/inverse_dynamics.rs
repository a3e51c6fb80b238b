//! Generalized forces by the recursive Newton-Euler algorithm (RNEA): motions outwards, wrenches inwards.

use super::Recursion;
use crate::kernels::{Hinted, JointFrame, Kernels, Wrench};
use multibody_description::function::Terms;
use multibody_program::ir::{Builder, InputKind, Value};

/// A wrench that acts on a body.
pub struct AppliedWrench {
    /// The body; none: the world.
    pub body: Option<usize>,
    /// The wrench in the frame of the body.
    pub wrench: Wrench,
}

impl<K: Kernels> Recursion<'_, K> {
    /// The generalized forces of the chosen terms, as on the left-hand side of the equation of motion:
    /// resistances of joints are added, wrenches on links subtracted.
    pub(super) fn forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        let wrenches = self.wrenches(b, joints, terms);
        let mut tau = self.generalized_forces(b, joints, wrenches);
        if terms.acceleration {
            for (v, force) in tau.iter_mut().enumerate() {
                let acceleration = b.input(InputKind::Qdd, v);
                let inertial_force = b.mul(self.tree.armature[v], acceleration);
                *force = b.add(*force, inertial_force);
            }
        }
        if terms.passive {
            for (v, force) in tau.iter_mut().enumerate() {
                let resistance = self.tree.resistance(b, v);
                *force = b.add(*force, resistance);
            }
            self.subtract_link_forces(b, &mut tau);
        }
        self.add_symbolic_forces(b, terms, &mut tau);
        tau
    }

    /// The wrench that the chosen terms require on each body alone, without the bodies outboard of it.
    pub(super) fn wrenches(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Wrench> {
        let mut wrenches = if terms.is_inertial() {
            self.inertial_wrenches(b, joints, terms)
        } else {
            vec![Wrench::zero(b); joints.len()]
        };
        if terms.wrenches {
            self.subtract_external_wrenches(b, joints, &mut wrenches);
        }
        wrenches
    }

    /// The wrench that the motion of each body requires.
    fn inertial_wrenches(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Wrench> {
        let motions = self.motions(b, joints, terms);
        let bodies = motions.iter().enumerate();
        bodies
            .map(|(body, motion)| self.kernels.wrench(b, &joints[body].moments, motion))
            .collect()
    }

    /// The motion of each body, with only the chosen terms.
    pub(super) fn motions(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<K::Motion> {
        let gravity = if terms.gravity { self.tree.gravity } else { b.zeros() };
        let world = self.kernels.world(b, &gravity);
        let (qd_kind, qdd_kind) = (
            terms.velocity.then_some(InputKind::Qd),
            terms.acceleration.then_some(InputKind::Qdd),
        );
        let mut motions: Vec<K::Motion> = Vec::with_capacity(joints.len());
        for (body, joint) in joints.iter().enumerate() {
            let (qd, qdd) = (self.rates(b, body, qd_kind), self.rates(b, body, qdd_kind));
            let parent = self.tree.bodies[body]
                .parent
                .map_or(&world, |parent| &motions[parent]);
            let motion = self.kernels.advance(b, joint, parent, &qd, &qdd);
            motion.hint(b, body);
            motions.push(motion);
        }
        motions
    }

    /// Subtracts the external wrenches on mobile bodies.
    fn subtract_external_wrenches(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        wrenches: &mut [Wrench],
    ) {
        for slot in 0..self.wrench_links.len() {
            let applied = self.external_wrench(b, joints, slot);
            if let Some(body) = applied.body {
                wrenches[body] = wrenches[body].minus(b, &applied.wrench);
            }
        }
    }

    /// An external wrench in the frame of its link's body. The input is in world axes, with the moment about the link's
    /// origin.
    pub(super) fn external_wrench(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        slot: usize,
    ) -> AppliedWrench {
        let frame = self.tree.links[self.wrench_links[slot]];
        let input: [Value; 6] = std::array::from_fn(|k| b.input(InputKind::Wrench, 6 * slot + k));
        let body_pose = self.relative_pose(b, joints, frame.body, None);
        let force = b.transpose_mul_vec(&body_pose.rotation, &[input[0], input[1], input[2]]);
        let couple = b.transpose_mul_vec(&body_pose.rotation, &[input[3], input[4], input[5]]);
        let moment_of_force = b.cross(&frame.pose.translation, &force);
        let wrench = Wrench {
            force,
            moment: b.add3(&couple, &moment_of_force),
        };
        AppliedWrench {
            body: frame.body,
            wrench,
        }
    }
}
