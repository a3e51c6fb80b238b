//! The methods of the class: those that call functions of the robot, and those that call functions of the runtime for all robots.

use super::documentation::{of_arguments, of_function};
use super::method::{PythonMethod, arguments, write_arguments};
use super::names::{has_word, make_distinct};
use super::results::{NamedTuples, PythonResult};
use super::steps;
use crate::interface::{
    Documentation, FunctionItem, Owner, Robot, Signature, documentation_of_bundle,
    functions_of_any_link,
};
use multibody_description::function::in_rust;
use multibody_support::foreign::python_identifier;

/// Names in the class that belong to no function of the robot: a function with such a name gets a `_`. Names of functions that differ
/// only by underscores are a fault.
const OWN_NAMES: &str = "\
    actuators constraints instructions joints links nq nv parameters pinocchio_q pinocchio_v replace same_bits wrench_links \
    neutral normalize position_rate integrate difference linearize";

/// Types that the stubs name within the class.
const TYPES: &str = "bool dict float int property str tuple";

/// The type in Rust whose functions the methods call.
pub fn computed_type(robot: &Robot<'_>) -> String {
    if robot.is_parametric() {
        format!("super::{}<f64>", Owner::Prepared.type_name(robot))
    } else {
        format!("super::{}", Owner::Robot.type_name(robot))
    }
}

/// All methods that compute something, in the order of emission.
pub fn all(robot: &Robot<'_>, records: &mut NamedTuples) -> Vec<PythonMethod> {
    let owner = if robot.is_parametric() { Owner::Prepared } else { Owner::Robot };
    let mut methods: Vec<PythonMethod> = Vec::new();
    for function in robot.functions {
        let (target, program) = (function.target, &function.program);
        let signature = robot.signature(target.function);
        let documentation = Documentation::of(robot, target, program, owner);
        let lines = of_function(robot, &signature, documentation);
        let name = in_rust(&robot.shown_name(target));
        methods.push(method(robot, &name, "", signature, lines, records));
    }
    for bundled in robot.bundle_functions() {
        let signature = robot.signature_of_bundle(bundled.bundle);
        let mut lines = documentation_of_bundle(robot, bundled, owner);
        lines.extend(of_arguments(robot, &signature));
        // Without arguments the caller has to name the type of numbers. That of a prepared robot is known.
        let is_generic = signature.arguments.is_empty() && owner == Owner::Robot;
        let turbofish = if is_generic { "::<f64>" } else { "" };
        methods.push(method(
            robot,
            &bundled.bundle.name,
            turbofish,
            signature,
            lines,
            records,
        ));
    }
    for FunctionItem { head, .. } in functions_of_any_link(robot, owner) {
        let mut lines = vec![
            format!(
                "What `{}_of_LINK` computes, for the link of a name in `links`.",
                head.name
            ),
            String::new(),
        ];
        lines.extend(of_arguments(robot, &head.signature));
        methods.push(method(
            robot,
            &head.name,
            "",
            head.signature,
            lines,
            records,
        ));
    }
    methods.extend(steps::all(robot, records));
    methods
}

/// The method that calls a function of the robot.
fn method(
    robot: &Robot<'_>,
    name: &str,
    turbofish: &str,
    signature: Signature,
    documentation: Vec<String>,
    records: &mut NamedTuples,
) -> PythonMethod {
    let arguments = arguments(robot, &signature);
    let link = signature.takes_link.then(|| "link".to_owned());
    let expressions: Vec<String> = std::iter::once("&self.robot".to_owned())
        .chain(link)
        .chain(write_arguments(&arguments))
        .collect();
    // By its path: for a function named `into`, a method call on the robot would find that of the prelude.
    let call = format!(
        "<{}>::{name}{turbofish}({})",
        computed_type(robot),
        expressions.join(", ")
    );
    let is_used = |name: &str| has_word(OWN_NAMES, name) || has_word(TYPES, name);
    PythonMethod {
        name: make_distinct(python_identifier(name), is_used),
        documentation,
        takes_link: signature.takes_link,
        arguments,
        result: PythonResult::of(&signature.result, &call, records),
    }
}
