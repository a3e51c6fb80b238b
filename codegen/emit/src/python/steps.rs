//! The methods that call functions which the runtime has for all robots: steps along positions, and the linearization of the equation
//! of motion.

use super::documentation::of_arguments;
use super::method::{PythonArgument, PythonMethod, arguments, write_arguments};
use super::results::{NamedTuples, PythonResult};
use crate::interface::{Owner, Returned, Robot, ViewOf, is_linearizable};
use multibody_description::function::Function;

/// All these methods.
pub fn all(robot: &Robot<'_>, records: &mut NamedTuples) -> Vec<PythonMethod> {
    let sizes = [robot.system.nq(), robot.system.nv()];
    let [q, start, end] = ["q", "start", "end"].map(|name| PythonArgument::new(name, &sizes[..1]));
    let (qd, duration) = (
        PythonArgument::new("qd", &sizes[1..]),
        PythonArgument::new("h", &[]),
    );
    let mut step = |name: &str, summary: &str, arguments: &[&PythonArgument], size: usize| {
        let arguments: Vec<PythonArgument> =
            arguments.iter().map(|&argument| argument.clone()).collect();
        let expressions: String = write_arguments(&arguments)
            .map(|argument| argument + ", ")
            .collect();
        let call = format!(
            "{{ let mut next = [0.0; {size}]; multibody::manifold::{name}(&super::{}::JOINTS, {expressions}&mut next); next }}",
            robot.name
        );
        let result = PythonResult::of(&Returned::Array(vec![size]), &call, records);
        method(name, vec![summary.to_owned()], arguments, result)
    };
    let [nq, nv] = sizes;
    let mut methods = vec![
        step("neutral", "Zeros, and quaternions of no rotation.", &[], nq),
        step(
            "position_rate",
            "The derivative of the position, `dq/dt = N(q) qd`.",
            &[&q, &qd],
            nq,
        ),
        step(
            "integrate",
            "The position after the time `h`, in s, at constant rates: `q exp(h qd)`.",
            &[&q, &qd, &duration],
            nq,
        ),
        step(
            "difference",
            "The rates of a motion from one position to another in a unit of time: with these, `integrate` gives the other.",
            &[&start, &end],
            nv,
        ),
        normalize(robot, [q, qd], records),
    ];
    methods.extend(linearize(robot, records));
    methods
}

fn method(
    name: &str,
    documentation: Vec<String>,
    arguments: Vec<PythonArgument>,
    result: PythonResult,
) -> PythonMethod {
    PythonMethod {
        name: name.to_owned(),
        documentation,
        takes_link: false,
        arguments,
        result,
    }
}

/// The method that makes positions and rates valid: it returns both.
fn normalize(
    robot: &Robot<'_>,
    arguments: [PythonArgument; 2],
    records: &mut NamedTuples,
) -> PythonMethod {
    let [q, qd] = &arguments;
    let call = format!(
        "{{ let (mut q, mut qd) = (*{}, *{}); multibody::manifold::normalize(&super::{}::JOINTS, &mut q, &mut qd); (q, qd) }}",
        q.write_reference(0),
        qd.write_reference(1),
        robot.name
    );
    let parts: [(&str, &[usize], &str); 2] = [("q", &q.sizes, "0"), ("qd", &qd.sizes, "1")];
    let result = PythonResult::of_parts("State", &parts, &call, records);
    let summary = "Quaternions of unit length, and of rotation vectors the shorter turn, with the rates of the same motion.";
    method(
        "normalize",
        vec![summary.to_owned()],
        arguments.into(),
        result,
    )
}

/// The method that linearizes the equation of motion, if the robot has derivatives of forward dynamics, and no parameters or time.
fn linearize(robot: &Robot<'_>, records: &mut NamedTuples) -> Option<PythonMethod> {
    let function = Function::ForwardDynamicsDerivatives;
    let has_derivatives = robot.targets().any(|target| target.function == function);
    let is_plain = !robot.is_parametric() && !robot.system.is_timed();
    if !has_derivatives || !is_plain || !is_linearizable(robot, ViewOf::of(robot, Owner::Robot)) {
        return None;
    }
    let signature = robot.signature(function);
    let arguments = arguments(robot, &signature);
    let expressions: Vec<String> = write_arguments(&arguments).collect();
    let call = format!(
        "multibody::linearize(&self.robot, {})",
        expressions.join(", ")
    );
    let nv = robot.system.nv();
    let block: &[usize] = &[nv, nv];
    let parts = [
        ("pos_pos", block, "pos_pos"),
        ("pos_vel", block, "pos_vel"),
        ("qdd", &block[..1], "acceleration.qdd"),
        ("dq", block, "acceleration.dq"),
        ("dqd", block, "acceleration.dqd"),
        ("dtau", block, "acceleration.dtau"),
    ];
    let lines = [
        "The equation of motion to first order about a state.",
        "",
        "`dx/dt = [[pos_pos, pos_vel], [dq, dqd]] x + [[0], [dtau]] u`, where `x` has the change of the position in the axes of the",
        "rates, and then that of the rates, and `u` is the change of `tau`.",
        "",
    ];
    let mut documentation: Vec<String> = lines.map(str::to_owned).into();
    documentation.extend(of_arguments(robot, &signature));
    let result = PythonResult::of_parts("Linearization", &parts, &call, records);
    Some(method("linearize", documentation, arguments, result))
}
