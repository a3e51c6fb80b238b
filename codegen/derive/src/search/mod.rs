//! The search for the frames with the fewest operations, for each function.
//!
//! Here a limb is the chain of bodies from the base to a tip, whatever its joints are.
//!
//! The search is a descent over single changes. Its cost is the weighted operation count of the cheapest program in the frames.
//! The number of trials is limited and their order is fixed, so the same robot always gives the same program, on every machine.

mod arranged_tree;
mod choice;
mod meter;
mod moves;

pub use arranged_tree::ArrangedTree;
pub use choice::SearchChoice;
pub use meter::Meter;

use rustc_hash::FxHashMap;

use crate::functions::may_stay_unturned;
use moves::{Move, moves};
use multibody_description::settings::Idea;
use multibody_support::random::Random;
use multibody_tree::{FrameChoice, Tree};

/// A search for frames.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    tree: &'a Tree,
    /// The maximum number of trials per limb.
    trials: usize,
    /// Ideas whose changes are not made.
    exclusions: &'a [Idea],
    cost: Cost<'a>,
    meter: &'a Meter<'a>,
    /// Whether the tree is the whole robot.
    is_whole: bool,
}

impl<'a> Search<'a> {
    /// The maximum number of trials of a search with `trials_per_limb` trials per limb.
    #[must_use]
    pub fn total_trials(tree: &Tree, trials_per_limb: usize) -> usize {
        match limbs(tree).len() {
            1 => trials_per_limb,
            limbs => trials_per_limb * limbs + fork_trials(trials_per_limb),
        }
    }

