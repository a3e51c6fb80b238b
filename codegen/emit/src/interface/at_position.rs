//! The functions at a position. What the position alone determines is computed first, by a program for all of them.

use super::places::places_of;
use super::robot::{BundleProgram, Robot};
use multibody_description::function::Target;
use multibody_description::settings::AT;
use multibody_outputs::report::Rounding;
use multibody_outputs::split_outputs;
use multibody_passes::Prepared;
use multibody_program::ir::{InputKind, Program};

/// The functions at a position.
pub struct AtPosition {
    /// The functions.
    pub targets: Vec<Target>,
    /// The program of what the position alone determines, and the remaining program of each function.
    pub prepared: Prepared,
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
        let bundle = robot.position_bundle().into_iter();
        bundle.flat_map(|bundled| bundled.bundle.targets())
    }

    /// The functions in the bundle with the name [`AT`]; `None` if the robot does not have this bundle.
    pub fn of(robot: &Robot<'_>) -> Option<Self> {
        let BundleProgram {
            bundle,
            program,
            rounding,
        } = robot.position_bundle()?;
        let targets: Vec<Target> = bundle.targets().collect();
        let prepared = if robot.is_derived {
            let counts: Vec<usize> = (targets.iter())
                .map(|target| places_of(&robot.signature(target.function).result).len())
                .collect();
            Prepared::up_to(InputKind::Q, &split_outputs(program, &counts))
        } else {
            Prepared {
                prepare: Program::default(),
                functions: vec![Program::default(); targets.len()],
            }
        };
        Some(Self {
            targets,
            prepared,
            rounding: *rounding,
        })
    }

    /// Each program, with the name that reports use for it.
    pub fn programs<'a>(&'a self, robot: &Robot<'_>) -> Vec<NamedProgram<'a>> {
        let prepare = NamedProgram {
            name: AT.to_owned(),
            program: &self.prepared.prepare,
        };
        let functions = self.targets.iter().zip(&self.prepared.functions);
        let programs = functions.map(|(&target, program)| NamedProgram {
            name: format!("{AT}.{}", robot.shown_name(target)),
            program,
        });
        std::iter::once(prepare).chain(programs).collect()
    }
}
