//! Accelerations of frames, and the wrenches that they require.

use super::symbols::{Side, SymbolicJoint, Symbols, flat, flat_wrench, moments, twist};
use crate::kernels::{DerivedMotion, HandWrittenMotion, NewtonEuler};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn acceleration((b, l): Symbols<'_>, of: &SymbolicJoint<'_>, side: Side<'_>) -> Vec<Value> {
    let SymbolicJoint { joint, qd, qdd } = of;
    let parent = motion(b, l);
    let child = if let Some(written) = side.written {
        let parent = as_written(b, &parent);
        written.advance(b, joint, &parent, qd, qdd)
    } else {
        let child = side.derived.advance(b, joint, &parent, qd, qdd);
        as_written(b, &child)
    };
    flat_motion(&child)
}

pub fn turned_motion((b, l): Symbols<'_>, of: &SymbolicJoint<'_>, side: Side<'_>) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = of;
    let parent = motion(b, l);
    let seen = if side.written.is_some() {
        as_written(b, &parent).expressed_in(b, &joint.placement)
    } else {
        let child = side.derived.advance(b, joint, &parent, &[], &[]);
        as_written(b, &child)
    };
    flat_motion(&seen)
}

pub fn body_wrench((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, motion) = (moments(b, l), motion(b, l));
    flat_wrench(&if let Some(written) = side.written {
        let motion = as_written(b, &motion);
        written.wrench(b, &inertia, &motion)
    } else {
        side.derived.wrench(b, &inertia, &motion)
    })
}

/// The acceleration of an arbitrary point.
pub fn body_acceleration((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (motion, point) = (motion(b, l), l.take(b));
    flat(&if let Some(written) = side.written {
        let motion = as_written(b, &motion);
        written.acceleration(b, &motion, &point)
    } else {
        side.derived.acceleration(b, &motion, &point)
    })
}

/// Converts a derived motion to a hand-written one: a = v' + w x v - g.
pub fn as_written(b: &mut Builder, motion: &DerivedMotion) -> HandWrittenMotion {
    let swept = b.cross(&motion.velocity.angular, &motion.velocity.linear);
    let inertial = b.add3(&motion.acceleration.linear, &swept);
    let acceleration = b.sub3(&inertial, &motion.gravity);
    let (w, e) = (motion.velocity.angular, motion.acceleration.angular);
    HandWrittenMotion::new(b, w, e, acceleration)
}

pub fn motion(b: &mut Builder, locals: &mut Locals) -> DerivedMotion {
    let (velocity, acceleration) = (twist(b, locals), twist(b, locals));
    DerivedMotion {
        velocity,
        acceleration,
        gravity: locals.take(b),
    }
}

fn flat_motion(motion: &HandWrittenMotion) -> Vec<Value> {
    let [x, y, z] = motion.spread;
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
