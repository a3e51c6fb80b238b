//! Modified Rodrigues parameters against numbers that others computed with quaternions, and what they cost.

use multibody_codegen::internal::ir::Count;
use multibody_codegen::internal::joint::PositionKind;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings};

use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{flat, golden, list};
use crate::support::{Robot, State, assert_close, corpus};

/// The parameters of a quaternion x y z w, and their shadow.
fn parameters(quaternion: &[f64]) -> [[f64; 3]; 2] {
    let [x, y, z, w] = [0, 1, 2, 3].map(|k| quaternion[k]);
    [1.0 + w, w - 1.0].map(|below| [x, y, z].map(|part| part / below))
}

/// Pinocchio's numbers are for a quaternion; its rates are in body axes too, so that all results are the same. Of a
/// position and its shadow, one is longer than 1 unless it is half a turn; that of no rotation is infinite.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn a_double_pendulum_on_a_ball_agrees_with_pinocchio() {
    let settings = Settings {
        root: "ball(chart = modified_rodrigues)".parse().expect("a root"),
        effort: Effort::None,
        ..Settings::default()
    };
    let robot = Robot::of(&corpus::folder().robot("double_pendulum"), settings).derive();
    robot.assert_proved();
    let positions = robot.robot.system.coordinates[0].kind.positions();
    let PositionKind::Orientation(chart) = positions[0] else {
        panic!("an orientation, not {positions:?}");
    };
    assert_eq!(chart.word(), "modified_rodrigues");
    let golden = golden(&corpus_folder(), "double_pendulum_spherical");
    let mut compared = 0;
    for sample in list(&golden["samples"]) {
        let numbers = |key: &str| flat(&sample[key]);
        let q = numbers("q");
        for turn in parameters(&q) {
            if turn.iter().any(|part| !part.is_finite()) {
                continue;
            }
            let state = State {
                q: [&turn, &q[4..]].concat(),
                qd: numbers("v"),
                qdd: numbers("a"),
                tau: numbers("tau"),
                ..State::random(&robot.robot.system, 0, 1)
            };
            // Rounding of the position changes entries by its size; a shadow can be long.
            let length = turn
                .iter()
                .fold(1.0, |most: f64, part| most.max(part.abs()));
            for (function, key) in [
                (Function::MassMatrix, "M"),
                (Function::Gravity, "g"),
                (Function::Bias, "nle"),
                (Function::InverseDynamics, "rnea"),
                (Function::ForwardDynamics, "aba"),
            ] {
                let subject = format!("{function} at {turn:?}");
                let result = robot.at(function, &state);
                assert_close(&result, &numbers(key), 1e-12 * length, &subject);
            }
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

/// With body rates the dynamics are those of a quaternion, for one division and a few products more.
#[test]
fn the_quaternion_costs_one_division() {
    let [quaternion, parameters] = ["ball", "ball, chart: modified_rodrigues"].map(|shoulder| {
        let items = format!(
            "joint shoulder {{ {shoulder}, parent: world, child: upper }},
            body upper {{ mass: 3, com: [0.01, 0.004, -0.15], inertia: [0.05, 0.001, 0.002, 0.05, 0.001, 0.01] }},
            joint elbow {{ revolute, axis: y, parent: upper, child: lower, origin: [0, 0, -0.3] }},
            body lower {{ mass: 2, com: [0.02, 0, -0.1], inertia: [0.02, 0.001, 0, 0.02, 0.001, 0.004] }},"
        );
        let settings = Settings {
            effort: Effort::None,
            ..Settings::default()
        };
        Robot::of_tokens(&items, settings).derive()
    });
    parameters.assert_proved();
    let pair = quaternion.derivations.functions.iter();
    let pair: Vec<_> = pair.zip(&parameters.derivations.functions).collect();
    let mut longer = 0;
    for (quaternion, parameters) in &pair {
        assert_eq!(quaternion.target, parameters.target);
        let [before, after] = [quaternion, parameters].map(|of| Count::of(&of.program));
        assert_eq!(
            [after.sqrt, after.sincos, after.other],
            [before.sqrt, before.sincos, before.other]
        );
        let name = quaternion.target.function;
        assert!(after.div <= before.div + 1, "{name}: {before:?} {after:?}");
        assert!(after.mul <= before.mul + 8, "{name}: {before:?} {after:?}");
        longer += after.div - before.div;
    }
    assert!(longer > 0 && pair.len() > 10);
}
