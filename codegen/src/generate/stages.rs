//! The stages of a run: how long each took, and what it found.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use multibody_outputs::Derivations;
use multibody_outputs::report::{Rounding, SearchProgress, Stage};
use multibody_support::word::amount;

/// Times the stages, and reports each of them.
pub struct Stages<'a> {
    /// The stages that have ended.
    pub ended: Vec<Stage>,
    progress: &'a mut dyn FnMut(&Stage),
}

impl<'a> Stages<'a> {
    /// Stages of which none has ended yet.
    pub fn new(progress: &'a mut dyn FnMut(&Stage)) -> Self {
        Self {
            ended: Vec::new(),
            progress,
        }
    }

    /// Looks for the result of derivation, proof and emission. If it is found, these stages are skipped. `proof` says whether a
    /// proof is one of them.
    pub fn recall<R>(&mut self, proof: bool, find: impl FnOnce() -> Option<R>) -> Option<R> {
        let start = Instant::now();
        let result = find()?;
        let mut time = start.elapsed();
        let stages = ["derive", "accuracy", "prove", "emit"].into_iter();
        for name in stages.filter(|name| proof || *name != "prove") {
            // The first stage gets the time that `find` took, the others 0.
            self.end(name, "cached".into(), std::mem::take(&mut time));
        }
        Some(result)
    }

    /// Runs and times a stage. `work` returns its result and a summary.
    pub fn time<R>(&mut self, name: &'static str, work: impl FnOnce() -> (R, String)) -> R {
        let start = Instant::now();
        let (result, summary) = work();
        self.end(name, summary, start.elapsed());
        result
    }

    /// Runs and times the derivation, which reports its progress. It also tries the derived programs in floats; this part is shown
    /// as a stage of its own.
    pub fn derive(
        &mut self,
        work: impl FnOnce(&dyn Fn(SearchProgress)) -> Option<Derivations>,
    ) -> Option<Derivations> {
        let start = Instant::now();
        let progress = RefCell::new(&mut *self.progress);
        let notify = |search| {
            let stage = Stage {
                name: "derive",
                summary: String::new(),
                time: start.elapsed(),
                search: Some(search),
            };
            (progress.borrow_mut())(&stage);
        };
        let derivations = work(&notify)?;
        let functions = &derivations.functions;
        let counts = functions.iter().map(|f| f.count.mul_add());
        let operations: usize = counts.sum();
        let measured = functions.iter().filter_map(|function| function.rounding);
        let accuracy_summary = match measured.reduce(|a, b| a.or_larger(&b)) {
            Some(Rounding { errors, .. }) => format!("errors of at most {errors}"),
            None => "nothing measured".into(),
        };
        let operations = amount(operations, "operation", "operations");
        let functions = amount(functions.len(), "function", "functions");
        let summary = format!("{functions}, {operations}");
        let trial_time = derivations.trial_time;
        self.end(
            "derive",
            summary,
            start.elapsed().saturating_sub(trial_time),
        );
        self.end("accuracy", accuracy_summary, trial_time);
        Some(derivations)
    }

    /// Reports a stage that has ended.
    fn end(&mut self, name: &'static str, summary: String, time: Duration) {
        let stage = Stage {
            name,
            summary,
            time,
            search: None,
        };
        (self.progress)(&stage);
        self.ended.push(stage);
    }
}
