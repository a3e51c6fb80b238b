//! Accelerations under constraints, with feedback.

use crate::generated::Programs;
use multibody_description::function::Function;
use multibody_kinematics::input_value;
use multibody_program::ir::{InputKind, Machine};

/// The function that is derived in addition to [`FUNCTIONS`](super::FUNCTIONS) if there are constraints.
pub const FUNCTION: Function = Function::ConstrainedForwardDynamicsWithFeedback;

/// The dynamics of a robot with constraints.
#[derive(Clone, Debug)]
pub struct Constrained {
    dynamics: Machine,
    /// The feedback for errors of constraints, and for the rates of these errors.
    gains: [f64; 2],
}

impl Constrained {
    /// The dynamics with feedback under which errors of constraints decay with a time constant. `None`: the robot has no
    /// constraints, or masses and constraints do not determine its accelerations.
    pub fn of(programs: &Programs, time_constant: f64) -> Option<Self> {
        let index = programs
            .targets
            .iter()
            .position(|t| t.function == FUNCTION)?;
        // Critical damping: an error e obeys d2e/dt2 + 2 rate de/dt + rate^2 e = 0.
        let rate = 1.0 / time_constant;
        Some(Self {
            dynamics: Machine::of(&programs.prepared.functions[index]),
            gains: [rate * rate, 2.0 * rate],
        })
    }

    /// The accelerations `qdd`, then the multipliers.
    pub fn accelerations(&mut self, inputs: [&[f64]; 5]) -> Vec<f64> {
        let gains = self.gains;
        self.dynamics.run(|input| match input.kind {
            InputKind::Feedback => gains[input.index as usize],
            _ => input_value(input, inputs),
        })
    }
}
