//! Results of emitted functions at one state.

use multibody::reference::{Described, State};

/// Results by name of the quantity, e.g. `pose of hand`; matrices by rows. A name may occur twice,
/// where two variants are evaluated.
#[derive(Default)]
pub struct Evaluation {
    results: Vec<(String, Vec<f64>)>,
}

impl Evaluation {
    /// Evaluates all functions of the subjects.
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

    /// With further results.
    #[must_use]
    pub fn and(mut self, results: impl IntoIterator<Item = (String, Vec<f64>)>) -> Self {
        self.results.extend(results);
        self
    }

    /// All results of this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [f64]> {
        let entries = self.results.iter().filter(move |(known, _)| known == name);
        entries.map(|(_, values)| values.as_slice())
    }

    /// All names, repetitions included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.results.iter().map(|(name, _)| name.as_str())
    }
}
