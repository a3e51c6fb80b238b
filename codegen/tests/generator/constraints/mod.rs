//! Constraints, at all stages.

mod circles;
pub mod counts;
pub mod eliminated_rows;
pub mod functions;
mod golden;
pub mod inverse_dynamics;
pub mod joint_pivoted_rows;
pub mod kkt;
mod switched_rows;
