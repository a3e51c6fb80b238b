//! Examines a system: reports its faults to users, and collects findings for all later stages. All of this is done
//! before derivation, except for what floats cannot represent (`floats`), which derived programs show.
//!
//! Ranks are those at random states modulo primes (`prove`). Whether constraints can be satisfied is found in floats
//! (`kinematics`).

pub mod expressions;
pub mod feasibility;
pub mod floats;
mod rows;
pub mod size;

pub use rows::{examine, rounding};

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
