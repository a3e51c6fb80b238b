//! The inputs of a system's programs at one state.

use multibody_program::ir::{Input, InputKind};

/// Positions and rates at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time in s.
    pub t: f64,
    /// NQ positions.
    pub q: Vec<f64>,
    /// NV rates.
    pub qd: Vec<f64>,
}

impl State {
    /// The inputs of programs: parameters, time, positions, rates and forces.
    #[must_use]
    pub fn inputs<'a>(&'a self, parameters: &'a [f64], tau: &'a [f64]) -> [&'a [f64]; 5] {
        let Self { t, q, qd } = self;
        [parameters, std::slice::from_ref(t), q, qd, tau]
    }
}

/// The value of an input among parameters, time, positions, rates and forces; not a number if it is none of them.
#[must_use]
pub fn input_value(input: Input, [parameters, t, q, qd, tau]: [&[f64]; 5]) -> f64 {
    let slices = [
        (InputKind::Parameter, parameters),
        (InputKind::Time, t),
        (InputKind::Q, q),
        (InputKind::Qd, qd),
        (InputKind::Tau, tau),
    ];
    let pair = slices.into_iter().find(|(kind, _)| *kind == input.kind);
    let value = pair.and_then(|(_, values)| values.get(input.index as usize));
    value.copied().unwrap_or(f64::NAN)
}
