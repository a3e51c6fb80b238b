//! A cart-pole whose lengths, masses and friction are known only at run time, and a controller that balances it.

use multibody::multibody;

/// A cart on a rail along x, with a uniform rod on it that is upright at q = 0.
#[multibody(
    gravity = [0, 0, -g],
    joint rail  { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute,  parent: cart,  child: pole, axis: y, damping: friction },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(pole_mass * length * length / 12, pole_mass * length * length / 12, 0) },
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartPole {
    /// m/s^2
    pub g: f64,
    /// kg
    pub cart_mass: f64,
    /// kg
    pub pole_mass: f64,
    /// m
    pub length: f64,
    /// N m s/rad
    pub friction: f64,
}

/// The state: positions and rates.
pub type State = ([f64; 2], [f64; 2]);

/// Gains for position, speed, angle and angular speed, which give the force on the cart. The cart first moves away from
/// its target, so that the pole leans back.
const GAINS: [f64; 4] = [1.0, 2.2, 33.0, 8.0];

/// The force on the cart that brings the pole upright.
#[must_use]
pub fn control((q, qd): State) -> f64 {
    GAINS[0] * q[0] + GAINS[1] * qd[0] + GAINS[2] * q[1] + GAINS[3] * qd[1]
}

/// Balances a pole for a number of seconds, starting from a state. The parameters are prepared once.
#[must_use]
pub fn balance(robot: &CartPole, (mut q, mut qd): State, seconds: f64) -> State {
    const STEP: f64 = 1e-3;
    let prepared = robot.prepare::<f64>();
    for _ in 0..(seconds / STEP) as usize {
        // The force of the controller acts on the cart; the hinge is free.
        let qdd = prepared.forward_dynamics(&q, &qd, &[control((q, qd)), 0.0]);
        for k in 0..2 {
            qd[k] += STEP * qdd[k];
            q[k] += STEP * qd[k];
        }
    }
    (q, qd)
}
