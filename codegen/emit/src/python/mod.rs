//! A class of Python around a robot in Rust: the text that exports it by `pyo3`, and the stubs.
//!
//! The class has the functions of the robot, of prepared parameters if there are any, as methods. Every argument is explicit: there
//! are no views. What calls have in common is in files of the package.

mod binding;
mod class;
mod documentation;
mod method;
mod methods;
mod results;
mod steps;
mod stubs;

use crate::interface::Robot;
use class::PythonClass;

/// The line between the texts where both are in one. Neither of them has it.
pub const BETWEEN_TEXTS: &str = "\n//// stubs\n";

/// The text of Rust with the class, and the stubs.
#[must_use]
pub fn texts(robot: &Robot<'_>) -> [String; 2] {
    let class = PythonClass::of(robot);
    [binding::text(&class), stubs::text(&class)]
}

pub use class::module_name;
