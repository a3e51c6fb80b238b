//! A quadruped that stands on four feet, trots on two and hops on one, against the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{check, multibody};

/// Four legs of hip, thigh and knee below a trunk, with the given constraints.
macro_rules! quadruped {
    ($name:ident, $($constraints:tt)*) => {
        #[multibody(
            functions(
                constrained_forward_dynamics,
                constrained_forward_dynamics(pivots),
                constrained_forward_dynamics(selectors),
                constraint_impulse(selectors),
                constrained_inverse_dynamics,
                constrained_inverse_dynamics(multipliers),
            ),
            gravity = [0, 0, -9.81],
            joint root { floating, parent: world, child: trunk },
            body trunk { mass: 12, com: [0.01, 0, 0.02], inertia: diag(0.1, 0.3, 0.35) },
            joint hip0 { revolute, parent: trunk, child: hip0, axis: x, origin: [0.2, 0.1, 0] },
            joint thigh0 { revolute, parent: hip0, child: thigh0, axis: y, origin: [0, 0.06, 0], armature: 0.01 },
            joint knee0 { revolute, parent: thigh0, child: shank0, axis: y, origin: [0, 0, -0.25] },
            body hip0 { mass: 0.6, com: [0.01, 0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh0 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank0 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            joint hip1 { revolute, parent: trunk, child: hip1, axis: x, origin: [0.2, -0.1, 0] },
            joint thigh1 { revolute, parent: hip1, child: thigh1, axis: y, origin: [0, -0.06, 0], armature: 0.01 },
            joint knee1 { revolute, parent: thigh1, child: shank1, axis: y, origin: [0, 0, -0.25] },
            body hip1 { mass: 0.6, com: [0.01, -0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh1 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank1 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            joint hip2 { revolute, parent: trunk, child: hip2, axis: x, origin: [-0.2, 0.1, 0] },
            joint thigh2 { revolute, parent: hip2, child: thigh2, axis: y, origin: [0, 0.06, 0], armature: 0.01 },
            joint knee2 { revolute, parent: thigh2, child: shank2, axis: y, origin: [0, 0, -0.25] },
            body hip2 { mass: 0.6, com: [0.01, 0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh2 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank2 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            joint hip3 { revolute, parent: trunk, child: hip3, axis: x, origin: [-0.2, -0.1, 0] },
            joint thigh3 { revolute, parent: hip3, child: thigh3, axis: y, origin: [0, -0.06, 0], armature: 0.01 },
            joint knee3 { revolute, parent: thigh3, child: shank3, axis: y, origin: [0, 0, -0.25] },
            body hip3 { mass: 0.6, com: [0.01, -0.06, 0], inertia: diag(0.001, 0.001, 0.0012) },
            body thigh3 { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
            body shank3 { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
            $($constraints)*
        )]
        pub struct $name;
    };
}

quadruped!(
    Standing,
    contact foot0 { at: [shank0, [0, 0, -0.26]] },
    contact foot1 { at: [shank1, [0, 0, -0.26]] },
    contact foot2 { at: [shank2, [0, 0, -0.26]] },
    contact foot3 { at: [shank3, [0, 0, -0.26]] },
);
quadruped!(
    Trotting,
    contact foot0 { at: [shank0, [0, 0, -0.26]] },
    contact foot3 { at: [shank3, [0, 0, -0.26]] },
);
quadruped!(Hopping, contact foot2 { at: [shank2, [0, 0, -0.26]] },);

/// On four feet, on two and on one.
#[test]
fn a_quadruped_agrees_with_the_generic_algorithms_in_any_posture() {
    check(&Standing).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Trotting).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Hopping).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// Of a quadruped on four feet, by another model of its motion: the forces of inverse dynamics give the acceleration back.
#[test]
fn the_generic_algorithms_move_a_quadruped_as_its_inverse_dynamics_requires() {
    use multibody::reference::Described as _;
    let model = Standing.model();
    for seed in 0..8 {
        let state = model.random_state(seed, 0);
        let [q, qd, tau] = [&state.q[..], &state.qd, &state.tau];
        let (expected, _) = model.constrained_forward_dynamics(q, qd, tau, &[], [0.0; 2]);
        let array = |x: &[f64]| -> [f64; 18] { x.try_into().expect("as many as rates") };
        let position: [f64; 19] = q.try_into().expect("as many as positions");
        let multibody::ConstrainedForces {
            tau,
            lambda,
            residual,
        } = Standing.constrained_inverse_dynamics(
            &position,
            &array(qd),
            &array(expected.as_slice()),
            0.1,
        );
        assert_eq!((&tau[..6], residual), (&[0.0; 6][..], [0.0; 18]));
        let (actual, expected_lambda) =
            model.constrained_forward_dynamics(q, qd, &tau, &[], [0.0; 2]);
        let error = (actual - &expected).amax() / expected.amax();
        assert!(error < 1e-9, "{seed}: {error:e}");
        let multipliers = expected_lambda
            .iter()
            .zip(lambda)
            .map(|(x, y)| (x - y).abs());
        let error = multipliers.fold(0.0, f64::max) / expected_lambda.amax();
        assert!(error < 1e-9, "{seed}: {error:e}");
    }
}
