//! The traits of the runtime that a robot implements: those all of whose functions it has.

use std::collections::BTreeSet;

use super::signature::Generics;
use super::{Robot, function, inherited};
use crate::function::{Function, Target};

/// The trait that names the joints; the others are for robots that have it. Its counterpart for
/// prepared robots is called `Prepared..`, as those of the others are.
const MULTIBODY: &str = "Multibody";

/// Of the robot.
pub fn implementations(robot: &Robot<'_>) -> String {
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
    let joints = "    const JOINTS: &'static [multibody::JointInfo] = &Self::JOINTS;\n\n";
    all(robot, (joints, Generics::OfFunction), |of| {
        format!("impl multibody::{of}<{nq}, {nv}> for {name}")
    })
}

/// Of the robot with its parameters prepared.
pub fn prepared_implementations(robot: &Robot<'_>) -> String {
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
    let joints = format!(
        "    fn joints(&self) -> &'static [multibody::JointInfo] {{\n        \
         &{name}::JOINTS\n    }}\n\n"
    );
    all(robot, (&joints, Generics::OfType), |of| {
        format!(
            "impl<T: multibody::Real> multibody::Prepared{of}<T, {nq}, {nv}> for {name}Prepared<T>"
        )
    })
}

/// The traits that the robot has the functions of, under a `head` each; `joints` gives its joints.
fn all(
    robot: &Robot<'_>,
    (joints, generics): (&str, Generics),
    head: impl Fn(&str) -> String,
) -> String {
    let traits = traits().filter(|of| functions(of).all(|function| has(robot, function)));
    let traits: Vec<&str> = traits.collect();
    if !traits.contains(&MULTIBODY) {
        return String::new();
    }
    let implementation = |of: &str| {
        let functions: Vec<String> = functions(of)
            .map(|function| {
                let link = None;
                function::forwarding(robot, Target { function, link }, generics)
            })
            .collect();
        let start = match of {
            MULTIBODY => joints,
            _ => "",
        };
        format!("\n{} {{\n{start}{}}}\n", head(of), functions.join("\n"))
    };
    let mut text: String = traits.into_iter().map(implementation).collect();
    text += &inherited::functions(robot, generics);
    text
}

/// All traits, in the order of their first functions.
fn traits() -> impl Iterator<Item = &'static str> {
    let mut known = BTreeSet::new();
    let each = Function::ALL.into_iter();
    each.filter_map(move |f| f.row().of_trait.filter(|of| known.insert(*of)))
}

fn functions(of: &str) -> impl Iterator<Item = Function> {
    let is_of = move |function: &Function| function.row().of_trait == Some(of);
    Function::ALL.into_iter().filter(is_of)
}

fn has(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.functions.iter().map(|(target, _)| target);
    targets.any(|target| target.function == function)
}
