//! Transforms of wrenches to the parent.

use super::symbols::{MakeJoint, flat_wrench};
use crate::kernels::{Derived, HandWritten, Wrench, Wrenches};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn force(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let joint = make(b, l).joint;
    let wrench = Wrench {
        force: l.take(b),
        moment: l.take(b),
    };
    let (mut own, seen) = if written {
        (
            HandWritten::ALL.project(b, &joint, &wrench),
            HandWritten::ALL.to_parent(b, &joint, &wrench),
        )
    } else {
        (
            kernels.project(b, &joint, &wrench),
            kernels.to_parent(b, &joint, &wrench),
        )
    };
    own.extend(flat_wrench(&seen));
    own
}
