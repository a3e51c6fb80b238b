//! A robot from a file: a description in one of the formats, or Rust with one annotated struct.

use std::path::{Path, PathBuf};

use super::attribute::{self, Annotated, generate_beside};
use crate::cache::Cache;
use crate::failure::Failure;
use crate::generate::generate_cached;
use crate::generated::Generated;
use multibody_description::fault::{Fault, Remark};
use multibody_description::language::Language;
use multibody_description::model::Source;
use multibody_description::settings::Settings;
use multibody_description::source::{self, STDIN, read_file};
use multibody_outputs::report::Stage;

/// A robot generated from a file.
#[derive(Clone, Debug)]
pub struct RobotFromFile {
    /// The robot. If the file is Rust, the struct is the one in the file, without the attributes that this crate
    /// reads.
    pub generated: Generated,
    /// The settings; a Rust file contains its own.
    pub settings: Settings,
    /// The text from which the robot is generated, see [`crate::committed::FileOrigin`].
    pub source_text: String,
    /// Warnings and notes as text.
    pub remarks: String,
    /// The same remarks one by one.
    pub warnings: Vec<Remark>,
    /// All other files from which the robot is made: the description that a Rust file names, and the files that a description
    /// includes.
    pub other_files: Vec<PathBuf>,
}

/// Reads a file.
///
/// # Errors
/// Why it cannot be read.
pub fn read(file: &Path) -> Result<Source, Failure> {
    read_file(file).map_err(|fault| unreadable(&fault, &file.display().to_string()))
}

/// Reads standard input.
///
/// # Errors
/// Why it cannot be read.
pub fn read_stdin() -> Result<Source, Failure> {
    source::read_stdin().map_err(|fault| unreadable(&fault, STDIN))
}

/// The failure to read a file.
fn unreadable(fault: &Fault, name: &str) -> Failure {
    Failure::complete(fault.render_whole(name).trim_end())
}

/// Generates the robot of a file in any of the formats.
///
/// # Errors
/// All faults of the file.
pub fn from_description(
    source: &Source,
    settings: Settings,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Result<RobotFromFile, Failure> {
    let generated = generate_cached(source, &settings, cache, progress).map_err(|report| {
        Failure::of_description(&report.render(source), report.errors, &source.name)
    })?;
    Ok(RobotFromFile {
        remarks: generated.diagnostics.render(source),
        warnings: generated.diagnostics.remarks(source),
        generated,
        settings,
        source_text: source.text.to_string(),
        other_files: source.included_paths().map(Path::to_owned).collect(),
    })
}

/// Generates the robot of a Rust file with one annotated struct. Paths in its attribute start from `folder`. `adjust` changes the
/// settings that come from the file, for example for a report.
///
/// # Errors
/// All faults of the file, and of the description that it names.
pub fn from_rust(
    source: &Source,
    folder: &Path,
    cache: &Cache,
    adjust: impl FnOnce(&mut Settings),
    progress: &mut dyn FnMut(&Stage),
) -> Result<RobotFromFile, Failure> {
    generate_rust(source, folder, cache, adjust, progress)
        .map_err(|fault| Failure::of_description(&fault.text, fault.errors, &source.name))
}

/// As [`from_rust`], with the faults in another form.
///
/// # Errors
/// All faults as text with their number.
pub fn generate_rust(
    source: &Source,
    folder: &Path,
    cache: &Cache,
    adjust: impl FnOnce(&mut Settings),
    progress: &mut dyn FnMut(&Stage),
) -> Result<RobotFromFile, RustFault> {
    let annotation = attribute::find(source).map_err(|report| RustFault {
        text: report.render(source),
        errors: report.errors,
    })?;
    let mut annotated = Annotated::read(annotation.attribute, annotation.item, folder);
    // The result may be what is committed, so it is not taken from the committed file.
    annotated.committed = None;
    adjust(&mut annotated.settings);
    let settings = annotated.settings.clone();
    let expansion = generate_beside(annotated, &annotation.structure, cache, progress);
    let reports = expansion.reports;
    let text = reports.render(source);
    let warnings = reports.warnings(source);
    let errors = reports.errors();
    let description = reports.description.iter();
    let other_files = description.flat_map(|file| file.paths().map(Path::to_owned));
    match expansion.generated {
        Some(generated) => Ok(RobotFromFile {
            generated: match settings.layout.language {
                // The user has written the struct.
                Language::Rust => Generated {
                    declarations: annotation.structure,
                    ..generated
                },
                Language::C => generated,
            },
            remarks: text,
            warnings,
            settings,
            source_text: expansion.source_text,
            other_files: other_files.collect(),
        }),
        None => Err(RustFault { text, errors }),
    }
}

/// Why a Rust file does not give a robot.
#[derive(Clone, Debug)]
pub struct RustFault {
    /// All faults, rendered.
    pub text: String,
    /// The number of errors among them.
    pub errors: usize,
}
