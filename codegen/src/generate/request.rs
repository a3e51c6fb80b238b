//! The functions to derive for a robot.

use super::reduced::ReducedRobot;
use crate::examine::targets;
use multibody_description::fault::Faults;
use multibody_description::function::Target;
use multibody_description::requested::{RobotBundle, bundles};
use multibody_outputs::report::AbsentFunction;

/// What is to be derived for a robot.
pub struct Request {
    /// The functions.
    pub targets: Vec<Target>,
    /// The bundles of these functions.
    pub bundles: Vec<RobotBundle>,
    /// Functions that are requested but cannot be derived.
    pub absent: Vec<AbsentFunction>,
}

impl Request {
    /// What the settings request, as far as it exists for the robot; `None` if there are faults.
    pub fn of(robot: &ReducedRobot, faults: &mut Faults) -> Option<Self> {
        let (system, settings) = (&robot.system, &robot.settings);
        let (targets, absent) = targets(&robot.model, system, settings, faults);
        let bundles = bundles(system, settings, &targets, faults);
        (!faults.has_errors()).then_some(Self {
            targets,
            bundles,
            absent,
        })
    }

    /// The functions of each bundle.
    pub fn members(&self) -> Vec<Vec<Target>> {
        let bundles = self.bundles.iter();
        bundles.map(|bundle| bundle.targets().collect()).collect()
    }
}
