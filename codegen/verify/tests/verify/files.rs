//! The committed files of the examples.

use std::fs;
use std::path::PathBuf;

use multibody_description::model::Source;
use multibody_verify::{Description, Refusal, Report, verify};

/// A committed file and its description.
#[derive(Clone, Copy)]
pub struct Committed {
    /// The name of the robot.
    pub name: &'static str,
    /// The path of the file, from the folder of examples.
    pub file: &'static str,
    /// The path of the description.
    pub description: &'static str,
}

pub const LEG: Committed = Committed {
    name: "Leg",
    file: "embedded/src/leg.rs",
    description: "embedded/leg.urdf",
};

pub const ARM: Committed = Committed {
    name: "Arm",
    file: "committed/src/arm.rs",
    description: "committed/arm.urdf",
};

impl Committed {
    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        examples().join(self.file)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("a committed file")
    }

    /// The description.
    pub fn description(&self) -> Description {
        let path = examples().join(self.description);
        source(&fs::read_to_string(path).expect("a description"))
    }

    /// Verifies a text against the description.
    pub fn verify(&self, text: &str) -> Result<Report, Refusal> {
        verify(text, &self.description())
    }
}

/// A description with this text.
pub fn source(text: &str) -> Description {
    Description::File(Source {
        name: "robot.urdf".into(),
        text: text.into(),
    })
}

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}
