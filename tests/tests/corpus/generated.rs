//! The generated robots of the corpus and the golden files beside them.

use std::path::Path;

use multibody_tests::{Emitted, Golden, Variant};

pub use table::{FOLDER, ROBOTS};

/// As the build script wrote it.
#[cfg(not(clippy))]
mod table {
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
}

/// Clippy would take minutes for a million lines of one kind; it sees that kind in the fixtures.
#[cfg(clippy)]
mod table {
    pub static ROBOTS: &[multibody_tests::Emitted] = &[];
    pub const FOLDER: Option<&str> = None;
}

pub fn golden(robot: &str) -> Golden {
    let folder = Path::new(FOLDER.expect("a corpus"));
    let path = folder.join("golden").join(format!("{robot}.json"));
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let golden = Golden::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(golden.gravity, [0.0, 0.0, -9.81], "{robot}");
    golden
}

pub fn of_variant(variant: Variant) -> impl Iterator<Item = &'static Emitted> {
    ROBOTS.iter().filter(move |robot| robot.variant == variant)
}

pub fn variant_of(robot: &Emitted, variant: Variant) -> &'static Emitted {
    let mut found = of_variant(variant).filter(|other| other.robot == robot.robot);
    found
        .next()
        .unwrap_or_else(|| panic!("{} has no variant {variant:?}", robot.robot))
}
