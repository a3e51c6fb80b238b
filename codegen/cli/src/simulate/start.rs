//! The start of a motion: the requested values, checked against the robot.

use std::fmt::Display;

use multibody_codegen::Failure;
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::foreign::{Shown, names};
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::model::Parameter;
use multibody_codegen::internal::simulate::{State, neutral, without_direction};

use crate::arguments::{FieldValues, NumberList, Simulate};

/// Number of frames that fit into memory and into a plot.
const FRAMES: f64 = 1e6;
/// Number of steps that can be computed within a day or so.
const STEPS: f64 = 1e10;

/// A start.
#[derive(Clone, Debug)]
pub struct Start {
    pub state: State,
    pub tau: Vec<f64>,
    /// The values of all fields.
    pub parameters: Vec<f64>,
}

/// Failures that are reported together.
#[derive(Default)]
struct Wrong(Vec<Failure>);

impl Wrong {
    fn add(&mut self, message: impl Display, help: impl Display) {
        self.0.push(Failure::new(message, help));
    }
}

/// The requested start.
///
/// # Errors
/// All that is wrong with it.
pub fn of(arguments: &Simulate, programs: &Programs) -> Result<Start, Failure> {
    let (system, mut wrong) = (&programs.system, Wrong::default());
    let is_constrained = system.nc() > 0;
    times(arguments, is_constrained, &mut wrong);
    feedback(arguments, is_constrained, &mut wrong);
    let coordinates: Vec<&str> = system.coordinates.iter().map(|c| c.name.as_str()).collect();
    let mut given = |option, what, numbers: &Option<NumberList>, default: Vec<f64>| match numbers {
        Some(NumberList(numbers)) if numbers.len() == default.len() => numbers.clone(),
        Some(NumberList(numbers)) => {
            let message = format_args!(
                "`{option}` has {}, not {} {what}",
                numbers.len(),
                default.len()
            );
            let named = names(coordinates.iter().copied());
            wrong.add(
                message,
                format_args!("list the values in this order: {named}"),
            );
            default
        }
        None => default,
    };
    let rates = vec![0.0; system.nv()];
    let q = given("--q", "positions", &arguments.q, neutral(programs));
    let qd = given("--qd", "rates", &arguments.qd, rates.clone());
    let tau = given("--tau", "forces", &arguments.tau, rates);
    for name in without_direction(programs, &q) {
        let name = Shown::from(name);
        wrong.add(
            format_args!("the quaternion of `{name}` is 0 in `--q`"),
            "the identity rotation is 0,0,0,1",
        );
    }
    let parameters = fields(&arguments.fields, &system.parameters, &mut wrong);
    let state = State { t: 0.0, q, qd };
    match wrong.0.len() {
        0 => Ok(Start {
            state,
            tau,
            parameters,
        }),
        _ => {
            let all: Vec<String> = wrong.0.iter().map(ToString::to_string).collect();
            Err(Failure::complete(all.join("\n\n")))
        }
    }
}

/// Whether a number is a duration or a rate.
fn is_positive(number: f64) -> bool {
    number.is_finite() && number > 0.0
}

/// Reports invalid times, and too many steps or frames.
fn times(arguments: &Simulate, is_constrained: bool, wrong: &mut Wrong) {
    let feedback = arguments.feedback.filter(|_| is_constrained);
    let times = [
        ("--t", arguments.time),
        ("--step", arguments.step),
        ("--fps", arguments.fps),
        ("--feedback", feedback.unwrap_or(1.0)),
    ];
    for (option, time) in times.into_iter().filter(|(_, time)| !is_positive(*time)) {
        wrong.add(
            format_args!("`{option}` is {time}"),
            "write a number above 0",
        );
    }
    let [duration, step, fps] = [arguments.time, arguments.step, arguments.fps];
    let is_known = |number: f64| is_positive(duration) && is_positive(number);
    if is_known(step) && duration / step > STEPS {
        wrong.add(
            format_args!("{duration} s in steps of {step} s are too many steps"),
            format_args!("at most {STEPS:.0}; write a longer `--step`"),
        );
    }
    if is_known(fps) && duration * fps > FRAMES {
        let frames = duration * fps;
        let message = format_args!("{duration} s at {fps} frames a second are {frames:.0} frames");
        wrong.add(
            message,
            format_args!("at most {FRAMES:.0}; write a lower `--fps`"),
        );
    }
}

/// Reports feedback for a robot without constraints, or with a time constant shorter than a step.
fn feedback(arguments: &Simulate, is_constrained: bool, wrong: &mut Wrong) {
    match arguments.feedback {
        Some(_) if !is_constrained => wrong.add(
            "`--feedback` is given, but the robot has no constraints",
            "leave it out: it is the time in which errors of constraints die out",
        ),
        Some(time) if is_positive(arguments.step) && time > 0.0 && time < arguments.step => wrong.add(
            format_args!(
                "`--feedback` is {time}, less than a step of {} s: errors of constraints would grow",
                arguments.step
            ),
            "write the duration of several steps; the default is 20 steps",
        ),
        _ => {}
    }
}

/// The values of all parameters: those of `--field`, otherwise those of the description.
fn fields(given: &[FieldValues], parameters: &[Parameter], wrong: &mut Wrong) -> Vec<f64> {
    let known = || {
        names(
            parameters
                .iter()
                .map(|p| p.field.value.as_str())
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    for (at, FieldValues { name, .. }) in given.iter().enumerate() {
        let shown = Shown::from(name);
        if !parameters.iter().any(|p| p.field.value == *name) {
            let help = if parameters.is_empty() {
                "the robot has no fields".to_owned()
            } else {
                format!("known here: {}", known())
            };
            wrong.add(format_args!("there is no field `{shown}`"), help);
        }
        if given[..at].iter().any(|before| before.name == *name) {
            wrong.add(
                format_args!("`--field {shown}` is given twice"),
                "leave out one of them",
            );
        }
    }
    let mut values = Vec::new();
    for parameter in parameters {
        let name = &parameter.field.value;
        let (shown, count) = (Shown::from(name), parameter.shape.count());
        let found = given.iter().find(|given| given.name == *name);
        let found = found.map(|given| &given.values.0);
        let default = parameter.default.as_ref();
        match (found, default) {
            (Some(numbers), _) if numbers.len() == count => values.extend(numbers),
            (Some(numbers), _) => {
                let message = format_args!(
                    "`--field {shown}` has {}, not {count} values",
                    numbers.len()
                );
                wrong.add(message, "write all of them with commas between");
            }
            (None, Some(default)) => values.extend(default.iter().map(nearest_f64)),
            (None, None) => {
                let example = vec!["0.5"; count].join(",");
                wrong.add(
                    format_args!("the field `{shown}` has no value"),
                    format_args!("write e.g. `--field {shown}={example}`"),
                );
            }
        }
    }
    values
}
