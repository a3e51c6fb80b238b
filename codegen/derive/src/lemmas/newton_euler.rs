//! Accelerations of frames, and the wrenches that they require.

use super::symbols::{Side, SymbolicJoint, Symbols, flat_twist, flat_wrench, moments, twist};
use crate::kernels::{DerivedMotion, HandWrittenMotion, NewtonEuler};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

/// The motion of a child whose parent has an arbitrary one.
pub fn acceleration(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, qdd } = symbolic;
    let parent = motion(b, locals);
    let child = if let Some(hand_written) = side.hand_written {
        let parent = as_hand_written(b, &parent);
        hand_written.advance(b, joint, &parent, qd, qdd)
    } else {
        let child = side.derived.advance(b, joint, &parent, qd, qdd);
        as_hand_written(b, &child)
    };
    flat_motion(&child)
}

/// The motion across a constant placement alone: no joint follows that would compute U (`HandWrittenMotion::gradient`) anew.
pub fn turned_motion(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = symbolic;
    let parent = motion(b, locals);
    let motion = if side.hand_written.is_some() {
        as_hand_written(b, &parent).expressed_in(b, &joint.placement)
    } else {
        let child = side.derived.advance(b, joint, &parent, &[], &[]);
        as_hand_written(b, &child)
    };
    flat_motion(&motion)
}

/// The wrench that an arbitrary motion of a body requires.
pub fn body_wrench((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, motion) = (moments(b, locals), motion(b, locals));
    flat_wrench(&if let Some(hand_written) = side.hand_written {
        let motion = as_hand_written(b, &motion);
        hand_written.wrench(b, &inertia, &motion)
    } else {
        side.derived.wrench(b, &inertia, &motion)
    })
}

/// The acceleration of an arbitrary point.
pub fn body_acceleration((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (motion, point) = (motion(b, locals), locals.take(b));
    flat_twist(&if let Some(hand_written) = side.hand_written {
        let motion = as_hand_written(b, &motion);
        hand_written.acceleration(b, &motion, &point)
    } else {
        side.derived.acceleration(b, &motion, &point)
    })
}

/// Converts a derived motion to a hand-written one. From the twist (v, w) and gravity g it has the acceleration
/// `a = v' + w x v - g`.
pub fn as_hand_written(b: &mut Builder, motion: &DerivedMotion) -> HandWrittenMotion {
    let turning = b.cross(&motion.velocity.angular, &motion.velocity.linear);
    let inertial = b.add3(&motion.acceleration.linear, &turning);
    let acceleration = b.sub3(&inertial, &motion.gravity);
    let (w, e) = (motion.velocity.angular, motion.acceleration.angular);
    HandWrittenMotion::new(b, w, e, acceleration)
}

/// Symbols for an arbitrary motion.
pub fn motion(b: &mut Builder, locals: &mut Locals) -> DerivedMotion {
    let (velocity, acceleration) = (twist(b, locals), twist(b, locals));
    DerivedMotion {
        velocity,
        acceleration,
        gravity: locals.take(b),
    }
}

fn flat_motion(motion: &HandWrittenMotion) -> Vec<Value> {
    let [x, y, z] = motion.gradient;
    [
        motion.angular,
        motion.angular_acceleration,
        motion.acceleration,
        x,
        y,
        z,
    ]
    .concat()
}
