//! What a page needs so that its reader can move a robot: derived functions, and programs of its motion.

use crate::generate::figure::{default_parameters, figure_at, moving_figure};
use crate::generated::Programs;
use multibody_description::function::{Function, Target};
use multibody_description::joint::PositionKind;
use multibody_description::model::Number;
use multibody_description::settings::{Effort, Settings, Verify};
use multibody_description::system::{Constraint, Coordinate, Row, System};
use multibody_kinematics::{Charts, neutral, position_rate_values};
use multibody_outputs::report::{
    Figure, Handle, HandleKind, MotionField, MotionFunction, MotionRate, MovableRobot,
};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Builder, Count, InputKind, Program};

/// The derived functions of a page. Not all systems have forward dynamics, and some have no springs.
const FUNCTIONS: [Function; 6] = [
    Function::MassMatrix,
    Function::Gravity,
    Function::KineticEnergy,
    Function::PotentialEnergy,
    Function::SpringEnergy,
    Function::ForwardDynamics,
];

/// The most operations of forward dynamics that a page steps through.
const MOST_OPERATIONS: usize = 3000;

/// The arguments of derived functions. The page's own functions have the first of these.
const ARGUMENTS: [InputKind; 5] = [
    InputKind::Parameter,
    InputKind::Time,
    InputKind::Q,
    InputKind::Qd,
    InputKind::Tau,
];

/// Adjusts settings to a page on which the robot moves: only functions that the page runs are derived.
pub fn adjust(settings: &mut Settings) {
    settings.restrict_to(FUNCTIONS);
    settings.effort = Effort::Default;
    settings.verify = Verify::False;
}

/// Positions with which a page starts, and the figure at them.
#[derive(Clone, Debug)]
pub struct ChosenPose {
    /// The positions.
    pub q: Vec<f64>,
    /// The figure.
    pub figure: Figure,
}

/// The pose at positions `q`, whose quaternions may have any length but 0.
#[must_use]
pub fn pose(programs: &Programs, mut q: Vec<f64>) -> ChosenPose {
    let system = &programs.system;
    Charts::of(system).normalize(&mut q, &mut vec![0.0; system.nv()]);
    let figure = figure_at(system, q.clone());
    ChosenPose { q, figure }
}

/// The data by which a page moves the robot of these programs. The motion starts at the positions of `pose`, or else at the neutral
/// ones.
///
/// # Errors
/// The reason if the page cannot move it.
pub fn motion(programs: &Programs, pose: Option<&ChosenPose>) -> Result<MovableRobot, String> {
    let system = &programs.system;
    // Positions are independent if each constraint is an expression of rates that is not the derivative of an expression of
    // positions. A contact is not such an expression: it fixes a point.
    let is_nonholonomic_expression = |constraint: &Constraint| {
        matches!(constraint.row, Row::Expression { .. }) && !constraint.row.is_holonomic()
    };
    if !system.constraints.iter().all(is_nonholonomic_expression) {
        return Err("constraints act on its positions".into());
    }
    if system.nv() == 0 {
        return Err("it has no coordinates".into());
    }
    let (figure, figure_program) = moving_figure(system);
    let why_not_simulated = obstacle_to_simulation(programs);
    // Functions that are never called would make the page long.
    let is_called = |target: &Target| {
        why_not_simulated.is_none() || target.function != Function::ForwardDynamics
    };
    let page_programs = [
        ("prepare", 1, programs.prepared.prepare.clone()),
        ("figure", 4, figure_program),
        ("position_rates", 4, rates_of_positions(system)),
    ];
    let page_functions = page_programs.map(|(name, count, program)| MotionFunction {
        name,
        arguments: &ARGUMENTS[..count],
        program,
        is_derived: false,
    });
    let derived_functions = (programs.targets.iter().zip(&programs.prepared.functions))
        .filter(|(target, _)| is_called(target))
        .map(|(target, program)| MotionFunction {
            name: target.function.name(),
            arguments: &ARGUMENTS,
            program: program.clone(),
            is_derived: true,
        });
    let functions = page_functions.into_iter().chain(derived_functions);
    Ok(MovableRobot {
        functions: functions.collect(),
        why_not_simulated,
        handles: system.coordinates.iter().flat_map(handles).collect(),
        start: pose.map_or_else(|| neutral(&system.coordinates), |pose| pose.q.clone()),
        rates: system.coordinates.iter().flat_map(rates).collect(),
        fields: fields(system),
        moving_figure: figure,
    })
}

