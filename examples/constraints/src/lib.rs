//! Robots under constraints: a linkage with a closed loop, and a quadruped that stands on its feet.

pub mod drawing;
pub mod four_bar;
pub mod quadruped;

use multibody::integrators::rk4;
use multibody::{Acceleration, ConstrainedDynamics};

/// Positions and rates.
pub type State<const NQ: usize, const NV: usize> = ([f64; NQ], [f64; NV]);

/// Moves a robot for a number of steps of length h under a generalized force; `observe` gets each state.
pub fn run<R, const NQ: usize, const NV: usize>(
    robot: &R,
    mut state: State<NQ, NV>,
    (steps, h): (usize, f64),
    tau: impl Fn(&[f64; NQ], &[f64; NV]) -> [f64; NV],
    mut observe: impl FnMut(usize, &State<NQ, NV>),
) -> State<NQ, NV>
where
    R: Acceleration<f64, NQ, NV>,
{
    for step in 0..steps {
        observe(step, &state);
        let t = step as f64 * h;
        state = rk4(robot, t, (&state.0, &state.1), h, |_, q, qd| tau(q, qd));
    }
    observe(steps, &state);
    state
}

/// The largest constraint error.
pub fn error<R, const NQ: usize, const NV: usize, const NC: usize>(robot: &R, q: &[f64; NQ]) -> f64
where
    R: ConstrainedDynamics<f64, NQ, NV, NC>,
{
    let errors = robot.constraint(q).into_iter();
    errors.fold(0.0, |largest: f64, c| largest.max(c.abs()))
}
