//! Steps as long as a tolerance allows, by a crate of others: a robot is an `ODE` in a few lines.

use differential_equations::prelude::*;
use multibody::Acceleration;

use crate::{Bead, Outcome, START, off_wire};

/// The equation of motion as one of first order: `y = [q, qd]`. It holds for all robots whose rates are the derivatives
/// of their positions; the size of y is that of this one.
struct FirstOrder<R>(R);

impl<R: Acceleration<f64, 2, 2>> ODE<f64, [f64; 4]> for FirstOrder<R> {
    fn diff(&self, t: f64, &[x, z, xd, zd]: &[f64; 4], dydt: &mut [f64; 4]) {
        let [xdd, zdd] = self.0.acceleration(t, &[x, z], &[xd, zd], &[0.0; 2]);
        *dydt = [xd, zd, xdd, zdd];
    }
}

/// A method with steps of its own choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Dormand and Prince's, of eighth order: follows every oscillation.
    Explicit,
    /// Radau's, of fifth order: damps what it does not follow.
    Implicit,
}

/// A fall of some time with errors of about `tolerance` a step.
///
/// # Errors
/// What the solver says.
pub fn fall(bead: &Bead, time: f64, tolerance: f64, method: Method) -> Result<Outcome, String> {
    let ([x, z], [xd, zd]) = START;
    let (system, start) = (FirstOrder(*bead), [x, z, xd, zd]);
    let problem = IVP::ode(&system, 0.0, time, start);
    let solution = match method {
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
    let solution = solution.map_err(|error| format!("{error:?}"))?;
    let places = solution.y.iter().map(|y| off_wire([y[0], y[1]]).abs());
    let drift = places.fold(0.0, f64::max);
    let &[x, z, xd, zd] = solution.y.last().ok_or("no step")?;
    Ok(Outcome {
        state: ([x, z], [xd, zd]),
        drift,
        evaluations: solution.evals.function,
    })
}
