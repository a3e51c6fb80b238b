//! A state: the inputs of programs.

use std::collections::BTreeMap;

use multibody_program::ir::{Input, InputKind};

/// A value for every input.
#[derive(Clone, Debug, Default)]
pub struct InputState {
    values: BTreeMap<InputKind, Vec<f64>>,
}

impl InputState {
    /// A state with these values for each kind of input.
    pub fn of(values: impl Into<BTreeMap<InputKind, Vec<f64>>>) -> Self {
        Self {
            values: values.into(),
        }
    }

    /// Replaces the values of a kind of input.
    pub fn set(&mut self, kind: InputKind, values: Vec<f64>) {
        self.values.insert(kind, values);
    }

    /// The same state, rounded to f32.
    pub fn rounded_to_f32(&self) -> Self {
        let rounded = |values: &Vec<f64>| values.iter().map(|&x| (x as f32).into()).collect();
        let values = self.values.iter();
        Self {
            values: values
                .map(|(&kind, values)| (kind, rounded(values)))
                .collect(),
        }
    }

    /// The values of a kind of input.
    pub fn values(&self, kind: InputKind) -> &[f64] {
        &self.values[&kind]
    }

    /// The value of an input.
    pub fn value(&self, input: Input) -> f64 {
        self.values[&input.kind][input.index as usize]
    }
}
