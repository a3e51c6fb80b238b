//! Twists and kinetic energies.

use super::symbols::{Side, SymbolicJoint, Symbols, flat_twist, moments, twist};
use crate::kernels::Velocities;
use multibody_program::ir::Value;

/// The twist of a child whose parent has an arbitrary one.
pub fn velocity(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = symbolic;
    let parent = twist(b, locals);
    flat_twist(&if let Some(hand_written) = side.hand_written {
        hand_written.velocity(b, joint, &parent, qd)
    } else {
        side.derived.velocity(b, joint, &parent, qd)
    })
}

/// The kinetic energy of a body with an arbitrary twist.
pub fn body_energy((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, locals), twist(b, locals));
    vec![if let Some(hand_written) = side.hand_written {
        hand_written.kinetic_energy(b, &inertia, &velocity)
    } else {
        side.derived.kinetic_energy(b, &inertia, &velocity)
    }]
}
