//! The start of a motion: the requested values, checked against the robot.

use std::fmt::Display;

use multibody_codegen::Failure;
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::foreign::{Shown, names};
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::model::Parameter;
use multibody_codegen::internal::simulate::{State, neutral, undefined_orientations};
use multibody_codegen::internal::system::DescribedState;

use crate::arguments::{FieldValues, NumberList, Simulate};

/// The maximum number of frames, for memory and for a plot.
const MAX_FRAMES: f64 = 1e6;
/// The maximum number of steps: more would take days.
const MAX_STEPS: f64 = 1e10;

/// The start of a motion, with what stays constant during it.
#[derive(Clone, Debug)]
pub struct Start {
    pub state: State,
    pub tau: Vec<f64>,
    /// The values of all fields.
    pub parameters: Vec<f64>,
}

/// The faults of a start, which are reported together.
#[derive(Default)]
struct StartFaults(Vec<Failure>);

impl StartFaults {
    fn add(&mut self, message: impl Display, help: impl Display) {
        self.0.push(Failure::new(message, help));
    }

    /// All faults as one, if there are any.
    fn result(self) -> Result<(), Failure> {
        let messages: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        match messages.len() {
            0 => Ok(()),
            _ => Err(Failure::complete(messages.join("\n\n"))),
        }
    }
}

/// The requested start.
///
/// # Errors
/// All faults of the start.
pub fn of(arguments: &Simulate, programs: &Programs) -> Result<Start, Failure> {
    let (system, mut faults) = (&programs.system, StartFaults::default());
    let is_constrained = system.nc() > 0;
    check_times(arguments, is_constrained, &mut faults);
    check_feedback(arguments, is_constrained, &mut faults);
    let start_state =
        (arguments.state.as_deref()).and_then(|name| find_state(name, &system.states, &mut faults));
    let zeros = || vec![0.0; system.nv()];
    let (default_q, default_qd) = match start_state {
        Some(state) => (state.q.clone(), state.qd.clone()),
        None => (neutral(programs), zeros()),
    };
    let mut state_values = |option, subject, numbers: &Option<NumberList>, default| {
        option_values(
            programs,
            &mut faults,
            option,
            subject,
            numbers.as_ref(),
            default,
        )
    };
    let q = state_values("--q", "positions", &arguments.q, default_q);
    let qd = state_values("--qd", "rates", &arguments.qd, default_qd);
    let tau = state_values("--tau", "forces", &arguments.tau, zeros());
    add_undefined_orientations(programs, &q, &mut faults);
    let parameters = field_values(&arguments.fields, &system.parameters, &mut faults);
    let state = State { t: 0.0, q, qd };
    faults.result()?;
    Ok(Start {
        state,
        tau,
        parameters,
    })
}

/// The state with a name; reports an unknown one.
fn find_state<'a>(
    name: &str,
    states: &'a [DescribedState],
    faults: &mut StartFaults,
) -> Option<&'a DescribedState> {
    let state = states.iter().find(|state| state.name == name);
    if state.is_none() {
        let known_names: Vec<&str> = states.iter().map(|state| state.name.as_str()).collect();
        let help = if known_names.is_empty() {
            "the description names none".to_owned()
        } else {
            format!("known here: {}", names(known_names.into_iter()))
        };
        let name = Shown::from(name);
        faults.add(format_args!("there is no state `{name}`"), help);
    }
    state
}

/// The positions of `--q`.
///
/// # Errors
/// All their faults.
pub fn positions(q: &NumberList, programs: &Programs) -> Result<Vec<f64>, Failure> {
    let mut faults = StartFaults::default();
    let default = neutral(programs);
    let q = option_values(programs, &mut faults, "--q", "positions", Some(q), default);
    add_undefined_orientations(programs, &q, &mut faults);
    faults.result().map(|()| q)
}

/// The numbers of an option, or `default` if the option is not given. If their count is not that of `default`, this is a fault.
fn option_values(
    programs: &Programs,
    faults: &mut StartFaults,
    option: &str,
    subject: &str,
    numbers: Option<&NumberList>,
    default: Vec<f64>,
) -> Vec<f64> {
    match numbers {
        Some(NumberList(numbers)) if numbers.len() == default.len() => numbers.clone(),
        Some(NumberList(numbers)) => {
            let message = format_args!(
                "`{option}` has {}, not {} {subject}",
                numbers.len(),
                default.len()
            );
            let coordinates = programs.system.coordinates.iter().map(|c| c.name.as_str());
            let order = names(coordinates.collect::<Vec<_>>().into_iter());
            faults.add(
                message,
                format_args!("list the values in this order: {order}"),
            );
            default
        }
        None => default,
    }
}

