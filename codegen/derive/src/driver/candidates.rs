//! The candidates of functions from one tree of a robot. A robot has one tree or two: see `trees`.
//!
//! Results are [`GateShut`] if a kernel has to be proved in new frames and the computer algebra cannot be used.

use super::deriver::Deriver;
use super::forces::{has_applied_forces, with_applied_forces};
use super::frame_search::FrameSearch;
use super::proved_frames::ProvedFrames;
use crate::search::ArrangedTree;
use crate::selection::Candidate;
use multibody_algebra::GateShut;
use multibody_description::function::{Function, Target};
use multibody_outputs::report::SearchProgress;
use multibody_outputs::{Algorithm, RefusedCandidate, Route};
use multibody_program::ir::Program;

/// The route of programs from the expanded Lagrangian of a small robot. It is `Usual`, since it is neither one by derived
/// kernels alone nor one in the link frames as read.
pub const EXPANDED: Route = Route::Usual(Algorithm::Expanded);

/// The candidates of a function, and those that were refused.
#[derive(Default)]
pub struct Candidates {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// The candidates in frames in which a hand-written kernel could not be proved.
    pub refused: Vec<RefusedCandidate>,
}

impl From<Vec<Candidate>> for Candidates {
    fn from(candidates: Vec<Candidate>) -> Self {
        Self {
            candidates,
            refused: Vec::new(),
        }
    }
}

impl Candidates {
    /// Adds the candidates from another tree of the robot.
    pub fn append(&mut self, others: Self) {
        self.candidates.extend(others.candidates);
        self.refused.extend(others.refused);
    }
}

/// Derives candidates from one tree.
pub struct TreeCandidates<'a> {
    /// The tree, and what its derivations share.
    pub deriver: &'a Deriver<'a>,
    /// The search for the frames in which functions cost least.
    pub frames: FrameSearch<'a>,
    /// For each target, the program from the expanded Lagrangian, if there is one.
    expanded: &'a [Option<Program>],
}

impl<'a> TreeCandidates<'a> {
    /// Derives candidates from the tree of `deriver`. `expanded` has, for each target, the program from the expanded
    /// Lagrangian, if there is one.
    pub fn new(
        deriver: &'a Deriver<'a>,
        expanded: &'a [Option<Program>],
        notify: &'a dyn Fn(SearchProgress),
    ) -> Self {
        Self {
            deriver,
            frames: FrameSearch::new(deriver, notify),
            expanded,
        }
    }

    /// Derives the candidates of the target with this index.
    pub fn derive(&mut self, index: usize, target: Target) -> Result<Candidates, GateShut> {
        let mut candidates = self.candidates_by_recursions(target)?;
        candidates
            .candidates
            .extend(self.candidate_by_expansion(index, target));
        Ok(candidates)
    }

    /// The candidates without hand-written kernels.
    pub fn without_hand_written(&self, index: usize, target: Target) -> Vec<Candidate> {
        let mut candidates = self.deriver.candidates_by_derived_kernels(target);
        candidates.extend(self.candidate_by_expansion(index, target));
        candidates
    }

    /// The candidate by expanding the Lagrangian.
    fn candidate_by_expansion(&self, index: usize, target: Target) -> Option<Candidate> {
        let lagrangian_program = self.expanded[index].as_ref()?;
        let program = if has_applied_forces(self.deriver.tree, target) {
            with_applied_forces(self.deriver, target, lagrangian_program)
        } else {
            lagrangian_program.clone()
        };
        Some(Candidate {
            program,
            route: EXPANDED,
        })
    }

    /// The candidates by the recursions.
    fn candidates_by_recursions(&mut self, target: Target) -> Result<Candidates, GateShut> {
        if target.function.quantity().is_maximal() {
            self.candidates_of_free_bodies(target).map(Into::into)
        } else if self.deriver.uses_hand_written() {
            self.candidates_by_hand_written_kernels(target)
        } else {
            Ok(self.deriver.candidates_by_derived_kernels(target).into())
        }
    }

    /// The candidates in maximal coordinates. Each body has an equation of motion of its own, so it keeps all of its mass: mass on
    /// the joint's axis is not regrouped to the parent.
    fn candidates_of_free_bodies(&self, target: Target) -> Result<Vec<Candidate>, GateShut> {
        let deriver = self.deriver;
        let plain = ArrangedTree::plain(&multibody_tree::without_resting_points(deriver.tree));
        if !deriver.uses_hand_written() {
            return Ok(deriver.candidates_with(&plain, &deriver.derived_kernels(), target));
        }
        let proved_frames = ProvedFrames::among(vec![plain], deriver.terms)?.frames;
        let candidates = proved_frames
            .iter()
            .map(|frames| deriver.candidates(frames, target));
        Ok(candidates.flatten().collect())
    }

    /// The candidates by the hand-written kernels: in plain frames, which turn with their bodies, and in those that cost least.
    fn candidates_by_hand_written_kernels(
        &mut self,
        target: Target,
    ) -> Result<Candidates, GateShut> {
        let deriver = self.deriver;
        let kernels = deriver.hand_written_kernels();
        let in_frames = |frames: &ArrangedTree| deriver.candidates_with(frames, &kernels, target);
        let mut candidates = Candidates::from(in_frames(&deriver.plain));
        if target.function == Function::KineticEnergy {
            // The kinetic energy is one sum over the bodies, for which either kind of kernel may give the shorter
            // program.
            candidates
                .candidates
                .extend(deriver.candidates_by_derived_kernels(target));
        }
        // An objective is a function whose best frames are tried for this one.
        for objective in self.frames.objectives(target.function) {
            let mut best_frames = self.frames.best(objective)?;
            let frames_with_links;
            if target.function.quantity().solves_constraints() {
                // Constraint rows use poses of links, for which frames that turn with their bodies may be cheaper.
                let best = best_frames.frames.iter();
                frames_with_links = ProvedFrames::with_links(best, deriver.tree, deriver.terms)?;
                best_frames = &frames_with_links;
            }
            candidates
                .candidates
                .extend(best_frames.frames.iter().flat_map(in_frames));
            candidates
                .refused
                .extend(best_frames.refused.iter().cloned());
        }
        Ok(candidates)
    }
}
