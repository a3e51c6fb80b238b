//! The commands: from arguments to a file or a report.

use std::io::{self, Write};
use std::path::Path;

use multibody_codegen::committed::{self, Origin};
use multibody_codegen::fault::Fault;
use multibody_codegen::model::Source;
use multibody_codegen::source::read_file;
use multibody_codegen::{Generated, Settings};

use crate::arguments::{self, Arguments, Command, file_name};
use crate::failure::{Failure, rendered};
use crate::output::{Destination, Written};
use crate::values::Format;
use crate::{progress, report};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Generate(arguments) => generate(arguments),
        Command::Report(arguments) => report(arguments),
    }
}

fn generate(arguments: &arguments::Generate) -> Result<(), Failure> {
    let destination = Destination::new(&arguments.out, &arguments.robot.file)?;
    let settings = arguments.settings();
    let (source, generated) = derive(&arguments.robot, &settings)?;
    let origin = Origin {
        description: &source.text,
        settings: &settings,
    };
    let description = file_name(&arguments.robot.file);
    let text = committed::text(
        &origin,
        (&description, &file_name(&arguments.out)),
        &generated,
    );
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
    let (_, generated) = derive(&arguments.robot, &arguments.settings())?;
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
fn derive(robot: &arguments::Robot, settings: &Settings) -> Result<(Source, Generated), Failure> {
    let file = &robot.file;
    let whole = |fault: Fault| {
        Failure::complete(fault.render_whole(&file.display().to_string()).trim_end())
    };
    let source = read_file(file).map_err(whole)?;
    let generated = (robot.cache())
        .generate(&source, settings, &mut progress::tell)
        .map_err(|found| Failure::of_description(&found, &source))?;
    eprint!("{}", rendered(&generated.diagnostics, &source));
    Ok((source, generated))
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
