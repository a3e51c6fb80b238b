//! The functions at a position, separated from the part that the position alone determines.

use super::places::places_of;
use super::robot::{Bundled, Robot};
use multibody_description::function::Target;
use multibody_description::settings::AT;
use multibody_outputs::parts;
use multibody_outputs::report::Rounding;
use multibody_passes::Prepared;
use multibody_program::ir::{InputKind, Program};

/// The functions at a position.
pub struct AtPosition {
    /// The functions.
    pub targets: Vec<Target>,
    /// First the part that the position determines, then the rest of each function.
    pub cut: Prepared,
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
    /// The functions, without their programs.
    pub fn targets_of(robot: &Robot<'_>) -> impl Iterator<Item = Target> {
        let bundles = robot.bundles.iter().filter(|of| of.bundle.name == AT);
        bundles.flat_map(|of| of.bundle.targets())
    }

    /// From the bundle of the name `AT`, if the robot has it.
    pub fn of(robot: &Robot<'_>) -> Option<Self> {
        let Bundled {
            bundle,
            program,
            rounding,
        } = robot.bundles.iter().find(|of| of.bundle.name == AT)?;
        let targets: Vec<Target> = bundle.targets().collect();
        let cut = if robot.derived {
            let counts: Vec<usize> = (targets.iter())
                .map(|of| places_of(&robot.signature(of.function).result).len())
                .collect();
            Prepared::up_to(InputKind::Q, &parts(program, &counts))
        } else {
            Prepared {
                prepare: Program::default(),
                functions: vec![Program::default(); targets.len()],
            }
        };
        Some(Self {
            targets,
            cut,
            rounding: *rounding,
        })
    }

    /// Each program, with the name that reports use for it.
    pub fn programs<'a>(&'a self, robot: &Robot<'_>) -> Vec<NamedProgram<'a>> {
        let prepare = NamedProgram {
            name: AT.to_owned(),
            program: &self.cut.prepare,
        };
        let functions = self.targets.iter().zip(&self.cut.functions);
        let programs = functions.map(|(&target, program)| NamedProgram {
            name: format!("{AT}.{}", robot.shown_name(target)),
            program,
        });
        std::iter::once(prepare).chain(programs).collect()
    }
}
