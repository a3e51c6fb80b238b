//! Products with derivatives, compiled, against dual numbers. `derivatives` compares them with the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::Dual;

use crate::derivatives::Everything;

/// A direction is what dual numbers move along, and gradients have the same product with it.
#[test]
fn products_are_those_of_dual_numbers() {
    let robot = Everything { k: 30.0 };
    let (t, q) = (0.7, [0.3, -0.2, 0.8, 0.5]);
    let (qd, tau) = ([0.4, -0.6, 0.1, 0.9], [1.0, -2.0, 0.5, 0.3]);
    let direction = [
        [0.2, -0.1, 0.6, 0.3],
        [-0.4, 0.5, 0.1, 0.2],
        [0.7, 0.9, -0.8, 0.1],
    ];
    let weights = [0.3, -0.9, 0.5, 1.1];
    let moving = |values: &[f64; 4], part: usize| -> [Dual<f64, 1>; 4] {
        std::array::from_fn(|index| Dual {
            value: values[index],
            derivatives: [direction[part][index]],
        })
    };
    let (moved_q, moved_qd, moved_tau) = (moving(&q, 0), moving(&qd, 1), moving(&tau, 2));
    let exact = robot.forward_dynamics(Dual::constant(t), &moved_q, &moved_qd, &moved_tau);
    let actual = robot.forward_dynamics_jvp(t, &q, &qd, &tau, &direction);
    for (index, exact) in exact.iter().enumerate() {
        for (actual, exact) in [
            (actual.qdd[index], exact.value),
            (actual.change[index], exact.derivatives[0]),
        ] {
            assert!(
                (actual - exact).abs() < 1e-11,
                "[{index}]: {actual} {exact}"
            );
        }
    }
    let gradient = robot.forward_dynamics_vjp(t, &q, &qd, &tau, &weights);
    let dot = |a: &[f64; 4], b: &[f64; 4]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let gradients = [gradient.dq, gradient.dqd, gradient.dtau];
    let backward: f64 = gradients
        .iter()
        .zip(&direction)
        .map(|(a, b)| dot(a, b))
        .sum();
    let forward = dot(&weights, &actual.change);
    assert!((backward - forward).abs() < 1e-11, "{backward} {forward}");
}
