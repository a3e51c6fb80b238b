//! The command on the second line of a generated file, which makes the file again.

use super::from_words;
use crate::settings::Settings;
use multibody_support::foreign::words;

/// The beginning of the line, before the folder in which the command is run.
const LINE_START: &str = "// To make it again, in ";
/// The text in place of the folder if the command is run in the folder of the file.
const HERE: &str = "this file's folder";
/// The beginning of the command itself.
const COMMAND_START: &str = "cargo multibody generate ";

/// The command that makes a file.
#[derive(Clone, Debug)]
pub struct RecordedCommand {
    /// The text.
    pub text: String,
    /// The path of the description, from the folder of the file; `None` if the command is run elsewhere or reads
    /// standard input.
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
            .and_then(|line| line.strip_prefix(LINE_START))
            .ok_or("the command that makes the file is missing")?;
        let (folder, text) = line.split_once(": ").unwrap_or_default();
        let arguments = text
            .strip_prefix(COMMAND_START)
            .and_then(words)
            .ok_or("the command cannot be read")?;
        let (description, settings) = from_words(&arguments)?;
        Ok(Self {
            text: text.to_owned(),
            description: (folder == HERE && description != "-").then_some(description),
            settings,
        })
    }
}
