//! The traits of the runtime that a robot implements: those all of whose functions it has.

use super::signature::Generics;
use super::{Robot, function};
use crate::derive::functions::Target;
use crate::settings::Function;

/// A trait of the runtime. Its counterpart for prepared robots is called `Prepared..`.
struct Trait {
    name: &'static str,
    functions: &'static [Function],
}

/// Names the joints too; the others are for robots that have it.
const MULTIBODY: Trait = Trait {
    name: "Multibody",
    functions: &[
        Function::MassMatrix,
        Function::Coriolis,
        Function::Gravity,
        Function::Bias,
        Function::InverseDynamics,
        Function::KineticEnergy,
        Function::PotentialEnergy,
        Function::CenterOfMass,
        Function::TotalMass,
    ],
};

/// A function each, so that a robot which lacks one keeps the others.
const MORE: [Trait; 3] = [
    Trait {
        name: "CoriolisMatrix",
        functions: &[Function::CoriolisMatrix],
    },
    Trait {
        name: "ForwardDynamics",
        functions: &[Function::ForwardDynamics],
    },
    Trait {
        name: "MassMatrixInverse",
        functions: &[Function::MassMatrixInverse],
    },
];

/// Of the robot.
pub fn implementations(robot: &Robot<'_>) -> String {
    let (nq, nv, name) = (robot.mechanism.nq(), robot.mechanism.nv(), robot.name);
    all(robot, ("Self", Generics::OfFunction), |of| {
        format!("impl multibody::{of}<{nq}, {nv}> for {name}")
    })
}

/// Of the robot with its parameters prepared.
pub fn prepared_implementations(robot: &Robot<'_>) -> String {
    let (nq, nv, name) = (robot.mechanism.nq(), robot.mechanism.nv(), robot.name);
    all(robot, (name, Generics::OfType), |of| {
        format!(
            "impl<T: multibody::Real> multibody::Prepared{of}<T, {nq}, {nv}> for {name}Prepared<T>"
        )
    })
}

/// The traits that the robot has the functions of, under a `head` each; `owner` has the joints.
fn all(
    robot: &Robot<'_>,
    (owner, generics): (&str, Generics),
    head: impl Fn(&str) -> String,
) -> String {
    if !has_all(robot, &MULTIBODY) {
        return String::new();
    }
    let joints =
        format!("    const JOINTS: &'static [multibody::JointInfo] = &{owner}::JOINTS;\n\n");
    let more = MORE.iter().filter(|of| has_all(robot, of));
    std::iter::once((&MULTIBODY, joints.as_str()))
        .chain(more.map(|of| (of, "")))
        .map(|(of, start)| {
            let functions: Vec<String> = (of.functions.iter())
                .map(|&function| {
                    let link = None;
                    function::forwarding(robot, Target { function, link }, generics)
                })
                .collect();
            format!(
                "\n{} {{\n{start}{}}}\n",
                head(of.name),
                functions.join("\n")
            )
        })
        .collect()
}

fn has_all(robot: &Robot<'_>, of: &Trait) -> bool {
    let has = |function: &Function| {
        let mut targets = robot.functions.iter().map(|(target, _)| target);
        targets.any(|target| target.function == *function)
    };
    of.functions.iter().all(has)
}
