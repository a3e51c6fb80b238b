//! A class of Python around a robot in Rust: the text that exports it by `pyo3`, and the stubs.
//!
//! The class has the functions of the robot, of prepared parameters if there are any, as methods. Every argument is explicit: there
//! are no views. What calls have in common is in files of the package.

mod binding;
mod class;
mod documentation;
mod jax;
mod method;
mod methods;
mod results;
mod steps;
mod stubs;

use crate::c;
use crate::interface::Robot;
use class::PythonClass;

/// The line between the texts where all are in one. None of them has it.
pub const BETWEEN_TEXTS: &str = "\n//// the next text\n";

/// The text of Rust with the class, and the stubs; for JAX the module of Python, the header and the source of C, and the handlers.
#[must_use]
pub fn texts(robot: &Robot<'_>) -> Vec<String> {
    let class = PythonClass::of(robot);
    let mut texts = vec![binding::text(&class), stubs::text(&class)];
    if robot.settings.layout.jax {
        texts.push(jax::module(robot));
        texts.extend(c::jax::texts(robot));
        texts.push(c::jax::handlers(robot));
    }
    texts
}

pub use class::module_name;
