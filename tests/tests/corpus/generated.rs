//! The generated robots of the corpus and the golden files beside them.

use multibody_tests::{ComparedRobots, Emitted, Golden, Variant};

pub use table::{FOLDER, ROBOTS};

const ALL: ComparedRobots = ComparedRobots {
    folder: FOLDER,
    robots: ROBOTS,
};

/// As the build script wrote it.
#[cfg(not(clippy))]
mod table {
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
}

/// Clippy would take minutes for so much of one kind; it sees that kind in the fixtures.
#[cfg(clippy)]
mod table {
    pub static ROBOTS: &[multibody_tests::Emitted] = &[];
    pub const FOLDER: Option<&str> = None;
}

pub fn golden(robot: &str) -> Golden {
    ALL.golden(robot)
}

pub fn of_variant(variant: Variant) -> impl Iterator<Item = &'static Emitted> {
    ALL.of_variant(variant)
}

pub fn variant_of(robot: &Emitted, variant: Variant) -> &'static Emitted {
    ALL.variant_of(robot, variant)
}
