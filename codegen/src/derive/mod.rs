//! Lagrange's equations of a tree, as programs.

#[cfg(feature = "symbolica")]
pub mod algebra;
pub mod forms;
pub mod functions;
pub mod local;
