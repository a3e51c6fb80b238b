//! The proof of one function of the text.

use crate::functions::Functions;
use crate::report::Verdict;
use multibody_description::function::Target;
use multibody_program::ir::Program;
use multibody_prove::{
    EvaluationFailure, Refutation, StateSample, prove_with_key, strength, wrong_entry,
};
use multibody_support::fingerprint::Fingerprint;

impl Functions<'_> {
    /// The verdict on the program of a function.
    pub fn prove(&self, name: &str, target: Target, program: &Program) -> Verdict {
        let robot = self.robot;
        if target.function.pattern().is_some() {
            let nonzeros = program.nonzeros();
            let mut patterns = self.patterns.borrow_mut();
            let pattern = patterns.entry(target.function).or_default();
            pattern.resize(nonzeros.len(), false);
            let pairs = pattern.iter_mut().zip(nonzeros);
            pairs.for_each(|(entry, may_be_nonzero)| *entry |= may_be_nonzero);
        }
        let strength = strength(&robot.system, target, program);
        let sample = strength.as_ref().map_or(StateSample::FLOOR, |it| it.sample);
        let key = Fingerprint::of([self.seed.as_str(), name]).bytes();
        let links = &robot.wrench_links;
        match prove_with_key(&robot.system, links, target, program, key, sample) {
            Ok(()) => strength.map_or_else(Verdict::NotVerified, Verdict::Proved),
            Err(Refutation::NotEvaluated(EvaluationFailure::ZeroDivisor)) => {
                Verdict::Wrong("it divides by 0 at all states that were drawn".into())
            }
            Err(cause @ Refutation::NotEvaluated(_)) => Verdict::NotVerified(cause.to_string()),
            Err(Refutation::Counterexample { equation, .. }) => {
                let entry = wrong_entry(&robot.system, links, target, program);
                let detail = entry.map_or(String::new(), |it| format!("; {}", it.text(target)));
                Verdict::Wrong(format!("{equation} does not hold{detail}"))
            }
            Err(refutation @ (Refutation::Shape { .. } | Refutation::InFloats(_))) => {
                Verdict::Wrong(refutation.to_string())
            }
        }
    }
}
