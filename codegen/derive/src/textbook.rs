//! The textbook algorithms in the link frames as read: the reference for other programs, and the last resort.

use std::collections::BTreeMap;

use super::candidate::Candidate;
use super::driver::Deriver;
use super::functions::Recursion;
use super::kernels::{HandWritten, Kernels};
use super::search::Arranged;
use crate::accuracy::{self, InputState, Judge};
use multibody_description::function::{Function, Quantity, Target};
use multibody_outputs::{Algorithm, Route};
use multibody_program::ir::{Builder, Program, Value};
use multibody_tree::Tree;

/// The textbook algorithms in the frames of the links as they were read: the reference with which other programs
/// are compared, and the last resort.
pub struct Textbook<'a> {
    deriver: &'a Deriver<'a>,
    frames: Arranged,
    /// Whether hand-written kernels are used.
    is_written: bool,
}

impl<'a> Textbook<'a> {
    /// The textbook algorithms in the frames of a tree as read.
    pub fn new(deriver: &'a Deriver<'a>, tree: &Tree, is_written: bool) -> Self {
        Self {
            deriver,
            is_written,
            frames: Arranged::as_placed(&multibody_tree::without_rest(tree)),
        }
    }

    /// The values of a target, and the algorithm by which they are computed.
    fn build(&self, b: &mut Builder, target: Target) -> (Vec<Value>, Algorithm) {
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
        self.build(b, Target { function, ..target }).0
    }

    /// Builds a target by the usual recursion. The accelerations of a large robot are built by articulated bodies, if
    /// possible: programs that use the mass matrix grow with the cube of the number of rates.
    fn built<F: Kernels>(
        &self,
        recursion: &Recursion<'_, F>,
        b: &mut Builder,
        target: Target,
    ) -> (Vec<Value>, Algorithm) {
        let quantity = target.function.quantity();
        let is_long =
            self.deriver.is_large && quantity.is_acceleration() && !quantity.frees_bodies();
        let otherwise = is_long
            .then(|| recursion.build_otherwise(b, target))
            .and_then(|others| others.into_iter().next());
        otherwise.unwrap_or_else(|| (recursion.build(b, target), recursion.usual(target)))
    }

    /// The textbook's program of a target.
    pub fn candidate(&self, target: Target) -> Candidate {
        let mut b = self.frames.tree.builder.clone();
        let (values, algorithm) = self.build(&mut b, target);
        Candidate {
            program: b.finish(&values),
            route: Route::LinkFrames(algorithm),
        }
    }

    /// The judge that compares programs of some targets with the textbook's.
    pub fn judge(&self, targets: &[Target], seed: u64) -> Judge {
        let (program, counts) = self.measures(targets);
        let wrenches = self.deriver.wrench_links.len();
        let robot =
            accuracy::StateRanges::new(&self.frames.tree, wrenches, &program).with_seed(seed);
        let factor = f64::from(self.deriver.settings.accuracy);
        Judge::new(&robot, &counts, &program, factor)
    }

    /// The scale of each entry of some targets at a state.
    pub fn scales(&self, targets: &[Target], state: InputState) -> BTreeMap<Target, Vec<f64>> {
        let (program, counts) = self.measures(targets);
        let robot = accuracy::StateRanges::new(&self.frames.tree, 0, &program);
        accuracy::scales(robot.motors(), state, &counts, &program)
    }

    /// One program for the reference values of some targets, and the number of outputs of each.
    fn measures(&self, targets: &[Target]) -> (Program, Vec<(Target, usize)>) {
        let mut b = self.frames.tree.builder.clone();
        let (mut outputs, mut counts) = (Vec::new(), Vec::new());
        for target in accuracy::needed(targets) {
            let values = self.build_measure(&mut b, target);
            counts.push((target, values.len()));
            outputs.extend(values);
        }
        (b.finish(&outputs), counts)
    }
}
