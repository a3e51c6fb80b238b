//! Products with derivatives, compiled, against dual numbers, in bundles and at positions. `derivatives` compares them with
//! the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::Dual;
use multibody::convert::{from_vector, to_matrix, to_vector};
use multibody_tests::floating::assert_near;

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

/// In a bundle and at a position, products and matrices are those of the functions alone. Matrices of nalgebra, made of those
/// of a record, have the same products.
#[test]
fn bundles_and_positions_have_the_same_derivatives() {
    let robot = Everything { k: 30.0 };
    let (t, q, qd) = (0.7, [0.3, -0.2, 0.8, 0.5], [0.4, -0.6, 0.1, 0.9]);
    let (qdd, tau) = ([-0.3, 0.8, 0.2, -0.7], [1.0, -2.0, 0.5, 0.3]);
    let direction = [
        [0.2, -0.1, 0.6, 0.3],
        [-0.4, 0.5, 0.1, 0.2],
        [0.7, 0.9, -0.8, 0.1],
    ];
    let weights = [0.3, -0.9, 0.5, 1.1];
    let bundle = robot.both(t, &q, &qd, &qdd, &tau, &direction, &weights);
    let change = robot.inverse_dynamics_jvp(t, &q, &qd, &qdd, &direction);
    let gradient = robot.forward_dynamics_vjp(t, &q, &qd, &tau, &weights);
    for (actual, expected) in [
        (bundle.inverse_dynamics_jvp.tau, change.tau),
        (bundle.inverse_dynamics_jvp.change, change.change),
        (bundle.forward_dynamics_vjp.qdd, gradient.qdd),
        (bundle.forward_dynamics_vjp.dq, gradient.dq),
        (bundle.forward_dynamics_vjp.dqd, gradient.dqd),
        (bundle.forward_dynamics_vjp.dtau, gradient.dtau),
    ] {
        assert_near(&actual, &expected, 1e-11);
    }

    let view = robot.at(t, &q);
    let gradient = robot.inverse_dynamics_vjp(t, &q, &qd, &qdd, &weights);
    let gradient_at = view.inverse_dynamics_vjp(&qd, &qdd, &weights);
    for (actual, expected) in [
        (gradient_at.tau, gradient.tau),
        (gradient_at.dq, gradient.dq),
        (gradient_at.dqd, gradient.dqd),
        (gradient_at.dqdd, gradient.dqdd),
    ] {
        assert_near(&actual, &expected, 1e-11);
    }
    let matrices = robot.inverse_dynamics_derivatives(t, &q, &qd, &qdd);
    let matrices_at = view.inverse_dynamics_derivatives(&qd, &qdd);
    for (actual, expected) in [
        (matrices_at.dq, matrices.dq),
        (matrices_at.dqd, matrices.dqd),
        (matrices_at.mass_matrix, matrices.mass_matrix),
        (view.mass_matrix(), matrices.mass_matrix),
    ] {
        assert_near(actual.as_flattened(), expected.as_flattened(), 1e-11);
    }

    let blocks = [matrices.dq, matrices.dqd, matrices.mass_matrix].map(to_matrix);
    let directions = direction.map(to_vector);
    let terms = [0, 1, 2].map(|argument| blocks[argument] * directions[argument]);
    let product = terms[0] + terms[1] + terms[2];
    assert_near(&from_vector(&product), &change.change, 1e-11);
    let products = blocks.map(|block| block.transpose() * to_vector(weights));
    for (actual, expected) in (products.iter()).zip([gradient.dq, gradient.dqd, gradient.dqdd]) {
        assert_near(&from_vector(actual), &expected, 1e-11);
    }
}
