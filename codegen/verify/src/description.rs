//! The description that a file is verified against: a file in one of the formats, or Rust with one annotated struct.

use std::path::Path;

use crate::head::Head;
use crate::refusal::{Refusal, shown};
use crate::robot::Robot;
use multibody_description::attribute::{FromRust, read_rust};
use multibody_description::fault::{Fault, Faults};
use multibody_description::model::Source;
use multibody_description::settings::Settings;
use multibody_description::source::{self, is_rust, package_folder, read_file};

/// A description.
pub enum Description {
    /// In one of the formats. The settings are those of the verified file.
    File(Source),
    /// Rust, which has the settings too.
    Rust(Box<FromRust>, Source),
}

impl Description {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or is Rust with faults.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let missing = "give the path of the description with `--against DESCRIPTION`";
        let source = read_file(path).map_err(|fault| unreadable(path, &fault, missing))?;
        if !is_rust(path) {
            return Ok(Self::File(source));
        }
        let read = read_rust(&source, &package_folder(path)).map_err(faulty)?;
        Ok(Self::Rust(read.into(), source))
    }

    /// Its name and its origin: the text that the robot is made from.
    pub fn texts(&self) -> [&str; 2] {
        match self {
            Self::File(source) => [&source.name, &source.text],
            Self::Rust(read, source) => [&source.name, &read.origin],
        }
    }

    /// The settings of a file with this head; those of a file without a head have this name.
    pub fn settings(
        &self,
        head: Option<&Head>,
        name: impl FnOnce() -> Result<String, Refusal>,
    ) -> Result<Settings, Refusal> {
        match (self, head) {
            (Self::Rust(read, _), _) => Ok(read.settings.clone()),
            (Self::File(_), Some(head)) => Ok(head.settings.clone()),
            (Self::File(_), None) => Ok(Settings {
                name: name()?,
                ..Settings::default()
            }),
        }
    }

    /// The robot.
    ///
    /// # Errors
    /// All faults of the description.
    pub fn robot(&self, settings: &Settings) -> Result<Robot, Refusal> {
        let mut faults = Faults::new();
        match self {
            Self::File(source) => {
                let model = source::read(source, &mut faults);
                Robot::of(model, settings, faults).map_err(|of| of.render(source))
            }
            Self::Rust(read, _) => {
                let model = Some(read.model.clone());
                Robot::of(model, settings, faults).map_err(|of| read.render(of))
            }
        }
        .map_err(faulty)
    }
}

fn faulty(rendered: String) -> Refusal {
    let message = format!("the description has faults\n{rendered}");
    Refusal::of_file(message, "correct them and regenerate the file")
}

/// The refusal of a file that cannot be read.
pub fn unreadable(path: &Path, fault: &Fault, help: &str) -> Refusal {
    let (path, why) = (path.display().to_string(), fault.texts().message);
    Refusal::of_file(format!("`{}`: {why}", shown(&path)), help)
}
