//! The command `simulate`: computes a motion from a robot and a start, and writes a plot and a table of it.

mod motion;
mod plot;
pub mod start;
mod table;

use std::path::PathBuf;
use std::time::Instant;

use multibody_codegen::internal::foreign::file_name;
use multibody_codegen::internal::foreign::{self, Shown};
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::output::{Destination, Written};
use multibody_codegen::internal::robot_file::RobotFromFile;
use multibody_codegen::internal::simulate::{Projection, Simulation, State, adjust};
use multibody_codegen::internal::source::STDIN;
use multibody_codegen::report::Stage;
use multibody_codegen::{Cache, Failure, Settings};
use multibody_report::stage_line;

use crate::arguments::Simulate;
use crate::output::progress::Progress;
use crate::output::{FileKind, Results, destination, log, print};
use crate::robot::{generate_and_log, generate_robot, read_source};
use motion::{MotionFrame, SimulatedMotion};
use start::Start;

/// Runs the command. Faults of the arguments and of the files to write are reported before the derivation.
pub fn simulate(arguments: &Simulate, out: &mut Results) -> Result<(), Failure> {
    // `None`: not requested; `Some(None)`: standard output.
    let destination_of = |path: &Option<PathBuf>| {
        let destination = path
            .as_ref()
            .map(|path| destination(path, &arguments.robot.file));
        destination.transpose()
    };
    let (plot, csv) = (
        destination_of(&arguments.plot)?,
        destination_of(&arguments.csv)?,
    );
    let files = || [&plot, &csv].into_iter().flatten().flatten();
    let is_same_file = match (&plot, &csv) {
        (Some(Some(plot)), Some(Some(csv))) => plot.is_same(csv),
        (Some(None), Some(None)) => true,
        _ => false,
    };
    if is_same_file {
        return Err(Failure::new(
            "plot and table cannot be one file",
            "name another for `--csv`",
        ));
    }
    if [&plot, &csv]
        .into_iter()
        .any(|file| matches!(file, Some(None)))
    {
        out.check_is_open()?;
    }
    let source = read_source(&arguments.robot)?;
    files().try_for_each(|file| file.check_is_not_input_text(source.main_text()))?;
    let robot = &arguments.robot;
    // Faults of the start are reported before anything is derived. So a first run only reads the robot, and shows no stages.
    let cache = Cache::of_programs();
    let read_robot = generate_robot(
        robot,
        &source,
        settings(arguments, false),
        &cache.clone().without_deriving(),
        |settings| adjust(settings, false),
        &mut |_| (),
    )?;
    files().try_for_each(|file| file.check_is_not_inputs(&read_robot.other_files))?;
    for (file, kind) in [(&plot, FileKind::Plot), (&csv, FileKind::Table)] {
        if let Some(Some(file)) = file {
            kind.check_may_replace(file, arguments.force)?;
        }
    }
    let read_programs = programs_of(read_robot)?;
    let start = start::of(arguments, &read_programs)?;
    let is_constrained = read_programs.system.nc() > 0;
    let adjust_settings = |settings: &mut Settings| adjust(settings, is_constrained);
    let programs = programs_of(generate_and_log(
        robot,
        &source,
        settings(arguments, is_constrained),
        &cache,
        adjust_settings,
    )?)?;
    let simulation = simulation(arguments, &programs, &start)?;
    let Run { frames, end } = compute_motion(arguments, &programs, simulation, start)?;
    if frames.is_empty() {
        return end;
    }
    let motion = SimulatedMotion::new(frames, &programs);
    let plot_text = || {
        let title = if arguments.robot.is_stdin() {
            STDIN.to_owned()
        } else {
            file_name(&arguments.robot.file)
        };
        FileKind::Plot.with_mark(plot::svg(&title, &motion.times(), &motion.panels()))
    };
    let results = [
        plot.map(|destination| (destination, &arguments.plot, plot_text())),
        csv.map(|destination| (destination, &arguments.csv, table::csv_table(&motion))),
    ];
    write_results(results.into_iter().flatten().collect(), out)?;
    log(drift(&motion, does_work(&programs, arguments)));
    end
}

/// The chosen settings, adapted to a simulation.
fn settings(arguments: &Simulate, is_constrained: bool) -> Settings {
    let mut settings = arguments.settings();
    adjust(&mut settings, is_constrained);
    settings
}

/// The default time constant with which errors of constraints decay, in steps.
const FEEDBACK_STEPS: f64 = 20.0;

/// The simulation of a robot from a start.
fn simulation(
    arguments: &Simulate,
    programs: &Programs,
    start: &Start,
) -> Result<Simulation, Failure> {
    let time_constant = arguments
        .feedback
        .unwrap_or(FEEDBACK_STEPS * arguments.step);
    let result = Simulation::new(programs, &start.parameters, &start.tau, time_constant);
    result.ok_or_else(|| {
        Failure::new(
            "there is no acceleration to follow: the mass matrix is singular",
            "give every link that moves a mass, or choose other coordinates; the warning above says more",
        )
    })
}