/// The program of the time derivatives of positions.
fn rates_of_positions(system: &System) -> Program {
    let mut b = Builder::new();
    let rates = position_rate_values(&mut b, &system.coordinates);
    b.finish(&rates)
}

/// Why the page cannot compute the motion of the robot under the forces that act on it. `None`: it can.
fn obstacle_to_simulation(programs: &Programs) -> Option<String> {
    if programs.system.charts().any(|chart| !chart.has_unit_norm()) {
        return Some("the page normalizes quaternions, but no other chart; `simulate` does".into());
    }
    if programs.system.nc() > 0 {
        return Some("constraints act on its rates".into());
    }
    let mut targets = programs.targets.iter();
    let Some(index) = targets.position(|target| target.function == Function::ForwardDynamics)
    else {
        return Some("forces do not determine its accelerations".into());
    };
    let count = Count::of(&programs.prepared.functions[index]);
    let operations = count.mul_add() + count.div;
    (operations > MOST_OPERATIONS).then(|| {
        format!("its forward dynamics has {operations} operations, more than {MOST_OPERATIONS}")
    })
}

/// The handles by which a reader moves a coordinate.
fn handles(coordinate: &Coordinate) -> Vec<Handle> {
    let positions = coordinate.kind.positions();
    let rates_are_derivatives = coordinate.kind.nv() == positions.len();
    let is_limited = positions.len() == 1 && !coordinate.kind.is_endless();
    let limits = coordinate.limits.as_ref().filter(|_| is_limited);
    let slider = |unit| HandleKind::Slider {
        unit,
        limits: limits.map_or([None; 2], |limits| {
            [float(&limits.lower), float(&limits.upper)]
        }),
    };
    let mut handles = Vec::new();
    let mut offset = 0;
    while let Some(position) = positions.get(offset) {
        let (kind, width) = match position {
            PositionKind::Orientation(chart) if chart.has_unit_norm() => {
                let derivatives = rates_are_derivatives.then_some(coordinate.v + offset);
                (
                    HandleKind::Quaternion { derivatives },
                    chart.neutral().len(),
                )
            }
            PositionKind::Orientation(chart) => {
                let [_, unit] = chart.plot();
                (slider(if unit == "rad" { unit } else { "" }), 1)
            }
            other => (slider(other.unit()), 1),
        };
        handles.push(Handle {
            name: coordinate.name.clone(),
            q: coordinate.q + offset,
            kind,
        });
        offset += width;
    }
    handles
}

fn float(number: &Option<Number>) -> Option<f64> {
    number.as_ref().map(|number| nearest_f64(&number.value))
}

/// The rates of a coordinate, each with its limit of effort.
fn rates(coordinate: &Coordinate) -> Vec<MotionRate> {
    let limits = coordinate.limits.as_ref();
    let rate = MotionRate {
        name: coordinate.name.clone(),
        effort: limits.and_then(|limits| float(&limits.effort)),
    };
    vec![rate; coordinate.kind.nv()]
}

/// The fields of the robot, each with its default, or else with the value that a figure assumes.
fn fields(system: &System) -> Vec<MotionField> {
    let names = system.parameters.iter().flat_map(|parameter| {
        let name = &parameter.field.value;
        let count = parameter.shape.count();
        (0..count).map(move |index| match count {
            1 => name.clone(),
            _ => format!("{name}[{index}]"),
        })
    });
    let fields = names.zip(default_parameters(system));
    fields
        .map(|(name, value)| MotionField { name, value })
        .collect()
}
