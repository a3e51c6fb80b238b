//! Reads the robot that the arguments name, and generates its dynamics.

use std::path::Path;

use multibody_codegen::internal::committed::{self, FileOrigin};
use multibody_codegen::internal::output::Destination;
use multibody_codegen::internal::robot_file::{self, RobotFromFile};
use multibody_codegen::internal::source::{is_rust, package_folder};
use multibody_codegen::{Cache, Failure, Settings, Source, Stage};

use crate::arguments::RobotArguments;
use crate::output::log;
use crate::output::progress::Progress;

/// Reads the text of the description: once, since standard input can be read only once.
pub fn read_source(arguments: &RobotArguments) -> Result<Source, Failure> {
    if arguments.is_stdin() {
        robot_file::read_stdin()
    } else {
        robot_file::read(&arguments.file)
    }
}

/// Generates the text of a robot, and shows stages and warnings to the user. `adjust` changes the settings, such as the layout,
/// wherever they come from: the arguments, a Rust file, or the head of a generated file.
pub fn generate_text(
    arguments: &RobotArguments,
    source: &Source,
    adjust: impl Fn(&mut Settings),
) -> Result<RobotFromFile, Failure> {
    let mut settings = arguments.settings();
    adjust(&mut settings);
    generate_and_log(arguments, source, settings, &arguments.cache(), adjust)
}

/// As [`generate_robot`], but shows stages and warnings to the user.
pub fn generate_and_log(
    arguments: &RobotArguments,
    source: &Source,
    settings: Settings,
    cache: &Cache,
    adjust: impl FnOnce(&mut Settings),
) -> Result<RobotFromFile, Failure> {
    let mut progress = Progress::new();
    let notify = &mut |stage: &Stage| progress.notify(stage);
    let robot = generate_robot(arguments, source, settings, cache, adjust, notify)?;
    if !robot.remarks.is_empty() {
        log(&robot.remarks);
    }
    Ok(robot)
}

/// Reads a robot and generates its dynamics. `settings` are those of the command line, for a description without settings of its
/// own. `adjust` changes the settings that come from a Rust file, or from the head of a generated file.
pub fn generate_robot(
    arguments: &RobotArguments,
    source: &Source,
    settings: Settings,
    cache: &Cache,
    adjust: impl FnOnce(&mut Settings),
    progress: &mut dyn FnMut(&Stage),
) -> Result<RobotFromFile, Failure> {
    let file = &arguments.file;
    match is_rust(file) {
        true if committed::is_generated(&source.text) => {
            regenerate_committed(file, source, cache, adjust, progress)
        }
        true => {
            let folder = package_folder(file);
            robot_file::from_rust(source, &folder, cache, adjust, progress)
        }
        false => robot_file::from_description(source, settings, cache, progress),
    }
}

/// Generates again what a committed file contains, from the description that its head names. The settings are those of the head or, if
/// the description is a Rust file, those of this file.
fn regenerate_committed(
    file: &Path,
    source: &Source,
    cache: &Cache,
    adjust: impl FnOnce(&mut Settings),
    progress: &mut dyn FnMut(&Stage),
) -> Result<RobotFromFile, Failure> {
    let record = committed::read_record(file, &source.text)?;
    let description = &record.description;
    let description_source = robot_file::read(description)?;
    let mut file_settings = record.settings.clone();
    let mut robot = if is_rust(description) {
        let adjust = |settings: &mut Settings| {
            file_settings.clone_from(settings);
            adjust(settings);
        };
        let folder = package_folder(description);
        robot_file::from_rust(&description_source, &folder, cache, adjust, progress)?
    } else {
        let mut settings = file_settings.clone();
        adjust(&mut settings);
        robot_file::from_description(&description_source, settings, cache, progress)?
    };
    let origin = FileOrigin {
        description: &robot.source_text,
        settings: &file_settings,
    };
    record.check(file, &source.text, &origin)?;
    robot.other_files.push(description.clone());
    Ok(robot)
}

/// Checks that the outputs replace none of the other files from which the robot is made, such as included ones. The named file
/// itself is checked earlier.
pub fn check_destinations<'a>(
    destinations: impl IntoIterator<Item = &'a Destination>,
    robot: &RobotFromFile,
) -> Result<(), Failure> {
    for destination in destinations {
        destination.check_is_not_inputs(&robot.other_files)?;
    }
    Ok(())
}
