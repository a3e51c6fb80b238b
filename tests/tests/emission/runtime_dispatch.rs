//! Robots with the option `dispatch` compute what those without it do, whatever instructions are used.
//! Alone in its program, whose instructions it limits.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use multibody::dispatch::{Instructions, at_most, instructions};
use multibody::integrators::rk4;
use multibody::{check, linearize, multibody};
use multibody_tests::floating::{assert_near, state};

/// A floating trunk with two limbs, as it is emitted with an option and without.
macro_rules! limbs {
    ($name:ident, $dispatch:literal) => {
        /// Emitted.
        #[multibody(
                    urdf = "robots/two_limbs.urdf",
                    root = floating,
                    links(left_shank, trunk),
                    wrenches(left_shank),
                    contact(left_shank),
                    bundle(step = [mass_matrix, bias, jacobian_of_left_shank], poses = [pose]),
                    at(bias, forward_dynamics, inverse_dynamics),
                    dispatch = $dispatch,
                )]
        pub struct $name;
    };
}
limbs!(Plain, false);
limbs!(Limbs, true);

/// An arm with parameters, and only halves of matrices.
macro_rules! loaded {
    ($name:ident, $dispatch:literal) => {
        /// Emitted.
        #[multibody(
                                                            urdf = "robots/spatial_arm.urdf",
                                                            bundle(step = [mass_matrix, bias]),
                                                            triangle = lower,
                                                            dispatch = $dispatch,
                                                        )]
        pub struct $name {
            /// kg
            #[parameter(body = probe, mass)]
            pub load: f64,
        }
    };
}
loaded!(PlainLoaded, false);
loaded!(Loaded, true);

const NQ: usize = Limbs::NQ;
const NV: usize = Limbs::NV;
const ALL: [Instructions; 3] = [
    Instructions::AsCompiled,
    Instructions::Avx2,
    Instructions::Avx512,
];

/// What a robot computes, one result behind the other; both types have the same functions.
macro_rules! results {
    ($robot:expr, $number:ty) => {{
        let (q, qd, tau) = state::<$number, NQ, NV>(1.0);
        let wrenches = [[0.3, -1.0, 2.0, 0.1, 0.4, -0.2]];
        let (step, at) = ($robot.step(&q, &qd), $robot.at(&q));
        let (poses, coriolis_matrix) = ($robot.poses(&q), $robot.coriolis_matrix(&q, &qd));
        let mut inverse = [[<$number>::NAN; NV]; NV];
        $robot.mass_matrix_inverse_into(&q, &mut inverse);
        let multibody::ConstrainedAcceleration {
            qdd: accelerations,
            lambda: multipliers,
        } = $robot.constrained_forward_dynamics_with_feedback(&q, &qd, &tau, &[0.5, 0.25]);
        let results: [&[$number]; 12] = [
            &$robot.inverse_dynamics(&q, &qd, &tau),
            &$robot.forward_dynamics(&q, &qd, &tau),
            &$robot.under(&wrenches).forward_dynamics(&q, &qd, &tau),
            coriolis_matrix.as_flattened(),
            step.mass_matrix.as_flattened(),
            &step.bias,
            inverse.as_flattened(),
            poses[1].0.as_flattened(),
            &at.forward_dynamics(&qd, &tau),
            &multipliers,
            &accelerations,
            &[$robot.kinetic_energy(&q, &qd)],
        ];
        results.map(|result| result.iter().map(|&x| f64::from(x)).collect::<Vec<f64>>())
    }};
}

/// One test, since what is used is one for all threads.
#[test]
fn all_instructions_find_the_same_but_for_rounding() {
    let first = instructions();
    for limit in ALL {
        at_most(limit);
        assert!(instructions() <= limit);
        for (actual, expected) in results!(Limbs, f64).iter().zip(results!(Plain, f64)) {
            assert_near(actual, &expected, 1e-12);
        }
        for (actual, expected) in results!(Limbs, f32).iter().zip(results!(Plain, f32)) {
            assert_near(actual, &expected, 1e-3);
        }
        check(&Limbs).expect("what the textbook says");
        check(&Loaded { load: 1.5 }).expect("what the textbook says");
        parameters_go_with_it();
        integrators_go_with_it();
    }
    at_most(Instructions::Avx512);
    assert_eq!(instructions(), first);
}

fn parameters_go_with_it() {
    let (q, qd) = ([0.3, -0.4, 0.6], [1.0, 2.0, -0.5]);
    let (plain, robot) = (PlainLoaded { load: 1.5 }, Loaded { load: 1.5 });
    let (expected, actual) = (plain.step(&q, &qd), robot.prepare::<f64>().step(&q, &qd));
    assert_near(&actual.bias, &expected.bias, 1e-12);
    let (expected, actual) = (plain.mass_matrix(&q), robot.mass_matrix(&q));
    assert_near(actual.as_flattened(), expected.as_flattened(), 1e-12);
    let heavier = Loaded { load: 2.0 }.mass_matrix(&q);
    assert!(heavier[0][0] != actual[0][0], "the load is felt");
}

/// They and derivatives know of traits only.
fn integrators_go_with_it() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let mut of_plain = (q, qd);
    let mut of_robot = (q, qd);
    for _ in 0..10 {
        let [(q, qd), (own_q, own_qd)] = [&of_plain, &of_robot];
        let next = rk4(
            &Plain.without_constraints(),
            0.0,
            (q, qd),
            1e-3,
            |_, _, _| tau,
        );
        let own_next = rk4(
            &Limbs.without_constraints(),
            0.0,
            (own_q, own_qd),
            1e-3,
            |_, _, _| tau,
        );
        (of_plain, of_robot) = (next, own_next);
    }
    assert!(of_plain.0 != q);
    assert_near(&of_robot.0, &of_plain.0, 1e-12);
    assert_near(&of_robot.1, &of_plain.1, 1e-12);
    let [expected, actual] = [
        linearize(&Plain, &q, &qd, &tau),
        linearize(&Limbs, &q, &qd, &tau),
    ];
    assert_near(
        actual.acceleration.dqd.as_flattened(),
        expected.acceleration.dqd.as_flattened(),
        1e-10,
    );
}
