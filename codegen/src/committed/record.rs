//! The description and the settings from which a committed file is made, according to its head.

use std::path::{Path, PathBuf};

use super::{FileOrigin, split_if_current};
use crate::failure::Failure;
use crate::output::folder;
use multibody_description::options::RecordedCommand;
use multibody_description::settings::Settings;
use multibody_support::foreign::{path, visible};

/// The description and the settings of a committed file.
#[derive(Clone, Debug)]
pub struct FileRecord {
    /// The file of the description.
    pub description: PathBuf,
    /// The settings; a description in Rust contains its own.
    pub settings: Settings,
    /// The command that makes the file again, in its folder.
    command: String,
}

/// The record in the head of a file.
///
/// # Errors
/// The head cannot be read, or names no description.
pub fn read_record(file: &Path, text: &str) -> Result<FileRecord, Failure> {
    match RecordedCommand::of(text) {
        Ok(RecordedCommand {
            text: command,
            description: Some(description),
            settings,
        }) => Ok(FileRecord {
            description: folder(file).join(description),
            settings,
            command,
        }),
        _ => Err(Failure::new(
            format_args!(
                "the head of `{}` names no description that can be found",
                path(file)
            ),
            "name the description itself, with the options that the file is made with",
        )),
    }
}

impl FileRecord {
    /// Checks that the text of a file is what would be generated from an origin now.
    ///
    /// # Errors
    /// The file is stale; the message says why.
    pub fn check(&self, file: &Path, text: &str, origin: &FileOrigin<'_>) -> Result<(), Failure> {
        split_if_current(text, origin).map(drop).map_err(|reason| {
            Failure::new(
                format_args!("`{}` is stale: {reason}", path(file)),
                format_args!(
                    "generate it again, in its folder: {}",
                    visible(&self.command)
                ),
            )
        })
    }
}
