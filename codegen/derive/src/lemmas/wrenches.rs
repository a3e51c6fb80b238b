//! Wrenches on their way to the world.

use super::symbols::{MakeJoint, flat_wrench};
use crate::forms::{Derived, Wrench, Wrenches, Written};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn force(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let (joint, ..) = make(b, l);
    let wrench = Wrench {
        force: l.take(b),
        moment: l.take(b),
    };
    let (mut own, seen) = if written {
        (
            Written::ALL.project(b, &joint, &wrench),
            Written::ALL.retreat(b, &joint, &wrench),
        )
    } else {
        (
            forms.project(b, &joint, &wrench),
            forms.retreat(b, &joint, &wrench),
        )
    };
    own.extend(flat_wrench(&seen));
    own
}
