//! The search for the frames in which each function costs least.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::deriver::Deriver;
use super::proved_frames::ProvedFrames;
use super::search_budget::{FEWEST, refinements, trials};
use crate::search::{Arranged, Meter, Search};
use multibody_algebra::Shut;
use multibody_description::function::{Function, Target};
use multibody_description::settings::{Effort, Idea};
use multibody_outputs::report::Tried;
use multibody_passes::{Thoroughness, factor_out};
use multibody_program::ir::Program;

/// Searches for frames, once for each function that is a pattern for others.
pub struct FrameSearch<'a> {
    deriver: &'a Deriver<'a>,
    notify: &'a dyn Fn(Tried),
    found: BTreeMap<Function, ProvedFrames>,
}

impl<'a> FrameSearch<'a> {
    /// No search is made yet. `notify` is called for every trial of a high effort.
    pub fn new(deriver: &'a Deriver<'a>, notify: &'a dyn Fn(Tried)) -> Self {
        Self {
            deriver,
            notify,
            found: BTreeMap::new(),
        }
    }

    /// All frames that were found.
    pub fn all(&self) -> impl Iterator<Item = &Arranged> {
        self.found.values().flat_map(|found| &found.frames)
    }

    /// The functions whose best frames are tried for a function. A high effort tries all frames that a default effort
    /// tries, and more, so its result is never worse.
    pub fn patterns(&self, function: Function) -> Vec<Function> {
        let (is_large, effort) = (self.deriver.is_large, self.deriver.settings.effort);
        // Without bodies there are no frames to search for.
        if effort == Effort::None || self.deriver.tree.bodies.is_empty() {
            return Vec::new();
        }
        let frames = function.row().frames;
        let mut searched: Vec<Function> = Vec::new();
        if !is_large || effort == Effort::High {
            searched.extend(frames.small);
        }
        if is_large {
            searched.extend(frames.large);
        }
        let mut known = BTreeSet::new();
        searched.retain(|&function| known.insert(function));
        searched
    }

    /// The best frames for a pattern.
    pub fn best(&mut self, pattern: Function) -> Result<&ProvedFrames, Shut> {
        let (deriver, notify) = (self.deriver, self.notify);
        Ok(match self.found.entry(pattern) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let found = Pattern::new(deriver, pattern).search(notify);
                new.insert(ProvedFrames::among(found, deriver.terms)?)
            }
        })
    }
}

/// The function whose cost a search lowers.
struct Pattern<'a> {
    deriver: &'a Deriver<'a>,
    target: Target,
}

impl<'a> Pattern<'a> {
    fn new(deriver: &'a Deriver<'a>, function: Function) -> Self {
        let link = None;
        Self {
            deriver,
            target: Target { function, link },
        }
    }

    /// Searches for the frames in which the function costs least. A high effort also returns the frames that a default
    /// effort finds.
    fn search(&self, notify: &dyn Fn(Tried)) -> Vec<Arranged> {
        match self.deriver.settings.effort {
            Effort::High => self.search_long(notify),
            effort => self.search_briefly(effort),
        }
    }

    fn search_briefly(&self, effort: Effort) -> Vec<Arranged> {
        let trials = self.trials(effort);
        if trials < FEWEST {
            return Vec::new();
        }
        let as_built = |arranged: &Arranged| self.as_built(arranged);
        let meter = Meter::new(self.target.function, 0, &|_| ());
        let search = Search::new(self.deriver.tree, trials, self.without(), &as_built, &meter);
        vec![search.run().arranged]
    }

    fn search_long(&self, notify: &dyn Fn(Tried)) -> Vec<Arranged> {
        let tree = self.deriver.tree;
        let each = [Effort::Default, Effort::High].map(|effort| self.trials(effort));
        let refinements = refinements(tree);
        let total: usize = (each.iter())
            .map(|&trials| Search::trials(tree, trials))
            .sum();
        let meter = Meter::new(self.target.function, total + refinements, notify);
        let as_built = |arranged: &Arranged| self.as_built(arranged);
        let found =
            each.map(|trials| Search::new(tree, trials, self.without(), &as_built, &meter).run());
        let by_default = found[0].arranged.clone();
        let polished = |arranged: &Arranged| self.polished(arranged);
        let search = Search::new(tree, refinements, self.without(), &polished, &meter);
        vec![search.refine(found).arranged, by_default]
    }

    /// Number of trials per limb.
    fn trials(&self, effort: Effort) -> usize {
        let bits = self.deriver.plain.tree.bits_of_constants();
        trials(self.deriver.tree, bits, effort)
    }

    fn without(&self) -> &'a [Idea] {
        &self.deriver.settings.without
    }

    /// The cost in these frames.
    fn as_built(&self, arranged: &Arranged) -> usize {
        self.weight(arranged, |program| program)
    }

    /// The cost in these frames after common parts are factored out.
    fn polished(&self, arranged: &Arranged) -> usize {
        self.weight(arranged, |program| factor_out(program, Thoroughness::Once))
    }

    fn weight(&self, arranged: &Arranged, polish: impl Fn(Program) -> Program) -> usize {
        let candidates = self.deriver.searched(arranged, self.target).into_iter();
        let weights = candidates.map(|c| self.deriver.weight(&polish(c.program)));
        weights.min().expect("a recursion gives a program")
    }
}
