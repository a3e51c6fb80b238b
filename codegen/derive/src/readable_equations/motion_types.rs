//! The joint types of a robot: the declaration of each, and the motion subspace derived from it.

use crate::local_terms::local_terms;
use multibody_algebra::{GateShut, UnsupportedOperation, enter};
use multibody_description::joint::JointPrograms;
use multibody_description::system::System;
use multibody_outputs::{MotionType, motions};

/// The types of a system's motions, in the order in which they first occur.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn motion_types(system: &System) -> Result<Vec<MotionType>, GateShut> {
    let types = enter(|| types_of_system(system))?;
    Ok(types.expect("the robot has been derived with the same joint types"))
}

/// The types. To be called inside [`enter`].
fn types_of_system(system: &System) -> Result<Vec<MotionType>, UnsupportedOperation> {
    let mut types: Vec<MotionType> = Vec::new();
    for motion in motions(system) {
        let (kind, name) = (&*motion.kind, motion.kind.name());
        let programs = JointPrograms::of(kind);
        match types.iter_mut().find(|known| known.programs == programs) {
            Some(motion_type) if motion_type.names.contains(&name) => {}
            Some(motion_type) => motion_type.names.push(name),
            None => types.push(MotionType {
                names: vec![name],
                programs,
                terms: local_terms(kind)?,
            }),
        }
    }
    Ok(types)
}
