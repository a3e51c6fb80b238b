//! The figures of bundles, for reports.

use super::at_position::AtPosition;
use super::robot::Robot;
use multibody_description::report::Rounding;
use multibody_program::ir::{Count, Program};

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

/// The figures of the bundles, which are counted separately from the functions.
#[must_use]
pub fn bundle_figures(robot: &Robot<'_>) -> Vec<BundleFigures> {
    let bundles = robot.bundle_functions();
    let bundles =
        bundles.map(|of| BundleFigures::of(of.bundle.name.clone(), &of.program, of.rounding));
    let mut all: Vec<BundleFigures> = bundles.collect();
    if let Some(at) = AtPosition::of(robot) {
        let programs = at.named(robot).into_iter();
        all.extend(programs.map(|of| BundleFigures::of(of.name, of.program, at.rounding)));
    }
    all
}
