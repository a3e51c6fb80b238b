//! The links of the description to which bodies placed by expressions, or the joints of such bodies, are attached.

use std::collections::BTreeSet;

use super::body_placement::{BodyPlacement, PlacementVector};
use super::random_states::{Parameters, values_at_states};
use multibody_description::system::{Coordinate, System};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, InputKind, Pose, Value};

/// Number of states at which a body is compared with a link.
const STATES: usize = 3;
/// The seed of these states.
const SEED: u64 = 4;

/// The links of a description, with their poses as expressions.
pub struct LinkPoses {
    poses: Vec<BodyPlacement>,
    /// The coordinates q of the description's joints.
    joint_coordinates: BTreeSet<Input>,
}

impl LinkPoses {
    /// The links of a system.
    pub fn of(system: &mut System) -> Self {
        let motions = system.tree.joints.iter().flat_map(|joint| &joint.motions);
        let coordinates = motions.map(|motion| &system.coordinates[motion.coordinate]);
        let indices = coordinates.flat_map(Coordinate::q_range);
        let joint_coordinates = indices.map(|q| Input::new(InputKind::Q, q)).collect();
        let poses = poses(system).into_iter().map(|pose| BodyPlacement {
            position: pose.translation,
            rotation: Some(pose.rotation),
        });
        Self {
            poses: poses.collect(),
            joint_coordinates,
        }
    }

    /// Finds a link relative to which the description's joints do not move a body; only coordinates of expressions may. Returns the
    /// index of this link, where `None` is the world, and the body's placement relative to it; or `None` if there is no such link.
    pub fn find_base(
        &self,
        b: &mut Builder,
        body: &BodyPlacement,
    ) -> Option<(Option<usize>, BodyPlacement)> {
        let coordinates = body.coordinates(b);
        let shared: BTreeSet<Input> = coordinates
            .intersection(&self.joint_coordinates)
            .copied()
            .collect();
        if shared.is_empty() {
            return Some((None, body.clone()));
        }
        (0..self.poses.len()).find_map(|link| {
            let pose = &self.poses[link];
            if pose.coordinates(b) != shared || !pose.has_rational_values(b) {
                return None;
            }
            let mut relative = body.relative_to(b, pose);
            if !is_constant(b, &relative, &shared) {
                return None;
            }
            for &coordinate in &shared {
                relative.set_to_zero(b, coordinate);
            }
            Some((Some(link), relative))
        })
    }
}

/// The pose of each link in the world.
fn poses(system: &mut System) -> Vec<Pose> {
    let System {
        builder: b,
        tree,
        coordinates,
        ..
    } = system;
    let mut poses = vec![b.identity_pose(); tree.links.len()];
    for joint in &tree.joints {
        let parent = joint
            .parent
            .map_or_else(|| b.identity_pose(), |link| poses[link]);
        let mut pose = b.compose(&parent, &joint.origin);
        for motion in &joint.motions {
            let axes = Pose {
                rotation: motion.axes,
                translation: b.zeros(),
            };
            let back = Pose {
                rotation: Builder::transpose(&motion.axes),
                ..axes
            };
            let positions = motion.positions(b, coordinates);
            let step = motion.kind.transform(b, &positions);
            for next in [axes, step, back] {
                pose = b.compose(&pose, &next);
            }
        }
        poses[joint.child] = pose;
    }
    poses
}

/// Whether the placement of a body does not depend on some coordinates, tested at random states.
fn is_constant(b: &mut Builder, body: &BodyPlacement, coordinates: &BTreeSet<Input>) -> bool {
    coordinates.iter().all(|&coordinate| {
        let vectors = PlacementVector::of(b, &[body], coordinate);
        let derivatives = vectors.iter().flat_map(|vector| vector.derivative);
        let derivatives: Vec<Value> = derivatives.collect();
        let mut states =
            values_at_states(&b.finish(&derivatives), STATES, SEED, Parameters::Varied);
        states.all(|values| {
            values.is_some_and(|values| values.iter().all(|value| *value == Rational::ZERO))
        })
    })
}
