//! A robot that is written as text.

use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_description::report::{Equations, Rounding};
use multibody_description::requested::RobotBundle;
use multibody_description::settings::{AT, Settings};
use multibody_outputs::{FunctionProgram, Route};
use multibody_program::ir::{Count, Limbs, Program};

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
    pub functions: &'a [FunctionProgram],
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
    pub fn is_parametric(&self) -> bool {
        !self.system.parameters.is_empty()
    }

    /// The functions.
    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.functions.iter().map(|function| function.target)
    }

    /// The notes on a function's program, if it is derived.
    pub fn chosen(&self, target: Target) -> Option<&Chosen> {
        let mut functions = self.functions.iter().zip(self.chosen);
        functions.find_map(|(of, chosen)| (of.target == target).then_some(chosen))
    }

    /// The limbs that are packed.
    pub fn limbs(&self) -> Limbs {
        match self.settings.pack_limbs {
            true => self.system.limbs(),
            false => Limbs::default(),
        }
    }

    /// The bundles that are functions of the robot.
    pub fn bundle_functions(&self) -> impl Iterator<Item = &Bundled<'_>> {
        self.bundles.iter().filter(|of| of.bundle.name != AT)
    }

    /// The visibility of the struct, followed by a space if there is one, as before a keyword.
    pub fn spaced_visibility(&self) -> String {
        match self.visibility {
            "" => String::new(),
            visibility => format!("{visibility} "),
        }
    }
}

/// The name of a function as emitted.
#[must_use]
pub fn name(robot: &Robot<'_>, target: Target) -> String {
    let link = target.link.map(|at| &robot.system.tree.links[at].name);
    let of_link = link.and_then(|link| target.function.of_link(&robot.settings.rust_name(link)));
    of_link.unwrap_or_else(|| target.function.name().to_owned())
}
