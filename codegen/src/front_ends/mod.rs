//! The front ends that are libraries: the attribute, `Config` for build scripts, and files with robots, which the command reads
//! too.

pub mod attribute;
pub mod config;
pub mod robot_file;
