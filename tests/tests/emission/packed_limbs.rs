//! Packed isomorphic limbs: values of the emitted functions, for all kinds of numbers.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]

use multibody::{Multibody, check, lanes, linearize, multibody};
use multibody_tests::floating::{self, state};
use wide::f64x4;

/// Makes a quadruped with its options.
macro_rules! dog {
    ($(#[$doc:meta])* $name:ident $(, $option:tt = $value:tt)*) => {
        $(#[$doc])*
        #[multibody(
            $($option = $value,)*
            links(trunk, shank_1),
            wrenches(shank_2),
            bundle(step = [mass_matrix, bias, jacobian_of_trunk]),
            at(mass_matrix, forward_dynamics),
            gravity = [0, 0, -9.81],
            joint root { floating, parent: world, child: trunk },
            joint hip_0 { revolute, parent: trunk, child: hip_0, axis: x, origin: [0.2, 0.1, 0] },
            joint thigh_0 { revolute, parent: hip_0, child: thigh_0, axis: y, origin: [0, 0.06, 0], armature: 0.01 },
            joint knee_0 { revolute, parent: thigh_0, child: shank_0, axis: y, origin: [0, 0, -0.25] },
            joint hip_1 { revolute, parent: trunk, child: hip_1, axis: x, origin: [0.2, -0.1, 0] },
            joint thigh_1 { revolute, parent: hip_1, child: thigh_1, axis: y, origin: [0, -0.06, 0], armature: 0.01 },
            joint knee_1 { revolute, parent: thigh_1, child: shank_1, axis: y, origin: [0, 0, -0.25] },
            joint hip_2 { revolute, parent: trunk, child: hip_2, axis: x, origin: [-0.2, 0.1, 0] },
            joint thigh_2 { revolute, parent: hip_2, child: thigh_2, axis: y, origin: [0, 0.06, 0], armature: 0.01 },
            joint knee_2 { revolute, parent: thigh_2, child: shank_2, axis: y, origin: [0, 0, -0.25] },
            joint hip_3 { revolute, parent: trunk, child: hip_3, axis: x, origin: [-0.2, -0.1, 0] },
            joint thigh_3 { revolute, parent: hip_3, child: thigh_3, axis: -y, origin: [0, -0.06, 0], armature: 0.01 },
            joint knee_3 { revolute, parent: thigh_3, child: shank_3, axis: y, origin: [0, 0, -0.25], damping: 0.2 },
            body trunk { mass: 12, com: [0.01, 0, 0.02], inertia: diag(0.1, 0.3, 0.35) },
            body hip_0 { mass: 0.6, com: [0.01, 0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh_0 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank_0 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            body hip_1 { mass: 0.6, com: [0.01, -0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh_1 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank_1 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            body hip_2 { mass: 0.7, com: [0.01, 0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh_2 { mass: 1.2, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.007, 0.001) },
            body shank_2 { mass: shin, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            body hip_3 { mass: 0.7, com: [0.01, -0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh_3 { mass: 1.2, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.007, 0.001) },
            body shank_3 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            contact foot_0 { at: [shank_0, [0, 0, -0.26]] },
            contact foot_3 { at: [shank_3, [0, 0, -0.26]] },
        )]
        pub struct $name {
            /// kg
            pub shin: f64,
        }
    };
}

dog!(
    /// Leg by leg.
    Alone
);
dog!(
    /// All legs at once.
    Together, pack_limbs = true
);

dog!(
    /// All legs at once, with what the host hand has.
    Dispatched, pack_limbs = true, dispatch = true
);

const NQ: usize = Together::NQ;
const NV: usize = Together::NV;
const ALONE: Alone = Alone { shin: 0.35 };
const TOGETHER: Together = Together { shin: 0.35 };

#[track_caller]
fn assert_near(actual: &[f64], expected: &[f64]) {
    floating::assert_near(actual, expected, 1e-11);
}

#[test]
fn packed_limbs_agree_with_the_reference() {
    check(&TOGETHER).expect("all functions agree");
    check(&Dispatched { shin: 0.35 }).expect("all functions agree");
}

/// As leg by leg, bundles, positions and constraints among it.
#[test]
fn packed_limbs_give_what_one_limb_after_the_other_gives() {
    for seed in [1.0, 2.0, 3.0] {
        let (q, qd, tau) = state::<f64, NQ, NV>(seed);
        let (prepared, plain) = (TOGETHER.prepare(), ALONE.prepare());
        let m = prepared.mass_matrix(&q);
        assert_near(m.as_flattened(), plain.mass_matrix(&q).as_flattened());
        let qdd = prepared.forward_dynamics(&q, &qd, &tau);
        assert_near(&qdd, &plain.forward_dynamics(&q, &qd, &tau));
        assert_near(&prepared.inverse_dynamics(&q, &qd, &qdd), &tau);
        let view = prepared.at(&q);
        assert_near(view.mass_matrix().as_flattened(), m.as_flattened());
        assert_near(&view.forward_dynamics(&qd, &tau), &qdd);
        let step = prepared.step(&q, &qd);
        assert_near(step.mass_matrix.as_flattened(), m.as_flattened());
        assert_near(&step.bias, &plain.bias(&q, &qd));
        let multibody::ConstrainedAcceleration {
            qdd: actual,
            lambda: multipliers,
        } = prepared.constrained_forward_dynamics(&q, &qd, &tau);
        let multibody::ConstrainedAcceleration {
            qdd: expected,
            lambda: expected_multipliers,
        } = plain.constrained_forward_dynamics(&q, &qd, &tau);
        assert_near(&actual, &expected);
        assert_near(&multipliers, &expected_multipliers);
    }
}

/// Numbers that lie in no register of their own: those of derivatives, of several states, and short ones.
#[test]
fn other_numbers_are_packed_too() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let [actual, expected] = [
        linearize(&TOGETHER, &q, &qd, &tau).acceleration.dqd,
        linearize(&ALONE, &q, &qd, &tau).acceleration.dqd,
    ];
    assert_near(actual.as_flattened(), expected.as_flattened());

    let states = [1.0, 2.0, 3.0, 4.0].map(state);
    let mut forces = [[0.0; NV]; 4];
    type Lanes<const N: usize> = [f64x4; N];
    lanes::map(
        &mut forces,
        |k| states[k],
        |(q, qd, qdd): (Lanes<NQ>, Lanes<NV>, Lanes<NV>)| TOGETHER.inverse_dynamics(&q, &qd, &qdd),
    );
    for (actual, (q, qd, qdd)) in forces.iter().zip(&states) {
        assert_near(actual, &Alone::inverse_dynamics(&ALONE, q, qd, qdd));
    }

    let to_f32 = |x: f64| x as f32;
    let actual = TOGETHER.inverse_dynamics(&q.map(to_f32), &qd.map(to_f32), &tau.map(to_f32));
    let exact: [f64; NV] = Multibody::inverse_dynamics(&TOGETHER, &q, &qd, &tau);
    let size = exact.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    for (actual, exact) in actual.iter().zip(&exact) {
        assert!(
            (f64::from(*actual) - exact).abs() < 1e-4 * size,
            "{actual}, {exact}"
        );
    }
}
