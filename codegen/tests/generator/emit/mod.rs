//! Emit: code with its documentation, and equations to be read.

mod actuators;
mod determinism;
mod documentation;
mod equations;
mod javascript;
mod printed_recursions;
mod runtime_dispatch;
mod size;
mod traits;
mod value_names;
