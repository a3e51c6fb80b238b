//! Generated robots, and the folder with the golden files beside them.

use std::path::Path;

use crate::golden::Golden;
use crate::table::{Emitted, Variant};

/// The table that the build script wrote for a folder with `robots/` and `golden/`.
#[derive(Clone, Copy)]
pub struct ComparedRobots {
    /// None: there was none for the build.
    pub folder: Option<&'static str>,
    /// Every robot in every variant.
    pub robots: &'static [Emitted],
}

impl ComparedRobots {
    /// The golden file of a robot.
    ///
    /// # Panics
    /// If it cannot be read, or has another gravity.
    #[must_use]
    pub fn golden(&self, robot: &str) -> Golden {
        let folder = Path::new(self.folder.expect("a folder"));
        let path = folder.join("golden").join(format!("{robot}.json"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let golden =
            Golden::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(golden.gravity, [0.0, 0.0, -9.81], "{robot}");
        golden
    }

    /// All robots in a variant.
    pub fn of_variant(&self, variant: Variant) -> impl Iterator<Item = &'static Emitted> + use<> {
        let robots = self.robots.iter();
        robots.filter(move |robot| robot.variant == variant)
    }

    /// The same robot in another variant.
    ///
    /// # Panics
    /// If it has none.
    #[must_use]
    pub fn variant_of(&self, robot: &Emitted, variant: Variant) -> &'static Emitted {
        let mut variants = self.of_variant(variant);
        let candidate = variants.find(|other| other.robot == robot.robot);
        candidate.unwrap_or_else(|| panic!("{} has no variant {variant:?}", robot.robot))
    }
}
