//! The controller, the robot's motion under it, and the recorded samples.

use multibody::{ForwardDynamics, Multibody};

use crate::trajectory::{Reference, Trajectory};

/// Positions and rates.
pub type State<const N: usize> = ([f64; N], [f64; N]);

/// Computed torque: `tau = ID(q, qd, qdd* + 2 w (qd* - qd) + w^2 (q* - q))`.
///
/// If the robot agrees with its model, the error e of each joint obeys `e'' + 2 w e' + w^2 e = 0`.
#[derive(Clone, Copy, Debug)]
pub struct ComputedTorque<R> {
    /// The model of the robot that the controller uses.
    pub model: R,
    /// w, in rad/s: how fast errors decay.
    pub bandwidth: f64,
}

impl<R> ComputedTorque<R> {
    /// The joint torques or forces, N m or N.
    pub fn torque<const N: usize>(&self, reference: &Reference<N>, (q, qd): &State<N>) -> [f64; N]
    where
        R: Multibody<f64, N, N>,
    {
        let w = self.bandwidth;
        let qdd = std::array::from_fn(|i| {
            reference.qdd[i] + 2.0 * w * (reference.qd[i] - qd[i]) + w * w * (reference.q[i] - q[i])
        });
        self.model.inverse_dynamics(q, qd, &qdd)
    }
}

/// One step of the classical fourth-order Runge-Kutta method, with constant `tau`.
pub fn runge_kutta_4<R, const N: usize>(
    robot: &R,
    (q, qd): &State<N>,
    tau: &[f64; N],
    step: f64,
) -> State<N>
where
    R: ForwardDynamics<f64, N, N>,
{
    // The slope of the state (q, qd) after `time` with the slope (v, a).
    let slope = |time: f64, (v, a): &State<N>| {
        let (q, qd) = (advance(q, v, time), advance(qd, a, time));
        (qd, robot.forward_dynamics(&q, &qd, tau))
    };
    let k1 = slope(0.0, &([0.0; N], [0.0; N]));
    let k2 = slope(step / 2.0, &k1);
    let k3 = slope(step / 2.0, &k2);
    let k4 = slope(step, &k3);
    let mean = |a: &[f64; N], b: &[f64; N], c: &[f64; N], d: &[f64; N]| {
        std::array::from_fn(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0)
    };
    (
        advance(q, &mean(&k1.0, &k2.0, &k3.0, &k4.0), step),
        advance(qd, &mean(&k1.1, &k2.1, &k3.1, &k4.1), step),
    )
}

fn advance<const N: usize>(x: &[f64; N], rate: &[f64; N], time: f64) -> [f64; N] {
    std::array::from_fn(|i| x[i] + time * rate[i])
}

/// The data recorded at one tick of the controller.
#[derive(Clone, Copy, Debug)]
pub struct Sample<const N: usize> {
    /// Time, s.
    pub time: f64,
    /// The desired joint positions, rad or m.
    pub reference: [f64; N],
    /// The actual joint positions, rad or m.
    pub actual: [f64; N],
    /// The output of the controller, N m or N.
    pub tau: [f64; N],
}

/// Moves a robot along a trajectory. The controller acts every `step` seconds, and its torques are constant in between.
pub fn track<R, const N: usize>(
    robot: &R,
    controller: &ComputedTorque<R>,
    trajectory: &Trajectory<N>,
    start: State<N>,
    step: f64,
) -> Vec<Sample<N>>
where
    R: ForwardDynamics<f64, N, N>,
{
    let ticks = (trajectory.duration() / step).ceil() as usize;
    let mut state = start;
    let tick = |tick| {
        let time = step * tick as f64;
        let reference = trajectory.at(time);
        let tau = controller.torque(&reference, &state);
        let (reference, actual) = (reference.q, state.0);
        state = runge_kutta_4(robot, &state, &tau, step);
        Sample {
            time,
            reference,
            actual,
            tau,
        }
    };
    (0..=ticks).map(tick).collect()
}

/// The largest deviation of a joint from its desired position, rad or m; NaN if one of them is NaN.
#[must_use]
pub fn largest_error<const N: usize>(samples: &[Sample<N>]) -> f64 {
    let error = |sample: &Sample<N>| {
        let pairs = sample.reference.into_iter().zip(sample.actual);
        pairs
            .map(|(reference, actual)| (reference - actual).abs())
            .fold(0.0, larger_number)
    };
    samples.iter().map(error).fold(0.0, larger_number)
}

/// The larger number; unlike `f64::max` it keeps NaN.
fn larger_number(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}
