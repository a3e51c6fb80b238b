//! One program at one random state, with one choice of roots: each square root has two values modulo the prime.

use crate::equations::{CheckResult, Trial};
use crate::evaluation::{DrawPart, EvaluationFailure, ResidueState, SystemPrograms};
use crate::expressions::divides_by_zero_at;
use crate::lagrangian::SystemAtState;
use crate::random_states::Draw;
use crate::rank::rank_depends_on_roots;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_program::ir::{self, Program};

/// A program, and the target whose equation it has to satisfy.
pub struct Claim<'a> {
    pub system: &'a ExaminedSystem,
    pub programs: SystemPrograms,
    /// The links on which external wrenches act, in order.
    pub wrench_links: &'a [usize],
    pub target: Target,
    pub program: &'a Program,
}

/// The result of a program at one state with one choice of roots.
pub struct TrialResult {
    /// Whether the equation holds; without meaning if there is a failure.
    pub verdict: CheckResult,
    /// The draw that gave the state.
    pub draw: Draw,
    /// The number of square roots with two values to choose from.
    pub roots: usize,
    /// Why the equation has no value; none if it has one.
    pub failure: Option<EvaluationFailure>,
    /// A function whose value was drawn at random. An equation that fails may still hold for the true value.
    pub drawn_function: Option<ir::Function>,
}

impl Claim<'_> {
    /// Tests the equation of the target at a state.
    pub fn test(&self, draw: Draw) -> TrialResult {
        self.programs.within_field(draw.seed, || {
            let state = draw.state(self.system, &self.programs, self.wrench_links.len());
            let mut trial = self.trial(state, draw.seed);
            let verdict = trial.check(self.target);
            let state = trial.system_at_state.state;
            let roots = state.chosen_root_count();
            TrialResult {
                verdict,
                draw,
                roots,
                failure: state.failure,
                drawn_function: state.drawn_function,
            }
        })
    }

    /// The trial of the program at a state.
    pub fn trial(&self, state: ResidueState, seed: u64) -> Trial<'_> {
        Trial {
            system_at_state: SystemAtState::new(self.system, &self.programs, state),
            wrench_links: self.wrench_links,
            random: self.programs.random(DrawPart::Vectors, seed),
            program: self.program,
        }
    }

    /// Whether a zero divisor may be due to the choice of roots: an expression divides by zero with this choice, or the rank of
    /// M depends on the choice. It also counts as such if kept constraint rows may depend on others.
    pub fn divides_by_zero_by_choice(&self, result: &TrialResult) -> bool {
        let expression_divides_by_zero = || {
            let is_divisor_zero = || divides_by_zero_at(self.system, &self.programs, result.draw);
            self.programs
                .within_field(result.draw.seed, is_divisor_zero)
        };
        self.system.findings.has_rows_that_others_may_imply()
            || result.roots > 0
                && (expression_divides_by_zero() || rank_depends_on_roots(self.system))
    }
}