    /// A search with this number of trials per limb, and additional trials for the whole tree. It makes no changes
    /// that belong to the ideas in `exclusions`.
    #[must_use]
    pub fn new(
        tree: &'a Tree,
        trials: usize,
        exclusions: &'a [Idea],
        cost: Cost<'a>,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self {
            tree,
            trials,
            exclusions,
            cost,
            meter,
            is_whole: true,
        }
    }

    /// The best arrangement found.
    ///
    /// Each limb, as the chain from the base to its tip, is searched alone, since the best choice for one limb hardly
    /// depends on the others. The longest limb comes first. Then the choices of all limbs are combined, and those of the bodies at
    /// forks are searched in the whole tree.
    #[must_use]
    pub fn run(&self) -> SearchResult {
        let count = self.tree.bodies.len();
        let mut best = self.evaluate(SearchChoice::plain(count));
        let may_stay = may_stay_unturned(&best.arranged.tree);
        let limbs = limbs(self.tree);
        if limbs.len() == 1 {
            if may_stay.contains(&true) {
                best.take_better(self.evaluate_unturned(SearchChoice::plain(count), 0..count));
            }
            let bodies: Vec<usize> = (0..count).rev().collect();
            self.descend(&mut best, &bodies, &may_stay);
            return best;
        }
        let mut choice = best.choice.clone();
        let mut decided = vec![false; count];
        for limb in &limbs {
            self.search_limb(limb, &mut choice, &mut decided);
        }
        best.take_better(self.evaluate(choice));
        let children = self.tree.children();
        let forks: Vec<usize> = (0..count)
            .rev()
            .filter(|&body| children[body].len() > 1)
            .collect();
        let trials = fork_trials(self.trials);
        Self { trials, ..*self }.descend(&mut best, &forks, &may_stay);
        best
    }

    /// Evaluates the results of two other searches with the cost of this one, and descends from the better result.
    #[must_use]
    pub fn refine(&self, results: [SearchResult; 2]) -> SearchResult {
        let [mut best, other] = results.map(|result| self.evaluate(result.choice));
        best.take_better(other);
        let bodies: Vec<usize> = (0..self.tree.bodies.len()).rev().collect();
        self.descend(&mut best, &bodies, &self.may_stay());
        best
    }

    /// Searches a limb alone, and adds the best choice for it to the choices for the other limbs.
    fn search_limb(&self, limb: &[usize], choice: &mut SearchChoice, decided: &mut [bool]) {
        let chain = self.tree.restricted(limb);
        // Here an index is that of a body in the limb.
        let open_indices: Vec<usize> = (0..limb.len())
            .rev()
            .filter(|&index| !decided[limb[index]])
            .collect();
        let mut start = SearchChoice::plain(limb.len());
        // Bodies that are part of an earlier limb keep the choices made there.
        for (index, &body) in limb.iter().enumerate().filter(|(_, body)| decided[**body]) {
            start.unturned[index] = choice.unturned[body];
            // In a chain a body has only one child.
            start.frames[index] = FrameChoice {
                main_child: 0,
                ..choice.frames[body]
            };
        }
        let search = Search {
            tree: &chain,
            is_whole: false,
            ..*self
        };
        let mut result = search.evaluate(start.clone());
        result.take_better(search.evaluate_unturned(start, open_indices.iter().copied()));
        search.descend(&mut result, &open_indices, &search.may_stay());
        for index in open_indices {
            let body = limb[index];
            decided[body] = true;
            choice.unturned[body] = result.choice.unturned[index];
            choice.frames[body] = result.choice.frames[index];
        }
    }

    /// For each body, whether its plain frame may keep a constant orientation in its parent's frame.
    fn may_stay(&self) -> Vec<bool> {
        may_stay_unturned(&ArrangedTree::plain(self.tree).tree)
    }

    /// The tree in the frames of a choice, with its cost.
    fn evaluate(&self, choice: SearchChoice) -> SearchResult {
        let arranged = ArrangedTree::new(self.tree, &choice);
        SearchResult {
            cost: (self.cost)(&arranged),
            choice,
            arranged,
        }
    }

    /// Evaluates a choice, and counts this as a trial.
    fn try_choice(&self, choice: SearchChoice) -> SearchResult {
        let result = self.evaluate(choice);
        self.meter.count_trial(self.is_whole.then_some(result.cost));
        result
    }

    /// Evaluates a choice, changed so that the frames of these bodies do not turn with them where this is possible.
    fn evaluate_unturned(
        &self,
        mut choice: SearchChoice,
        bodies: impl Iterator<Item = usize>,
    ) -> SearchResult {
        if !self.exclusions.contains(&Idea::Unturned) {
            bodies.for_each(|body| choice.unturned[body] = true);
        }
        self.evaluate(choice)
    }

    /// Applies single changes of some bodies that lower the cost, until none does. Then, as long as trials are left,
    /// starts again from a choice that differs from the best one by a few random changes.
    fn descend(&self, best: &mut SearchResult, bodies: &[usize], may_stay: &[bool]) {
        if self.trials == 0 {
            return;
        }
        let mut moves = moves(self.tree, bodies, may_stay, self.is_whole);
        moves.retain(|change| !self.exclusions.contains(&change.idea()));
        let mut trials = Trials::starting_at(best, self.trials);
        self.improve(best, &moves, &mut trials);
        let mut random = Random::new(0);
        while trials.left > 0 && !moves.is_empty() {
            let move_count = 1 + random.below(4);
            let choice = (0..move_count).fold(best.choice.clone(), |choice, _| {
                choice
                    .after_move(moves[random.below(moves.len())])
                    .unwrap_or(choice)
            });
            trials.left -= 1;
            let mut other = self.try_choice(choice);
            self.improve(&mut other, &moves, &mut trials);
            best.take_better(other);
        }
    }

    /// Applies single changes that lower the cost, until none does or no trials are left. A choice that an earlier trial has shown
    /// to be no better counts as a trial, but is not evaluated again.
    fn improve(&self, best: &mut SearchResult, moves: &[Move], trials: &mut Trials) {
        loop {
            let start_cost = best.cost;
            for &change in moves {
                if trials.left == 0 {
                    return;
                }
                if let Some(choice) = best.choice.after_move(change) {
                    trials.left -= 1;
                    let entry = trials.costs.get(&choice);
                    if let Some(&cost) = entry.filter(|&&cost| cost >= best.cost) {
                        self.meter.count_trial(self.is_whole.then_some(cost));
                        continue;
                    }
                    let trial = self.try_choice(choice);
                    trials.costs.insert(trial.choice.clone(), trial.cost);
                    best.take_better(trial);
                }
            }
            if best.cost == start_cost {
                return;
            }
        }
    }
}

