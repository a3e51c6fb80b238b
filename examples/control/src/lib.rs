//! Controllers, each written once for all robots in a file of less than sixty lines.

pub mod inverse_kinematics;
pub mod lqr;
pub mod operational_space;
pub mod pd;
pub mod robots;
pub mod standing;
