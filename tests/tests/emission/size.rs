//! Robots with the option `size` compute what those without it do.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use multibody::{
    CoriolisMatrix, ForwardDynamics, MassMatrixInverse, Multibody, Real, check, linearize,
    multibody,
};

/// Makes a robot as it is emitted without the option, and with it.
macro_rules! both {
    ($plain:ident, $small:ident, ($($option:tt)*) $body:tt) => {
        both!(@one $plain, ($($option)*) $body);
        both!(@one $small, ($($option)*, size = true) $body);
    };
    (@one $name:ident, ($($option:tt)*) {}) => {
        /// Emitted.
        #[multibody($($option)*)]
        pub struct $name;
    };
    (@one $name:ident, ($($option:tt)*) { $field:ident }) => {
        /// Emitted.
        #[multibody($($option)*)]
        pub struct $name {
            /// kg
            pub $field: f64,
        }
    };
}

both!(PlainArm, Arm, (urdf = "robots/spatial_arm.urdf") {});
both!(
    PlainSprung,
    Sprung,
    (urdf = "robots/spatial_arm.urdf", spring(turn = 20, extend = [50, 0.1]), wrenches(probe)) {}
);
both!(
    PlainLimbs,
    Limbs,
    (
        urdf = "robots/two_limbs.urdf",
        root = floating,
        wrenches(left_shank),
        contact(left_shank),
        bundle(step = [mass_matrix, bias]),
        at(bias, forward_dynamics)
    ) {}
);
both!(
    PlainBeside,
    Beside,
    (
        urdf = "robots/two_limbs.urdf",
        root = floating,
        triangle = lower,
        pack_limbs = true,
        dispatch = true
    ) {}
);
both!(
    PlainShaken,
    Shaken,
    (
        coordinates = [x, y, z],
        kinetic = load * ((x_dot + t.cos()).powi(2) + x.powi(2) * z_dot.powi(2)) + y_dot.powi(2) * (2 + z.cos()) + z_dot.powi(2),
        potential = load * x.sin() * y.cos() + z.powi(2) * y
    ) { load }
);

/// Numbers between -1 and 1.
fn numbers<T: Real, const N: usize>(seed: usize) -> [T; N] {
    std::array::from_fn(|at| T::lit((1.0 + 7.0 * (seed + at) as f64).sin()))
}

/// Of a floating robot: its quaternion has the length 1.
fn floating<T: Real, const N: usize>() -> [T; N] {
    let mut q = numbers(0);
    let half = T::lit(0.5);
    q[3..7].copy_from_slice(&[half, -half, half, half]);
    q
}

/// Equal but for rounding, relative to the largest.
#[track_caller]
fn assert_near(actual: &[f64], expected: &[f64], epsilon: f64) {
    let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    assert!(size > 0.0 && actual.len() == expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert!(
            (actual - expected).abs() <= epsilon * size,
            "{actual} instead of {expected}"
        );
    }
}

/// What a robot computes that may be a call, one result behind the other.
fn results<R, T, const NQ: usize, const NV: usize>(robot: &R, q: &[T; NQ]) -> [Vec<f64>; 7]
where
    R: Multibody<T, NQ, NV>
        + CoriolisMatrix<T, NQ, NV>
        + ForwardDynamics<T, NQ, NV>
        + MassMatrixInverse<T, NQ, NV>,
    T: Real,
    f64: From<T>,
{
    let (qd, tau) = (&numbers(20), &numbers(40));
    let floats = |all: &[T]| all.iter().map(|&x| f64::from(x)).collect();
    [
        floats(&robot.coriolis(q, qd)),
        floats(&robot.gravity(q)),
        floats(&robot.bias(q, qd)),
        floats(&robot.inverse_dynamics(q, qd, tau)),
        floats(&robot.forward_dynamics(q, qd, tau)),
        floats(robot.mass_matrix_inverse(q).as_flattened()),
        floats(&[robot.kinetic_energy(q, qd)]),
    ]
}

/// All results of two robots alike.
macro_rules! assert_alike {
    ($actual:expr, $expected:expr, $state:ident) => {{
        let values = results(&$actual, &$state::<f64>()).into_iter();
        for (actual, expected) in values.zip(results(&$expected, &$state::<f64>())) {
            assert_near(&actual, &expected, 1e-12);
        }
        let values = results(&$actual, &$state::<f32>()).into_iter();
        for (actual, expected) in values.zip(results(&$expected, &$state::<f64>())) {
            assert_near(&actual, &expected, 1e-3);
        }
    }};
}

fn arm<T: Real>() -> [T; Arm::NQ] {
    numbers(0)
}

fn limbs<T: Real>() -> [T; Limbs::NQ] {
    floating()
}

#[test]
fn calls_find_what_bodies_find() {
    assert_alike!(Arm, PlainArm, arm);
    assert_alike!(Sprung, PlainSprung, arm);
    assert_alike!(Limbs, PlainLimbs, limbs);
    assert_alike!(Beside, PlainBeside, limbs);
}

#[test]
fn calls_agree_with_the_textbook() {
    check(&Arm).expect("what the textbook says");
    check(&Sprung).expect("what the textbook says");
    check(&Limbs).expect("what the textbook says");
    check(&Beside).expect("what the textbook says");
    check(&Shaken { load: 1.5 }).expect("what the textbook says");
}

#[test]
fn time_and_parameters_are_passed_on() {
    let (robot, plain) = (Shaken { load: 1.5 }, PlainShaken { load: 1.5 });
    let (prepared, t) = (robot.prepare::<f64>(), 0.7);
    let (q, qd, tau) = (&numbers(0), &numbers(20), &numbers(40));
    let qdd = plain.forward_dynamics(t, q, qd, tau);
    assert_near(&prepared.forward_dynamics(t, q, qd, tau), &qdd, 1e-12);
    assert_near(&robot.inverse_dynamics(t, q, qd, &qdd), tau, 1e-12);
    assert_near(&robot.bias(t, q, qd), &plain.bias(t, q, qd), 1e-12);
    assert_near(&robot.coriolis(t, q, qd), &plain.coriolis(t, q, qd), 1e-12);
    let later = prepared.forward_dynamics(1.7, q, qd, tau);
    let heavier = Shaken { load: 2.0 }.forward_dynamics(t, q, qd, tau);
    assert!(later != qdd && heavier != qdd);
}

/// Wrenches, bundles, positions and derivatives.
#[test]
fn all_else_is_removed_with_it() {
    let (q, qd, tau) = (floating(), numbers(20), numbers(40));
    let wrenches = [numbers(60)];
    let actual = Limbs.under(&wrenches).forward_dynamics(&q, &qd, &tau);
    let expected = PlainLimbs.under(&wrenches).forward_dynamics(&q, &qd, &tau);
    assert_near(&actual, &expected, 1e-12);
    assert_near(&Limbs.step(&q, &qd).bias, &PlainLimbs.bias(&q, &qd), 1e-12);
    let view = Limbs.at(&q);
    let qdd = PlainLimbs.forward_dynamics(&q, &qd, &tau);
    assert_near(&view.forward_dynamics(&qd, &tau), &qdd, 1e-12);
    let [actual, expected] = [
        linearize(&Limbs, &q, &qd, &tau),
        linearize(&PlainLimbs, &q, &qd, &tau),
    ];
    assert_near(
        actual.acceleration.dqd.as_flattened(),
        expected.acceleration.dqd.as_flattened(),
        1e-10,
    );
}
