//! With the option `size`: the bodies of functions that call others of the same robot.

use super::results::zeros;
use super::robot::Robot;
use super::signature::{Generics, Signature, argument_name, argument_type};
use multibody_description::function::{Function, IN_PLACE, Target};
use multibody_description::settings::Triangle;
use multibody_outputs::{Call, is_zero};

/// How a function calls others, if it does. Functions at a position have bodies instead, which share what the position
/// determines.
pub fn of(robot: &Robot<'_>, target: Target, generics: Generics) -> Option<Call> {
    let call = robot.chosen(target)?.route.algorithm().call();
    call.filter(|_| generics != Generics::AT)
}

/// All lines between the braces of a function. `triangle` is the half of a matrix that the function writes into `out`.
pub fn body(robot: &Robot<'_>, caller: Function, call: Call, triangle: Triangle) -> String {
    let matrix = |local, callee| matrix(robot, local, caller, callee);
    match call {
        Call::AtZero(callee) => format!("        {}\n", called(robot, caller, callee)),
        Call::Solution(forces) => format!(
            "        let f = {};\n{}        multibody::dense::accelerations(&mut m, tau, &f)\n",
            called(robot, caller, forces),
            matrix("m", Function::MassMatrix)
        ),
        Call::Inverse => {
            let name = match triangle {
                Triangle::Both => "inverse",
                Triangle::Lower => "inverse_lower",
            };
            let matrix = matrix("m", Function::MassMatrix);
            format!("{matrix}        multibody::dense::{name}(&mut m, out);\n")
        }
        Call::Energy => format!(
            "{}        multibody::dense::energy(&m, qd)\n",
            matrix("m", Function::MassMatrix)
        ),
        Call::Product => format!(
            "{}        multibody::dense::product(&c, qd)\n",
            matrix("c", Function::CoriolisMatrix)
        ),
    }
}

/// The lines that compute a matrix into a local variable.
fn matrix(robot: &Robot<'_>, local: &str, caller: Function, callee: Function) -> String {
    let signature = Signature::of(robot, callee);
    let arguments = arguments(robot, caller, callee);
    format!(
        "        let mut {local} = {};\n        self.{callee}{IN_PLACE}({arguments}, &mut {local});\n",
        zeros(signature.layout)
    )
}

fn called(robot: &Robot<'_>, caller: Function, callee: Function) -> String {
    format!("self.{callee}({})", arguments(robot, caller, callee))
}

/// The arguments of the callee: those of the caller, and zeros.
fn arguments(robot: &Robot<'_>, caller: Function, callee: Function) -> String {
    let kinds = Signature::of(robot, callee).arguments.into_iter();
    let given = kinds.map(|kind| match is_zero(kind, caller, callee) {
        true => argument_type(robot, kind).replace('T', "T::ZERO"),
        false => argument_name(kind).to_owned(),
    });
    given.collect::<Vec<_>>().join(", ")
}

/// Describes how a function that calls others computes its result.
pub fn source(call: Call) -> String {
    const LOOP: &str = "in a loop of `multibody::dense`";
    match call {
        Call::AtZero(callee) => format!("`{callee}`, with zeros for what is not given"),
        Call::Solution(forces) => {
            format!("`{forces}` without accelerations, and `mass_matrix`, factored {LOOP}")
        }
        Call::Inverse => format!("`mass_matrix`, factored {LOOP}"),
        Call::Energy => format!("`mass_matrix`, times `qd` {LOOP}"),
        Call::Product => format!("`coriolis_matrix`, times `qd` {LOOP}"),
    }
}
