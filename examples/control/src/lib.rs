//! Controllers and inverse kinematics, each in a file of less than sixty lines: [`pd`], [`operational_space`] and
//! [`inverse_kinematics`] are written once for all robots, [`lqr`] for a cart-pole, [`standing`] for a quadruped.

pub mod inverse_kinematics;
pub mod lqr;
pub mod operational_space;
pub mod pd;
pub mod robots;
pub mod standing;
