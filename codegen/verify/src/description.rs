//! The description that a file is verified against: a file in one of the formats, or Rust with one annotated struct.

use std::path::Path;

use crate::refusal::{Refusal, excerpt};
use crate::robot::Robot;
use multibody_description::attribute::{FromRust, read_rust};
use multibody_description::fault::{Diagnostic, Fault, Faults, Report};
use multibody_description::model::{Model, Source};
use multibody_description::settings::Settings;
use multibody_description::source::{self, is_rust, package_folder, read_file};

/// A description.
pub struct Description {
    /// Its name.
    pub name: String,
    /// The text that the robot is made from.
    pub origin: String,
    /// Its settings; none if they are those of the verified file.
    pub settings: Option<Settings>,
    /// What it is read from.
    pub read: Read,
}

/// What a description is read from.
pub enum Read {
    /// A file in one of the formats.
    File(Source),
    /// Rust with one annotated struct.
    Rust(Box<FromRust>),
    /// The robot of a generator: nothing is checked yet, and the settings have added nothing.
    Model(Box<Model>),
}

impl Description {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or is Rust with faults.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let help = "give the path of the description with `--against DESCRIPTION`";
        let source = read_file(path).map_err(|fault| unreadable(path, &fault, help))?;
        if !is_rust(path) {
            return Ok(source.into());
        }
        let robot = read_rust(&source, &package_folder(path)).map_err(faulty)?;
        Ok(Self {
            name: source.name.to_string(),
            origin: robot.origin.clone(),
            settings: Some(robot.settings.clone()),
            read: Read::Rust(robot.into()),
        })
    }

    /// The robot.
    ///
    /// # Errors
    /// All faults of the description.
    pub fn robot(&self, settings: &Settings) -> Result<Robot, Refusal> {
        let mut faults = Faults::new();
        let model = match &self.read {
            Read::File(source) => source::read(source, &mut faults),
            Read::Rust(file) => Some(file.model.clone()),
            Read::Model(model) => Some((**model).clone()),
        };
        let text = |of: &Diagnostic| of.fault.text().to_string() + "\n";
        let rendered = |report: Report| match &self.read {
            Read::File(source) => report.render(source),
            Read::Rust(file) => file.render(report),
            Read::Model(_) => report.diagnostics.iter().map(text).collect(),
        };
        Robot::of(model, settings, faults).map_err(|of| faulty(rendered(of)))
    }
}

impl From<Source> for Description {
    fn from(source: Source) -> Self {
        Self {
            name: source.name.to_string(),
            origin: source.text.to_string(),
            settings: None,
            read: Read::File(source),
        }
    }
}

fn faulty(rendered: String) -> Refusal {
    let message = format!("the description has faults\n{rendered}");
    Refusal::of_file(message, "correct them and regenerate the file")
}

/// The refusal of a file that cannot be read.
pub fn unreadable(path: &Path, fault: &Fault, help: &str) -> Refusal {
    let (path, message) = (path.display().to_string(), fault.texts().message);
    Refusal::of_file(format!("`{}`: {message}", excerpt(&path)), help)
}
