//! Linear and angular momentum of a system as read: sums over its links and placed bodies.

use super::charts::position_rates;
use crate::ir::{Builder, InputKind, Matrix3, Moving, Pose, Program, Value, Vector3};
use crate::system::{Link, System};

/// A body at its place in the world.
struct Placed {
    mass: Value,
    /// About the centre of mass, in the body's axes.
    inertia: Matrix3,
    /// The centre of mass.
    position: Vector3,
    rotation: Matrix3,
}

/// `P = sum m v` and `L = sum m r x v + R I R^T omega` about the world's origin, of parameters, q and qd; none where
/// nothing has a mass. Armatures are left out: the rotors' axes are not known.
pub fn momenta(system: &System) -> Option<Program> {
    let mut b = system.builder.clone();
    let mut bodies = links(&mut b, system);
    let expressed = system.expressed.inlined(&mut b).bodies.into_iter();
    bodies.extend(expressed.map(|body| Placed {
        mass: body.mass,
        inertia: body.inertia,
        position: body.position,
        rotation: body.rotation,
    }));
    bodies.retain(|body| !b.is_zero(body.mass));
    if bodies.is_empty() {
        return None;
    }
    let places = bodies.iter();
    let places = places.flat_map(|body| body.rotation.concat().into_iter().chain(body.position));
    let places: Vec<Value> = places.collect();
    let changes = along_motion(&mut b, system, &places);
    let (mut linear, mut angular) = (b.zeros(), b.zeros());
    for (body, change) in bodies.iter().zip(changes.chunks(12)) {
        let velocity = [change[9], change[10], change[11]];
        let momentum = b.scale3(body.mass, &velocity);
        // [omega]x = dR/dt R^T
        let rate: Matrix3 = std::array::from_fn(|i| std::array::from_fn(|j| change[3 * i + j]));
        let skew = b.mul_mat(&rate, &Builder::transpose(&body.rotation));
        let in_body = b.transpose_mul_vec(&body.rotation, &[skew[2][1], skew[0][2], skew[1][0]]);
        let spin = b.mul_vec(&body.inertia, &in_body);
        let spin = b.mul_vec(&body.rotation, &spin);
        let orbit = b.cross(&body.position, &momentum);
        linear = b.add3(&linear, &momentum);
        angular = b.add3(&angular, &orbit);
        angular = b.add3(&angular, &spin);
    }
    Some(b.finish(&[linear, angular].concat()))
}

/// Where links are: origins and motions of the joints, one after the other.
fn links(b: &mut Builder, system: &System) -> Vec<Placed> {
    let mut poses = vec![b.identity_pose(); system.tree.links.len()];
    for joint in &system.tree.joints {
        let parent = joint
            .parent
            .map_or(b.identity_pose(), |parent| poses[parent]);
        let mut pose = b.compose(&parent, &joint.origin);
        for motion in &joint.motions {
            let positions = motion.positions(b, &system.coordinates);
            let moved = motion.kind.transform(b, &positions);
            let turned = |rotation| Pose {
                rotation,
                translation: b.zeros(),
            };
            let (there, back) = (
                turned(motion.axes),
                turned(Builder::transpose(&motion.axes)),
            );
            let moved = b.compose(&moved, &back);
            let moved = b.compose(&there, &moved);
            pose = b.compose(&pose, &moved);
        }
        poses[joint.child] = pose;
    }
    let place = |(link, pose): (&Link, &Pose)| {
        let arm = b.mul_vec(&pose.rotation, &link.com);
        Placed {
            mass: link.mass,
            inertia: link.inertia,
            position: b.add3(&pose.translation, &arm),
            rotation: pose.rotation,
        }
    };
    system.tree.links.iter().zip(&poses).map(place).collect()
}

/// The derivatives in time of values of the positions.
fn along_motion(b: &mut Builder, system: &System, values: &[Value]) -> Vec<Value> {
    let rates = position_rates(b, &system.coordinates);
    let program = b.finish(values);
    let one = b.one();
    let moving = b.inline_moving(&program, |b, input| {
        let at = input.index as usize;
        let value = b.input(input.kind, at);
        match input.kind {
            InputKind::Q => Moving {
                value,
                change: rates[at],
            },
            // Placed bodies may move with time alone.
            InputKind::Time => Moving { value, change: one },
            _ => Moving::still(value),
        }
    });
    moving.into_iter().map(|moving| moving.change).collect()
}
