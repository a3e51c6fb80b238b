//! Results of emitted functions at one state.

use multibody::reference::{Described, State};

/// Results, each with the name of its quantity, e.g. `pose of hand`; matrices by rows. A name occurs twice if two variants
/// are evaluated.
#[derive(Default)]
pub struct Evaluation {
    results: Vec<(String, Vec<f64>)>,
}

impl Evaluation {
    /// Evaluates all functions of the subjects at a state.
    #[must_use]
    pub fn of(subjects: &[&dyn Described], state: &State) -> Self {
        let mut results = Vec::new();
        for subject in subjects {
            subject.evaluate(state, &mut |quantity, values| {
                results.push((quantity.to_string(), values.to_vec()));
            });
        }
        Self { results }
    }

    /// The same evaluation with further results.
    #[must_use]
    pub fn and(mut self, results: impl IntoIterator<Item = (String, Vec<f64>)>) -> Self {
        self.results.extend(results);
        self
    }

    /// All results with this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [f64]> {
        let entries = self.results.iter().filter(move |(entry, _)| entry == name);
        entries.map(|(_, values)| values.as_slice())
    }

    /// All names, repetitions included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.results.iter().map(|(name, _)| name.as_str())
    }
}
