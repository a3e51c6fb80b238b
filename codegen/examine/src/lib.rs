//! Examines a system: what users have to be told, and what all later stages have to know. All of this is before derivation, except
//! `floats`, which finds constants of derived programs that floats cannot represent.
//!
//! Ranks are those at random states modulo primes (`prove`). Whether constraints can be satisfied is found in floats
//! (`kinematics`).

pub mod expressions;
pub mod feasibility;
pub mod floats;
mod rows;
pub mod size;

pub use rows::{examine, rounding};

/// A name for the sources of this crate: it changes when they change.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
