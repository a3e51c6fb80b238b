//! The textbook algorithms in the link frames as read, and the judge that compares other programs with them.

use std::collections::BTreeMap;

use super::derived_terms::DerivedTerms;
use super::deriver::Deriver;
use crate::accuracy::{self, InputState, Judge, Reference, StateRanges, StatedErrors};
use crate::functions::{Computation, Recursion};
use crate::kernels::{HandWritten, Kernels};
use crate::search::ArrangedTree;
use crate::selection::{Candidate, Selection, Stopwatch, TimedJudge, choose, unrepresentable};
use multibody_algebra::{GateShut, enter};
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::settings::Settings;
use multibody_outputs::Route;
use multibody_program::ir::{Builder, InputKind, Program, Value};
use multibody_tree::Tree;

/// The seed of the states at which programs are selected.
const FIRST_SEED: u64 = 1;

/// The textbook's programs, and the judge that compares others with them.
pub struct Yardstick<'a> {
    /// The textbook's programs.
    pub textbook: Textbook<'a>,
    /// The judge.
    pub judge: TimedJudge<'a>,
    deriver: &'a Deriver<'a>,
}

impl<'a> Yardstick<'a> {
    /// The yardstick for some targets. If `uses_hand_written`, the textbook's programs use the hand-written kernels, otherwise the
    /// derived ones.
    pub fn new(
        deriver: &'a Deriver<'a>,
        targets: &[Target],
        uses_hand_written: bool,
        stopwatch: &'a Stopwatch,
    ) -> Self {
        let textbook = Textbook::new(deriver, uses_hand_written);
        let (judge, errors) = stopwatch.time(|| textbook.judge_and_errors(targets, FIRST_SEED));
        Self {
            textbook,
            judge: TimedJudge {
                judge,
                errors,
                stopwatch,
            },
            deriver,
        }
    }

    /// Selects among candidates of a target. The last resort is the textbook's program; for derivatives it is the program by
    /// composite bodies in the same frames, if that is as accurate as candidates have to be.
    pub fn choose(&self, target: Target, candidates: Vec<Candidate>) -> Selection {
        let is_accurate = |candidate: &Candidate| {
            unrepresentable(&candidate.program).is_none()
                && self.judge.admits(target, &candidate.program).is_ok()
        };
        let last_resort = || {
            let derivatives = self.textbook.candidate_by_composite_bodies(target);
            (derivatives.filter(is_accurate)).unwrap_or_else(|| self.textbook.candidate(target))
        };
        choose(
            candidates,
            last_resort,
            self.deriver.thoroughness,
            &|program: &Program| self.deriver.weight(program),
            |program| self.judge.admits(target, program),
        )
    }
}

/// The textbook algorithms in the frames of the links as they were read: the reference with which other programs
/// are compared, and the last resort.
pub struct Textbook<'a> {
    deriver: &'a Deriver<'a>,
    frames: ArrangedTree,
    /// Whether hand-written kernels are used.
    uses_hand_written: bool,
}

impl<'a> Textbook<'a> {
    /// The textbook algorithms in the frames of the deriver's tree as read.
    pub fn new(deriver: &'a Deriver<'a>, uses_hand_written: bool) -> Self {
        Self {
            deriver,
            uses_hand_written,
            frames: ArrangedTree::as_placed(&multibody_tree::without_resting_points(deriver.tree)),
        }
    }

    /// The values of a target, and the algorithm by which they are computed.
    fn build(&self, b: &mut Builder, target: Target) -> Computation {
        let (deriver, frames) = (self.deriver, &self.frames);
        if self.uses_hand_written {
            let kernels = HandWritten {
                rotates_column_of_u: false,
            };
            deriver.with_recursion(frames, &frames.tree, &kernels, |recursion| {
                self.build_by(recursion, b, target)
            })
        } else {
            let kernels = deriver.derived_kernels();
            deriver.with_recursion(frames, &frames.tree, &kernels, |recursion| {
                self.build_by(recursion, b, target)
            })
        }
    }

    /// The values with which a target's program is compared. Accelerations do not depend on the choice of coordinates, so those in
    /// joint coordinates are the reference for maximal ones.
    fn build_reference(&self, b: &mut Builder, target: Target) -> Vec<Value> {
        let acceleration = match target.function.quantity() {
            Quantity::FreeBodies(terms) => Function::for_quantity(Quantity::Acceleration(terms)),
            _ => None,
        };
        let function = acceleration.unwrap_or(target.function);
        self.build(b, Target { function, ..target }).values
    }

    /// Builds a target by the default algorithm. The accelerations of a large robot are built by articulated bodies, if
    /// possible: programs that use the mass matrix grow with the cube of the number of rates.
    fn build_by<K: Kernels>(
        &self,
        recursion: &Recursion<'_, K>,
        b: &mut Builder,
        target: Target,
    ) -> Computation {
        let quantity = target.function.quantity().base_quantity();
        let is_long = self.deriver.is_large && quantity.is_acceleration() && !quantity.is_maximal();
        let alternative = is_long
            .then(|| recursion.build_alternatives(b, target))
            .and_then(|others| others.into_iter().next());
        alternative.unwrap_or_else(|| Computation {
            values: recursion.build(b, target),
            algorithm: recursion.default_algorithm(target),
        })
    }

