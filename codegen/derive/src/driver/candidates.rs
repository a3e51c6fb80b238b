//! The candidates of a target in one set of frames.

use super::deriver::Deriver;
use crate::kernels::Kernels;
use crate::search::Arranged;
use crate::selection::Candidate;
use multibody_description::function::{Function, Target};
use multibody_description::settings::Idea;
use multibody_outputs::Route;

impl Deriver<'_> {
    /// All programs in one set of frames.
    pub fn candidates<F: Kernels>(
        &self,
        arranged: &Arranged,
        kernels: &F,
        target: Target,
    ) -> Vec<Candidate> {
        self.in_frames(arranged, kernels, target, |recursion| {
            let mut all = Candidate::all(recursion, target);
            if !self.settings.does(Idea::OtherAlgorithms) {
                all.truncate(1);
            }
            all
        })
    }

    /// All programs of a target in one set of frames, with the kernels that are used for all functions.
    pub fn in_frames_as_usual(&self, arranged: &Arranged, target: Target) -> Vec<Candidate> {
        match self.is_written() {
            true => self.candidates(arranged, &self.hand_written_kernels(), target),
            false => self.candidates(arranged, &self.derived_kernels(), target),
        }
    }

    /// The candidates by the derived kernels alone.
    pub fn derived(&self, target: Target) -> Vec<Candidate> {
        let mut candidates = self.candidates(&self.plain, &self.derived_kernels(), target);
        for candidate in &mut candidates {
            candidate.route = Route::DerivedKernels(candidate.route.algorithm());
        }
        candidates
    }

    /// The programs that a search compares. For the forward dynamics of a large robot, only the program by
    /// articulated bodies is compared, if there is one: it is far cheaper than the usual one, which also takes long
    /// to build.
    pub fn searched(&self, arranged: &Arranged, target: Target) -> Vec<Candidate> {
        let kernels = self.hand_written_kernels();
        let is_clear = self.is_large
            && target.function == Function::ForwardDynamics
            && self.settings.does(Idea::OtherAlgorithms);
        let cheaper = is_clear.then(|| {
            self.in_frames(arranged, &kernels, target, |recursion| {
                Candidate::others(recursion, target)
            })
        });
        match cheaper {
            Some(cheaper) if !cheaper.is_empty() => cheaper,
            _ => self.candidates(arranged, &kernels, target),
        }
    }
}
