//! The cart-pole against formulas written by hand: a rod of mass m and length 2 a on a cart.

use example_cart_pole::{CartPole, balance};
use multibody::{CoriolisMatrix, ForwardDynamics, MassMatrixInverse, Multibody, Real};

const ROBOT: CartPole = CartPole {
    g: 9.5,
    cart_mass: 1.3,
    pole_mass: 0.7,
    length: 1.1,
    friction: 0.4,
};
const Q: [f64; 2] = [0.3, 0.8];
const QD: [f64; 2] = [-0.5, 1.7];
const QDD: [f64; 2] = [0.6, -0.9];

fn assert_close(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    let largest = expected.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
    for (actual, expected) in actual.iter().zip(expected) {
        assert!(
            (actual - expected).abs() <= 1e-13 * largest,
            "{actual} instead of {expected}"
        );
    }
}

/// M, C and g.
fn by_hand(robot: &CartPole) -> ([[f64; 2]; 2], [[f64; 2]; 2], [f64; 2]) {
    let CartPole {
        g,
        cart_mass,
        pole_mass: m,
        length,
        ..
    } = *robot;
    let (a, (s, c)) = (length / 2.0, Q[1].sin_cos());
    let mass = [
        [cart_mass + m, m * a * c],
        [m * a * c, m * a * a + m * length * length / 12.0],
    ];
    let coriolis = [[0.0, -m * a * s * QD[1]], [0.0, 0.0]];
    (mass, coriolis, [0.0, -m * g * a * s])
}

#[test]
fn equations_are_those_of_the_textbook() {
    let (mass, coriolis, gravity) = by_hand(&ROBOT);
    assert_close(ROBOT.mass_matrix(&Q).as_flattened(), mass.as_flattened());
    assert_close(
        ROBOT.coriolis_matrix(&Q, &QD).as_flattened(),
        coriolis.as_flattened(),
    );
    assert_close(&ROBOT.gravity(&Q), &gravity);
    // Friction in the hinge acts: tau = M qdd + C qd + g - Q.
    let passive = [0.0, -ROBOT.friction * QD[1]];
    assert_close(&ROBOT.generalized_force(&Q, &QD), &passive);
    let tau: [f64; 2] = std::array::from_fn(|i| {
        (0..2)
            .map(|j| mass[i][j] * QDD[j] + coriolis[i][j] * QD[j])
            .sum::<f64>()
            + gravity[i]
            - passive[i]
    });
    assert_close(&ROBOT.inverse_dynamics(&Q, &QD, &QDD), &tau);
    assert_close(&ROBOT.forward_dynamics(&Q, &QD, &tau), &QDD);
}

#[test]
fn prepared_functions_give_the_same_bits() {
    let prepared = ROBOT.prepare::<f64>();
    assert_eq!(prepared.mass_matrix(&Q), ROBOT.mass_matrix(&Q));
    assert_eq!(
        prepared.inverse_dynamics(&Q, &QD, &QDD),
        ROBOT.inverse_dynamics(&Q, &QD, &QDD)
    );
    let single = ROBOT.prepare::<f32>();
    let q = Q.map(|x| x as f32);
    let actual = single.mass_matrix(&q).as_flattened().to_vec();
    for (actual, expected) in actual.iter().zip(ROBOT.mass_matrix(&Q).as_flattened()) {
        assert!(
            (f64::from(*actual) - expected).abs() < 1e-6,
            "{actual} {expected}"
        );
    }
}

/// What a controller sees: any robot, prepared or not.
fn balancing<T: Real, R: Multibody<T, 2, 2>>(robot: &R, q: &[T; 2]) -> [T; 2] {
    robot.gravity(q)
}

/// `C(q, qd)` and `M(q)^-1`, each by a trait of its own.
fn matrices<T: Real, R>(robot: &R, q: &[T; 2], qd: &[T; 2]) -> [[[T; 2]; 2]; 2]
where
    R: CoriolisMatrix<T, 2, 2> + MassMatrixInverse<T, 2, 2>,
{
    [robot.coriolis_matrix(q, qd), robot.mass_matrix_inverse(q)]
}

fn accelerations<R: ForwardDynamics<f64, 2, 2>>(robot: &R) -> [f64; 2] {
    robot.forward_dynamics(&Q, &QD, &[0.0, 0.0])
}

#[test]
fn traits_take_robots_and_prepared_robots() {
    assert_eq!(
        balancing(&ROBOT, &Q),
        balancing(&ROBOT.prepare::<f64>(), &Q)
    );
    assert_eq!(Multibody::gravity(&ROBOT, &Q), ROBOT.gravity(&Q));
    let expected = [
        CoriolisMatrix::coriolis_matrix(&ROBOT, &Q, &QD),
        MassMatrixInverse::mass_matrix_inverse(&ROBOT, &Q),
    ];
    assert_eq!(matrices(&ROBOT, &Q, &QD), expected);
    assert_eq!(matrices(&ROBOT.prepare::<f64>(), &Q, &QD), expected);
    assert_eq!(
        accelerations(&ROBOT),
        ROBOT.forward_dynamics(&Q, &QD, &[0.0; 2])
    );
}

#[test]
fn every_function_agrees_with_the_generic_algorithms() {
    let report = multibody::check(&ROBOT).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    // Those of the type, and what follows from the joints.
    let own_rows = report.rows().iter().filter(|row| row.part.is_empty());
    assert_eq!(own_rows.count(), 13 + 5);
    // The fields are what it computes with.
    assert_eq!(ROBOT.model().links()[2].mass, ROBOT.pole_mass);
    assert_eq!(ROBOT.total_mass(), ROBOT.cart_mass + ROBOT.pole_mass);
}

#[test]
fn the_pole_is_balanced() {
    let (q, qd) = balance(&ROBOT, ([0.0, 0.2], [0.0, 0.0]), 60.0);
    for x in q.iter().chain(&qd) {
        assert!(x.abs() < 1e-3, "{q:?} {qd:?}");
    }
}
