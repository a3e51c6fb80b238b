//! Constraints switched at run time: proved for all selections, and equal to specialised functions.

use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Builder, InputKind, Value};
use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Idea};
use multibody_codegen::{Count, Function, Settings, integer};

use crate::constraints::functions::SLEDGE;
use crate::constraints::inverse_dynamics::standing;
use crate::support::{Robot, State};

const FUNCTIONS: [Function; 2] = [
    Function::ConstrainedForwardDynamicsWithSelectors,
    Function::ConstraintImpulseWithSelectors,
];
/// The same where all hold.
const FIXED: [Function; 2] = [
    Function::ConstrainedForwardDynamicsWithFeedback,
    Function::ConstraintImpulse,
];

fn settings(functions: &[Function]) -> Settings {
    Settings {
        effort: Effort::None,
        functions: functions.into(),
        ..Settings::default()
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_solver_is_proved_whichever_constraints_are_satisfied() {
    let sledge = format!(
        "{SLEDGE} pin tip {{ from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]] }}, \
         contact sole {{ at: [lever, [0.1, 0.2, 0]], axes: link }}, \
         constraint rolling: slide_dot - 0.2 * cos(shoulder) * slot_1_dot,"
    );
    let dynamics = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..settings(&FUNCTIONS)
    };
    for (items, settings) in [
        (&sledge, settings(&FUNCTIONS)),
        (&sledge, dynamics),
        (&standing(&[0, 1, 2, 3]), settings(&FUNCTIONS)),
    ] {
        let robot = Robot::of_tokens(items, settings).derive();
        robot.assert_proved();
        for derivation in &robot.derivations.functions {
            for (route, program) in &derivation.others {
                let proof = robot.prove_program(derivation.target, program);
                assert_eq!(proof, Ok(()), "{} by {route}", derivation.target.function);
            }
        }
    }
}

/// A program for all constraints is none for some: without selectors, and with one that does nothing.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn what_is_true_only_where_all_constraints_are_is_refuted() {
    let robot = Robot::of_tokens(&standing(&[0, 3]), settings(&FIXED)).derive();
    for (derivation, function) in robot.derivations.functions.iter().zip(FUNCTIONS) {
        let link = None;
        let proof = robot.prove_program(Target { function, link }, &derivation.program);
        assert_eq!(
            proof.unwrap_err().to_string(),
            "lambda = 0 of what is switched off does not hold at the random state 1"
        );
    }
}

/// With some feet on the ground as a quadruped that has only these: one function for all of them.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_foot_that_is_switched_off_might_as_well_not_be_there() {
    let all = Robot::of_tokens(&standing(&[0, 1, 2, 3]), settings(&FUNCTIONS)).derive();
    for (seed, feet) in [&[0, 1, 2, 3][..], &[0, 3], &[2]].into_iter().enumerate() {
        let mut state = State::random(&all.robot.system, 0, seed as u64);
        let rows = (0..12).map(|row| f64::from(feet.contains(&(row / 3))));
        state.selectors = rows.collect();
        let nv = state.qd.len();
        let switched = FUNCTIONS.map(|function| all.at(function, &state));
        let only = Robot::of_tokens(&standing(feet), settings(&FIXED)).derive();
        let expected = FIXED.map(|function| only.at(function, &state));
        for (actual, expected) in switched.iter().zip(&expected) {
            let (rates, multipliers) = actual.split_at(nv);
            let is_on = |row: &usize| state.selectors[*row] == 1.0;
            let (on, off): (Vec<usize>, Vec<usize>) = (0..12).partition(is_on);
            assert!(off.iter().all(|&row| multipliers[row] == 0.0));
            let on: Vec<f64> = on.iter().map(|&row| multipliers[row]).collect();
            for (actual, expected) in [(rates, &expected[..nv]), (&on[..], &expected[nv..])] {
                let largest = expected.iter().fold(1.0, |x: f64, y| x.max(y.abs()));
                for (x, y) in actual.iter().zip(expected) {
                    assert!((x - y).abs() < 1e-9 * largest, "{feet:?}: {x} {y}");
                }
            }
        }
    }
}

