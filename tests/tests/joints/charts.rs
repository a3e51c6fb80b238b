//! Orientations by rotation vectors, by modified Rodrigues parameters and by derivatives of quaternions, compiled, against the generic algorithms
//! and along a motion.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::reference::Described;
use multibody::{Acceleration, Chart, JointKind, Multibody, Real, check, integrators, multibody};
use multibody_codegen::internal::ir::Function;

/// Rotation vectors at the root, with body rates and with derivatives.
#[multibody(
    joint root { floating, chart: exponential, parent: world, child: trunk },
    joint neck { ball, chart: exponential, parent: trunk, child: head, origin: [0, 0, 0.3] },
    joint hip { ball, chart: exponential, rates: derivative, parent: trunk, child: leg, origin: [0.1, 0, -0.2] },
    body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body head { mass: 1, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
    body leg { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },
    effort = none, links(head, leg), wrenches(leg),
)]
pub struct ByVectors;

#[multibody(
    joint root { floating, chart: exponential, rates: derivative, parent: world, child: trunk },
    joint shoulder { ball, rates: derivative, parent: trunk, child: arm, origin: [0, 0.2, 0.3] },
    body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body arm { mass: 1, com: [0.3, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
    effort = none, links(arm),
)]
pub struct ByDerivatives;

/// Modified Rodrigues parameters at the root, with body rates and with derivatives.
#[multibody(
    joint root { floating, chart: modified_rodrigues, parent: world, child: trunk },
    joint neck { ball, chart: modified_rodrigues, parent: trunk, child: head, origin: [0, 0, 0.3] },
    joint hip { ball, chart: modified_rodrigues, rates: derivative, parent: trunk, child: leg, origin: [0.1, 0, -0.2] },
    body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body head { mass: 1, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
    body leg { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },
    effort = none, links(head, leg), wrenches(leg),
)]
pub struct ByRodrigues;

/// A top on its tip, in five charts.
macro_rules! top {
    ($name:ident, $($kind:tt)*) => {
        #[multibody(
            joint tip { $($kind)*, parent: world, child: top },
            body top { mass: 0.5, com: [0, 0, 0.1], inertia: diag(0.002, 0.002, 0.001) },
            effort = none,
        )]
        pub struct $name;
    };
}

top!(TopByQuaternion, ball);
top!(TopByVector, ball, chart: exponential);
top!(TopByVectorRates, ball, chart: exponential, rates: derivative);
top!(TopByRodrigues, ball, chart: modified_rodrigues);
top!(TopByRodriguesRates, ball, chart: modified_rodrigues, rates: derivative);

macro_rules! rooted {
    ($name:ident, $($root:tt)*) => {
        #[multibody(urdf = "robots/planar_arm.urdf", root = $($root)*, effort = none)]
        pub struct $name;
    };
}

rooted!(RootedByVector, floating(chart = exponential));
rooted!(
    RootedByVectorRates,
    floating(chart = exponential, rates = derivative)
);
rooted!(RootedByQuaternionRates, ball(rates = derivative));

#[test]
fn charts_agree_with_the_generic_algorithms() {
    check(&ByVectors).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&ByRodrigues).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&ByDerivatives).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&RootedByVector).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&RootedByVectorRates).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&RootedByQuaternionRates).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn joints_have_their_charts() {
    let charts = ByVectors::JOINTS.map(|joint| (joint.kind, joint.chart, joint.nq, joint.nv));
    assert_eq!(
        charts,
        [
            (JointKind::Floating, Chart::ExponentialFloating, 6, 6),
            (JointKind::Ball, Chart::Exponential, 3, 3),
            (JointKind::Ball, Chart::ExponentialRates, 3, 3),
        ]
    );
    let charts = ByRodrigues::JOINTS.map(|joint| (joint.chart, joint.nq, joint.nv));
    assert_eq!(
        charts,
        [
            (Chart::ModifiedRodriguesFloating, 6, 6),
            (Chart::ModifiedRodrigues, 3, 3),
            (Chart::ModifiedRodriguesRates, 3, 3),
        ]
    );
    let charts = ByDerivatives::JOINTS.map(|joint| joint.chart);
    assert_eq!(charts[..3], [Chart::Vector; 3]);
    assert_eq!(
        charts[3..],
        [Chart::ExponentialRates, Chart::QuaternionRates]
    );
}

