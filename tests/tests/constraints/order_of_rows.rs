//! Position-level rows stay wherever they are named: `project` closes them, and feedback pulls on them, whether a velocity-level row
//! that says the same but leaves a constant open is before or behind them.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{ConstrainedDynamics, multibody, project};

/// Two hinges side by side, geared one to one.
macro_rules! geared {
    ($name:ident, $($rows:tt)*) => {
        #[multibody(
            gravity = [0, 0, -9.81],
            joint crank { revolute, parent: world, child: first, axis: y },
            joint coupler { revolute, parent: world, child: second, axis: y, origin: [0.5, 0, 0] },
            body first { mass: 1, com: [0.1, 0, 0.2], inertia: diag(0.01, 0.02, 0.01) },
            body second { mass: 2, com: [0, 0, 0.3], inertia: diag(0.02, 0.03, 0.02) },
            $($rows)*
        )]
        pub struct $name;
    };
}

geared!(RateFirst, constraint rates: crank_dot - coupler_dot, constraint place: crank - coupler,);
geared!(PlaceFirst, constraint place: crank - coupler, constraint rates: crank_dot - coupler_dot,);
geared!(RateAlone, constraint rates: crank_dot - coupler_dot,);

/// An arm of three hinges whose tip stays where it is, and is at a point.
macro_rules! tipped {
    ($name:ident, $($rows:tt)*) => {
        #[multibody(
            gravity = [0, 0, -9.81],
            joint one { revolute, parent: world, child: upper, axis: y },
            joint two { revolute, parent: upper, child: lower, axis: y, origin: [0.5, 0, 0] },
            joint three { revolute, parent: lower, child: hand, axis: y, origin: [0.4, 0, 0] },
            body upper { mass: 1, com: [0.2, 0, 0.01], inertia: diag(0.01, 0.02, 0.02) },
            body lower { mass: 0.8, com: [0.2, 0, 0.02], inertia: diag(0.01, 0.02, 0.02) },
            body hand { mass: 0.3, com: [0.1, 0, 0], inertia: diag(0.001, 0.002, 0.002) },
            $($rows)*
        )]
        pub struct $name;
    };
}

tipped!(ContactFirst, contact tip { at: [hand, [0.2, 0, 0]] }, pin grip { from: [world, [0.7, 0, 0.1]], to: [hand, [0.2, 0, 0]] },);
tipped!(PinFirst, pin grip { from: [world, [0.7, 0, 0.1]], to: [hand, [0.2, 0, 0]] }, contact tip { at: [hand, [0.2, 0, 0]] },);

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, x| x.abs().max(most))
}

/// A state that is projected, off before and not after. Where it is off, feedback pulls on each row: `J qdd` changes by `-ks C`.
fn project_state<R, const N: usize, const NC: usize>(robot: &R, q: [f64; N]) -> ([f64; N], [f64; N])
where
    R: ConstrainedDynamics<f64, N, N, NC>,
{
    let off = largest(&robot.constraint(&q));
    assert!(off > 0.05, "{off}");
    let rates: [f64; N] = core::array::from_fn(|k| 0.3 + 0.2 * k as f64);
    let qdd = |ks: f64| {
        robot
            .constrained_forward_dynamics_with_feedback(&q, &rates, &[0.1; N], &[ks, 0.0])
            .qdd
    };
    let (pulled, left) = (qdd(10.0), qdd(0.0));
    for (row, error) in robot
        .constraint_jacobian(&q)
        .iter()
        .zip(robot.constraint(&q))
    {
        let change: f64 = (0..N).map(|k| row[k] * (pulled[k] - left[k])).sum();
        assert!((change + 10.0 * error).abs() < 1e-9, "{change} {error}");
    }
    let (closed, qd) = project(robot, (&q, &rates), &[1.0; N], 12);
    let left = largest(&robot.constraint(&closed));
    assert!(left < 1e-12, "{left:e}");
    for row in robot.constraint_jacobian(&closed) {
        let rate: f64 = row.iter().zip(&qd).map(|(x, y)| x * y).sum();
        assert!(rate.abs() < 1e-12, "{rate:e}");
    }
    (closed, qd)
}

fn assert_near<const N: usize>(one: &([f64; N], [f64; N]), other: &([f64; N], [f64; N])) {
    let pairs = one.0.iter().zip(&other.0).chain(one.1.iter().zip(&other.1));
    for (x, y) in pairs {
        assert!((x - y).abs() < 1e-10, "{one:?} {other:?}");
    }
}

#[test]
fn a_row_on_rates_before_one_on_positions_does_not_hide_it() {
    let q = [0.6, 0.2];
    let one = project_state(&RateFirst, q);
    let other = project_state(&PlaceFirst, q);
    assert_near(&one, &other);
    // The velocity-level row alone has no position to be off by.
    let row: [f64; 1] = RateAlone.constraint(&q);
    assert_eq!(row, [0.0]);
}

#[test]
fn a_contact_before_a_pin_does_not_hide_it() {
    let q = [-0.9, 1.1, 0.4];
    let one = project_state(&ContactFirst, q);
    let other = project_state(&PinFirst, q);
    assert_near(&one, &other);
}
