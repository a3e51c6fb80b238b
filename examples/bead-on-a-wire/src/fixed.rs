//! Steps of constant length.

use multibody::integrators::{rk4, semi_implicit_euler};

use crate::{Bead, Outcome, START, State, distance_from_wire};

/// A method, with the cost of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One acceleration per step; stable up to `h omega = 2`.
    Euler,
    /// Four accelerations per step; stable up to `h omega = 2.83`.
    RungeKutta,
}

/// Simulates a fall with steps of length `h`, s, or slightly less.
#[must_use]
pub fn fall(bead: &Bead, time: f64, h: f64, method: Method) -> Outcome {
    let steps = (time / h).ceil() as usize;
    let h = time / steps as f64;
    let no_force = |_, _: &[f64; 2], _: &[f64; 2]| [0.0; 2];
    let (mut state, mut drift) = (START, 0.0_f64);
    for _ in 0..steps {
        let (q, qd): &State = &state;
        state = match method {
            Method::Euler => semi_implicit_euler(bead, 0.0, (q, qd), h, no_force),
            Method::RungeKutta => rk4(bead, 0.0, (q, qd), h, no_force),
        };
        let distance = distance_from_wire(state.0).abs();
        // `max` would ignore NaN.
        drift = if distance <= drift { drift } else { distance };
    }
    let stages = match method {
        Method::Euler => 1,
        Method::RungeKutta => 4,
    };
    Outcome {
        state,
        drift,
        evaluations: stages * steps,
    }
}
