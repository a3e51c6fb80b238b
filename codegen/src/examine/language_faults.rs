//! Faults of a language that only the system and its functions show: charts along which the language cannot step, and functions for
//! solvers that lack the functions from which they are made.

use std::collections::BTreeSet;

use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::model::Span;
use multibody_description::settings::Settings;
use multibody_description::system::{System, joint_rows};

/// Reports what the language of the settings cannot write of a robot with these functions.
pub fn report(system: &System, settings: &Settings, targets: &[Target], faults: &mut Faults) {
    let row = settings.layout.language.row();
    let other_charts = joint_rows(system)
        .into_iter()
        .filter(|joint| !row.charts.is_empty() && !row.charts.contains(&joint.chart));
    for joint in other_charts {
        let fault = Fault::SettingChartNotInLanguage {
            joint: Shown::from(joint.coordinate.joint.as_str()),
            chart: joint.chart,
            language: row.name,
        };
        faults.push(Span::default(), fault);
    }
    let layout = settings.layout;
    for (is_chosen, option) in [
        (layout.casadi, "casadi"),
        (layout.acados, "acados"),
        (layout.jax, "jax"),
    ] {
        let reason = is_chosen
            .then(|| why_impossible(option, system, targets))
            .flatten();
        if let Some((reason, help)) = reason {
            let help = help.to_owned();
            faults.push(
                Span::default(),
                Fault::SettingSolverCannot {
                    option,
                    reason,
                    help,
                },
            );
        }
    }
}

/// Why the functions for a solver cannot be written, and what helps.
fn why_impossible(
    option: &str,
    system: &System,
    targets: &[Target],
) -> Option<(String, &'static str)> {
    const ADD_FUNCTIONS: &str = "name them in `functions`, beside `default` if it is not to be replaced, or name fewer functions";
    let has = |function: Function| targets.iter().any(|target| target.function == function);
    if !system.parameters.is_empty() {
        return Some((
            "the robot has fields".to_owned(),
            "write numbers in place of the fields",
        ));
    }
    // JAX calls any function, and differentiates those that have derivatives.
    if option == "jax" {
        return None;
    }
    if option == "acados" && system.is_timed() {
        return Some((
            "time acts on the robot".to_owned(),
            "write a number in place of the time",
        ));
    }
    if option == "acados" && system.nc() > 0 {
        return Some((
            "constraints act on the robot".to_owned(),
            "call `constrained_forward_dynamics` in a model of your own",
        ));
    }
    let requirements: BTreeSet<Function> = if option == "acados" {
        [
            Function::ForwardDynamics,
            Function::ForwardDynamicsDerivatives,
        ]
        .into()
    } else {
        let functions = targets.iter().map(|target| target.function);
        functions.filter_map(derivatives).collect()
    };
    let missing_names: Vec<String> = requirements
        .into_iter()
        .filter(|function| !has(*function))
        .map(|function| format!("`{}`", function.name()))
        .collect();
    let is_or_are = if missing_names.len() == 1 { "is" } else { "are" };
    let reason = format!("{} {is_or_are} not derived", missing_names.join(", "));
    (!missing_names.is_empty()).then_some((reason, ADD_FUNCTIONS))
}

/// The function that gives the derivatives of a function of the whole robot, if there is one.
fn derivatives(function: Function) -> Option<Function> {
    let is_derivative = |other: &Function| match other.quantity() {
        Quantity::Derivatives(derivatives) => derivatives.function == function,
        _ => false,
    };
    Function::ALL
        .into_iter()
        .find(|other| !other.is_of_link() && is_derivative(other))
}
