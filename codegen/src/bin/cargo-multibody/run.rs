//! The commands: from arguments to a file or a report.

use std::io::{self, Write};
use std::path::Path;

use multibody_codegen::ablation::ablation;
use multibody_codegen::robot_file::{self, FromFile, is_rust, package_folder};
use multibody_codegen::{Destination, Failure, Settings, Stage, Written, file_name};

use crate::arguments::{self, Arguments, Command};
use crate::format::Format;
use crate::{header, progress, report};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Generate(arguments) => generate(arguments),
        Command::Report(arguments) => report(arguments),
    }
}

fn generate(arguments: &arguments::Generate) -> Result<(), Failure> {
    let file = &arguments.robot.file;
    let destination = Destination::new(&arguments.out, file)?;
    let robot = derive(file, arguments.settings())?;
    let header = header::header(
        &file_name(file),
        &file_name(&arguments.out),
        &robot.settings,
    );
    let text = [header, robot.generated.structure, robot.generated.items].join("\n");
    if arguments.check {
        destination.compare(&text)?;
        eprintln!("`{}` is up to date", arguments.out.display());
    } else {
        let what = match destination.write(&text)? {
            Written::New => "written",
            Written::Unchanged => "already up to date",
        };
        eprintln!(
            "`{}`: {what}, {} lines",
            arguments.out.display(),
            text.lines().count()
        );
    }
    Ok(())
}

fn report(arguments: &arguments::Report) -> Result<(), Failure> {
    let file = &arguments.robot.file;
    let destination = arguments
        .out
        .as_ref()
        .map(|out| Destination::new(out, file))
        .transpose()?;
    let settings = arguments.settings();
    let mut generated = derive(file, settings.clone())?.generated;
    if arguments.ablation {
        generated.report.ablation = ablation(&generated.report, |pass| {
            eprintln!("{:>10} {pass}", "without");
            let settings = Settings {
                without: vec![pass],
                count_derived: false,
                ..settings.clone()
            };
            let without = robot(file, settings, &mut |_| ())?;
            Ok::<_, Failure>(without.generated.report)
        })?;
    }
    let text = match arguments.format {
        Format::Text => report::text(&generated.report, &file_name(file)),
        Format::Json => report::json(&generated.report),
    };
    match destination {
        Some(destination) => destination.write(&text).map(drop),
        None => print(&text),
    }
}

/// Reads a robot and generates its dynamics, telling the user about stages and warnings.
fn derive(file: &Path, settings: Settings) -> Result<FromFile, Failure> {
    let robot = robot(file, settings, &mut progress::tell)?;
    if !robot.remarks.is_empty() {
        eprintln!("{}", robot.remarks);
    }
    Ok(robot)
}

/// Reads a robot and generates its dynamics.
fn robot(
    file: &Path,
    settings: Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<FromFile, Failure> {
    let source = robot_file::read(file)?;
    match is_rust(file) {
        true => {
            let folder = package_folder(file);
            robot_file::from_rust(
                &source,
                &folder,
                |chosen| {
                    chosen.count_derived = settings.count_derived;
                    chosen.without = settings.without;
                },
                progress,
            )
        }
        false => robot_file::from_urdf(&source, settings, progress),
    }
}

/// Prints a result; a reader that has gone away, as `head` does, is no fault.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::io("write to", Path::new("stdout"), &error))
        }
        _ => Ok(()),
    }
}
