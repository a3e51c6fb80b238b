//! The linear-quadratic regulator of a cart-pole, from its exact linearisation.

use multibody::linearize;
use nalgebra::{Matrix1x4, Matrix4, Vector4};

use crate::robots::CartPole;

/// Gains for position, angle, speed and angular speed that keep the pole upright, for a force that is constant over each step of
/// `step` seconds; `None` if the masses are invalid and the iteration does not converge.
pub fn gains(robot: &CartPole, step: f64) -> Option<Matrix1x4<f64>> {
    let upright = linearize(robot, &[0.0; 2], &[0.0; 2], &[0.0; 2]);
    // The motor acts on the cart only, which selects the first column of B.
    let (a, b) = (upright.a::<4>(), upright.b::<4>().column(0).into_owned());
    let (a, b) = discretize(&a, &b, step);
    // The cost is an integral over time, so weights are multiplied by the step. The weight of the force is 1.
    let weights = Matrix4::from_diagonal(&Vector4::new(1.0, 10.0, 1.0, 1.0)) * step;
    // Riccati's difference equation, iterated until it converges.
    let mut cost = weights;
    for _ in 0..100_000 {
        let gain = gain(&cost, &a, &b, step);
        let next = weights + a.transpose() * cost * (a - b * gain);
        let change = (next - cost).amax();
        cost = next;
        if change < 1e-10 * cost.amax() {
            return Some(gain);
        }
    }
    None
}

/// The optimal gain of a time step, if `cost` is the quadratic cost of the state after it, and `effort` the weight of the force.
fn gain(cost: &Matrix4<f64>, a: &Matrix4<f64>, b: &Vector4<f64>, effort: f64) -> Matrix1x4<f64> {
    let gain = b.transpose() * cost * a;
    gain / (effort + (b.transpose() * cost * b)[0])
}

/// A and B of a time step with constant force, from the series of the exponential.
fn discretize(a: &Matrix4<f64>, b: &Vector4<f64>, step: f64) -> (Matrix4<f64>, Vector4<f64>) {
    let (mut term, mut integral) = (Matrix4::identity() * step, Matrix4::zeros());
    for order in 2..20 {
        integral += term;
        term = a * term * (step / f64::from(order));
    }
    (Matrix4::identity() + a * integral, integral * b)
}
