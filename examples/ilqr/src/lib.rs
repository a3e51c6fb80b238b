//! Iterative LQR for every robot: Li and Todorov 2004, with the regularization of Tassa, Erez and Todorov 2012.
//!
//! Steps are those of the semi-implicit Euler method. Deviations of states are along rates, so orientations need no special
//! treatment.

mod dual_derivatives;
mod figure;
pub mod ilqr;
pub mod problems;
pub mod robots;

pub use dual_derivatives::WithDualDerivatives;
pub use figure::draw;
pub use ilqr::{Goal, Place, Problem, Solution, Steps, solve};
