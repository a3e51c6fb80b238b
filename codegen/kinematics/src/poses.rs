//! Poses of links in the world, and their rates.

use crate::charts::position_rate_values;
use multibody_description::system::System;
use multibody_program::ir::{Builder, DualValue, InputKind, Pose, Value, Vector3};

/// The poses of the links: the origins and motions of the joints, composed one after the other.
pub fn link_poses(b: &mut Builder, system: &System) -> Vec<Pose> {
    link_poses_and_axes(b, system).0
}

/// The poses of the links, and for each motion of each joint its z axis, all in the world.
pub fn link_poses_and_axes(b: &mut Builder, system: &System) -> (Vec<Pose>, Vec<Vec<Vector3>>) {
    let mut poses = vec![b.identity_pose(); system.tree.links.len()];
    let mut axes = Vec::with_capacity(system.tree.joints.len());
    for joint in &system.tree.joints {
        let parent_pose = joint.parent.map_or(b.identity_pose(), |link| poses[link]);
        let mut pose = b.compose(&parent_pose, &joint.origin);
        let mut joint_axes = Vec::with_capacity(joint.motions.len());
        for motion in &joint.motions {
            // A joint type with one axis moves about or along its own z. The z axes of the other types are not used.
            let axis = motion.axes.map(|row| row[2]);
            joint_axes.push(b.mul_vec(&pose.rotation, &axis));
            let positions = motion.positions(b, &system.coordinates);
            let transform = motion.kind.transform(b, &positions);
            let rotation_pose = |rotation| Pose {
                rotation,
                translation: b.zeros(),
            };
            let (to_joint, from_joint) = (
                rotation_pose(motion.axes),
                rotation_pose(Builder::transpose(&motion.axes)),
            );
            // The transform X of a joint type is expressed in its own axes. These have the rotation R in the joint's frame, where
            // the transform is R X R^T.
            let product = b.compose(&transform, &from_joint);
            let step = b.compose(&to_joint, &product);
            pose = b.compose(&pose, &step);
        }
        poses[joint.child] = pose;
        axes.push(joint_axes);
    }
    (poses, axes)
}

/// The time derivatives of values that depend on positions and time.
pub fn time_derivatives(b: &mut Builder, system: &System, values: &[Value]) -> Vec<Value> {
    let rates = position_rate_values(b, &system.coordinates);
    let program = b.finish(values);
    let one = b.one();
    let duals = b.inline_dual(&program, |b, input| {
        let index = input.index as usize;
        let value = b.input(input.kind, index);
        match input.kind {
            InputKind::Q => DualValue {
                value,
                change: rates[index],
            },
            // Bodies whose poses are given by expressions may move with time alone.
            InputKind::Time => DualValue { value, change: one },
            _ => DualValue::constant(value),
        }
    });
    duals.into_iter().map(|dual| dual.change).collect()
}
