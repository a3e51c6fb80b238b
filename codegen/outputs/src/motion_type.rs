//! The joint types of a robot, as readable equations show them: the programs that each declares, and the terms derived
//! from these.

use super::local::JointTerms;
use multibody_description::joint::JointPrograms;
use multibody_description::system::{Motion, System};

/// A joint type. Types with the same transform and rate map count as one, with several names.
#[derive(Clone, Debug)]
pub struct MotionType {
    /// The names of the type in descriptions.
    pub names: Vec<&'static str>,
    /// The transform and the rate map of the type.
    pub programs: JointPrograms,
    /// The terms that are derived from these programs.
    pub terms: JointTerms,
}

/// All elementary motions of a system, in the order of its joints.
pub fn motions(system: &System) -> impl Iterator<Item = &Motion> {
    let joints = system.tree.joints.iter();
    joints.flat_map(|joint| &joint.motions)
}
