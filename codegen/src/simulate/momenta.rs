//! Linear and angular momentum of a system as read: sums over its links and over the bodies placed by expressions.

use multibody_description::system::{Link, System};
use multibody_kinematics::{link_poses, time_derivatives};
use multibody_program::ir::{Builder, Matrix3, Pose, Program, Value, Vector3};

/// A body with its pose in the world.
struct PlacedMass {
    mass: Value,
    /// The inertia about the centre of mass, in the body's axes.
    inertia: Matrix3,
    /// The centre of mass, in the world.
    position: Vector3,
    /// The rotation from the body's axes to the world's.
    rotation: Matrix3,
}

/// The momenta `P = sum m v` and `L = sum (m r x v + R I R^T omega)` about the world's origin, as functions of parameters, q and
/// qd. Of each body, `r` and `v` are position and velocity of the centre of mass in the world, `R` rotates from the body's axes to
/// the world's, `I` is the inertia in the body's axes, and `omega` the angular velocity in the world's. `None`: nothing has a
/// mass. Armatures are left out, since the axes of the rotors are not known.
pub fn momenta(system: &System) -> Option<Program> {
    let mut b = system.builder.clone();
    let mut bodies = link_masses(&mut b, system);
    let symbolic = system.symbolic.inlined(&mut b).bodies.into_iter();
    bodies.extend(symbolic.map(|body| PlacedMass {
        mass: body.mass,
        inertia: body.inertia,
        position: body.position,
        rotation: body.rotation,
    }));
    bodies.retain(|body| !b.is_zero(body.mass));
    if bodies.is_empty() {
        return None;
    }
    let pose_entries: Vec<Value> = bodies
        .iter()
        .flat_map(|body| body.rotation.concat().into_iter().chain(body.position))
        .collect();
    let derivatives = time_derivatives(&mut b, system, &pose_entries);
    let (mut linear, mut angular) = (b.zeros(), b.zeros());
    // For each body, the 9 entries of dR/dt by rows, and the velocity of the centre of mass.
    for (body, derivative) in bodies.iter().zip(derivatives.chunks(12)) {
        let velocity = [derivative[9], derivative[10], derivative[11]];
        let momentum = b.scale3(body.mass, &velocity);
        // The matrix of the cross product with omega is dR/dt R^T.
        let rotation_rate: Matrix3 =
            std::array::from_fn(|i| std::array::from_fn(|j| derivative[3 * i + j]));
        let skew = b.mul_mat(&rotation_rate, &Builder::transpose(&body.rotation));
        let body_rate = b.transpose_mul_vec(&body.rotation, &[skew[2][1], skew[0][2], skew[1][0]]);
        let body_spin = b.mul_vec(&body.inertia, &body_rate);
        let spin = b.mul_vec(&body.rotation, &body_spin);
        let orbital = b.cross(&body.position, &momentum);
        linear = b.add3(&linear, &momentum);
        angular = b.add3(&angular, &orbital);
        angular = b.add3(&angular, &spin);
    }
    Some(b.finish(&[linear, angular].concat()))
}

/// The links, each with its own mass.
fn link_masses(b: &mut Builder, system: &System) -> Vec<PlacedMass> {
    let poses = link_poses(b, system);
    let place = |(link, pose): (&Link, &Pose)| {
        let offset = b.mul_vec(&pose.rotation, &link.com);
        PlacedMass {
            mass: link.mass,
            inertia: link.inertia,
            position: b.add3(&pose.translation, &offset),
            rotation: pose.rotation,
        }
    };
    system.tree.links.iter().zip(&poses).map(place).collect()
}
