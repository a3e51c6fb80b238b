//! Methods of integration, the same as in `multibody::integrators`.

use super::{Simulation, State};
use multibody_support::word::named;

/// A method of integration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The classical method of Runge and Kutta, of fourth order.
    #[default]
    Rk4,
    /// Computes the rates first, then the positions from the new rates; of first order.
    SemiImplicitEuler,
    /// Solves the equation of each step's midpoint by eight fixed-point iterations; of second order, and the energy does not drift.
    ImplicitMidpoint,
}

/// The number of fixed-point iterations for the midpoint.
const ITERATIONS: usize = 8;

named!(Method {
    Rk4 = "rk4",
    SemiImplicitEuler = "semi-implicit-euler",
    ImplicitMidpoint = "implicit-midpoint",
});

impl Simulation {
    /// The state after the time `h`, in one step.
    pub fn step(&mut self, state: &State, h: f64, method: Method) -> State {
        let mut next = match method {
            Method::Rk4 => self.rk4(state, h),
            Method::SemiImplicitEuler => {
                let qd = advance_vector(&state.qd, h, &self.acceleration(state));
                let q = self.advance(&state.q, &qd, h);
                State {
                    t: state.t + h,
                    q,
                    qd,
                }
            }
            Method::ImplicitMidpoint => {
                let mut middle = state.qd.clone();
                for _ in 0..ITERATIONS {
                    let q = self.advance(&state.q, &middle, h / 2.0);
                    let t = state.t + h / 2.0;
                    let midpoint = State { t, q, qd: middle };
                    middle = advance_vector(&state.qd, h / 2.0, &self.acceleration(&midpoint));
                }
                // The step is twice the half step: qd + 2 (middle - qd).
                let rates = middle.iter().zip(&state.qd);
                State {
                    t: state.t + h,
                    q: self.advance(&state.q, &middle, h),
                    qd: rates.map(|(middle, qd)| middle + (middle - qd)).collect(),
                }
            }
        };
        self.normalize(&mut next);
        next
    }

    /// One step of the classical method of Runge and Kutta.
    fn rk4(&mut self, State { t, q, qd }: &State, h: f64) -> State {
        // A slope is the time derivative of a state, with the type of a state.
        let mut slope = |time: f64, previous: Option<&State>| {
            let point = match previous {
                None => State {
                    t: *t,
                    q: q.clone(),
                    qd: qd.clone(),
                },
                Some(previous) => State {
                    t: t + time,
                    q: advance_vector(q, time, &previous.q),
                    qd: advance_vector(qd, time, &previous.qd),
                },
            };
            State {
                t: 1.0,
                q: self.charts.position_rates(&point.q, &point.qd),
                qd: self.acceleration(&point),
            }
        };
        let a = slope(0.0, None);
        let b = slope(h / 2.0, Some(&a));
        let c = slope(h / 2.0, Some(&b));
        let d = slope(h, Some(&c));
        let mean = |part: fn(&State) -> &Vec<f64>| runge_kutta_mean([&a, &b, &c, &d].map(part));
        State {
            t: t + h,
            q: advance_vector(q, h, &mean(|slope| &slope.q)),
            qd: advance_vector(qd, h, &mean(|slope| &slope.qd)),
        }
    }

    /// The positions after the time `h` at constant rates. If `dq/dt = N(q) qd` with N other than the identity, this is one
    /// Runge-Kutta step of fourth order, which is more accurate than the methods that call it.
    fn advance(&mut self, q: &[f64], qd: &[f64], h: f64) -> Vec<f64> {
        if self.charts.rates_are_derivatives {
            return advance_vector(q, h, qd);
        }
        let mut rates = |q: &[f64]| self.charts.position_rates(q, qd);
        let a = rates(q);
        let b = rates(&advance_vector(q, h / 2.0, &a));
        let c = rates(&advance_vector(q, h / 2.0, &b));
        let d = rates(&advance_vector(q, h, &c));
        advance_vector(q, h, &runge_kutta_mean([&a, &b, &c, &d]))
    }
}

/// `x + h slope`
fn advance_vector(x: &[f64], h: f64, slope: &[f64]) -> Vec<f64> {
    x.iter().zip(slope).map(|(x, rate)| x + h * rate).collect()
}

/// `(a + 2 b + 2 c + d) / 6`
fn runge_kutta_mean([a, b, c, d]: [&Vec<f64>; 4]) -> Vec<f64> {
    (0..a.len())
        .map(|k| (a[k] + 2.0 * (b[k] + c[k]) + d[k]) / 6.0)
        .collect()
}
