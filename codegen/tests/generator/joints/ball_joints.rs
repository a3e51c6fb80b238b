//! What ball joints cost beside three revolute joints each: the table of `docs/measurements.md`.

use multibody_codegen::internal::ir::Count;
use multibody_codegen::settings::Root;
use multibody_codegen::{Function, Settings};

use crate::support::{Derived, Robot};

/// A humanoid whose hips, ankles and shoulders are joints of a kind; knees, elbows and waist turn about an axis.
fn humanoid(ball: &str) -> Derived {
    let mut items = String::from(
        "joint waist { revolute, parent: pelvis, child: torso, axis: z, origin: [0, 0, 0.1] },
        body pelvis { mass: 9, com: [0.01, 0, 0.03], inertia: [0.08, 0.001, 0.002, 0.07, 0.001, 0.09] },
        body torso { mass: 22, com: [-0.01, 0.002, 0.2], inertia: [0.6, 0.002, 0.01, 0.5, 0.003, 0.2] },",
    );
    for (side, y) in [("left", 1), ("right", -1)] {
        let limb = |parent: &str, joints: [(&str, &str, String, &str); 2]| -> String {
            let mut carrier = parent.to_owned();
            let mut text = String::new();
            for (joint, kind, origin, body) in joints {
                let name = format!("{side}_{body}");
                text += &format!(
                    "joint {side}_{joint} {{ {kind}, parent: {carrier}, child: {name}, origin: {origin} }},
                    body {name} {{ mass: 3, com: [0.01, {}, -0.15], inertia: [0.05, 0.001, 0.002, 0.05, 0.001, 0.01] }},",
                    0.004 * f64::from(y),
                );
                carrier = name;
            }
            text
        };
        let across = |height: f64, width: f64| format!("[0, {}, {height}]", width * f64::from(y));
        let hinge = "revolute, axis: y";
        items += &limb(
            "pelvis",
            [
                ("hip", ball, across(-0.05, 0.1), "thigh"),
                ("knee", hinge, across(-0.4, 0.0), "shank"),
            ],
        );
        items += &format!(
            "joint {side}_ankle {{ {ball}, parent: {side}_shank, child: {side}_foot, origin: [0, 0, -0.4] }},
            body {side}_foot {{ mass: 1, com: [0.05, 0, -0.04], inertia: [0.002, 0, 0.0003, 0.005, 0, 0.006] }},"
        );
        items += &limb(
            "torso",
            [
                ("shoulder", ball, across(0.4, 0.2), "upper_arm"),
                ("elbow", hinge, across(-0.3, 0.0), "forearm"),
            ],
        );
    }
    let settings = Settings {
        root: Root::FLOATING,
        ..Settings::default()
    };
    Robot::of_tokens(&items, settings).derive()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn balls_and_three_turns_have_the_costs_of_the_table() {
    let [balls, turns] = ["ball", "ball, chart: zxy"].map(humanoid);
    assert_eq!([&balls, &turns].map(|of| of.robot.system.nv()), [29; 2]);
    let mut table = String::from("| function | balls | turns |\n|---|---|---|\n");
    let pairs = balls
        .derivations
        .functions
        .iter()
        .zip(&turns.derivations.functions);
    for (ball, turn) in pairs {
        assert_eq!(ball.target, turn.target);
        let [balls, turns] = [ball, turn].map(|of| Count::of(&of.program));
        let function = ball.target.function;
        table += &format!(
            "| {function} | {} | {} |\n",
            balls.mul_add(),
            turns.mul_add()
        );
        if function == Function::ForwardDynamics {
            assert_eq!([balls.sincos, turns.sincos], [5, 23]);
        }
    }
    let measurements = include_str!("../../../../docs/measurements.md");
    assert!(measurements.contains(&table), "the table is\n{table}");
}

/// An arm whose shoulder is these joints, the last of which carries `upper`.
fn arm(shoulder: &str) -> Derived {
    let items = format!(
        "{shoulder}
        body upper {{ mass: 3, com: [0.01, 0.004, -0.15], inertia: [0.05, 0.001, 0.002, 0.05, 0.001, 0.01] }},
        joint elbow {{ revolute, axis: y, parent: upper, child: lower, origin: [0, 0, -0.3] }},
        body lower {{ mass: 2, com: [0.02, 0, -0.1], inertia: [0.02, 0.001, 0, 0.02, 0.001, 0.004] }},"
    );
    Robot::of_tokens(&items, Settings::default()).derive()
}

/// Three angles are three revolute joints, to the operation.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_ball_by_three_angles_costs_what_three_revolute_joints_cost() {
    let ball = arm("joint shoulder { ball, chart: zxy, parent: world, child: upper },");
    let hinges = arm("joint yaw { revolute, axis: z, parent: world, child: a },
        joint roll { revolute, axis: x, parent: a, child: b },
        joint pitch { revolute, axis: y, parent: b, child: upper }, body a {}, body b {},");
    let pair = ball.derivations.functions.iter();
    let pair: Vec<_> = pair.zip(&hinges.derivations.functions).collect();
    assert!(pair.len() > 10);
    for (ball, hinges) in pair {
        assert_eq!(ball.target.function, hinges.target.function);
        let [ball, hinges] = [ball, hinges].map(|of| Count::of(&of.program));
        assert_eq!(ball, hinges);
    }
}
