//! A robot, and its class for Python.

include!("robot.rs");

mod arrays;
mod binding;
mod calls;
mod inputs;
mod states;
#[allow(dead_code, reason = "a robot may have no links with functions")]
mod tables;
