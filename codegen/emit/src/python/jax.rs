//! The module in Python for JAX: it registers and calls the handlers, and has rules of differentiation.

use super::class::module_name;
use super::names::{has_word, make_distinct};
use crate::c::jax::{JaxFunction, derivatives, jax_functions};
use crate::interface::Robot;
use multibody_description::system::joint_rows;
use multibody_support::foreign::python_identifier;

/// Names that the module uses, and that a bundle may have: its function then gets a `_`.
const USED_NAMES: &str = "ctypes enumerate getattr int jax jnp len list pathlib str sum tuple zip";

/// The text. There are rules of differentiation only if the rates are the derivatives of the positions, and time, by which nothing is
/// derived, is no argument.
pub fn module(robot: &Robot<'_>) -> String {
    let functions = jax_functions(robot);
    let has_vector_positions = joint_rows(robot.system)
        .iter()
        .all(|joint| joint.chart == "Vector");
    let has_rules = has_vector_positions && !robot.system.is_timed();
    let mut lines: Vec<String> = functions.iter().map(definition).collect();
    let names: Vec<&str> = functions
        .iter()
        .map(|function| function.name.as_str())
        .collect();
    for (name, (derivative_function, first_matrix)) in derivatives() {
        if has_rules && names.contains(&name) && names.contains(&derivative_function) {
            lines.push(format!(
                "{name} = _differentiable({name}, {derivative_function}, {first_matrix})\n"
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
    let is_used = |name: &str| has_word(USED_NAMES, name);
    format!(
        "{} = _function(\"{}\", \"{}\", [{}], [{}])\n",
        make_distinct(python_identifier(&function.name), is_used),
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
