//! The joint types of a robot, to be read: what each states, and the motion subspace derived from it.

use super::local::LocalTerms;
use multibody_description::joint::Statement;
use multibody_description::system::{Motion, System};

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
