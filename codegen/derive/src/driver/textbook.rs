//! The textbook algorithms in the link frames as read: the reference for other programs, and the last resort.

use std::collections::BTreeMap;

use super::deriver::Deriver;
use crate::accuracy::{self, InputState, Judge, Measures, StateRanges, StatedErrors};
use crate::functions::{Computation, Recursion};
use crate::kernels::{HandWritten, Kernels};
use crate::search::Arranged;
use crate::selection::Candidate;
use multibody_description::function::{Function, Quantity, Target};
use multibody_outputs::Route;
use multibody_program::ir::{Builder, Value};

/// The textbook algorithms in the frames of the links as they were read: the reference with which other programs
/// are compared, and the last resort.
pub struct Textbook<'a> {
    deriver: &'a Deriver<'a>,
    frames: Arranged,
    /// Whether hand-written kernels are used.
    is_written: bool,
}

impl<'a> Textbook<'a> {
    /// The textbook algorithms in the frames of the deriver's tree as read.
    pub fn new(deriver: &'a Deriver<'a>, is_written: bool) -> Self {
        Self {
            deriver,
            is_written,
            frames: Arranged::as_placed(&multibody_tree::without_rest(deriver.tree)),
        }
    }

    /// The values of a target, and the algorithm by which they are computed.
    fn build(&self, b: &mut Builder, target: Target) -> Computation {
        let (deriver, frames) = (self.deriver, &self.frames);
        match self.is_written {
            true => {
                let kernels = HandWritten {
                    third_column: false,
                };
                deriver.recursion(frames, &frames.tree, &kernels, |recursion| {
                    self.built(recursion, b, target)
                })
            }
            false => {
                let kernels = deriver.derived_kernels();
                deriver.recursion(frames, &frames.tree, &kernels, |recursion| {
                    self.built(recursion, b, target)
                })
            }
        }
    }

    /// The reference values of a target. Accelerations do not depend on the choice of coordinates, so free bodies
    /// are compared with the usual accelerations.
    fn build_measure(&self, b: &mut Builder, target: Target) -> Vec<Value> {
        let same = match target.function.quantity() {
            Quantity::FreeBodies(terms) => Function::computing(Quantity::Acceleration(terms)),
            _ => None,
        };
        let function = same.unwrap_or(target.function);
        self.build(b, Target { function, ..target }).values
    }

    /// Builds a target by the usual recursion. The accelerations of a large robot are built by articulated bodies, if
    /// possible: programs that use the mass matrix grow with the cube of the number of rates.
    fn built<F: Kernels>(
        &self,
        recursion: &Recursion<'_, F>,
        b: &mut Builder,
        target: Target,
    ) -> Computation {
        let quantity = target.function.quantity();
        let is_long =
            self.deriver.is_large && quantity.is_acceleration() && !quantity.frees_bodies();
        let otherwise = is_long
            .then(|| recursion.build_alternatives(b, target))
            .and_then(|others| others.into_iter().next());
        otherwise.unwrap_or_else(|| Computation {
            values: recursion.build(b, target),
            algorithm: recursion.default_algorithm(target),
        })
    }

    /// The textbook's program of a target.
    pub fn candidate(&self, target: Target) -> Candidate {
        let mut b = self.frames.tree.builder.clone();
        let Computation { values, algorithm } = self.build(&mut b, target);
        Candidate {
            program: b.finish(&values),
            route: Route::LinkFrames(algorithm),
        }
    }

    /// The judge that compares programs of some targets with the textbook's.
    pub fn judge(&self, targets: &[Target], seed: u64) -> Judge {
        let measures = self.measures(targets);
        self.judge_by(&measures, &self.ranges(&measures).with_seed(seed))
    }

    /// The same judge, and the errors to state of the programs that it admits.
    pub fn judge_and_state(&self, targets: &[Target], seed: u64) -> (Judge, StatedErrors) {
        let measures = self.measures(targets);
        let robot = self.ranges(&measures).with_seed(seed);
        let stated = StatedErrors::new(&robot, &measures);
        (self.judge_by(&measures, &robot), stated)
    }

    fn judge_by(&self, measures: &Measures, robot: &StateRanges<'_>) -> Judge {
        let factor = f64::from(self.deriver.settings.accuracy);
        Judge::new(robot, measures, factor)
    }

    /// The states of the robot.
    fn ranges(&self, measures: &Measures) -> StateRanges<'_> {
        let wrenches = self.deriver.wrench_links.len();
        StateRanges::new(&self.frames.tree, wrenches, &measures.program)
    }

    /// The scale of each entry of some targets at each state.
    pub fn scales(
        &self,
        targets: &[Target],
        states: &[InputState],
    ) -> BTreeMap<Target, Vec<Vec<f64>>> {
        let measures = self.measures(targets);
        let robot = StateRanges::new(&self.frames.tree, 0, &measures.program);
        let mut scales: BTreeMap<Target, Vec<Vec<f64>>> = BTreeMap::new();
        for state in states {
            for (target, sizes) in accuracy::scales(robot.motors(), state.clone(), &measures) {
                scales.entry(target).or_default().push(sizes);
            }
        }
        scales
    }

    /// One program for the reference values of some targets.
    fn measures(&self, targets: &[Target]) -> Measures {
        let mut b = self.frames.tree.builder.clone();
        let (mut outputs, mut parts) = (Vec::new(), BTreeMap::new());
        for target in accuracy::needed(targets) {
            let start = outputs.len();
            outputs.extend(self.build_measure(&mut b, target));
            parts.insert(target, start..outputs.len());
        }
        let program = b.finish(&outputs);
        Measures { program, parts }
    }
}
