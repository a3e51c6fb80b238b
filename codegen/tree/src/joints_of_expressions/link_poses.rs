//! Links of the description that carry bodies of expressions, or the joints of these bodies.

use std::collections::BTreeSet;

use super::moved_body::{MovedBody, MovedVector};
use super::random_states::{Parameters, values_at_states};
use multibody_description::system::System;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, InputKind, Pose, Value};

/// Number of states at which a body is compared with a link.
const STATES: usize = 3;
/// The seed of these states.
const SEED: u64 = 4;

/// The links of a description, with their poses as expressions.
pub struct BaseLinks {
    poses: Vec<MovedBody>,
    /// The positions of the joints.
    positions: BTreeSet<Input>,
}

impl BaseLinks {
    /// The links of a system.
    pub fn of(system: &mut System) -> Self {
        let motions = system.tree.joints.iter().flat_map(|joint| &joint.motions);
        let coordinates = motions.map(|motion| &system.coordinates[motion.coordinate]);
        let positions_of_joints =
            coordinates.flat_map(|coordinate| coordinate.q..coordinate.end().0);
        let positions = positions_of_joints
            .map(|q| Input::new(InputKind::Q, q))
            .collect();
        let poses = poses(system).into_iter().map(|pose| MovedBody {
            position: pose.translation,
            rotation: Some(pose.rotation),
        });
        Self {
            poses: poses.collect(),
            positions,
        }
    }

    /// The link relative to which a body does not depend on the joints of the description, and the body relative to this link; the
    /// world is a link without index. None if there is no such link.
    pub fn base(&self, b: &mut Builder, body: &MovedBody) -> Option<(Option<usize>, MovedBody)> {
        let coordinates = body.coordinates(b);
        let shared: BTreeSet<Input> = coordinates.intersection(&self.positions).copied().collect();
        if shared.is_empty() {
            return Some((None, body.clone()));
        }
        (0..self.poses.len()).find_map(|link| {
            let pose = &self.poses[link];
            let is_candidate = pose.coordinates(b) == shared && pose.has_rational_values(b);
            is_candidate.then_some(())?;
            let mut relative = body.relative_to(b, pose);
            is_constant(b, &relative, &shared).then_some(())?;
            for &coordinate in &shared {
                relative.set_neutral(b, coordinate);
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

/// Whether a body does not depend on coordinates, at random states.
fn is_constant(b: &mut Builder, body: &MovedBody, coordinates: &BTreeSet<Input>) -> bool {
    coordinates.iter().all(|&coordinate| {
        let vectors = MovedVector::of(b, &[body], coordinate);
        let rates: Vec<Value> = vectors.iter().flat_map(|vector| vector.rate).collect();
        let mut states = values_at_states(&b.finish(&rates), STATES, SEED, Parameters::Varied);
        states.all(|values| {
            values.is_some_and(|values| values.iter().all(|rate| *rate == Rational::ZERO))
        })
    })
}
