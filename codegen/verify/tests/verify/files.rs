//! Committed files and their descriptions: those of examples, and a small one with fields.
//!
//! The head of the small one has the command that makes it again, and a test of the command
//! (`codegen/cli/tests/command/verify.rs`) asserts that it does. Robots with all forms of text are in
//! `codegen/tests/verify/files.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use multibody_description::model::Source;
use multibody_verify::{Description, Refusal, Report, verify};

/// A committed file and its description.
#[derive(Clone, Copy)]
pub struct Committed {
    /// The path of the file, from the repository.
    file: &'static str,
    /// The path of the description.
    description: &'static str,
}

pub const LEG: Committed = Committed {
    file: "examples/embedded/src/leg.rs",
    description: "examples/embedded/leg.urdf",
};

pub const ARM: Committed = Committed {
    file: "examples/committed/src/arm.rs",
    description: "examples/committed/arm.urdf",
};

/// Damping by a run-time parameter, and a description in Rust.
pub const FURUTA: Committed = Committed {
    file: "codegen/verify/tests/verify/files/furuta.rs",
    description: "codegen/verify/tests/verify/files/damped_furuta.rs",
};

impl Committed {
    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        repository().join(self.file)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("a committed file")
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
    Description::from(Source::new("robot.urdf", text))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
