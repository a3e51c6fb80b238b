//! The commands: `run` starts each of them; those that generate, report and verify are here.

use std::path::Path;
use std::process::ExitCode;

use multibody_codegen::internal::ablation::{Ablation, ablation};
use multibody_codegen::internal::committed::{self, FileOrigin, FilePaths};
use multibody_codegen::internal::foreign;
use multibody_codegen::internal::foreign::file_name;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::language::Layout;
use multibody_codegen::internal::moving::{self, ChosenPose};
use multibody_codegen::internal::output::{Destination, PreparedFile, Written};
use multibody_codegen::internal::source::{STDIN, is_rust};
use multibody_codegen::report::{Equations, MovableRobot};
use multibody_codegen::{Cache, Failure, Report, Settings, Source};
use multibody_report as report;
use multibody_verify::Refusal;

use crate::arguments::{self, Arguments, Command};
use crate::machine_code::{Package, measure_functions};
use crate::output::{self, FileKind, ReportFormat, Results, destination, log, print};
use crate::package::package;
use crate::robot::{
    check_destinations, generate_and_log, generate_robot, generate_text, read_source,
};
use crate::simulate::start::positions;
use crate::simulate::{programs_of, simulate};

/// Runs the command that was given.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut out = output::reserve_stdout()?;
    match &arguments.command {
        Command::Generate(arguments) => generate(arguments, &mut out)?,
        Command::Package(arguments) => package(arguments)?,
        Command::Report(arguments) => report(arguments, &mut out)?,
        Command::Simulate(arguments) => simulate(arguments, &mut out)?,
        Command::Verify(arguments) => return verify(arguments, &mut out),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs `cargo multibody verify`. The output and the exit code are those of `cargo multibody-verify`.
fn verify(arguments: &arguments::VerifyArguments, out: &mut Results) -> Result<ExitCode, Failure> {
    match multibody_verify::verify_file(&arguments.file, arguments.against.as_deref()) {
        Ok(report) => {
            let text = if arguments.quiet {
                report.faults(arguments.require_all)
            } else {
                report.to_string()
            };
            print(&text, out)?;
            Ok(ExitCode::from(report.exit_code(arguments.require_all)))
        }
        Err(refusal) => {
            log(refusal.render(&arguments.file));
            Ok(ExitCode::from(Refusal::EXIT_CODE))
        }
    }
}

/// Runs `cargo multibody generate`.
fn generate(arguments: &arguments::Generate, out: &mut Results) -> Result<(), Failure> {
    let file = &arguments.robot.file;
    let destinations = code_destinations(arguments)?;
    if destinations.is_empty() && !arguments.check {
        out.check_is_open()?;
    }
    let source = read_source(&arguments.robot)?;
    check_is_not_generated(file, &source)?;
    for destination in &destinations {
        destination.check_is_not_input_text(source.main_text())?;
    }
    let adjust = |settings: &mut Settings| settings.layout = arguments.layout();
    let robot = generate_text(&arguments.robot, &source, adjust)?;
    check_destinations(&destinations, &robot)?;
    let origin = FileOrigin {
        description: &robot.source_text,
        settings: &robot.settings,
    };
    let paths = FilePaths {
        description: (!arguments.robot.is_stdin()).then_some(file.as_path()),
        out: (!destinations.is_empty()).then_some(arguments.out.as_path()),
        package: None,
    };
    let texts = committed::texts(&origin, paths, &robot.generated);
    if destinations.is_empty() {
        return print(&texts.concat(), out);
    }
    let files = || destinations.iter().zip(&texts);
    if arguments.check {
        for (destination, text) in files() {
            destination.compare(text)?;
            log(format_args!("`{}` is up to date", destination.shown_path()));
        }
        return Ok(());
    }
    let prepared: Vec<PreparedFile<'_>> = files()
        .map(|(destination, text)| destination.prepare(text))
        .collect::<Result<_, _>>()?;
    for (file, (destination, text)) in prepared.into_iter().zip(files()) {
        let outcome = match file.finish()? {
            Written::Changed => "written",
            Written::Unchanged => "already up to date",
        };
        let (path, lines) = (destination.shown_path(), text.lines().count());
        log(format_args!("`{path}`: {outcome}, {lines} lines"));
    }
    Ok(())
}

/// Checks that the input is a description, not a Rust file that this tool has generated.
///
/// # Errors
/// It is a generated file.
pub fn check_is_not_generated(file: &Path, source: &Source) -> Result<(), Failure> {
    if !is_rust(file) || !committed::is_generated(&source.text) {
        return Ok(());
    }
    let message = format!("`{}` is a generated file", foreign::path(file));
    let help =
        "name its description; the second line of the file has the command that makes it again";
    Err(Failure::new(message, help))
}

/// The files to which the text of a robot is written, or with which it is compared; none for standard output. Faults of
/// these files are reported here, before the derivation.
fn code_destinations(arguments: &arguments::Generate) -> Result<Vec<Destination>, Failure> {
    let Layout { language, .. } = arguments.layout();
    let mut destinations = Vec::new();
    for path in language.row().paths(&arguments.out) {
        destinations.extend(destination(&path, &arguments.robot.file)?);
    }
    if arguments.check && destinations.is_empty() {
        return Err(Failure::new(
            "standard output cannot be checked",
            "name the generated file with `--out`",
        ));
    }
    for destination in &destinations {
        if arguments.check {
            // The file is read only to report that it is missing or unreadable.
            drop(destination.read()?)
        } else {
            FileKind::Code(language).check_may_replace(destination, arguments.force)?
        }
    }
    Ok(destinations)
}

/// The operations that each optimization of the generator saves on this robot.
fn measure_ablations(
    arguments: &arguments::ReportArguments,
    source: &Source,
    report: &Report,
) -> Result<Vec<Ablation>, Failure> {
    let cache = arguments.robot.cache();
    ablation(report, |idea| {
        log(format_args!("{:>10} {idea}", "without"));
        let leave_out = |settings: &mut Settings| {
            arguments.adjust(settings);
            settings.count_derived = false;
            settings.without = vec![idea];
        };
        let mut settings = arguments.settings();
        leave_out(&mut settings);
        let robot = &arguments.robot;
        // The progress of these derivations is not shown.
        let ablated_robot =
            generate_robot(robot, source, settings, &cache, leave_out, &mut |_| ())?;
        Ok(ablated_robot.generated.report)
    })
}

/// The pose that `--q` chooses for a page. Its faults are reported before anything is derived.
fn read_pose(
    arguments: &arguments::ReportArguments,
    source: &Source,
) -> Result<Option<ChosenPose>, Failure> {
    let Some(q) = &arguments.q else {
        return Ok(None);
    };
    let cache = Cache::of_programs().without_deriving();
    let programs = programs_of_page(arguments, source, &cache)?;
    let q = positions(q, &programs)?;
    Ok(Some(moving::pose(&programs, q)))
}

/// The functions with which a page moves the robot, or the reason why it cannot. `None`: a static page is requested.
fn derive_motion(
    arguments: &arguments::ReportArguments,
    source: &Source,
    pose: Option<&ChosenPose>,
) -> Option<Result<MovableRobot, String>> {
    if arguments.is_static {
        return None;
    }
    // A report does not fail because its page cannot move.
    let programs = programs_of_page(arguments, source, &Cache::of_programs())
        .map_err(|_| "its functions were not derived".to_owned());
    Some(programs.and_then(|programs| moving::motion(&programs, pose)))
}

/// The programs that a page runs.
fn programs_of_page(
    arguments: &arguments::ReportArguments,
    source: &Source,
    cache: &Cache,
) -> Result<Box<Programs>, Failure> {
    let (robot, adjust) = (&arguments.robot, moving::adjust);
    let mut settings = arguments.settings();
    adjust(&mut settings);
    // Progress is not shown.
    programs_of(generate_robot(
        robot,
        source,
        settings,
        cache,
        adjust,
        &mut |_| (),
    )?)
}

/// Runs `cargo multibody report`.
fn report(arguments: &arguments::ReportArguments, out: &mut Results) -> Result<(), Failure> {
    let file = &arguments.robot.file;
    let destination = (arguments.html.as_ref())
        .or(arguments.out.as_ref())
        .map(|out| destination(out, file))
        .transpose()?
        .flatten();
    if destination.is_none() {
        out.check_is_open()?;
    }
    let kind = match arguments.html {
        Some(_) => FileKind::Page,
        None => FileKind::Report(arguments.format),
    };
    let mut outputs = destination.iter();
    outputs.try_for_each(|destination| kind.check_may_replace(destination, arguments.force))?;
    let has_machine_code = arguments.machine_code.is_some();
    let package = has_machine_code.then(Package::here).transpose()?;
    let adjust = |settings: &mut Settings| arguments.adjust(settings);
    let source = read_source(&arguments.robot)?;
    let mut outputs = destination.iter();
    outputs.try_for_each(|destination| destination.check_is_not_input_text(source.main_text()))?;
    let pose = read_pose(arguments, &source)?;
    let (settings, cache) = (arguments.settings(), arguments.robot.cache());
    let robot = generate_and_log(&arguments.robot, &source, settings, &cache, adjust)?;
    check_destinations(&destination, &robot)?;
    let mut generated = robot.generated;
    let ablations = if arguments.ablation {
        measure_ablations(arguments, &source, &generated.report)?
    } else {
        Vec::new()
    };
    if let (Some(target), Some(package)) = (&arguments.machine_code, &package) {
        log(format_args!("{:>10} for f64 and f32", "compile"));
        let code = measure_functions(package, &generated, target.as_deref())?;
        generated.report.machine_code = Some(code);
    }
    if let Some(pose) = &pose {
        generated.report.figure = pose.figure.clone();
    }
    let name = if arguments.robot.is_stdin() { STDIN.to_owned() } else { file_name(file) };
    let equations =
        |f: fn(Equations) -> String| generated.report.equations.clone().map_or(String::new(), f);
    let text = match arguments.format {
        _ if arguments.html.is_some() => {
            let motion = derive_motion(arguments, &source, pose.as_ref());
            let q = pose.as_ref().map(|pose| &pose.q[..]);
            report::html(
                &generated.report,
                &name,
                &robot.warnings,
                motion.as_ref(),
                q,
            )
        }
        ReportFormat::Plain => equations(|equations| equations.plain),
        ReportFormat::Latex => equations(|equations| equations.latex),
        ReportFormat::Text => report::text(&generated.report, &ablations, &name),
        ReportFormat::Json => report::json(&generated.report, &ablations, &robot.warnings),
    };
    let text = kind.with_mark(text);
    match destination {
        Some(destination) => destination.write(&text).map(drop),
        None => print(&text, out),
    }
}
