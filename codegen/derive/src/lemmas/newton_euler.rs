//! Accelerations of frames, and the wrenches that they require.

use super::symbols::{MakeJoint, SymbolicJoint, flat, flat_wrench, moments, only, twist};
use crate::kernels::{Derived, DerivedMotion, HandWritten, HandWrittenMotion, NewtonEuler};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn acceleration(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    kernels: &Derived,
    written: Option<HandWritten>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, qdd } = make(b, l);
    let parent = motion(b, l);
    let child = if let Some(written) = written {
        let parent = as_written(b, &parent);
        written.advance(b, &joint, &parent, &qd, &qdd)
    } else {
        let child = kernels.advance(b, &joint, &parent, &qd, &qdd);
        as_written(b, &child)
    };
    flat_motion(&child)
}

pub fn turned_motion(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = make(b, l);
    let parent = motion(b, l);
    let seen = if written {
        as_written(b, &parent).expressed_in(b, &joint.placement)
    } else {
        let child = kernels.advance(b, &joint, &parent, &[], &[]);
        as_written(b, &child)
    };
    flat_motion(&seen)
}

pub fn body_wrench(
    b: &mut Builder,
    l: &mut Locals,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let (inertia, motion) = (moments(b, l), motion(b, l));
    flat_wrench(&if written {
        let motion = as_written(b, &motion);
        HandWritten::ALL.wrench(b, only(&inertia), &motion)
    } else {
        kernels.wrench(b, only(&inertia), &motion)
    })
}

/// The acceleration of an arbitrary point.
pub fn body_acceleration(
    b: &mut Builder,
    l: &mut Locals,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let (motion, point) = (motion(b, l), l.take(b));
    flat(&if written {
        let motion = as_written(b, &motion);
        HandWritten::ALL.acceleration(b, &motion, &point)
    } else {
        kernels.acceleration(b, &motion, &point)
    })
}

/// Converts a derived motion to a hand-written one: a = v' + w x v - g.
fn as_written(b: &mut Builder, motion: &DerivedMotion) -> HandWrittenMotion {
    let swept = b.cross(&motion.velocity.angular, &motion.velocity.linear);
    let inertial = b.add3(&motion.acceleration.linear, &swept);
    let acceleration = b.sub3(&inertial, &motion.gravity);
    let (w, e) = (motion.velocity.angular, motion.acceleration.angular);
    HandWrittenMotion::new(b, w, e, acceleration)
}

fn motion(b: &mut Builder, locals: &mut Locals) -> DerivedMotion {
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
