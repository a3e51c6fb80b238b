//! The description that a file is verified against: a file in one of the formats, Rust with one annotated struct, or the model that a
//! generator has read.

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
    /// The name of the description.
    pub name: String,
    /// The text that the robot is made from.
    pub source_text: String,
    /// The settings that it contains. If `None`, the settings in the head of the verified file apply.
    pub settings: Option<Settings>,
    /// What describes the robot.
    pub content: Content,
}

/// The content of a description.
pub enum Content {
    /// A file in one of the formats.
    File(Source),
    /// Rust with one annotated struct.
    Rust(Box<FromRust>),
    /// The model that a generator has read: not checked yet, and without what the settings add.
    Model(Box<Model>),
}

impl Description {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or is Rust with faults.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let help = "give the path of the description with `--against DESCRIPTION`";
        let source = read_file(path).map_err(|fault| unreadable(path, &fault, help))?;
        if !is_rust(path) {
            return Ok(source.into());
        }
        let robot = read_rust(&source, &package_folder(path)).map_err(faulty)?;
        Ok(Self {
            name: source.name.to_string(),
            source_text: robot.source_text.clone(),
            settings: Some(robot.settings.clone()),
            content: Content::Rust(robot.into()),
        })
    }

    /// Reads, checks and lowers the description.
    ///
    /// # Errors
    /// All faults of the description.
    pub fn robot(&self, settings: &Settings) -> Result<Robot, Refusal> {
        let mut faults = Faults::new();
        let model = match &self.content {
            Content::File(source) => source::read(source, &mut faults),
            Content::Rust(file) => Some(file.model.clone()),
            Content::Model(model) => Some((**model).clone()),
        };
        let text = |diagnostic: &Diagnostic| diagnostic.fault.text().to_string() + "\n";
        let render = |report: Report| match &self.content {
            Content::File(source) => report.render(source),
            Content::Rust(file) => file.render(report),
            Content::Model(_) => report.diagnostics.iter().map(text).collect(),
        };
        Robot::of(model, settings, faults).map_err(|report| faulty(render(report)))
    }
}

impl From<Source> for Description {
    fn from(source: Source) -> Self {
        Self {
            name: source.name.to_string(),
            source_text: source.text.to_string(),
            settings: None,
            content: Content::File(source),
        }
    }
}

/// The refusal of a description with faults, whose text is `rendered`.
fn faulty(rendered: String) -> Refusal {
    let message = format!("the description has faults\n{rendered}");
    Refusal::of_file(message, "correct them and regenerate the file")
}

/// The refusal of a file that cannot be read.
pub fn unreadable(path: &Path, fault: &Fault, help: &str) -> Refusal {
    let (path, message) = (path.display().to_string(), fault.texts().message);
    Refusal::of_file(format!("`{}`: {message}", excerpt(&path)), help)
}