/// Rates of positions are those of the generic algorithms, and a robot goes where it says.
fn walks<R>(robot: &R)
where
    R: Multibody<f64, 12, 12> + Described,
{
    let model = robot.model();
    for seed in 0..20 {
        let state = model.random_state(seed, 0);
        let start: [f64; 12] = state.q.try_into().expect("positions");
        let qd: [f64; 12] = state.qd.try_into().expect("rates");
        let (mut q, mut rates) = (start, qd);
        robot.normalize(&mut q, &mut rates);
        assert_eq!(rates[..9], qd[..9]);
        let energies = [
            robot.kinetic_energy(&start, &qd),
            robot.kinetic_energy(&q, &rates),
        ];
        assert!(
            (energies[0] - energies[1]).abs() < 1e-12 * energies[0],
            "{energies:?}"
        );
        let actual = robot.position_rate(&q, &rates);
        let expected = model.position_rate(&q, &rates);
        for (actual, expected) in actual.iter().zip(&expected) {
            assert!(
                (actual - expected).abs() < 1e-13 * (1.0 + expected.abs()),
                "{seed}"
            );
        }
        let end = robot.integrate(&q, &rates, 0.1);
        let step = robot.difference(&q, &end);
        for (step, rate) in step.iter().zip(&rates) {
            assert!((step - 0.1 * rate).abs() < 1e-13, "{seed}");
        }
    }
}

#[test]
fn robots_walk_along_their_three_parameters() {
    walks(&ByVectors);
    walks(&ByRodrigues);
}

/// One spin of a top through whole turns, in five charts: the same at the end, and the energy kept.
#[test]
fn a_top_spins_alike_in_all_charts() {
    let spin = [0.5, -1.0, 30.0];
    // The derivatives of modified Rodrigues parameters are a quarter of the angular velocity at no rotation.
    let slow = spin.map(|rate| rate / 4.0);
    let start_energy = energy(&TopByQuaternion, &(TopByQuaternion.neutral(), spin));
    let by_quaternion = spun(&TopByQuaternion, spin);
    let by_vector = spun(&TopByVector, spin);
    let by_rates = spun(&TopByVectorRates, spin);
    let by_rodrigues = spun(&TopByRodrigues, spin);
    let by_rodrigues_rates = spun(&TopByRodriguesRates, slow);
    for end_energy in [
        energy(&TopByQuaternion, &by_quaternion),
        energy(&TopByVector, &by_vector),
        energy(&TopByVectorRates, &by_rates),
        energy(&TopByRodrigues, &by_rodrigues),
        energy(&TopByRodriguesRates, &by_rodrigues_rates),
    ] {
        assert!(
            (end_energy - start_energy).abs() < 1e-7 * start_energy,
            "{end_energy} {start_energy}"
        );
    }
    let tip = |[x, y, z, w]: [f64; 4]| [2.0 * (x * z + w * y), 2.0 * (y * z - w * x)];
    let expected = tip(by_quaternion.0);
    let norm = |q: [f64; 3]| q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let of_vector = |q: [f64; 3]| {
        let length = norm(q);
        assert!(length <= std::f64::consts::PI + 1e-12, "{length}");
        let [x, y, z] = q.map(|part| part * (length / 2.0).sin() / length);
        [x, y, z, (length / 2.0).cos()]
    };
    let of_rodrigues = |q: [f64; 3]| {
        let square = norm(q) * norm(q);
        assert!(square <= 1.0 + 1e-12, "{square}");
        let [x, y, z] = q.map(|part| 2.0 * part / (1.0 + square));
        [x, y, z, (1.0 - square) / (1.0 + square)]
    };
    for quaternion in [
        of_vector(by_vector.0),
        of_vector(by_rates.0),
        of_rodrigues(by_rodrigues.0),
        of_rodrigues(by_rodrigues_rates.0),
    ] {
        for (actual, expected) in tip(quaternion).iter().zip(expected) {
            assert!((actual - expected).abs() < 1e-6, "{actual} {expected}");
        }
    }
}

/// Where a robot comes to from neutral in two seconds.
fn spun<R: Multibody<f64, NQ, 3> + Acceleration<f64, NQ, 3>, const NQ: usize>(
    robot: &R,
    spin: [f64; 3],
) -> ([f64; NQ], [f64; 3]) {
    let (mut q, mut qd) = (robot.neutral(), spin);
    for _ in 0..4000 {
        (q, qd) = integrators::rk4(robot, 0.0, (&q, &qd), 5e-4, |_, _, _| [0.0; 3]);
        robot.normalize(&mut q, &mut qd);
    }
    (q, qd)
}

fn energy<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): &([f64; NQ], [f64; NV]),
) -> f64 {
    robot.kinetic_energy(q, qd) + robot.potential_energy(q)
}

/// The generator computes the functions of Stumpff to the last bit as emitted code does in `f64`. In `f32` emitted code has sines of
/// its own, within a unit of the last place of those of libm.
#[test]
fn functions_of_stumpff_are_the_same_in_generator_and_runtime() {
    for k in 0..8 {
        let function = Function::Stumpff(k);
        for index in 0..400 {
            let x = 0.17 * f64::from(index);
            assert_eq!(function.f64(x), x.stumpff(k.into()), "c_{k}({x})");
            let x = x as f32;
            let (expected, actual) = (function.f32(x), x.stumpff(k.into()));
            let largest = (1..=k).fold(1.0, |product, factor| product / f32::from(factor));
            let error = (actual - expected).abs();
            assert!(
                error <= f32::EPSILON * largest,
                "c_{k}({x}f32): {actual} for {expected}"
            );
        }
    }
}
