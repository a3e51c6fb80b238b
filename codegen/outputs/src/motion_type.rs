//! The joint types of a robot, for readers: what each declares, and the motion subspace derived from
//! it.

use super::local::LocalTerms;
use multibody_description::joint::Statement;
use multibody_description::system::{Motion, System};

/// A joint type. Types with the same statement are merged.
#[derive(Clone, Debug)]
pub struct MotionType {
    /// Its names in descriptions.
    pub names: Vec<&'static str>,
    /// Its transform and rate map.
    pub statement: Statement,
    /// The terms that are derived from the statement.
    pub terms: LocalTerms,
}

/// All elementary motions of a system, in the order of its joints.
pub fn motions(system: &System) -> impl Iterator<Item = &Motion> {
    let joints = system.tree.joints.iter();
    joints.flat_map(|joint| &joint.motions)
}
