//! Actuators along sums of positions.

use std::vec::Vec;

use nalgebra::DVector;

use super::Model;
use super::force::LineOfAction;

/// An actuator: its length l is `gear` times the sum of a constant and of positions, and its force along l at the
/// control u is `(g0 + g1 l + g2 dl/dt) u + b0 + b1 l + b2 dl/dt`.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// The indices of the rates that are the derivatives of the positions, each with the factor of its position.
    pub rates: &'static [(usize, f64)],
    /// The constant.
    pub constant: f64,
    /// Transmission ratio.
    pub gear: f64,
    /// `g0`, `g1`, `g2`
    pub gain: [f64; 3],
    /// `b0`, `b1`, `b2`
    pub bias: [f64; 3],
}

impl Model {
    /// The same model with actuators.
    #[must_use]
    pub fn with_actuators(mut self, actuators: &[Actuator]) -> Self {
        let lines = actuators.iter().map(|actuator| {
            let line = self
                .line_of_action(actuator.rates)
                .shifted(actuator.constant);
            (line, actuator.clone())
        });
        let lines: Vec<(LineOfAction, Actuator)> = lines.collect();
        self.actuators.extend(lines);
        self
    }

    /// The generalized force of the actuators at these controls, one for each.
    pub fn actuate(&self, q: &[f64], qd: &[f64], ctrl: &[f64]) -> DVector<f64> {
        let mut sum = DVector::zeros(self.nv);
        for ((line, actuator), u) in self.actuators.iter().zip(ctrl) {
            let [length, rate] = [line.position(q), line.rate(qd)].map(|x| actuator.gear * x);
            let [gain, bias] =
                [actuator.gain, actuator.bias].map(|[constant, by_length, by_rate]| {
                    constant + by_length * length + by_rate * rate
                });
            let force = gain * u + bias;
            for (v, factor) in actuator.rates {
                sum[*v] += actuator.gear * factor * force;
            }
        }
        sum
    }
}