/// Number of trials for the bodies at which limbs fork, if there are `trials_per_limb` trials for each limb.
fn fork_trials(trials_per_limb: usize) -> usize {
    (trials_per_limb / 4).max(8)
}

/// The chains from the base to each tip, longest first.
fn limbs(tree: &Tree) -> Vec<Vec<usize>> {
    let children = tree.children();
    let leaves = (0..tree.bodies.len()).filter(|&body| children[body].is_empty());
    let mut limbs: Vec<Vec<usize>> = leaves
        .map(|leaf| {
            let path = std::iter::successors(Some(leaf), |&body| tree.bodies[body].parent);
            let mut path: Vec<usize> = path.collect();
            path.reverse();
            path
        })
        .collect();
    limbs.sort_by_key(|limb| std::cmp::Reverse(limb.len()));
    limbs
}

/// The trials of a descent.
struct Trials {
    /// How many are left.
    left: usize,
    /// The costs of the choices that have been tried.
    costs: FxHashMap<SearchChoice, usize>,
}

impl Trials {
    /// The trials of a descent that begins at a result.
    fn starting_at(result: &SearchResult, left: usize) -> Self {
        Self {
            left,
            costs: FxHashMap::from_iter([(result.choice.clone(), result.cost)]),
        }
    }
}

/// The cost of an arrangement.
pub type Cost<'a> = &'a dyn Fn(&ArrangedTree) -> usize;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    choice: SearchChoice,
    /// The tree in the frames that were chosen.
    pub arranged: ArrangedTree,
    cost: usize,
}

impl SearchResult {
    fn take_better(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashSet;

    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::function::Function;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::Settings;
    use multibody_description::source::urdf;

    /// Three joints on crossing axes.
    fn chain() -> Tree {
        let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
        for (parent, axis) in ["0 0 1", "0 1 0", "1 0.3 0"].iter().enumerate() {
            let child = parent + 1;
            text += &format!(
                "<joint name=\"j{child}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{child}\"/>\
                 <origin xyz=\"0.3 0.1 0.2\"/><axis xyz=\"{axis}\"/></joint><link name=\"l{child}\"><inertial>\
                 <origin xyz=\"0.1 0.05 0.02\"/><mass value=\"1\"/><inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" \
                 iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
            );
        }
        let source = Source::new("chain.urdf", text + "</robot>");
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).expect("a robot");
        let structure = check(&model, &mut faults).expect("a tree");
        let system = lower(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        let system = multibody_examine::examine(system.expect("a robot without a fault"));
        multibody_tree::place_bodies(&system)
    }

    /// If costs were not remembered, the last round, which finds nothing better, would repeat all trials since the
    /// last change, and every round would try again the choice that the descent has just left.
    #[test]
    fn a_descent_evaluates_no_choice_twice() {
        let tree = chain();
        let tried: RefCell<Vec<SearchChoice>> = RefCell::default();
        let cost = |arranged: &ArrangedTree| {
            tried.borrow_mut().extend(arranged.choice.clone());
            arranged.tree.bits_of_constants()
        };
        let meter = Meter::new(Function::Bias, 0, &|_| ());
        let search = Search::new(&tree, 0, &[], &cost, &meter);
        let mut best = search.evaluate(SearchChoice::plain(3));
        let start_cost = best.cost;
        let mut trials = Trials::starting_at(&best, 1000);
        let moves = moves(&tree, &[2, 1, 0], &search.may_stay(), true);
        search.improve(&mut best, &moves, &mut trials);
        assert!(best.cost < start_cost && trials.left > 0);
        let choices = tried.into_inner();
        let different: HashSet<&SearchChoice> = choices.iter().collect();
        assert_eq!(different.len(), choices.len());
    }
}
