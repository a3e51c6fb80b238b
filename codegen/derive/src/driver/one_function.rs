//! The derivation of one function: its candidates, and the selection among them.

use super::deriver::Deriver;
use super::forces::{has_forces, with_forces};
use super::frame_search::FrameSearch;
use super::proved_frames::ProvedFrames;
use super::reference::Reference;
use super::result_hints::hint_results;
use crate::search::Arranged;
use crate::selection::{Candidate, Selection, Stopwatch};
use multibody_algebra::Shut;
use multibody_description::function::{Function, Target};
use multibody_outputs::{Algorithm, Derivation, Refused, Route};
use multibody_program::ir::{Count, Program};

/// The algorithm for small robots.
const EXPANDED: Route = Route::Usual(Algorithm::Expanded);

/// Derives functions one by one.
pub struct FunctionDeriver<'a> {
    deriver: &'a Deriver<'a>,
    /// The reference for all candidates.
    pub reference: Reference<'a>,
    /// The reference for candidates without hand-written kernels, if these are counted for comparison.
    without_written: Option<Reference<'a>>,
    /// Why the Lagrangian is not expanded although the robot is small.
    why_not_expanded: Option<&'a str>,
}

/// The candidates of a function, and what could not become one.
#[derive(Default)]
struct Candidates {
    candidates: Vec<Candidate>,
    refused: Vec<Refused>,
}

impl From<Vec<Candidate>> for Candidates {
    fn from(candidates: Vec<Candidate>) -> Self {
        let refused = Vec::new();
        Self {
            candidates,
            refused,
        }
    }
}

impl<'a> FunctionDeriver<'a> {
    /// For some targets of a robot. `trying` times the trials of programs.
    pub fn new(
        deriver: &'a Deriver<'a>,
        targets: &[Target],
        why_not_expanded: Option<&'a str>,
        trying: &'a Stopwatch,
    ) -> Self {
        let reference = |is_written| Reference::new(deriver, targets, is_written, trying);
        Self {
            deriver,
            reference: reference(deriver.is_written()),
            without_written: deriver.settings.count_derived.then(|| reference(false)),
            why_not_expanded,
        }
    }

    /// The derivation of a target. `expanded` is its program by expanding the Lagrangian, if there is one.
    pub fn derivation(
        &self,
        target: Target,
        expanded: Option<Program>,
        frames: &mut FrameSearch<'_>,
    ) -> Result<Derivation, Shut> {
        let expanded = expanded.map(|program| self.expanded(target, program));
        let Candidates {
            mut candidates,
            refused,
        } = self.by_recursions(target, frames)?;
        candidates.extend(expanded.clone());
        candidates.extend(self.as_read_if_cheaper(target, &candidates));
        let without_written = self.count_without_written(target, expanded);
        let mut chosen = self.reference.choose(target, candidates);
        chosen.refused.extend(self.not_expanded());
        chosen.refused.extend(refused);
        Ok(self.derived(target, chosen, without_written))
    }

    /// The candidate by expanding the Lagrangian.
    fn expanded(&self, target: Target, program: Program) -> Candidate {
        let program = match has_forces(self.deriver.tree, target) {
            true => with_forces(self.deriver, target, &program),
            false => program,
        };
        Candidate {
            program,
            route: EXPANDED,
        }
    }

    /// The candidates by the recursions.
    fn by_recursions(
        &self,
        target: Target,
        frames: &mut FrameSearch<'_>,
    ) -> Result<Candidates, Shut> {
        match self.deriver.is_written() {
            _ if target.function.quantity().frees_bodies() => {
                self.free_bodies(target).map(Into::into)
            }
            true => self.written(target, frames),
            false => Ok(self.deriver.derived(target).into()),
        }
    }

    /// The candidates for free bodies. Each body keeps all of its mass, including the part that its joint leaves at
    /// rest.
    fn free_bodies(&self, target: Target) -> Result<Vec<Candidate>, Shut> {
        let deriver = self.deriver;
        let plain = Arranged::plain(&multibody_tree::without_rest(deriver.tree));
        if !deriver.is_written() {
            return Ok(deriver.candidates(&plain, &deriver.derived_kernels(), target));
        }
        let proved = ProvedFrames::among(vec![plain], deriver.terms)?.frames;
        let candidates = proved
            .iter()
            .map(|frames| deriver.in_frames_as_usual(frames, target));
        Ok(candidates.flatten().collect())
    }

    /// The candidates by the hand-written kernels, in plain frames and in those that cost least.
    fn written(&self, target: Target, frames: &mut FrameSearch<'_>) -> Result<Candidates, Shut> {
        let deriver = self.deriver;
        let in_frames =
            |frames: &Arranged| deriver.candidates(frames, &deriver.hand_written_kernels(), target);
        let mut all = Candidates::from(in_frames(&deriver.plain));
        if target.function == Function::KineticEnergy {
            // The kinetic energy is one sum over the bodies, for which either kind of kernel may give the shorter
            // program.
            all.candidates.extend(deriver.derived(target));
        }
        for pattern in frames.patterns(target.function) {
            let mut found = frames.best(pattern)?;
            let of_links;
            if target.function.quantity().solves_constraints() {
                let best = found.frames.iter();
                of_links = ProvedFrames::with_links(best, deriver.tree, deriver.terms)?;
                found = &of_links;
            }
            all.candidates
                .extend(found.frames.iter().flat_map(in_frames));
            all.refused.extend(found.refused.iter().cloned());
        }
        Ok(all)
    }

    /// For a function of a link, the frames as read may be the cheapest, since one of them is the link's own.
    fn as_read_if_cheaper(&self, target: Target, others: &[Candidate]) -> Option<Candidate> {
        target.link?;
        let weight = |candidate: &Candidate| self.deriver.weight(&candidate.program);
        let as_read = self.reference.textbook.candidate(target);
        let least = others.iter().map(weight).min();
        let is_cheaper = least.is_none_or(|least| weight(&as_read) < least);
        is_cheaper.then_some(as_read)
    }

    /// The operations that the function takes without hand-written kernels, if these are counted.
    fn count_without_written(&self, target: Target, expanded: Option<Candidate>) -> Option<Count> {
        let reference = self.without_written.as_ref()?;
        let candidates = self.deriver.derived(target).into_iter().chain(expanded);
        let chosen = reference.choose(target, candidates.collect());
        Some(Count::of(&chosen.cheapest[0].program))
    }

    /// The refusal to expand the Lagrangian of a small robot.
    fn not_expanded(&self) -> Option<Refused> {
        self.why_not_expanded.map(|why| Refused {
            route: EXPANDED.to_string(),
            why: format!("not tried: {why}"),
        })
    }

    /// The derivation that uses the first of the selected candidates, and lists the others.
    fn derived(
        &self,
        target: Target,
        chosen: Selection,
        without_written: Option<Count>,
    ) -> Derivation {
        let mut cheapest = chosen.cheapest.into_iter();
        let mut first = cheapest.next().expect("there is a candidate");
        let count = first.program.outputs().len();
        hint_results(&mut first.program, [(target, count)], self.deriver.tree.nv);
        Derivation {
            target,
            rounding: self.reference.trial.rounding(target, &first.program),
            count: Count::of(&first.program),
            program: first.program,
            derived: without_written,
            route: first.route,
            refused: chosen.refused,
            others: cheapest.map(|other| (other.route, other.program)).collect(),
        }
    }
}
