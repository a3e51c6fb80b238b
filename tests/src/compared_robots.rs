//! Generated robots, and the folder of their golden files.

use std::path::Path;

use crate::golden::Golden;
use crate::table::{Emitted, Variant};

/// The table that the build script wrote for a folder with `robots/` and `golden/`.
#[derive(Clone, Copy)]
pub struct ComparedRobots {
    /// The folder; `None` if the build had none.
    pub folder: Option<&'static str>,
    /// Every robot in every variant.
    pub robots: &'static [Emitted],
}

impl ComparedRobots {
    /// The golden file of a robot.
    ///
    /// # Panics
    /// If the file cannot be read, or has another gravity than 9.81 m/s^2 along -z.
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

    /// All robots of a variant.
    pub fn of_variant(&self, variant: Variant) -> impl Iterator<Item = &'static Emitted> + use<> {
        let robots = self.robots.iter();
        robots.filter(move |robot| robot.variant == variant)
    }

    /// The same robot in another variant.
    ///
    /// # Panics
    /// If the robot has no such variant.
    #[must_use]
    pub fn variant_of(&self, robot: &Emitted, variant: Variant) -> &'static Emitted {
        let mut variants = self.of_variant(variant);
        let candidate = variants.find(|other| other.robot == robot.robot);
        candidate.unwrap_or_else(|| panic!("{} has no variant {variant:?}", robot.robot))
    }
}
