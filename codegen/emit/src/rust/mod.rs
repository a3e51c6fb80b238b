//! A robot as Rust source text, as rustfmt formats it.

mod acceleration;
mod allowances;
mod at_position;
mod at_time;
mod body;
mod bundle;
mod call;
mod checked;
mod constraints;
mod crate_path;
mod default;
mod description;
mod dispatch;
mod equations;
mod figures;
mod function;
mod in_place;
mod joint_table;
mod joints;
mod links;
mod motors;
mod pinocchio;
mod prepare;
mod prepared;
mod results;
mod robot;
mod signature;
mod steps;
mod traits;

pub use allowances::ALLOWANCES;
pub use figures::{BundleFigures, bundle_figures};
pub use robot::{Bundled, Chosen, Robot, name};

use multibody_description::settings::Settings;
use multibody_outputs::FunctionProgram;
use multibody_program::ir::Count;
use multibody_support::foreign::Shown;
use signature::Generics;

/// Maximum number of joints that the summary of the type names.
const NAMED: usize = 8;

/// The struct of a robot, for users who have not written one.
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

/// All items except the struct.
#[must_use]
pub fn items(robot: &Robot<'_>) -> String {
    let mut text = inherent(robot);
    text += dispatch::item(robot);
    text += &bundle::types(robot);
    text += &at_position::items(robot);
    if robot.is_parametric() {
        text += &prepared::prepared(robot);
    }
    text += &default::default(robot);
    text += &at_time::items(robot);
    text += &traits::implementations(robot, Generics::OfFunction);
    text += &links::links(robot);
    text += &links::implementation(robot);
    text += &description::described(robot);
    with_crate(text, robot.settings)
}

/// Replaces the path of the crate in a text by the one in the settings.
pub fn with_crate(text: String, settings: &Settings) -> String {
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
    text += &pinocchio::constants(system);
    text += &costs(robot);
    text += &robot.equations.map_or(String::new(), equations::constants);
    if robot.is_parametric() {
        text += &prepare::function(robot);
    }
    for of in robot.functions {
        text += "\n";
        text += &match robot.is_parametric() {
            true => function::preparing(robot, of),
            false => function::function(robot, of, Generics::OfFunction),
        };
    }
    text += &bundle::functions(robot, Generics::OfFunction);
    text += &at_position::function(robot, Generics::OfFunction);
    text += "}\n";
    text
}

fn costs(robot: &Robot<'_>) -> String {
    let functions = robot.functions.iter();
    let functions = functions.map(|FunctionProgram { target, program }| {
        let chosen = robot.chosen(*target).map(|chosen| chosen.count);
        let count = chosen.unwrap_or_else(|| Count::of(program));
        (name(robot, *target), count)
    });
    let bundles = bundle_figures(robot)
        .into_iter()
        .map(|of| (of.name, of.count));
    let (prepare, ending) = match robot.is_parametric() {
        true => (
            Some(prepare::PREPARE),
            "; those of the struct take those of `prepare` besides",
        ),
        false => (None, ""),
    };
    let prepare = prepare.map(|name| (name.to_owned(), Count::of_all(robot.prepare)));
    let all: Vec<(String, Count)> = prepare
        .into_iter()
        .chain(functions)
        .chain(bundles)
        .collect();
    let mut text = format!(
        "\n    /// Operations of each function{ending}.\n    \
           pub const COSTS: [multibody::Cost; {}] = [\n",
        all.len(),
    );
    for (name, count) in &all {
        let Count {
            mul,
            add,
            div,
            sqrt,
            sincos,
            ..
        } = count;
        text += &format!(
            "        multibody::Cost {{\n            function: \"{name}\",\n            mul: {mul},\n            \
             add: {add},\n            div: {div},\n            sqrt: {sqrt},\n            sincos: {sincos},\n        }},\n",
        );
    }
    text += "    ];\n";
    if all.len() == 1 {
        joints::hug_single(&text)
    } else {
        text
    }
}
