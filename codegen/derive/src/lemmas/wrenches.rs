//! Transforms of wrenches to the parent.

use super::symbols::{Side, SymbolicJoint, Symbols, flat_wrench};
use crate::kernels::{Wrench, Wrenches};
use multibody_program::ir::Value;

/// The generalized forces of an arbitrary wrench, and the wrench in the parent's frame.
pub fn wrench(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let joint = &symbolic.joint;
    let wrench = Wrench {
        force: locals.take(b),
        moment: locals.take(b),
    };
    let (mut forces, parent_wrench) = if let Some(hand_written) = side.hand_written {
        (
            hand_written.project(b, joint, &wrench),
            hand_written.to_parent(b, joint, &wrench),
        )
    } else {
        (
            side.derived.project(b, joint, &wrench),
            side.derived.to_parent(b, joint, &wrench),
        )
    };
    forces.extend(flat_wrench(&parent_wrench));
    forces
}
