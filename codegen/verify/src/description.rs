//! The description that a file is verified against: a file in one of the formats, or Rust with one annotated struct.

use std::path::Path;

use crate::head::Head;
use crate::refusal::{Refusal, shown};
use crate::robot::Robot;
use multibody_description::attribute::{FromRust, read_rust};
use multibody_description::fault::{Diagnostic, Fault, Faults};
use multibody_description::model::{Model, Source};
use multibody_description::settings::Settings;
use multibody_description::source::{self, is_rust, package_folder, read_file};

/// A description.
pub enum Description {
    /// In one of the formats. The settings are those of the verified file.
    File(Source),
    /// Rust, which has the settings too.
    Rust(Box<FromRust>, Source),
    /// As a generator has read it.
    Read(Box<Described>),
}

/// A robot as read: nothing is checked yet, and the settings have added nothing.
pub struct Described {
    /// The name of the description.
    pub name: String,
    /// The text that the robot is made from.
    pub origin: String,
    /// The settings.
    pub settings: Settings,
    /// The robot.
    pub model: Model,
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
            Self::Read(read) => [&read.name, &read.origin],
        }
    }

    /// The settings of a file with this head; none if they are the default.
    pub fn settings(&self, head: Option<&Head>) -> Option<Settings> {
        match self {
            Self::Rust(read, _) => Some(read.settings.clone()),
            Self::Read(read) => Some(read.settings.clone()),
            Self::File(_) => head.map(|head| head.settings.clone()),
        }
    }

    /// Where the settings are from, for the output.
    pub fn settings_source(&self, head: Option<&Head>) -> String {
        match (self, head) {
            (Self::File(_), Some(head)) => format!("those of `{}`", head.command),
            (Self::File(_), None) => "the default, since the file has no head".into(),
            (Self::Rust(..) | Self::Read(_), _) => format!("those in {}", self.texts()[0]),
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
            Self::Read(read) => {
                let model = Some(read.model.clone());
                let text = |of: &Diagnostic| of.fault.text().to_string() + "\n";
                let robot = Robot::of(model, settings, faults);
                robot.map_err(|of| of.diagnostics.iter().map(text).collect())
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