/// The change of rates that rounding can cause, relative to the largest rate.
const ROUNDING_CHANGE: f64 = 1e-9;

/// Projects the start onto the constraints, and reports how far off it was.
fn project(
    simulation: &mut Simulation,
    programs: &Programs,
    state: &mut State,
) -> Result<(), Failure> {
    let fastest = state.qd.iter().fold(0.0, |max: f64, x| x.abs().max(max));
    let Some(projection) = simulation.project(state) else {
        return Ok(());
    };
    let Projection {
        before,
        after,
        worst,
        opposed,
        rate_change,
        ..
    } = projection;
    if let Some(row) = opposed {
        return Err(Failure::new(
            format!(
                "`{}` is off by half a turn near the start: the axes that it aligns are opposed",
                Shown::from(programs.system.row_name(row).0)
            ),
            "name a position with `--q` at which they are not opposite, or turn one end of the constraint",
        ));
    }
    if !projection.is_satisfied {
        return Err(Failure::new(
            format!(
                "no position near the start satisfies the constraints: `{}` stays off by {after:.1e}",
                Shown::from(programs.system.row_name(worst).0)
            ),
            "name one with `--q` that nearly does, or change this constraint",
        ));
    }
    if !projection.was_satisfied {
        log(format_args!(
            "the start is projected onto the constraints; one was off by {before:.1e}"
        ));
    }
    if rate_change > ROUNDING_CHANGE * fastest {
        log(format_args!(
            "the rates of the start are changed to satisfy the constraints, by {rate_change:.1e} at most"
        ));
    }
    Ok(())
}

/// The programs of a robot that was generated with [`Cache::of_programs`]. If it was not to be derived, they have only its system.
pub fn programs_of(robot: RobotFromFile) -> Result<Box<Programs>, Failure> {
    let failure = || {
        Failure::new(
            "nothing was derived",
            "the command needs the feature `symbolica`",
        )
    };
    robot.generated.programs.ok_or_else(failure)
}

/// The times of the frames: `k / fps`, and the end.
fn times(duration: f64, fps: f64) -> Vec<f64> {
    (0..)
        .map(|k| f64::from(k) / fps)
        // The margin prevents a frame that differs from the end only by rounding.
        .take_while(|frame_time| *frame_time < duration * (1.0 - 1e-12))
        .chain([duration])
        .collect()
}

/// A motion, and how it has ended.
struct Run {
    /// All frames, including the start, as long as they are finite.
    frames: Vec<MotionFrame>,
    /// Why there is no further frame, if the motion ends too early.
    end: Result<(), Failure>,
}

/// Computes the motion from a start, frame by frame.
fn compute_motion(
    arguments: &Simulate,
    programs: &Programs,
    mut simulation: Simulation,
    start: Start,
) -> Result<Run, Failure> {
    let start_instant = Instant::now();
    let mut progress = Progress::new();
    let mut state = start.state;
    simulation.normalize(&mut state);
    project(&mut simulation, programs, &mut state)?;
    let (mut frames, mut steps, mut now) = (Vec::new(), 0, 0.0);
    let (mut singular, mut end) = (None, Ok(()));
    for time in times(arguments.time, arguments.fps) {
        let min_count = if time > now { 1.0 } else { 0.0 };
        // Without the margin of 1e-9 steps, rounding could add a step.
        let count = ((time - now) / arguments.step - 1e-9).ceil().max(min_count) as u64;
        let step = (time - now) / count as f64;
        for _ in 0..count {
            // The last chart that was nearly singular is named if the motion fails.
            singular = SingularChart::at(&mut simulation, &state, step).or(singular);
            state = simulation.step(&state, step, arguments.method);
        }
        (steps, now) = (steps + count, time);
        let frame = MotionFrame {
            time,
            energy: simulation.energy(&state),
            momenta: simulation.momenta(&state),
            constraint_values: simulation.constraint_values(&state),
            state: state.clone(),
        };
        if !is_finite(&frame.state) || !frame.energy.total().is_finite() {
            let is_constrained = programs.system.nc() > 0;
            end = Err(no_motion(time, arguments, is_constrained, singular));
            break;
        }
        frames.push(frame);
        progress.show_motion(time, arguments.time);
    }
    progress.end();
    log(stage_line(&Stage {
        name: "simulate",
        summary: format!(
            "{steps} steps by {}, {} frames",
            arguments.method,
            frames.len()
        ),
        time: start_instant.elapsed(),
        search: None,
    }));
    Ok(Run { frames, end })
}

/// A state at which a chart is nearly singular.
struct SingularChart {
    /// Time, s.
    time: f64,
    /// The name of the chart in messages.
    name: String,
}