/// Reports quaternions that are 0, and so define no orientation.
fn add_undefined_orientations(programs: &Programs, q: &[f64], faults: &mut StartFaults) {
    for name in undefined_orientations(programs, q) {
        let name = Shown::from(name);
        faults.add(
            format_args!("the quaternion of `{name}` is 0 in `--q`"),
            "the identity rotation is 0,0,0,1",
        );
    }
}

/// Whether a number can be a duration or a rate: it is finite and above 0.
fn is_positive(number: f64) -> bool {
    number.is_finite() && number > 0.0
}

/// Reports invalid times, and too many steps or frames.
fn check_times(arguments: &Simulate, is_constrained: bool, faults: &mut StartFaults) {
    let feedback = arguments.feedback.filter(|_| is_constrained);
    // If feedback is not given or has no effect, 1 stands for a valid value.
    let numbers = [
        ("--t", arguments.time),
        ("--step", arguments.step),
        ("--fps", arguments.fps),
        ("--feedback", feedback.unwrap_or(1.0)),
    ];
    for (option, number) in (numbers.into_iter()).filter(|(_, number)| !is_positive(*number)) {
        faults.add(
            format_args!("`{option}` is {number}"),
            "write a number above 0",
        );
    }
    let [duration, step, fps] = [arguments.time, arguments.step, arguments.fps];
    let are_positive = |number: f64| is_positive(duration) && is_positive(number);
    if are_positive(step) && duration / step > MAX_STEPS {
        faults.add(
            format_args!("{duration} s in steps of {step} s are too many steps"),
            format_args!("at most {MAX_STEPS:.0}; write a longer `--step`"),
        );
    }
    if are_positive(fps) && duration * fps > MAX_FRAMES {
        let frames = duration * fps;
        let message = format_args!("{duration} s at {fps} frames a second are {frames:.0} frames");
        faults.add(
            message,
            format_args!("at most {MAX_FRAMES:.0}; write a lower `--fps`"),
        );
    }
}

/// Reports feedback for a robot without constraints, or with a time constant shorter than a step.
fn check_feedback(arguments: &Simulate, is_constrained: bool, faults: &mut StartFaults) {
    match arguments.feedback {
        Some(_) if !is_constrained => faults.add(
            "`--feedback` is given, but the robot has no constraints",
            "leave it out: it is the time in which errors of constraints die out",
        ),
        Some(time) if is_positive(arguments.step) && time > 0.0 && time < arguments.step => faults.add(
            format_args!(
                "`--feedback` is {time}, less than a step of {} s: errors of constraints would grow",
                arguments.step
            ),
            "write the duration of several steps; the default is 20 steps",
        ),
        _ => {}
    }
}

/// The values of all parameters: those of `--field`, or else the defaults of the description.
fn field_values(
    options: &[FieldValues],
    parameters: &[Parameter],
    faults: &mut StartFaults,
) -> Vec<f64> {
    let known_names = || {
        names(
            parameters
                .iter()
                .map(|p| p.field.value.as_str())
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    for (index, FieldValues { name, .. }) in options.iter().enumerate() {
        let excerpt = Shown::from(name);
        if !parameters.iter().any(|p| p.field.value == *name) {
            let help = if parameters.is_empty() {
                "the robot has no fields".to_owned()
            } else {
                format!("known here: {}", known_names())
            };
            faults.add(format_args!("there is no field `{excerpt}`"), help);
        }
        if options[..index]
            .iter()
            .any(|previous| previous.name == *name)
        {
            faults.add(
                format_args!("`--field {excerpt}` is given twice"),
                "leave out one of them",
            );
        }
    }
    let mut values = Vec::new();
    for parameter in parameters {
        let name = &parameter.field.value;
        let (excerpt, count) = (Shown::from(name), parameter.shape.count());
        let option_numbers = (options.iter())
            .find(|it| it.name == *name)
            .map(|it| &it.values.0);
        let default = parameter.default.as_ref();
        match (option_numbers, default) {
            (Some(numbers), _) if numbers.len() == count => values.extend(numbers),
            (Some(numbers), _) => {
                let message = format_args!(
                    "`--field {excerpt}` has {}, not {count} values",
                    numbers.len()
                );
                faults.add(message, "write all of them with commas between");
            }
            (None, Some(default)) => values.extend(default.iter().map(nearest_f64)),
            (None, None) => {
                let example = vec!["0.5"; count].join(",");
                faults.add(
                    format_args!("the field `{excerpt}` has no value"),
                    format_args!("write e.g. `--field {excerpt}={example}`"),
                );
            }
        }
    }
    values
}
