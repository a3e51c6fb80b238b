//! Robots whose texts have all forms between them: two committed examples, and small ones that are generated here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use multibody_codegen::internal::committed::{self, FileOrigin, FilePaths};
use multibody_codegen::internal::source::is_rust;
use multibody_codegen::internal::{foreign, options, robot_file};
use multibody_codegen::{Cache, Source};
use multibody_verify::{Description, Refusal, Report, verify};

/// The words behind `cargo multibody generate` for each small robot, in the folder `files`. `.ci/mutants` reads them too.
const COMMANDS: &str = include_str!("files/commands.txt");

/// The texts of all robots by their files, once for all tests.
static TEXTS: LazyLock<BTreeMap<&str, OnceLock<String>>> = LazyLock::new(|| {
    let files = [LEG.file, ARM.file].into_iter();
    let files = files.chain(COMMANDS.lines().map(output));
    files.map(|file| (file, OnceLock::new())).collect()
});

/// The file that a command writes.
fn output(command: &str) -> &str {
    let (_, file) = command.rsplit_once(" --out ").expect("an output");
    file
}

/// A robot with its text and its description.
#[derive(Clone, Copy)]
pub struct Robot {
    /// The name of its type.
    pub name: &'static str,
    /// The path of a committed file, from the repository, or the name of a file that a command would write.
    pub file: &'static str,
    /// The path of the description, from the repository.
    description: &'static str,
    /// Whether blocks are made chunks, as in files that are much longer.
    has_chunks: bool,
}

pub const LEG: Robot = Robot {
    name: "Leg",
    file: "examples/embedded/src/leg.rs",
    description: "examples/embedded/leg.urdf",
    has_chunks: false,
};

pub const ARM: Robot = Robot {
    name: "Arm",
    file: "examples/committed/src/arm.rs",
    description: "examples/committed/arm.urdf",
    has_chunks: false,
};

macro_rules! small {
    ($name:literal, $file:literal, $description:literal) => {
        Robot {
            name: $name,
            file: concat!($file, ".rs"),
            description: concat!("codegen/tests/verify/files/", $description),
            has_chunks: false,
        }
    };
}

pub const DISPATCHED: Robot = small!("Dispatched", "dispatched", "wrist.urdf");

/// With `size`: calls of other functions, and loops over matrices.
pub const SMALL: Robot = small!("Small", "small", "crane.urdf");

/// `triangle = lower`, damping and springs.
pub const DAMPED: Robot = small!("Damped", "damped", "wrist.urdf");

/// Contacts, wrenches and selectors, and with them all views.
pub const LEGGED: Robot = small!("Legged", "legged", "hopper.urdf");

/// Run-time parameters, `prepare`, a bundle, `at`, and a description in Rust.
pub const PARAMETRIC: Robot = small!("Bob", "parametric", "bob.rs");

/// Bundles, `at`, records, functions of links, indices of Pinocchio.
pub const BUNDLED: Robot = small!("Bundled", "bundled", "crane.urdf");

/// Derivatives with their patterns, of two limbs.
pub const PATTERNED: Robot = small!("Patterned", "patterned", "biped.urdf");

/// Derivatives under wrenches with their patterns, with a floating base.
pub const LOADED: Robot = small!("Loaded", "loaded", "reach.urdf");

/// Derivatives and products with them, with a fixed base.
pub const DERIVED: Robot = small!("Derived", "derived", "reach.urdf");

/// Derivatives of forward dynamics as calls, with a floating base.
pub const FLOATED: Robot = small!("Floated", "floated", "reach.urdf");

/// Derivatives with wrenches, run-time parameters and time, and a description in Rust.
pub const DRIVEN: Robot = small!("Driven", "driven", "motor.rs");

/// The robots of campaigns, which have all forms of text.
pub const ALL: [Robot; 15] = [
    LEG,
    ARM,
    LEGGED,
    PARAMETRIC,
    BUNDLED,
    DISPATCHED,
    SMALL,
    // Lanes of two and of four numbers.
    small!("Packed", "packed", "biped.urdf"),
    small!("Spider", "spider", "spider.urdf"),
    DAMPED,
    DERIVED,
    FLOATED,
    DRIVEN,
    // A planar root, armature, a weld, wrenches without constraints.
    small!("Charted", "charted", "biped.urdf"),
    Robot {
        has_chunks: true,
        ..small!("Long", "long", "snake.urdf")
    },
];

impl Robot {
    /// The text.
    pub fn text(&self) -> String {
        let text = TEXTS[self.file].get_or_init(|| {
            let mut commands = COMMANDS.lines();
            match commands.find(|command| output(command) == self.file) {
                Some(command) => self.generate(command),
                None => fs::read_to_string(repository().join(self.file)).expect("a committed file"),
            }
        });
        if self.has_chunks {
            let text = text.replace(" = {\n", " = multibody::outlined_chunk(|| {\n");
            text.replace("\n        };\n", "\n        });\n")
        } else {
            text.clone()
        }
    }

    /// What a command would write.
    fn generate(&self, command: &str) -> String {
        let words = foreign::words(command).expect("words");
        let (name, settings) = options::from_words(&words).expect("settings");
        let path = self.description_path();
        let folder = path.parent().expect("a folder");
        let source = robot_file::read(&path).expect("a description");
        let (cache, progress) = (Cache::of_user(), &mut |_: &_| ());
        let robot = if is_rust(&path) {
            robot_file::from_rust(&source, folder, &cache, |_| (), progress)
        } else {
            robot_file::from_description(&source, settings, &cache, progress)
        };
        let robot = robot.unwrap_or_else(|failure| panic!("{command}: {failure}"));
        let origin = FileOrigin {
            description: &robot.source_text,
            settings: &robot.settings,
        };
        let from_to = FilePaths {
            description: Some(Path::new(&name)),
            out: Some(Path::new(self.file)),
            package: None,
        };
        committed::texts(&origin, from_to, &robot.generated).concat()
    }

    fn description_path(&self) -> PathBuf {
        repository().join(self.description)
    }

    /// The text of the description.
    pub fn description_text(&self) -> String {
        fs::read_to_string(self.description_path()).expect("a description")
    }

    /// Verifies a text against the description.
    pub fn verify(&self, text: &str) -> Result<Report, Refusal> {
        let description = Description::read(&self.description_path()).expect("a description");
        verify(text, &description)
    }
}

/// A description with this text.
pub fn source(text: &str) -> Description {
    Description::from(Source::new("robot.urdf", text))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a text is refused, or has something wrong, or something that is not verified.
pub fn is_found(robot: &Robot, text: &str) -> bool {
    let original = robot.verify(&robot.text()).expect("it can be verified");
    is_found_beside(&original, robot, text)
}

/// The same, with the report on the original.
pub fn is_found_beside(original: &Report, robot: &Robot, text: &str) -> bool {
    robot.verify(text).map_or(true, |report| {
        let mut names = original.items.iter().map(|(name, ..)| name);
        report.wrong() > 0
            || names.any(|name| original.is_verified(name) && !report.is_verified(name))
    })
}