impl SingularChart {
    /// The first chart that is nearly singular at a state, if there is one.
    fn at(simulation: &mut Simulation, state: &State, step: f64) -> Option<Self> {
        let name = simulation.singular_chart(state, step)?.to_owned();
        Some(Self {
            time: state.t,
            name,
        })
    }
}

fn is_finite(State { q, qd, .. }: &State) -> bool {
    q.iter().chain(qd).all(|x| x.is_finite())
}

/// If the time constant of the feedback is shorter than this number of steps, the failure message names the feedback as a
/// possible cause.
const MIN_FEEDBACK_STEPS: f64 = 5.0;

/// The failure that says why there is no further frame.
fn no_motion(
    time: f64,
    arguments: &Simulate,
    is_constrained: bool,
    singular: Option<SingularChart>,
) -> Failure {
    let message = format!("the motion is not finite at t = {time} s");
    let short_feedback = arguments
        .feedback
        .filter(|feedback| is_constrained && *feedback < MIN_FEEDBACK_STEPS * arguments.step);
    match (short_feedback, singular) {
        _ if time == 0.0 => Failure::new(
            message,
            "the energy of the start is not finite; see `--q`, `--qd` and `--field`",
        ),
        (_, Some(SingularChart { time, name })) => Failure::new(
            message,
            format_args!(
                "{name} is nearly singular at t = {time} s, where two of its axes coincide: write another chart, e.g. quaternion, or start elsewhere"
            ),
        ),
        (Some(feedback), None) => Failure::new(
            message,
            format_args!(
                "steps of {} s cannot follow errors of constraints that are to die out in {feedback} s: write a longer `--feedback`",
                arguments.step
            ),
        ),
        (None, None) => Failure::new(
            message,
            format_args!(
                "a step of {} s may be too long for the fastest oscillation; or the mass matrix becomes singular there, or constraint rows become dependent (see --regularization)",
                arguments.step
            ),
        ),
    }
}

/// The destination of a result (`None`: standard output), the path that the user gave for it, and the text of the result.
type ResultFile<'a> = (Option<Destination>, &'a Option<PathBuf>, String);

/// Writes all results, and reports them. No file changes before the drafts of all files are written.
fn write_results(results: Vec<ResultFile<'_>>, out: &mut Results) -> Result<(), Failure> {
    let mut prepared = Vec::new();
    for (destination, user_path, text) in &results {
        if let Some(destination) = destination {
            prepared.push((destination.prepare(text)?, user_path));
        }
    }
    for (_, _, text) in results.iter().filter(|(file, ..)| file.is_none()) {
        print(text, out)?;
    }
    for (file, user_path) in prepared {
        let outcome = match file.finish()? {
            Written::Changed => "written",
            Written::Unchanged => "already up to date",
        };
        let path = user_path.as_deref().map(foreign::path).unwrap_or_default();
        log(format_args!("`{path}`: {outcome}"));
    }
    Ok(())
}

/// Whether forces other than those of gravity and springs may change the energy.
fn does_work(programs: &Programs, arguments: &Simulate) -> bool {
    let has_force = arguments
        .tau
        .iter()
        .flat_map(|tau| &tau.0)
        .any(|tau| *tau != 0.0);
    has_force || programs.system.is_timed() || programs.system.is_dissipative()
}

/// A message about the change of the energy over all frames.
fn drift(motion: &SimulatedMotion, does_work: bool) -> String {
    let energies: Vec<f64> = motion
        .frames
        .iter()
        .map(|frame| frame.energy.total())
        .collect();
    let (start, end) = (energies[0], energies[energies.len() - 1]);
    let largest = energies.iter().fold(0.0, |largest: f64, energy| {
        largest.max((energy - start).abs())
    });
    let cause = if does_work { "; forces that do work are among the causes" } else { "" };
    format!(
        "energy: {} J at the start, {} J at the end, at most {largest:.1e} J from the start{cause}",
        seven_digits(start),
        seven_digits(end),
    )
}

/// A number with seven significant digits, however small or large it is.
fn seven_digits(x: f64) -> String {
    let rounded = format!("{x:.6e}");
    // The power of the number as shown: a number just below a power of ten may be rounded to it.
    let power = rounded.split_once('e').and_then(|(_, e)| e.parse().ok());
    match power {
        _ if x == 0.0 => "0".into(),
        Some(power @ -5..7) => format!("{x:.*}", (6 - power) as usize),
        _ => rounded,
    }
}

#[cfg(test)]
mod tests {
    use super::seven_digits;

    #[test]
    fn numbers_have_seven_significant_digits() {
        let numbers = [
            0.0,
            -4.905,
            0.999_999_99,
            1.25e-5,
            6.02e-12,
            1_234_567.8,
            9_999_999.9,
            3e8,
        ];
        let texts = numbers.map(seven_digits);
        let expected = [
            "0",
            "-4.905000",
            "1.000000",
            "0.00001250000",
            "6.020000e-12",
            "1234568",
            "1.000000e7",
            "3.000000e8",
        ];
        assert_eq!(texts, expected);
    }
}
