//! Results of functions of the runtime for a robot: positions after a step, and linearizations.

use multibody::reference::State;
use multibody::{Linearizable, linearize, manifold};

use crate::table::Emitted;

/// The matrices of a linearization that golden files have too, by rows.
pub struct Derivatives {
    /// The derivative of the acceleration by the position.
    pub dq: Vec<f64>,
    /// The derivative of the acceleration by the velocity.
    pub dqd: Vec<f64>,
    /// The derivative of the acceleration by the force.
    pub dtau: Vec<f64>,
}

/// Linearizes a robot at `q`, `qd`, `tau`.
pub type Linearize = fn(q: &[f64], qd: &[f64], tau: &[f64]) -> Derivatives;

/// The derivatives of forward dynamics.
///
/// # Panics
/// If `q`, `qd` or `tau` has another length than the robot's.
pub fn derivatives<R: Linearizable<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    [q, qd, tau]: [&[f64]; 3],
) -> Derivatives {
    let positions = q.try_into().expect("positions");
    let [qd, tau] = [qd, tau].map(|vector| vector.try_into().expect("rates and forces"));
    let derivatives = linearize(robot, positions, qd, tau).acceleration;
    Derivatives {
        dq: derivatives.dq.concat(),
        dqd: derivatives.dqd.concat(),
        dtau: derivatives.dtau.concat(),
    }
}

/// The results at a state, each with its key in golden files.
#[must_use]
pub fn results(robot: &Emitted, state: &State) -> Vec<(String, Vec<f64>)> {
    let mut next = vec![0.0; state.q.len()];
    manifold::integrate(robot.joints, &state.q, &state.qd, 0.1, &mut next);
    let mut results = vec![("q_plus_0.1v".to_string(), next)];
    if let Some(linearize) = robot.linearize {
        let derivatives = linearize(&state.q, &state.qd, &state.tau);
        results.push(("daba_dq".into(), derivatives.dq));
        results.push(("daba_dv".into(), derivatives.dqd));
        results.push(("daba_dtau".into(), derivatives.dtau));
    }
    results
}
