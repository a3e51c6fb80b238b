//! The type with values that depend only on positions and are computed once, and the functions of this type.

use super::allowances::ALLOWANCES;
use super::function::undocumented;
use super::prepare::{self, prelude, prepared_call};
use super::robot::{Bundled, Robot, name};
use super::signature::{Generics, ResultForm, Signature};
use super::{body, dispatch};
use multibody_description::function::{Layout, Target};
use multibody_description::report::Rounding;
use multibody_description::settings::AT;
use multibody_outputs::parts;
use multibody_program::ir::{Count, InputKind, Prepared, Program};

/// The functions at a position, separated from the part that the position alone determines.
pub struct AtPosition {
    targets: Vec<Target>,
    /// First the part that the position determines, then the rest of each function.
    cut: Prepared,
    /// The largest rounding error of the functions; `None` if one of them could not be measured.
    pub rounding: Option<Rounding>,
}

/// A program with a name.
pub struct NamedProgram<'a> {
    /// The name.
    pub name: String,
    /// The program.
    pub program: &'a Program,
}

impl AtPosition {
    /// From the bundle of the name `AT`, if the robot has it.
    pub fn of(robot: &Robot<'_>) -> Option<Self> {
        let Bundled {
            bundle,
            program,
            rounding,
        } = robot.bundles.iter().find(|of| of.bundle.name == AT)?;
        let targets: Vec<Target> = bundle.targets().collect();
        let cut = match robot.derived {
            true => {
                let counts = targets.iter().map(|target| layout(robot, *target).count());
                let counts: Vec<usize> = counts.collect();
                Prepared::up_to(InputKind::Q, &parts(program, &counts))
            }
            false => Prepared {
                prepare: Program::default(),
                functions: vec![Program::default(); targets.len()],
            },
        };
        Some(Self {
            targets,
            cut,
            rounding: *rounding,
        })
    }

    /// Each program, with the name that reports use for it.
    pub fn named<'a>(&'a self, robot: &Robot<'_>) -> Vec<NamedProgram<'a>> {
        let own = NamedProgram {
            name: AT.to_owned(),
            program: &self.cut.prepare,
        };
        let rest = self.targets.iter().zip(&self.cut.functions);
        let rest = rest.map(|(&target, program)| NamedProgram {
            name: format!("{AT}.{}", name(robot, target)),
            program,
        });
        std::iter::once(own).chain(rest).collect()
    }
}

fn layout(robot: &Robot<'_>, target: Target) -> Layout {
    Signature::of(robot, target.function).layout
}

/// The signature of a function at a position: the arguments that it takes in addition.
pub fn signature(robot: &Robot<'_>, target: Target) -> Signature {
    let mut signature = Signature::of(robot, target.function);
    signature.arguments.retain(|&kind| kind > InputKind::Q);
    signature
}

/// The signature of the function that prepares a position, except for the number of its results.
pub fn position(robot: &Robot<'_>) -> Signature {
    let time = robot.system.is_timed().then_some(InputKind::Time);
    Signature {
        arguments: time.into_iter().chain([InputKind::Q]).collect(),
        result: format!("{}At<T>", robot.name),
        layout: Layout::Vector(0),
        takes_link: None,
        number: "T",
    }
}

/// The function that prepares a position, of the robot or of the robot with prepared parameters.
pub fn function(robot: &Robot<'_>, generics: Generics) -> String {
    let Some(at) = AtPosition::of(robot) else {
        return String::new();
    };
    let (of, slots) = (robot.name, at.cut.prepare.outputs().len());
    let signature = Signature {
        layout: Layout::Vector(slots),
        ..position(robot)
    };
    let mut text = "\n    /// Does once what only the position decides; the result has functions that do only the rest.\n    ///\n".to_owned();
    if robot.derived {
        let (cost, before) = (
            Count::of_all(&at.cut.prepare),
            prepare::before(robot, generics),
        );
        text += &format!("    /// Cost: {cost}{before}.\n");
    }
    let head = signature.head(robot, "pub ", AT, generics);
    let with = |body: &str| format!("{head}{body}    }}\n");
    text += &match (robot.derived, robot.is_parametric(), generics) {
        (false, ..) => with(&body::endless(&signature)),
        (true, true, Generics::OfFunction) => {
            with(&prepared_call(&signature, AT, &signature.names()))
        }
        (true, ..) => {
            let (program, form) = (&at.cut.prepare, ResultForm::ByValue);
            dispatch::function(
                robot,
                AT,
                &signature,
                form,
                generics,
                program,
                |arithmetic| {
                    let body = body::body(&signature, program, &robot.limbs(), arithmetic);
                    let body = body.strip_suffix("        out\n").unwrap_or(&body);
                    let prelude = prelude(program, generics);
                    format!("{prelude}{body}        {of}At {{ p: out }}\n")
                },
            )
        }
    };
    text
}

/// The type with what the position determines, and its functions.
pub fn items(robot: &Robot<'_>) -> String {
    let Some(at) = AtPosition::of(robot) else {
        return String::new();
    };
    let (of, slots) = (robot.name, at.cut.prepare.outputs().len());
    let visibility = robot.spaced_visibility();
    let mut text = format!(
        "\n/// [`{of}`] at a position, see [`{of}::{AT}`].\n{ALLOWANCES}#[derive(Clone, Copy, Debug)]\n\
         {visibility}struct {of}At<T> {{\n    /// What only the position decides.\n    p: [T; {slots}],\n}}\n\n\
         {ALLOWANCES}impl<T: multibody::Real> {of}At<T> {{\n"
    );
    let functions = at.targets.iter().zip(&at.cut.functions);
    let functions = functions.map(|(&target, program)| of_position(robot, target, program));
    text += &functions.collect::<Vec<_>>().join("\n");
    text + "}\n"
}

/// A function at a position.
fn of_position(robot: &Robot<'_>, target: Target, program: &Program) -> String {
    let signature = signature(robot, target);
    let mut text = format!(
        "    /// The rest of what [`{}`] has by this name.\n",
        robot.name
    );
    if robot.derived {
        text += &format!("    ///\n    /// Cost: {}.\n", Count::of_all(program));
    }
    text += &undocumented(robot, target, &signature, program, Generics::AT);
    text
}
