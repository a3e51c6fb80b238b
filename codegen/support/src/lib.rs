//! What has nothing to do with mechanics: quoting for foreign formats, words, random numbers, private folders.
#![deny(missing_docs)]

pub mod fingerprint;
pub mod foreign;
pub mod private_folder;
pub mod random;
pub mod sources;
pub mod tests_to_run;
pub mod word;

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
