//! Twists and kinetic energies.

use super::symbols::{MakeJoint, flat, moments, only, twist};
use crate::forms::{Derived, Velocities, Written};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn velocity(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, qd, _), parent) = (make(b, l), twist(b, l));
    flat(&if written {
        Written::ALL.velocity(b, &joint, &parent, &qd)
    } else {
        forms.velocity(b, &joint, &parent, &qd)
    })
}

pub fn body_energy(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, l), twist(b, l));
    vec![if written {
        Written::ALL.kinetic_energy(b, only(&inertia), &velocity)
    } else {
        forms.kinetic_energy(b, only(&inertia), &velocity)
    }]
}
