//! Adaptive steps, with a third-party crate: a robot becomes an `ODE` in a few lines.

use differential_equations::prelude::*;
use multibody::Acceleration;

use crate::{Bead, Outcome, START, distance_from_wire};

/// The equation of motion as a first-order system: `y = [q, qd]`. It is valid for all robots whose rates are the
/// derivatives of their positions; the size of y is that of this robot.
struct FirstOrder<R>(R);

impl<R: Acceleration<f64, 2, 2>> ODE<f64, [f64; 4]> for FirstOrder<R> {
    fn diff(&self, t: f64, &[x, z, xd, zd]: &[f64; 4], dydt: &mut [f64; 4]) {
        let [xdd, zdd] = self.0.acceleration(t, &[x, z], &[xd, zd], &[0.0; 2]);
        *dydt = [xd, zd, xdd, zdd];
    }
}

/// A method that chooses its own steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The eighth-order method of Dormand and Prince, which resolves every oscillation.
    Explicit,
    /// The fifth-order method of Radau, which damps oscillations that it does not resolve.
    Implicit,
}

/// Simulates a fall with errors of about `tolerance` per step.
///
/// # Errors
/// The error of the solver.
pub fn fall(bead: &Bead, time: f64, tolerance: f64, method: Method) -> Result<Outcome, String> {
    let ([x, z], [xd, zd]) = START;
    let (system, start) = (FirstOrder(*bead), [x, z, xd, zd]);
    let problem = IVP::ode(&system, 0.0, time, start);
    let outcome = match method {
        Method::Explicit => {
            let method = ExplicitRungeKutta::dop853().max_steps(1_000_000);
            problem
                .method(method.rtol(tolerance).atol(tolerance))
                .solve()
        }
        Method::Implicit => {
            let method = ImplicitRungeKutta::radau5();
            problem
                .method(method.rtol(tolerance).atol(tolerance))
                .solve()
        }
    };
    let solution = outcome.map_err(|error| format!("{error:?}"))?;
    let distances = solution
        .y
        .iter()
        .map(|y| distance_from_wire([y[0], y[1]]).abs());
    let drift = distances.fold(0.0, f64::max);
    let &[x, z, xd, zd] = solution.y.last().ok_or("no step")?;
    Ok(Outcome {
        state: ([x, z], [xd, zd]),
        drift,
        evaluations: solution.evals.function,
    })
}
