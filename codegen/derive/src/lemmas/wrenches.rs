//! Transforms of wrenches to the parent.

use super::symbols::{Side, SymbolicJoint, Symbols, flat_wrench};
use crate::kernels::{Wrench, Wrenches};
use multibody_program::ir::Value;

pub fn force((b, l): Symbols<'_>, of: &SymbolicJoint<'_>, side: Side<'_>) -> Vec<Value> {
    let joint = &of.joint;
    let wrench = Wrench {
        force: l.take(b),
        moment: l.take(b),
    };
    let (mut own, seen) = if let Some(written) = side.written {
        (
            written.project(b, joint, &wrench),
            written.to_parent(b, joint, &wrench),
        )
    } else {
        (
            side.derived.project(b, joint, &wrench),
            side.derived.to_parent(b, joint, &wrench),
        )
    };
    own.extend(flat_wrench(&seen));
    own
}
