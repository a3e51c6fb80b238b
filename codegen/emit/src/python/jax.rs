//! The module of JAX: what registers and calls the handlers, and rules of differentiation.

use super::class::module_name;
use crate::c::jax::{JaxFunction, derivatives, functions};
use crate::interface::Robot;
use multibody_description::system::joint_rows;
use multibody_support::foreign::python_identifier;

/// The text. Rules of differentiation need positions whose derivatives are the rates.
pub fn module(robot: &Robot<'_>) -> String {
    let functions = functions(robot);
    let is_plain = joint_rows(robot.system)
        .iter()
        .all(|joint| joint.chart == "Vector");
    let mut lines: Vec<String> = functions.iter().map(definition).collect();
    let names: Vec<&str> = functions
        .iter()
        .map(|function| function.name.as_str())
        .collect();
    for (name, (other, first)) in derivatives() {
        if is_plain && names.contains(&name) && names.contains(&other) {
            lines.push(format!(
                "{name} = _differentiable({name}, {other}, {first})\n"
            ));
        }
    }
    include_str!("text/jax.txt").replace("@module@", &module_name(robot.name)) + &lines.concat()
}

fn definition(function: &JaxFunction) -> String {
    let arguments: Vec<String> = function
        .arguments
        .iter()
        .map(|(_, sizes)| tuple(sizes))
        .collect();
    let results: Vec<String> = function.results.iter().map(|sizes| tuple(sizes)).collect();
    format!(
        "{} = _function(\"{}\", \"{}\", [{}], [{}])\n",
        python_identifier(&function.name),
        function.name,
        function.handler,
        arguments.join(", "),
        results.join(", ")
    )
}

/// Sizes as a tuple of Python.
fn tuple(sizes: &[usize]) -> String {
    let sizes: String = sizes.iter().map(|size| format!("{size}, ")).collect();
    format!("({})", sizes.trim_end_matches(' '))
}
