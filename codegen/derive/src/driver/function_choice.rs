//! The derivation of one function: all its candidates, and the choice among them.

use super::calls::ResolvedCall;
use super::candidates::{Candidates, EXPANDED, TreeCandidates};
use super::deriver::Deriver;
use super::result_hints::hint_results;
use super::yardstick::Yardstick;
use crate::selection::{Candidate, Selection, Stopwatch};
use multibody_algebra::GateShut;
use multibody_description::function::Target;
use multibody_outputs::{Derivation, RefusedCandidate};
use multibody_program::ir::Count;

/// Chooses the programs of functions, one by one.
pub struct FunctionChoice<'a> {
    deriver: &'a Deriver<'a>,
    /// The yardstick for all candidates.
    pub yardstick: Yardstick<'a>,
    /// The yardstick for candidates without hand-written kernels, if their operations are counted for comparison.
    derived_yardstick: Option<Yardstick<'a>>,
    /// Why the Lagrangian is not expanded although the robot is small.
    why_not_expanded: Option<&'a str>,
}

impl<'a> FunctionChoice<'a> {
    /// Prepares the choice for some targets of a robot. The stopwatch `timer` measures the time that the judges take.
    pub fn new(
        deriver: &'a Deriver<'a>,
        targets: &[Target],
        why_not_expanded: Option<&'a str>,
        timer: &'a Stopwatch,
    ) -> Self {
        let yardstick =
            |uses_hand_written| Yardstick::new(deriver, targets, uses_hand_written, timer);
        Self {
            deriver,
            yardstick: yardstick(deriver.uses_hand_written()),
            derived_yardstick: deriver.settings.count_derived.then(|| yardstick(false)),
            why_not_expanded,
        }
    }

    /// Derives the target with this index. Its candidates come from all trees. Those of a function of a link come from the
    /// first tree only, which has the links as read.
    pub fn derive(
        &self,
        index: usize,
        target: Target,
        candidates_of_trees: &mut [TreeCandidates<'_>],
    ) -> Result<Derivation, GateShut> {
        let mut all_candidates = Candidates::default();
        let has_link = target.link.is_some();
        let count = if has_link { 1 } else { candidates_of_trees.len() };
        for tree_candidates in &mut candidates_of_trees[..count] {
            all_candidates.append(tree_candidates.derive(index, target)?);
        }
        let Candidates {
            mut candidates,
            refused,
        } = all_candidates;
        candidates.extend(self.textbook_candidate_if_cheaper(target, &candidates));
        let derived_count = self.count_without_hand_written(index, target, candidates_of_trees);
        let mut selection = self.yardstick.choose(target, candidates);
        selection.refused.extend(self.refusal_to_expand());
        selection.refused.extend(refused);
        Ok(self.finish(target, selection, derived_count))
    }

    /// The derivation of a target by calls of others.
    pub fn derive_by_call(&self, target: Target, call: &ResolvedCall) -> Derivation {
        let candidates = vec![call.candidate(target.function)];
        let selection = self.yardstick.choose(target, candidates);
        let derivation = self.finish(target, selection, None);
        match derivation.route.algorithm().as_call() {
            Some(_) => Derivation {
                count: call.count(),
                ..derivation
            },
            None => derivation,
        }
    }

    /// The textbook's program of a function of a link, if it is cheaper than all others. It may be, since it uses the link's own
    /// frame. None for other functions.
    fn textbook_candidate_if_cheaper(
        &self,
        target: Target,
        others: &[Candidate],
    ) -> Option<Candidate> {
        target.link?;
        let weight = |candidate: &Candidate| self.deriver.weight(&candidate.program);
        let textbook_candidate = self.yardstick.textbook.candidate(target);
        let least = others.iter().map(weight).min();
        let is_cheaper = least.is_none_or(|least| weight(&textbook_candidate) < least);
        is_cheaper.then_some(textbook_candidate)
    }

    /// The operations that the function takes without hand-written kernels, if these are counted.
    fn count_without_hand_written(
        &self,
        index: usize,
        target: Target,
        candidates_of_trees: &[TreeCandidates<'_>],
    ) -> Option<Count> {
        let yardstick = self.derived_yardstick.as_ref()?;
        let candidates = candidates_of_trees
            .iter()
            .flat_map(|tree_candidates| tree_candidates.without_hand_written(index, target));
        let selection = yardstick.choose(target, candidates.collect());
        Some(Count::of(&selection.cheapest[0].program))
    }

    /// The refusal to expand the Lagrangian of a small robot.
    fn refusal_to_expand(&self) -> Option<RefusedCandidate> {
        self.why_not_expanded.map(|reason| RefusedCandidate {
            route: EXPANDED.to_string(),
            why: format!("not tried: {reason}"),
        })
    }

    /// The derivation that uses the first of the selected candidates, and lists the others.
    fn finish(
        &self,
        target: Target,
        selection: Selection,
        derived_count: Option<Count>,
    ) -> Derivation {
        let mut cheapest = selection.cheapest.into_iter();
        let mut first = cheapest.next().expect("there is a candidate");
        let count = first.program.outputs().len();
        hint_results(&mut first.program, [(target, count)], self.deriver.tree.nv);
        Derivation {
            target,
            rounding: self.yardstick.judge.rounding(target, &first.program),
            count: Count::of(&first.program),
            program: first.program,
            with_derived_kernels: derived_count,
            route: first.route,
            refused: selection.refused,
            others: cheapest.map(|other| (other.route, other.program)).collect(),
        }
    }
}
