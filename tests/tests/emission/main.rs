//! Emitted code, compiled with every warning denied: options, awkward robots, changes that `multibody::check` finds. Modules
//! that deny missing documentation are public: of others nothing would be missed.

#[path = "../shared/built.rs"]
mod built;
pub mod bundles;
mod changes;
pub mod fixtures;
mod hostile_names;
#[cfg(feature = "same-bits")]
pub mod javascript;
pub mod long_chain;
pub mod packed_limbs;
pub mod size;
pub mod views;
