//! The command that makes a generated file again, as its second line says.

use super::from_words;
use crate::settings::Settings;
use multibody_support::foreign::words;

/// What the line begins with, before the place of the command.
const PLACE: &str = "// To make it again, in ";
const HERE: &str = "this file's folder";
const PROGRAM: &str = "cargo multibody generate ";

/// The command that makes a file.
#[derive(Clone, Debug)]
pub struct RecordedCommand {
    /// The text.
    pub text: String,
    /// The path of the description, from the folder of the file; none if the command does not give one.
    pub description: Option<String>,
    /// The settings.
    pub settings: Settings,
}

impl RecordedCommand {
    /// The command of a file with this text.
    ///
    /// # Errors
    /// What is wrong with the second line.
    pub fn of(file: &str) -> Result<Self, String> {
        let line = file
            .lines()
            .nth(1)
            .and_then(|line| line.strip_prefix(PLACE))
            .ok_or("the command that makes the file is missing")?;
        let (place, text) = line.split_once(": ").unwrap_or_default();
        let arguments = text
            .strip_prefix(PROGRAM)
            .and_then(words)
            .ok_or("the command cannot be read")?;
        let (description, settings) = from_words(&arguments)?;
        Ok(Self {
            text: text.to_owned(),
            description: (place == HERE && description != "-").then_some(description),
            settings,
        })
    }
}
