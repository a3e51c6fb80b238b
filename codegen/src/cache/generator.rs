//! The identity of this generator for a cache: the sources of all its crates.

use multibody_support::fingerprint::Fingerprint;

/// The crates that contribute to what is generated, each with the identity of its sources.
pub const CRATES: [(&str, &str); 14] = [
    ("multibody-codegen", env!("MULTIBODY_SOURCES")),
    ("multibody-support", multibody_support::SOURCES),
    ("multibody-program", multibody_program::SOURCES),
    ("multibody-passes", multibody_passes::SOURCES),
    ("multibody-description", multibody_description::SOURCES),
    ("multibody-prove", multibody_prove::SOURCES),
    ("multibody-kinematics", multibody_kinematics::SOURCES),
    ("multibody-examine", multibody_examine::SOURCES),
    ("multibody-verify", multibody_verify::SOURCES),
    ("multibody-tree", multibody_tree::SOURCES),
    ("multibody-outputs", multibody_outputs::SOURCES),
    ("multibody-emit", multibody_emit::SOURCES),
    ("multibody-algebra", ALGEBRA[0]),
    ("multibody-derive", ALGEBRA[1]),
];

#[cfg(feature = "symbolica")]
const ALGEBRA: [&str; 2] = [multibody_algebra::SOURCES, multibody_derive::SOURCES];
#[cfg(not(feature = "symbolica"))]
const ALGEBRA: [&str; 2] = ["derives nothing"; 2];

/// The identity of a generator made of these crates.
#[must_use]
pub fn generator(crates: &[(&str, &str)]) -> Fingerprint {
    Fingerprint::of(crates.iter().flat_map(|(name, sources)| [*name, *sources]))
}
