//! The search for the frames in which each function costs least.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::deriver::Deriver;
use super::proved_frames::ProvedFrames;
use super::search_budget::{LEAST_TRIALS, refinement_trials, trials_per_limb};
use crate::search::{ArrangedTree, Meter, Search};
use multibody_algebra::GateShut;
use multibody_description::function::{Function, Target};
use multibody_description::settings::{Effort, Idea};
use multibody_outputs::report::SearchProgress;
use multibody_passes::{Thoroughness, factor_out};
use multibody_program::ir::Program;

/// Searches for frames, once for each objective, a function whose best frames are tried for it and for others.
pub struct FrameSearch<'a> {
    deriver: &'a Deriver<'a>,
    notify: &'a dyn Fn(SearchProgress),
    /// The best frames for each objective for which a search was made.
    best: BTreeMap<Function, ProvedFrames>,
}

impl<'a> FrameSearch<'a> {
    /// A search that has found no frames yet. `notify` is called for every trial of a high effort.
    pub fn new(deriver: &'a Deriver<'a>, notify: &'a dyn Fn(SearchProgress)) -> Self {
        Self {
            deriver,
            notify,
            best: BTreeMap::new(),
        }
    }

    /// All frames that were found.
    pub fn all(&self) -> impl Iterator<Item = &ArrangedTree> {
        self.best
            .values()
            .flat_map(|proved_frames| &proved_frames.frames)
    }

    /// The objectives of a function: the functions whose best frames are tried for it. A high effort tries all frames
    /// that a default effort tries, and more, so its result is never worse.
    pub fn objectives(&self, function: Function) -> Vec<Function> {
        let (is_large, effort) = (self.deriver.is_large, self.deriver.settings.effort);
        // Without bodies there are no frames to search for.
        if effort == Effort::None || self.deriver.tree.bodies.is_empty() {
            return Vec::new();
        }
        let frames = function.row().frames;
        let mut objectives: Vec<Function> = Vec::new();
        if !is_large || effort == Effort::High {
            objectives.extend(frames.small);
        }
        if is_large {
            objectives.extend(frames.large);
        }
        // Of equal objectives, the first one stays.
        let mut seen_functions = BTreeSet::new();
        objectives.retain(|&function| seen_functions.insert(function));
        objectives
    }

    /// The best frames for an objective, in which the hand-written kernels are proved.
    pub fn best(&mut self, objective: Function) -> Result<&ProvedFrames, GateShut> {
        let (deriver, notify) = (self.deriver, self.notify);
        Ok(match self.best.entry(objective) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let frames = Objective::new(deriver, objective).search(notify);
                entry.insert(ProvedFrames::among(frames, deriver.terms)?)
            }
        })
    }
}

/// The function whose cost a search lowers. The frames that are found are tried for other functions too.
struct Objective<'a> {
    deriver: &'a Deriver<'a>,
    target: Target,
}

impl<'a> Objective<'a> {
    fn new(deriver: &'a Deriver<'a>, function: Function) -> Self {
        let link = None;
        Self {
            deriver,
            target: Target { function, link },
        }
    }

    /// Searches for the frames in which the function costs least. A high effort also returns the frames that a default
    /// effort finds.
    fn search(&self, notify: &dyn Fn(SearchProgress)) -> Vec<ArrangedTree> {
        match self.deriver.settings.effort {
            Effort::High => self.search_thoroughly(notify),
            effort => self.search_briefly(effort),
        }
    }

    /// Searches with the cost of programs as built.
    fn search_briefly(&self, effort: Effort) -> Vec<ArrangedTree> {
        let trials = self.trials_per_limb(effort);
        if trials < LEAST_TRIALS {
            return Vec::new();
        }
        let weight_as_built = |arranged: &ArrangedTree| self.weight_as_built(arranged);
        // Only trials of a high effort are reported.
        let meter = Meter::new(self.target.function, 0, &|_| ());
        let search = Search::new(
            self.deriver.tree,
            trials,
            self.exclusions(),
            &weight_as_built,
            &meter,
        );
        vec![search.run().arranged]
    }

    /// Searches as with a default effort, then longer. Refines the better result with the cost after common parts are factored
    /// out.
    fn search_thoroughly(&self, notify: &dyn Fn(SearchProgress)) -> Vec<ArrangedTree> {
        let tree = self.deriver.tree;
        let trial_counts =
            [Effort::Default, Effort::High].map(|effort| self.trials_per_limb(effort));
        let refinements = refinement_trials(tree);
        let total: usize = (trial_counts.iter())
            .map(|&trials| Search::total_trials(tree, trials))
            .sum();
        let meter = Meter::new(self.target.function, total + refinements, notify);
        let weight = |arranged: &ArrangedTree| self.weight_as_built(arranged);
        let results = trial_counts
            .map(|trials| Search::new(tree, trials, self.exclusions(), &weight, &meter).run());
        let default_result = results[0].arranged.clone();
        let factored = |arranged: &ArrangedTree| self.factored_weight(arranged);
        let search = Search::new(tree, refinements, self.exclusions(), &factored, &meter);
        vec![search.refine(results).arranged, default_result]
    }

    /// Number of trials per limb.
    fn trials_per_limb(&self, effort: Effort) -> usize {
        let bits = self.deriver.plain.tree.bits_of_constants();
        trials_per_limb(self.deriver.tree, bits, effort)
    }

    /// The ideas that the settings exclude.
    fn exclusions(&self) -> &'a [Idea] {
        &self.deriver.settings.without
    }

    /// The cost in these frames, without common parts factored out.
    fn weight_as_built(&self, arranged: &ArrangedTree) -> usize {
        self.weight(arranged, |program| program)
    }

    /// The cost in these frames after common parts are factored out.
    fn factored_weight(&self, arranged: &ArrangedTree) -> usize {
        self.weight(arranged, |program| factor_out(program, Thoroughness::Once))
    }

    /// The cost in these frames of the cheapest program after `polish`.
    fn weight(&self, arranged: &ArrangedTree, polish: impl Fn(Program) -> Program) -> usize {
        let candidates = self
            .deriver
            .candidates_for_search(arranged, self.target)
            .into_iter();
        let weights = candidates.map(|c| self.deriver.weight(&polish(c.program)));
        weights.min().expect("a recursion gives a program")
    }
}
