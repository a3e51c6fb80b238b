//! A robot as Rust source text, as rustfmt formats it.

mod acceleration;
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
mod function;
mod in_place;
mod joint_table;
mod joints;
mod links;
mod motors;
mod pinocchio;
mod prepare;
mod results;
mod signature;
mod steps;
mod traits;

use multibody_description::bundled::RobotBundle;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_description::report::{Equations, Rounding};
use multibody_description::settings::AT;
use multibody_description::settings::Settings;
use multibody_outputs::{Call, Route};
use multibody_program::ir::{Count, Limbs, Program};
use multibody_support::foreign::Shown;

use at_position::AtPosition;
pub use function::name;
use signature::Generics;

/// Notes on how a program was selected.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// Its rounding error; `None` if nothing could be measured.
    pub rounding: Option<Rounding>,
    /// How it was derived.
    pub route: Route,
    /// The cost of a call with prepared parameters.
    pub count: Count,
}

/// A program that computes several functions, and the notes on it.
#[derive(Clone, Debug)]
pub struct Bundled<'a> {
    /// The functions.
    pub bundle: &'a RobotBundle,
    /// Its outputs are those of the functions, one function after the other.
    pub program: Program,
    /// The largest rounding error of the functions; `None` if one of them could not be measured.
    pub rounding: Option<Rounding>,
}

/// The figures of an emitted bundle, or of a function at a position.
#[derive(Clone, Debug)]
pub struct BundleFigures {
    /// The name as emitted, with a dot if the function belongs to another type.
    pub name: String,
    /// The operations of its program.
    pub count: Count,
    /// The number of its multiplications that are fused with an addition into one operation.
    pub fused: usize,
    /// The largest rounding error of its functions; `None` if one of them could not be measured.
    pub rounding: Option<Rounding>,
}

impl BundleFigures {
    fn of(name: String, program: &Program, rounding: Option<Rounding>) -> Self {
        Self {
            name,
            count: Count::of_all(program),
            fused: program.contracted().len(),
            rounding,
        }
    }
}

/// A robot's programs, ready to be written as text.
#[derive(Clone, Copy, Debug)]
pub struct Robot<'a> {
    /// Name of the type.
    pub name: &'a str,
    /// The settings of the derivation.
    pub settings: &'a Settings,
    /// The system from which the programs were derived.
    pub system: &'a ExaminedSystem,
    /// Links on which wrenches act.
    pub wrench_links: &'a [usize],
    /// Its functions in the order of emission; `prepare` computes what depends only on parameters.
    pub functions: &'a [(Target, Program)],
    /// The notes on each function's program; empty if the programs are not derived.
    pub chosen: &'a [Chosen],
    /// Bundles of several functions; the functions at a position are one of them.
    pub bundles: &'a [Bundled<'a>],
    /// Computes from the parameters what the functions need of them.
    pub prepare: &'a Program,
    /// The visibility of the struct, e.g. `pub`.
    pub visibility: &'a str,
    /// The reason why forward dynamics is absent, if it is.
    pub singular: Option<&'a str>,
    /// The equations to read, if they are requested.
    pub equations: Option<&'a Equations>,
    /// Whether the programs have been derived; otherwise only signatures are emitted, with bodies that never end.
    pub derived: bool,
}

impl Robot<'_> {
    /// Whether it has run-time parameters.
    fn is_parametric(&self) -> bool {
        !self.system.parameters.is_empty()
    }

    /// The notes on a function's program, if it is derived.
    fn chosen(&self, target: Target) -> Option<&Chosen> {
        let mut functions = self.functions.iter().zip(self.chosen);
        functions.find_map(|((other, _), chosen)| (*other == target).then_some(chosen))
    }

    /// How a function calls others, if it does. Functions at a position have bodies instead, which share what
    /// the position determines.
    fn call(&self, target: Target, generics: Generics) -> Option<Call> {
        let call = self.chosen(target)?.route.algorithm().call();
        call.filter(|_| generics != Generics::AT)
    }

    /// The limbs that are packed.
    fn limbs(&self) -> Limbs {
        match self.settings.pack_limbs {
            true => self.system.limbs(),
            false => Limbs::default(),
        }
    }

    /// The bundles that are functions of the robot.
    fn bundle_functions(&self) -> impl Iterator<Item = &Bundled<'_>> {
        self.bundles.iter().filter(|of| of.bundle.name != AT)
    }

    /// The figures of the bundles, which are counted separately from the functions.
    #[must_use]
    pub fn bundle_figures(&self) -> Vec<BundleFigures> {
        let bundles = self.bundle_functions();
        let bundles =
            bundles.map(|of| BundleFigures::of(of.bundle.name.clone(), &of.program, of.rounding));
        let mut all: Vec<BundleFigures> = bundles.collect();
        if let Some(at) = AtPosition::of(self) {
            let programs = at.named(self).into_iter();
            all.extend(
                programs.map(|(name, program)| BundleFigures::of(name, program, at.rounding)),
            );
        }
        all
    }
}

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
        text += &prepare::prepared(robot);
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
    for (target, program) in robot.functions {
        text += "\n";
        text += &match robot.is_parametric() {
            true => function::preparing(robot, *target, program),
            false => function::function(robot, *target, program, Generics::OfFunction),
        };
    }
    text += &bundle::functions(robot, Generics::OfFunction);
    text += &at_position::function(robot, Generics::OfFunction);
    text += "}\n";
    text
}

/// Allows lints in everything emitted; the emitted items begin with it.
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
    let functions = robot.functions.iter();
    let functions = functions.map(|(target, program)| {
        let chosen = robot.chosen(*target).map(|chosen| chosen.count);
        let count = chosen.unwrap_or_else(|| Count::of(program));
        (function::name(robot, *target), count)
    });
    let bundles = robot
        .bundle_figures()
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

/// A visibility followed by a space, as before a keyword.
fn spaced(visibility: &str) -> String {
    match visibility {
        "" => String::new(),
        visibility => format!("{visibility} "),
    }
}
