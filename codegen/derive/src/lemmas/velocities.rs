//! Twists and kinetic energies.

use super::symbols::{MakeJoint, SymbolicJoint, flat, moments, only, twist};
use crate::kernels::{Derived, HandWritten, Velocities};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn velocity(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = make(b, l);
    let parent = twist(b, l);
    flat(&if written {
        HandWritten::ALL.velocity(b, &joint, &parent, &qd)
    } else {
        kernels.velocity(b, &joint, &parent, &qd)
    })
}

pub fn body_energy(
    b: &mut Builder,
    l: &mut Locals,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, l), twist(b, l));
    vec![if written {
        HandWritten::ALL.kinetic_energy(b, only(&inertia), &velocity)
    } else {
        kernels.kinetic_energy(b, only(&inertia), &velocity)
    }]
}
