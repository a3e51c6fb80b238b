//! Committed files and their descriptions: those of examples, and small ones that have all forms of text between them.
//!
//! The small ones are in `files/`. Their heads have the commands that make them again, and a test of the command
//! (`codegen/cli/tests/command/verify.rs`) asserts that these do.

use std::fs;
use std::path::{Path, PathBuf};

use multibody_description::model::Source;
use multibody_verify::{Description, Refusal, Report, verify};

/// A committed file and its description.
#[derive(Clone, Copy)]
pub struct Committed {
    /// The name of the robot.
    pub name: &'static str,
    /// The path of the file, from the repository.
    pub file: &'static str,
    /// The path of the description.
    pub description: &'static str,
    /// Whether blocks are made chunks, as in files that are much longer.
    pub has_chunks: bool,
}

pub const LEG: Committed = Committed {
    name: "Leg",
    file: "examples/embedded/src/leg.rs",
    description: "examples/embedded/leg.urdf",
    has_chunks: false,
};

pub const ARM: Committed = Committed {
    name: "Arm",
    file: "examples/committed/src/arm.rs",
    description: "examples/committed/arm.urdf",
    has_chunks: false,
};

macro_rules! small {
    ($name:literal, $file:literal, $description:literal) => {
        Committed {
            name: $name,
            file: concat!("codegen/verify/tests/verify/files/", $file, ".rs"),
            description: concat!("codegen/verify/tests/verify/files/", $description),
            has_chunks: false,
        }
    };
}

pub const DISPATCHED: Committed = small!("Dispatched", "dispatched", "wrist.urdf");

pub const SMALL: Committed = small!("Small", "small", "crane.urdf");

pub const DAMPED: Committed = small!("Damped", "damped", "wrist.urdf");

/// Contacts, wrenches and selectors, and with them all views.
pub const LEGGED: Committed = small!("Legged", "legged", "hopper.urdf");

/// Run-time parameters, `prepare`, a bundle, `at`, and a description in Rust.
pub const PARAMETRIC: Committed = small!("Bob", "parametric", "bob.rs");

/// Bundles, `at`, records, functions of links, indices of Pinocchio.
pub const BUNDLED: Committed = small!("Bundled", "bundled", "crane.urdf");

/// Damping by a run-time parameter, and a description in Rust.
pub const FURUTA: Committed = small!("Robot", "furuta", "damped_furuta.rs");

/// Derivatives with their patterns, of two limbs.
pub const PATTERNED: Committed = small!("Patterned", "patterned", "biped.urdf");

/// Derivatives and products with them, with a fixed base.
pub const DERIVED: Committed = small!("Derived", "derived", "reach.urdf");

/// Derivatives of forward dynamics as calls, with a floating base.
pub const FLOATED: Committed = small!("Floated", "floated", "reach.urdf");

/// Derivatives with wrenches, run-time parameters and time, and a description in Rust.
pub const DRIVEN: Committed = small!("Driven", "driven", "motor.rs");

/// The files of campaigns, which have all forms of text.
pub const ALL: [Committed; 15] = [
    LEG,
    ARM,
    LEGGED,
    PARAMETRIC,
    BUNDLED,
    DISPATCHED,
    // With `size`: calls of other functions, and loops over matrices.
    SMALL,
    // Lanes of two and of four numbers.
    small!("Packed", "packed", "biped.urdf"),
    small!("Spider", "spider", "spider.urdf"),
    // `triangle = lower`, damping and springs.
    DAMPED,
    DERIVED,
    FLOATED,
    DRIVEN,
    // A planar root, armature, a weld, wrenches without constraints.
    small!("Charted", "charted", "biped.urdf"),
    Committed {
        has_chunks: true,
        ..small!("Long", "long", "snake.urdf")
    },
];

impl Committed {
    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        repository().join(self.file)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let text = fs::read_to_string(self.path()).expect("a committed file");
        if self.has_chunks {
            let text = text.replace(" = {\n", " = multibody::outlined_chunk(|| {\n");
            text.replace("\n        };\n", "\n        });\n")
        } else {
            text
        }
    }

    /// The path of the description.
    pub fn description_path(&self) -> PathBuf {
        repository().join(self.description)
    }

    /// The text of the description.
    pub fn description_text(&self) -> String {
        fs::read_to_string(self.description_path()).expect("a description")
    }

    /// The description.
    pub fn description(&self) -> Description {
        Description::read(&self.description_path()).expect("a description")
    }

    /// Verifies a text against the description.
    pub fn verify(&self, text: &str) -> Result<Report, Refusal> {
        verify(text, &self.description())
    }
}

/// A description with this text.
pub fn source(text: &str) -> Description {
    Description::from(Source {
        name: "robot.urdf".into(),
        text: text.into(),
    })
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether a text is refused, or has something wrong, or something that is not verified.
pub fn is_found(file: &Committed, text: &str) -> bool {
    let original = file.verify(&file.text()).expect("it can be verified");
    is_found_beside(&original, file, text)
}

/// The same, with the report on the original.
pub fn is_found_beside(original: &Report, file: &Committed, text: &str) -> bool {
    file.verify(text).map_or(true, |report| {
        let mut names = original.items.iter().map(|(name, ..)| name);
        report.wrong() > 0
            || names.any(|name| original.is_verified(name) && !report.is_verified(name))
    })
}
