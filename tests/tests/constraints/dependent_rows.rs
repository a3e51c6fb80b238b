//! Forces of motors where rows of constraints depend on one another, by hand and against the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use super::bennett::bennett;
use multibody::reference::{Described, Model};
use multibody::{check, multibody};

/// Bennett's linkage with these motors, and functions for the forces of motors.
macro_rules! with_motors {
    ($name:ident, $($motors:tt)*) => {
        bennett!(
            $name,
            functions(constrained_inverse_dynamics, constrained_inverse_dynamics(multipliers)),
            $($motors)*
        );
    };
}

with_motors!(Bennett,);
with_motors!(BennettCranked, actuated(one));
with_motors!(BennettTwice, actuated(one, three));
with_motors!(BennettIdle, actuated(none));

/// Its links are of equal length: where it lies in a line, one of its rows says nothing.
macro_rules! parallelogram {
    ($name:ident, $($motors:tt)*) => {
        #[multibody(
            functions(constrained_inverse_dynamics, constrained_inverse_dynamics(multipliers)),
            gravity = [0.3, -9.81, 1],
            joint left { revolute, parent: world, child: crank, axis: z },
            joint top { revolute, parent: crank, child: coupler, axis: z, origin: [1, 0, 0] },
            joint right { revolute, parent: coupler, child: rocker, axis: z, origin: [2, 0, 0] },
            body crank { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
            body coupler { mass: 2, com: [1, 0.1, 0], inertia: diag(0, 0.7, 0.7) },
            body rocker { mass: 1.5, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
            pin ground { from: [world, [2, 0, 0]], to: [rocker, [1, 0, 0]] },
            regularization = 1e-5,
            $($motors)*
        )]
        pub struct $name;
    };
}

parallelogram!(Parallelogram,);
parallelogram!(ParallelogramCranked, actuated(left));
parallelogram!(ParallelogramTwice, actuated(left, right));
parallelogram!(ParallelogramIdle, actuated(none));

/// Positions, rates that keep the constraints, and accelerations; those at even places do not keep them.
type Motion = [[f64; 3]; 3];

/// Bennett's linkage closed: `tan(first / 2) tan(second / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2)`.
fn closed_motions() -> Vec<Motion> {
    let product = 0.85_f64.sin() / 0.25_f64.sin();
    let motion = |(first, rate): (f64, f64)| {
        let tangent = (0.5 * first).tan();
        let second = 2.0 * (product / tangent).atan();
        // d second / d first
        let slope = -product * (1.0 + tangent * tangent) / (tangent * tangent + product * product);
        [
            [first, second, std::f64::consts::TAU - first],
            [rate, slope * rate, -rate],
            [2.0, -1.0, 0.5 * first],
        ]
    };
    [(0.9, 1.3), (-2.0, 0.7), (2.5, -2.0), (-0.4, 0.1)]
        .map(motion)
        .into()
}

/// The parallelogram in a line, at rest and as it begins to fold either way.
fn stretched_motions() -> Vec<Motion> {
    let line = [0.0, 0.0, std::f64::consts::PI];
    [[0.0; 3], [0.3, -0.3, 0.3], [0.3, -0.6, 0.6]]
        .map(|qd| [line, qd, [0.4, -1.0, 2.0]])
        .into()
}

/// tau, multipliers and residual against the dense solution, whatever the rank, with multipliers that count much,
/// little and not at all. The largest residual, relative to the required force.
fn assert_least<const NC: usize>(
    robot: &dyn Described,
    forces: impl Fn(&[f64; 3], &[f64; 3], &[f64; 3], f64) -> multibody::ConstrainedForces<f64, 3, NC>,
    motions: &[Motion],
) -> f64 {
    check(robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let model = robot.model().with_regularization(0.0, 0);
    let mut largest: f64 = 0.0;
    for [q, qd, qdd] in motions {
        let required = model.inverse_dynamics(q, qd, qdd, &[]).amax();
        for weight in [1.0, 0.1, 1e-3, 0.0] {
            let actual = forces(q, qd, qdd, weight);
            let function = Model::constrained_inverse_dynamics;
            let expected = function(&model, q, qd, qdd, &[], weight);
            let actual = [&actual.tau[..], &actual.lambda, &actual.residual].concat();
            let expected = [expected.0, expected.1, expected.2];
            largest = largest.max(expected[2].amax() / required);
            for (x, y) in actual.iter().zip(expected.iter().flatten()) {
                let error = (x - y).abs() / required;
                assert!(error < 1e-9, "weight {weight}: {error:e}, {actual:?}");
            }
        }
    }
    largest
}

macro_rules! least {
    ($robot:ident, $motions:ident) => {
        assert_least(
            &$robot,
            |q, qd, qdd, weight| $robot.constrained_inverse_dynamics(q, qd, qdd, weight),
            &$motions,
        )
    };
}

/// With all motors, with one, with two and with none: what no motor drives is carried, but by the linkage that has
/// none.
#[test]
fn forces_are_the_least_where_rows_depend_on_one_another() {
    let closed = closed_motions();
    let wired = [
        least!(Bennett, closed),
        least!(BennettCranked, closed),
        least!(BennettTwice, closed),
    ];
    assert!(wired.iter().all(|&left| left < 1e-12), "{wired:?}");
    assert!(least!(BennettIdle, closed) > 0.1);
    let stretched = stretched_motions();
    assert!(least!(Parallelogram, stretched) < 1e-12);
    let left = [
        least!(ParallelogramCranked, stretched),
        least!(ParallelogramTwice, stretched),
        least!(ParallelogramIdle, stretched),
    ];
    assert!(left[0] > 0.1 && left[2] > 0.1, "{left:?}");
}