    /// The program of derivatives by composite bodies in the frames of the links as they were read. None for other functions, or
    /// without the hand-written kernels.
    fn candidate_by_composite_bodies(&self, target: Target) -> Option<Candidate> {
        let is_derivative = target.function.quantity().is_derivative();
        if !self.uses_hand_written || !is_derivative {
            return None;
        }
        let kernels = HandWritten {
            rotates_column_of_u: false,
        };
        let frames = &self.frames;
        let alternatives =
            self.deriver
                .with_recursion(frames, &frames.tree, &kernels, |recursion| {
                    Candidate::alternatives(recursion, target)
                });
        let as_read = |candidate: Candidate| Candidate {
            route: Route::LinkFrames(candidate.route.algorithm()),
            ..candidate
        };
        alternatives.into_iter().next().map(as_read)
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
        let reference = self.reference(targets);
        self.judge_by(&reference, &self.ranges(&reference).with_seed(seed))
    }

    /// The judge that compares programs with the textbook's, and the errors to state of those that it admits.
    pub fn judge_and_errors(&self, targets: &[Target], seed: u64) -> (Judge, StatedErrors) {
        let reference = self.reference(targets);
        let ranges = self.ranges(&reference).with_seed(seed);
        let errors = StatedErrors::new(&ranges, &reference);
        (self.judge_by(&reference, &ranges), errors)
    }

    fn judge_by(&self, reference: &Reference, ranges: &StateRanges<'_>) -> Judge {
        let factor = f64::from(self.deriver.settings.accuracy);
        Judge::new(ranges, reference, factor)
    }

    /// The ranges of the robot's states.
    fn ranges(&self, reference: &Reference) -> StateRanges<'_> {
        let wrenches = self.deriver.wrench_links.len();
        StateRanges::new(&self.frames.tree, wrenches, reference)
    }

    /// The scale of each entry of some targets at each state.
    pub fn scales(
        &self,
        targets: &[Target],
        states: &[InputState],
    ) -> BTreeMap<Target, Vec<Vec<f64>>> {
        let reference = self.reference(targets);
        let motors = StateRanges::new(&self.frames.tree, 0, &reference).motors();
        let mut scales: BTreeMap<Target, Vec<Vec<f64>>> = BTreeMap::new();
        for state in states {
            for (target, entry_scales) in accuracy::scales(motors, state.clone(), &reference) {
                scales.entry(target).or_default().push(entry_scales);
            }
        }
        scales
    }

    /// One program for the reference values of some targets.
    fn reference(&self, targets: &[Target]) -> Reference {
        let mut b = self.frames.tree.builder.clone();
        let (mut outputs, mut spans) = (Vec::new(), BTreeMap::new());
        // The outputs of all functions but derivatives. Only these count for the length, if there are any.
        let mut other_outputs = Vec::new();
        for target in accuracy::with_scale_functions(targets) {
            let values = self.build_reference(&mut b, target);
            if !target.function.quantity().is_derivative() {
                other_outputs.extend(&values);
            }
            spans.insert(target, outputs.len()..outputs.len() + values.len());
            outputs.extend(values);
        }
        let outputs_to_count = if other_outputs.is_empty() { &outputs } else { &other_outputs };
        let (program, length) = (b.finish(&outputs), b.finish(outputs_to_count).nodes().len());
        Reference {
            program,
            spans,
            length,
        }
    }
}

/// The judge that compares programs of a tree with the textbook's, at the states that `seed` gives.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn judge(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
    seed: u64,
) -> Result<Judge, GateShut> {
    with_textbook(tree, wrench_links, settings, |textbook| {
        textbook.judge(targets, seed)
    })
}

/// The errors to state of programs of a tree, at the further states that `seed` gives.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn stated_errors(
    tree: &Tree,
    targets: &[Target],
    settings: &Settings,
    seed: u64,
) -> Result<StatedErrors, GateShut> {
    with_textbook(tree, &[], settings, |textbook| {
        textbook.judge_and_errors(targets, seed).1
    })
}

/// The scale of each entry of some functions at each state, by the textbook's program alone. Stated errors are in
/// units in the last place of this scale.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn scales(
    tree: &Tree,
    targets: &[Target],
    settings: &Settings,
    states: impl IntoIterator<Item = BTreeMap<InputKind, Vec<f64>>>,
) -> Result<BTreeMap<Target, Vec<Vec<f64>>>, GateShut> {
    let states: Vec<InputState> = states.into_iter().map(InputState::of).collect();
    with_textbook(tree, &[], settings, |textbook| {
        textbook.scales(targets, &states)
    })
}

/// Passes the textbook's programs of a tree to `use_textbook`, and returns its result.
fn with_textbook<R>(
    tree: &Tree,
    wrench_links: &[usize],
    settings: &Settings,
    use_textbook: impl FnOnce(&Textbook<'_>) -> R,
) -> Result<R, GateShut> {
    let plain = ArrangedTree::plain(tree);
    let terms = enter(|| DerivedTerms::of(&plain.tree, settings))??;
    let deriver = Deriver::new(tree, plain, &terms, wrench_links, settings);
    Ok(use_textbook(&Textbook::new(
        &deriver,
        deriver.uses_hand_written(),
    )))
}
