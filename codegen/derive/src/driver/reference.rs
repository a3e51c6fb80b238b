//! The reference with which candidates are compared.

use super::deriver::Deriver;
use super::textbook::Textbook;
use crate::selection::{Candidate, Selection, Stopwatch, TimedJudge, choose};
use multibody_description::function::Target;
use multibody_program::ir::Program;

/// The seed of the states at which programs are selected.
const FIRST_SEED: u64 = 1;

/// The textbook's programs, and the judge that compares others with them.
pub struct Reference<'a> {
    /// The textbook's programs.
    pub textbook: Textbook<'a>,
    /// The judge.
    pub trial: TimedJudge<'a>,
    deriver: &'a Deriver<'a>,
}

impl<'a> Reference<'a> {
    /// The reference for some targets, by the hand-written kernels or by the derived ones.
    pub fn new(
        deriver: &'a Deriver<'a>,
        targets: &[Target],
        is_written: bool,
        stopwatch: &'a Stopwatch,
    ) -> Self {
        let textbook = Textbook::new(deriver, is_written);
        let (judge, stated) = stopwatch.time(|| textbook.judge_and_state(targets, FIRST_SEED));
        Self {
            textbook,
            trial: TimedJudge {
                judge,
                stated,
                stopwatch,
            },
            deriver,
        }
    }

    /// Selects among candidates of a target; the last resort is the textbook's program.
    pub fn choose(&self, target: Target, candidates: Vec<Candidate>) -> Selection {
        choose(
            candidates,
            || self.textbook.candidate(target),
            self.deriver.settings,
            &|program: &Program| self.deriver.weight(program),
            |program| self.trial.admits(target, program),
        )
    }
}
