//! A class of Python around a robot in Rust: the text that exports it by `pyo3`, and the stubs.
//!
//! The methods of the class are the functions of the robot; if it has parameters, those of the prepared robot. Every argument is
//! explicit: there are no views. Code that all methods share is in files of the package.

mod binding;
mod class;
mod documentation;
mod jax;
mod method;
mod methods;
mod names;
mod results;
mod steps;
mod stubs;

use crate::c;
use crate::interface::Robot;
use class::PythonClass;

/// The separator of the texts when they are joined into one. No text contains it.
pub const BETWEEN_TEXTS: &str = "\n//// the next text\n";

/// The text in Rust with the class, and the stubs; for JAX also its module in Python, the header and the source in C, and the handlers
/// in C++.
#[must_use]
pub fn texts(robot: &Robot<'_>) -> Vec<String> {
    let class = PythonClass::of(robot);
    let mut texts = vec![binding::text(&class), stubs::text(&class)];
    if robot.settings.layout.jax {
        texts.push(jax::module(robot));
        texts.extend(c::jax::c_files(robot));
        texts.push(c::jax::cpp_file(robot));
    }
    texts
}

pub use class::{class_name, module_name};