/// With selectors no joint takes a row, and none is constrained along the axes of its body.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn counts_with_and_without_selectors() {
    let settings = Settings {
        effort: Effort::Default,
        ..settings(&[FUNCTIONS, FIXED].concat())
    };
    let robot = Robot::of_tokens(&standing(&[0, 1, 2, 3]), settings).derive();
    let count = |function: Function| {
        let mut result = robot.derivations.functions.iter();
        let result = result.find(|result| result.target.function == function);
        Count::of(&result.expect("it was derived").program).mul_add()
    };
    let [switched, fixed] = [FUNCTIONS, FIXED].map(|of| of.map(count));
    assert_eq!((switched, fixed), ([7482, 5597], [4557, 3559]));
}

/// `lambda = s S^-1 r` is right where all constraints hold and where none does, but not where some do.
#[test]
fn multipliers_that_are_only_switched_off_are_refuted() {
    let items = "gravity = [0, 0, 0], coordinates = [x, y, z], \
        particle p { mass: 1, position: [x, y, z] }, \
        constraint one: x - y, constraint two: x + 2 * y,";
    let robot = Robot::of_tokens(items, settings(&FUNCTIONS[..1]));
    let target = Target {
        function: FUNCTIONS[0],
        link: None,
    };
    let jacobian = [[1, -1, 0], [1, 2, 0]];
    // Where a row is off the other is alone; or not, which is wrong.
    let program = |is_right: bool| {
        let mut b = Builder::new();
        let tau = [0, 1, 2].map(|v| b.input(InputKind::Tau, v));
        let right_sides = jacobian.map(|row| {
            let axis = |b: &mut Builder, kind| {
                let parts = (0..3).map(|v| {
                    let x = b.input(kind, v);
                    b.scale(&integer(row[v]), x)
                });
                let parts: Vec<_> = parts.collect();
                b.sum(parts)
            };
            let [c, rate, pull] =
                [InputKind::Q, InputKind::Qd, InputKind::Tau].map(|k| axis(&mut b, k));
            let [ks, kd] = [0, 1].map(|at| b.input(InputKind::Feedback, at));
            let back = [b.mul(ks, c), b.mul(kd, rate), pull];
            let sum = b.sum(back);
            b.neg(sum)
        });
        let selectors = [0, 1].map(|at| b.input(InputKind::Selector, at));
        // S = [[2, -1], [-1, 5]], its inverse [[5, 1], [1, 2]] / 9; of one row alone 1/2 and 1/5.
        let ninth = integer(1) / integer(9);
        let together = [[5, 1], [1, 2]].map(|row: [i64; 2]| {
            let parts = [0, 1].map(|k| b.scale(&integer(row[k]), right_sides[k]));
            let sum = b.sum(parts);
            b.scale(&ninth, sum)
        });
        let factors = [2, 5].map(|size| integer(1) / integer(size));
        let multipliers = [0, 1].map(|k| {
            let side = b.scale(&factors[k], right_sides[k]);
            let pair = b.mul(selectors[1 - k], together[k]);
            let off = b.sub(Value::ONE, selectors[1 - k]);
            let one = b.mul(off, side);
            let right = b.add(pair, one);
            let result = if is_right { right } else { together[k] };
            b.mul(selectors[k], result)
        });
        let qdd = [0, 1, 2].map(|v| {
            let parts = [0, 1].map(|k| b.scale(&integer(jacobian[k][v]), multipliers[k]));
            let along_rows = b.sum(parts);
            b.add(tau[v], along_rows)
        });
        b.finish(&[&qdd[..], &multipliers].concat())
    };
    assert_eq!(
        prove::prove(&robot.system, &[], target, &program(true)),
        Ok(())
    );
    assert!(prove::prove(&robot.system, &[], target, &program(false)).is_err());
}
