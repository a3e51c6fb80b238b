//! The candidates of functions from one tree of a robot.

use super::deriver::Deriver;
use super::forces::{has_forces, with_forces};
use super::frame_search::FrameSearch;
use super::proved_frames::ProvedFrames;
use crate::search::Arranged;
use crate::selection::Candidate;
use multibody_algebra::Shut;
use multibody_description::function::{Function, Target};
use multibody_outputs::report::Tried;
use multibody_outputs::{Algorithm, Refused, Route};
use multibody_program::ir::Program;

/// The algorithm for small robots.
pub const EXPANDED: Route = Route::Usual(Algorithm::Expanded);

/// The candidates of a function, and what could not become one.
#[derive(Default)]
pub struct Candidates {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// What could not become one.
    pub refused: Vec<Refused>,
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

impl Candidates {
    /// Adds those of another tree.
    pub fn append(&mut self, others: Self) {
        self.candidates.extend(others.candidates);
        self.refused.extend(others.refused);
    }
}

/// Derives candidates from one tree.
pub struct TreeCandidates<'a> {
    /// The tree, and what its derivations share.
    pub deriver: &'a Deriver<'a>,
    /// The frames in which functions cost least.
    pub frames: FrameSearch<'a>,
    /// For each target, its program by expanding the Lagrangian, if there is one.
    expanded: &'a [Option<Program>],
}

impl<'a> TreeCandidates<'a> {
    /// For a tree. `expanded` has the programs of the targets by expanding the Lagrangian, as far as there are any.
    pub fn new(
        deriver: &'a Deriver<'a>,
        expanded: &'a [Option<Program>],
        notify: &'a dyn Fn(Tried),
    ) -> Self {
        Self {
            deriver,
            frames: FrameSearch::new(deriver, notify),
            expanded,
        }
    }

    /// The candidates of the target with this index.
    pub fn of(&mut self, at: usize, target: Target) -> Result<Candidates, Shut> {
        let mut all = self.by_recursions(target)?;
        all.candidates.extend(self.expanded(at, target));
        Ok(all)
    }

    /// The candidates without hand-written kernels.
    pub fn without_written(&self, at: usize, target: Target) -> Vec<Candidate> {
        let by_recursions = self.deriver.derived(target).into_iter();
        by_recursions.chain(self.expanded(at, target)).collect()
    }

    /// The candidate by expanding the Lagrangian.
    fn expanded(&self, at: usize, target: Target) -> Option<Candidate> {
        let program = self.expanded[at].as_ref()?;
        let program = if has_forces(self.deriver.tree, target) {
            with_forces(self.deriver, target, program)
        } else {
            program.clone()
        };
        Some(Candidate {
            program,
            route: EXPANDED,
        })
    }

    /// The candidates by the recursions.
    fn by_recursions(&mut self, target: Target) -> Result<Candidates, Shut> {
        match self.deriver.is_written() {
            _ if target.function.quantity().frees_bodies() => {
                self.free_bodies(target).map(Into::into)
            }
            true => self.written(target),
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
    fn written(&mut self, target: Target) -> Result<Candidates, Shut> {
        let deriver = self.deriver;
        let in_frames =
            |frames: &Arranged| deriver.candidates(frames, &deriver.hand_written_kernels(), target);
        let mut all = Candidates::from(in_frames(&deriver.plain));
        if target.function == Function::KineticEnergy {
            // The kinetic energy is one sum over the bodies, for which either kind of kernel may give the shorter
            // program.
            all.candidates.extend(deriver.derived(target));
        }
        for pattern in self.frames.patterns(target.function) {
            let mut found = self.frames.best(pattern)?;
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
}
