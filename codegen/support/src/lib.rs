//! Everything that has nothing to do with mechanics: quoting for foreign formats, words, random numbers,
//! private folders.
#![deny(missing_docs)]

pub mod fingerprint;
pub mod foreign;
pub mod private_folder;
pub mod random;
pub mod sources;
pub mod tests_to_run;
pub mod word;

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
