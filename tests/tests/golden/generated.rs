//! The generated robots of `golden/` and the numbers beside them.

use std::path::Path;

use multibody_tests::{Emitted, Golden, Variant};

pub use table::{FOLDER, ROBOTS};

/// As the build script wrote it.
#[cfg(not(clippy))]
mod table {
    include!(concat!(env!("OUT_DIR"), "/golden.rs"));
}

/// Clippy would take minutes for so much of one kind; it sees that kind in the fixtures.
#[cfg(clippy)]
mod table {
    pub static ROBOTS: &[multibody_tests::Emitted] = &[];
    pub const FOLDER: Option<&str> = None;
}

pub fn golden(robot: &str) -> Golden {
    let folder = Path::new(FOLDER.expect("it is in the repository"));
    let path = folder.join("golden").join(format!("{robot}.json"));
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Golden::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn of_variant(variant: Variant) -> impl Iterator<Item = &'static Emitted> {
    ROBOTS.iter().filter(move |robot| robot.variant == variant)
}
