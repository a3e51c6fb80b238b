//! The robot and the names that all parts of the text in C use.

use crate::interface::Robot;
use crate::schedule::RobotNames;
use multibody_support::foreign::{c_identifier, rust_name, upper_camel_case};
use std::ops::Deref;

/// The robot that is written, and the names that all parts of its text use.
pub struct CWriter<'a> {
    /// The robot.
    pub robot: &'a Robot<'a>,
    /// The beginning of the names of functions and tables.
    pub prefix: String,
    /// The beginning of the names of types.
    pub type_prefix: String,
    /// The names of positions, of bodies, and of definitions in expressions.
    pub names: RobotNames,
}

impl<'a> Deref for CWriter<'a> {
    type Target = Robot<'a>;

    fn deref(&self) -> &Robot<'a> {
        self.robot
    }
}

impl<'a> CWriter<'a> {
    /// A writer of a robot.
    pub fn new(robot: &'a Robot<'a>) -> Self {
        let prefix = c_identifier(&rust_name(robot.name));
        Self {
            robot,
            type_prefix: upper_camel_case(&prefix),
            prefix,
            names: RobotNames::new(
                robot.position_names(),
                robot.body_names(),
                robot.system.builder.definitions(),
            ),
        }
    }
}
