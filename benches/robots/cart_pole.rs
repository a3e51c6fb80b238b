//! A cart on a rail with a pole that is upright at 0; lengths and masses are parameters.

use multibody::multibody;

#[multibody(
    gravity = [0, 0, -9.81],
    joint rail { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(0.01, 0.01, 0) },
    functions(forward_dynamics),
)]
#[derive(Clone, Copy, Debug)]
pub struct CartPole {
    /// kg
    pub cart_mass: f64,
    /// kg
    pub pole_mass: f64,
    /// m
    pub length: f64,
}
