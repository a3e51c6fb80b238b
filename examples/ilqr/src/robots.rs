//! The robots.

use multibody::multibody;
use nalgebra::{DMatrix, DVector};

use crate::Goal;

/// Two uniform rods on hinges, hanging at q = 0; the motor is at the elbow.
#[multibody(
    gravity = [0, 0, -9.81],
    joint shoulder { continuous, parent: world, child: upper, axis: y },
    joint elbow { continuous, parent: upper, child: lower, axis: y, origin: [0, 0, -1] },
    body upper { mass: 1, com: [0, 0, -0.5], inertia: diag(0.083, 0.083, 0.001) },
    body lower { mass: 1, com: [0, 0, -0.5], inertia: diag(0.083, 0.083, 0.001) },
    functions(default, forward_dynamics_derivatives),
)]
pub struct Acrobot;

/// A satellite: a body that floats without gravity, with two arms of two hinges each. Motors turn the arms alone.
#[multibody(
    gravity = [0, 0, 0],
    joint root { floating, parent: world, child: hull },
    joint left_shoulder { continuous, parent: hull, child: left_upper, axis: x, origin: [0, 0.3, 0] },
    joint left_elbow { continuous, parent: left_upper, child: left_lower, axis: y, origin: [0, 0.4, 0] },
    joint right_shoulder { continuous, parent: hull, child: right_upper, axis: x, origin: [0, -0.3, 0] },
    joint right_elbow { continuous, parent: right_upper, child: right_lower, axis: y, origin: [0, -0.4, 0] },
    body hull { mass: 4, inertia: diag(0.2, 0.15, 0.25) },
    body left_upper { mass: 1, com: [0, 0.2, 0], inertia: diag(0.014, 0.001, 0.014) },
    body left_lower { mass: 1, com: [0, 0, -0.2], inertia: diag(0.014, 0.014, 0.001) },
    body right_upper { mass: 1, com: [0, -0.2, 0], inertia: diag(0.014, 0.001, 0.014) },
    body right_lower { mass: 1, com: [0, 0, -0.2], inertia: diag(0.014, 0.014, 0.001) },
    functions(default, centroidal, forward_dynamics_derivatives),
)]
pub struct Satellite;

/// Franka's Panda without fingers.
#[multibody(
    urdf = "../panda/panda.urdf",
    links(panda_hand_tcp),
    functions(default, forward_dynamics_derivatives)
)]
pub struct Panda;

/// The goal for Panda's tool centre point (`panda_hand_tcp`), in the world, m.
pub struct HandAt(pub [f64; 3]);

impl Goal<7, 7> for HandAt {
    fn residual(&self, q: &[f64; 7]) -> (DVector<f64>, DMatrix<f64>) {
        const WEIGHT: f64 = 1000.0;
        let (_, place) = Panda.pose_of_panda_hand_tcp(q);
        let jacobian = Panda.jacobian_of_panda_hand_tcp(q);
        let residual = DVector::from_fn(3, |k, _| WEIGHT * (place[k] - self.0[k]));
        (
            residual,
            DMatrix::from_fn(3, 7, |row, column| WEIGHT * jacobian[row][column]),
        )
    }
}
