//! A robot as Rust source text, as rustfmt would have it.

mod acceleration;
mod body;
mod constraints;
mod crate_path;
mod default;
mod description;
mod equations;
mod function;
mod inherited;
mod joint_table;
mod joints;
mod links;
mod motors;
mod prepare;
mod signature;
mod traits;

use crate::derive::Way;
use crate::foreign::Shown;
use crate::function::Target;
use crate::ir::{Count, Program};
use crate::report::{Equations, Errors};
use crate::settings::Settings;
use crate::system::System;

pub use function::name;
use signature::Generics;

/// What is said about the choice of a program.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// How accurate it is.
    pub errors: Errors,
    /// The way that it came about.
    pub way: Way,
}

/// A robot's programs, ready to be written down.
#[derive(Clone, Copy, Debug)]
pub struct Robot<'a> {
    /// Name of the type.
    pub name: &'a str,
    /// What was chosen.
    pub settings: &'a Settings,
    /// What it was derived from.
    pub system: &'a System,
    /// Links on which wrenches act.
    pub wrench_links: &'a [usize],
    /// Its functions in the order of emission; what only parameters decide is done by `prepare`.
    pub functions: &'a [(Target, Program)],
    /// Why it was these; empty where they are not derived.
    pub chosen: &'a [Chosen],
    /// From parameters to what the functions need of them.
    pub prepare: &'a Program,
    /// Of the struct, e.g. `pub`.
    pub visibility: &'a str,
    /// Why forward dynamics is absent, where it is.
    pub singular: Option<&'a str>,
    /// To be read, if they are wanted.
    pub equations: Option<&'a Equations>,
    /// Whether the programs are there; else only signatures are written, on bodies that do not end.
    pub derived: bool,
}

impl Robot<'_> {
    /// Whether it has run-time parameters.
    fn is_parametric(&self) -> bool {
        !self.system.parameters.is_empty()
    }
}

/// Most joints in the sentence on the type.
const NAMED: usize = 8;

/// The struct of a robot, for those who have not written one.
#[must_use]
pub fn structure(robot: &Robot<'_>) -> String {
    let coordinates = robot.system.coordinates.iter();
    let mut joints: Vec<&str> = coordinates.map(|c| c.joint.as_str()).collect();
    joints.dedup();
    let more = match joints.len() > NAMED {
        true => ", ..",
        false => "",
    };
    joints.truncate(NAMED);
    format!(
        "/// Dynamics of a robot with the joints {}{more}: {} positions, {} rates; all in a table: [`Self::JOINTS`].\n\
         #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]\n\
         pub struct {};\n",
        joints
            .iter()
            .map(|joint| format!("`{}`", Shown::from(*joint)))
            .collect::<Vec<_>>()
            .join(", "),
        robot.system.nq(),
        robot.system.nv(),
        robot.name,
    )
}

/// All items but the struct.
#[must_use]
pub fn items(robot: &Robot<'_>) -> String {
    let mut text = inherent(robot);
    if robot.is_parametric() {
        text += &prepare::prepared(robot);
    }
    text += &default::default(robot);
    text += &traits::implementations(robot);
    text += &links::links(robot);
    text += &links::implementation(robot);
    text += &description::described(robot);
    with_crate(text, robot.settings)
}

/// A text with the path of the crate that the settings say.
pub(crate) fn with_crate(text: String, settings: &Settings) -> String {
    crate_path::replaced(text, &settings.krate.0)
}

fn inherent(robot: &Robot<'_>) -> String {
    let Robot { name, system, .. } = robot;
    let mut text = format!(
        "{ALLOWANCES}\
         impl {name} {{\n    \
             /// Number of positions.\n    \
             pub const NQ: usize = {};\n\n    \
             /// Number of rates, and of degrees of freedom.\n    \
             pub const NV: usize = {};\n\n",
        system.nq(),
        system.nv(),
    );
    text += &constraints::constants(system);
    text += &joints::constant(system);
    text += &costs(robot);
    text += &robot.equations.map_or(String::new(), equations::constants);
    if robot.is_parametric() {
        text += &prepare::function(robot);
    }
    for (target, program) in robot.functions {
        text += "\n";
        text += &match robot.is_parametric() {
            true => function::preparing(robot, *target, program),
            false => function::function(robot, *target, program, Generics::OfFunction),
        };
    }
    text += "}\n";
    text
}

/// Of lints, on everything emitted: with them the items begin.
pub const ALLOWANCES: &str = "#[allow(\n    \
     dead_code,\n    \
     clippy::approx_constant,\n    \
     clippy::excessive_precision,\n    \
     clippy::let_and_return,\n    \
     clippy::pedantic,\n    \
     clippy::wrong_self_convention,\n    \
     non_snake_case,\n    \
     reason = \"generated: more than everyone needs, long, with the nearest floats of exact values\"\n\
 )]\n";

fn costs(robot: &Robot<'_>) -> String {
    let mut text = format!(
        "\n    /// Operations of each function.\n    \
           pub const COSTS: [multibody::Cost; {}] = [\n",
        robot.functions.len(),
    );
    for (target, program) in robot.functions {
        let Count {
            mul,
            add,
            div,
            sqrt,
            sincos,
            ..
        } = Count::of(program);
        let name = function::name(robot, *target);
        text += &format!(
            "        multibody::Cost {{\n            function: \"{name}\",\n            mul: {mul},\n            \
             add: {add},\n            div: {div},\n            sqrt: {sqrt},\n            sincos: {sincos},\n        }},\n",
        );
    }
    text += "    ];\n";
    if robot.functions.len() == 1 {
        joints::hug_single(&text)
    } else {
        text
    }
}
