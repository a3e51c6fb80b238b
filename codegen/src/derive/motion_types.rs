//! The joint types of a robot, to be read: what each states, and the motion subspace derived from it.

use super::local::LocalTerms;
use crate::joint::Statement;
use crate::system::{Motion, System};

/// A joint type. Those that state the same are one.
#[derive(Clone, Debug)]
pub struct MotionType {
    /// What descriptions call it.
    pub names: Vec<&'static str>,
    /// What it states.
    pub statement: Statement,
    /// What is derived from that.
    pub terms: LocalTerms,
}

/// All elementary motions of a system, in the order of its joints.
pub fn motions(system: &System) -> impl Iterator<Item = &Motion> {
    let joints = system.tree.joints.iter();
    joints.flat_map(|joint| &joint.motions)
}

#[cfg(feature = "symbolica")]
mod with_algebra {
    use super::*;
    use crate::derive::algebra::{self, Shut, Unknown};

    /// The types of a system's motions, in the order in which they first occur.
    ///
    /// # Errors
    /// The computer algebra cannot be used.
    pub fn motion_types(system: &System) -> Result<Vec<MotionType>, Shut> {
        let derived = algebra::enter(|| of_system(system))?;
        Ok(derived.expect("the robot has been derived from the same statements"))
    }

    fn of_system(system: &System) -> Result<Vec<MotionType>, Unknown> {
        let mut types: Vec<MotionType> = Vec::new();
        for motion in motions(system) {
            let (kind, name) = (&*motion.kind, motion.kind.name());
            let statement = Statement::of(kind);
            match types.iter_mut().find(|known| known.statement == statement) {
                Some(known) if known.names.contains(&name) => {}
                Some(known) => known.names.push(name),
                None => types.push(MotionType {
                    names: vec![name],
                    statement,
                    terms: algebra::local_terms(kind)?,
                }),
            }
        }
        Ok(types)
    }
}

#[cfg(feature = "symbolica")]
pub use with_algebra::motion_types;
