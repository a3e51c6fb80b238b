//! Derived functions of systems under constraints against numbers that were found elsewhere: the folder
//! `golden/constraints` of the corpus.

use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings};
use serde_json::Value;

use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{self, flat, index, list, number};
use crate::support::corpus;
use crate::support::{Derived, Robot, State, assert_close};

/// A file.
fn golden(name: &str) -> Value {
    golden_numbers::golden(&corpus_folder(), name)
}

/// A point as tokens have it; two numbers are in a plane.
fn point(value: &Value) -> String {
    let mut point = flat(value);
    point.resize(3, 0.0);
    format!("{point:?}")
}

fn settings(functions: &[Function]) -> Settings {
    Settings {
        effort: Effort::None,
        functions: functions.into(),
        ..Settings::default()
    }
}

const FUNCTIONS: [Function; 4] = [
    Function::Constraint,
    Function::ConstraintJacobian,
    Function::ConstraintBias,
    Function::ConstrainedForwardDynamicsWithFeedback,
];

/// A state without forces, other than those given.
fn state(robot: &Derived, q: Vec<f64>, qd: Vec<f64>) -> State {
    let nv = qd.len();
    State {
        q,
        qd,
        tau: vec![0.0; nv],
        restitution: 0.0,
        ..State::random(&robot.robot.system, 0, 1)
    }
}

/// Compares with a case's C, J, its rate, accelerations and multipliers.
fn assert_case(robot: &Derived, state: &State, case: &Value, accelerations: &str, tolerance: f64) {
    let close = |function: Function, key: &str| {
        let expected = flat(&case[key]);
        assert_close(
            &robot.at(function, state),
            &expected,
            tolerance,
            &format!("{key} of {case}"),
        );
    };
    close(Function::Constraint, "C");
    close(Function::ConstraintJacobian, "J");
    close(Function::ConstraintBias, "Jdot_v");
    let result = robot.at(Function::ConstrainedForwardDynamicsWithFeedback, state);
    let (qdd, multipliers) = result.split_at(state.qd.len());
    assert_close(qdd, &flat(&case[accelerations]), tolerance, accelerations);
    assert_close(multipliers, &flat(&case["lam"]), tolerance, "lam");
}

/// Particles that slide along the axes, at distances from one another and from points.
fn particles(case: &Value) -> String {
    let axes = &["x", "y", "z"][..flat(&case["gravity"]).len()];
    let slides: Vec<String> = axes
        .iter()
        .map(|axis| format!("prismatic({axis})"))
        .collect();
    let mut items = format!("gravity = {},", point(&case["gravity"]));
    for (place, mass) in list(&case["mass"]).iter().enumerate() {
        let (mass, slides) = (number(mass), slides.join(", "));
        items += &format!(
            "joint j{place} {{ motions: [{slides}], parent: world, child: p{place} }}, body p{place} {{ mass: {mass:?} }},"
        );
    }
    for (place, constraint) in list(&case["constraints"]).iter().enumerate() {
        let (joint, length) = (index(&constraint[1]), number(&constraint[3]));
        let to = match constraint[0].as_str() {
            Some("anchor") => format!("[world, {}]", point(&constraint[2])),
            Some("dist") => format!("p{}", index(&constraint[2])),
            other => panic!("{other:?} is no constraint"),
        };
        items += &format!("distance c{place} {{ from: p{joint}, to: {to}, length: {length:?} }},");
    }
    items
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn particles_on_wires_and_rods_agree_with_others() {
    for (file, count) in [("bead_on_wire", 6), ("tinkertoy", 6)] {
        let golden = golden(&format!("constraints/{file}"));
        let cases = list(&golden["cases"]);
        assert_eq!(cases.len(), count);
        for case in cases {
            let robot = Robot::of_tokens(&particles(case), settings(&FUNCTIONS)).derive();
            robot.assert_proved();
            let state = State {
                feedback: [&case["ks"], &case["kd"]].map(number),
                ..state(&robot, flat(&case["x"]), flat(&case["v"]))
            };
            assert_case(&robot, &state, case, "accelerations", 1e-11);
        }
    }
}

/// Two pendulums, as particles at distances and by their angles: the angular accelerations of the same state.
#[test]
fn particles_move_as_their_angles_do() {
    let golden = golden("constraints/tinkertoy");
    let case = &list(&golden["cases"])[0];
    let expected = flat(&case["minimal_qdd"]);
    assert_eq!(expected.len(), 2);
    let lengths = list(&case["constraints"]).iter().map(|of| number(&of[3]));
    let lengths: Vec<f64> = lengths.collect();
    let masses = flat(&case["mass"]);
    // From the point before, as vectors in the plane.
    let rods_of = |values: &[f64]| {
        [0, 1, 2, 3].map(|k| values[k] - k.checked_sub(2).map_or(0.0, |k| values[k]))
    };
    let rods = |values: &[f64]| {
        let [x, y, z, w] = rods_of(values);
        [[x, y], [z, w]]
    };
    let (places, rates) = (rods(&flat(&case["x"])), rods(&flat(&case["v"])));
    // How fast a rod turns about z; of accelerations too, since what turning takes inwards is along the rod.
    let rotation = |index: usize, [x, y]: [f64; 2]| {
        (places[index][0] * y - places[index][1] * x) / lengths[index].powi(2)
    };

    let particles = Robot::of_tokens(
        &particles(case),
        settings(&[Function::ConstrainedForwardDynamics]),
    )
    .derive();
    let moving = state(&particles, flat(&case["x"]), flat(&case["v"]));
    let forces = particles.at(Function::ConstrainedForwardDynamics, &moving);
    let axis = rods(&forces[..4]);
    let actual: Vec<f64> = (0..2).map(|index| rotation(index, axis[index])).collect();
    assert_close(&actual, &expected, 1e-11, "by multipliers");

    let mut items = format!("gravity = {},", point(&case["gravity"]));
    let (mut carrier, mut hangs) = ("world".to_owned(), 0.0);
    for (index, (length, mass)) in lengths.iter().zip(&masses).enumerate() {
        items += &format!(
            "joint j{index} {{ revolute, axis: z, parent: {carrier}, child: p{index}, origin: [0, -{hangs:?}, 0] }}, \
             body p{index} {{ mass: {mass:?}, com: [0, -{length:?}, 0] }},"
        );
        (carrier, hangs) = (format!("p{index}"), *length);
    }
    let angles = Robot::of_tokens(&items, settings(&[Function::ForwardDynamics])).derive();
    angles.assert_proved();
    // Of each rod against the one before.
    let relative_angles = |[one, other]: [f64; 2]| vec![one, other - one];
    let moving = state(
        &angles,
        relative_angles(places.map(|[x, y]| x.atan2(-y))),
        relative_angles([0, 1].map(|index| rotation(index, rates[index]))),
    );
    let mut actual = angles.at(Function::ForwardDynamics, &moving);
    actual[1] += actual[0];
    assert_close(&actual, &expected, 1e-11, "by angles");
}

#[test]
fn four_bars_agree_with_others() {
    let golden = golden("constraints/fourbar");
    let [lengths, masses] = ["lengths", "masses"].map(|key| flat(&golden[key]));
    let mut items = format!("gravity = [0, -{:?}, 0],", number(&golden["gravity"]));
    let mut parent = ("world".to_owned(), 0.0);
    for (index, (l, m)) in lengths.iter().zip(&masses).enumerate() {
        let (carrier, x) = &parent;
        items += &format!(
            "joint q{index} {{ revolute, axis: z, parent: {carrier}, child: rod{index}, origin: [{x:?}, 0, 0] }},
             body rod{index} {{ mass: {m:?}, com: [{l:?} / 2, 0, 0], inertia: diag(0, {m:?} * {l:?} * {l:?} / 12, {m:?} * {l:?} * {l:?} / 12) }},"
        );
        parent = (format!("rod{index}"), *l);
    }
    let pin = flat(&golden["pin"]);
    for (index, function) in ["cos", "sin"].iter().enumerate() {
        let [a, b, c] = [lengths[0], lengths[1], lengths[2]];
        items += &format!(
            "constraint c{index}: {a:?} * {function}(q0) + {b:?} * {function}(q0 + q1) + {c:?} * {function}(q0 + q1 + q2) - {:?},",
            pin[index]
        );
    }
    let robot = Robot::of_tokens(&items, settings(&FUNCTIONS)).derive();
    robot.assert_proved();
    let cases = list(&golden["cases"]);
    assert_eq!(cases.len(), 9);
    for case in cases {
        let state = State {
            tau: flat(&case["tau"]),
            feedback: [&case["ks"], &case["kd"]].map(number),
            ..state(&robot, flat(&case["q"]), flat(&case["v"]))
        };
        assert_case(&robot, &state, case, "qdd", 1e-11);
    }
}

/// Where numbers of a robot stand that others give in another order of joints.
struct Order {
    q: Vec<usize>,
    v: Vec<usize>,
}

impl Order {
    fn of(robot: &Derived, golden: &Value) -> Self {
        let (mut q, mut v) = (Vec::new(), Vec::new());
        for coordinate in &robot.robot.system.coordinates {
            let is_root = |joint: &&Value| joint["type"] == "FreeFlyer";
            let of_name = |joint: &&Value| joint["name"] == coordinate.joint.as_str();
            let joints = list(&golden["joints"]).iter();
            let joint = joints
                .clone()
                .find(of_name)
                .or_else(|| joints.clone().find(is_root));
            let joint = joint.expect("a joint of that name");
            q.extend((0..coordinate.kind.positions().len()).map(|k| index(&joint["idx_q"]) + k));
            v.extend((0..coordinate.kind.nv()).map(|k| index(&joint["idx_v"]) + k));
        }
        Self { q, v }
    }

    fn reorder(order: &[usize], values: &Value) -> Vec<f64> {
        let values = flat(values);
        order.iter().map(|&at| values[at]).collect()
    }
}

/// Links whose origins are fixed: by velocities, which at rest is the same as by pins.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn constrained_links_agree_with_others() {
    let functions = [
        Function::ConstraintJacobian,
        Function::ConstraintBias,
        Function::ConstrainedForwardDynamics,
        Function::ConstrainedForwardDynamicsWithFeedback,
        Function::ConstraintImpulse,
    ];
    for (pinned, name) in [
        ("pinned_ur5_tool0", "ur5"),
        ("pinned_anymal_b_feet", "anymal_b"),
    ] {
        let pinned = golden(&format!("constraints/{pinned}"));
        let golden = golden(name);
        let corpus = corpus::folder();
        let links = list(&pinned["links"]).iter();
        let links = links.map(|link| link.as_str().expect("a name"));
        let contacts: String = links
            .map(|link| format!("contact {link} {{ at: {link} }},"))
            .collect();
        let settings = Settings {
            root: if pinned["root"] == "freeflyer" { Root::FLOATING } else { Root::Fixed },
            effort: Effort::Default,
            ..settings(&functions)
        };
        let robot = Robot::of_both(&corpus.robot(name), &contacts, settings).derive();
        robot.assert_proved();
        let order = Order::of(&robot, &golden);
        let reorder = |values: &Value| Order::reorder(&order.v, values);
        let cases = list(&pinned["cases"]);
        assert_eq!(cases.len(), 4);
        for case in cases {
            let mut state = State {
                tau: reorder(&case["tau"]),
                ..state(
                    &robot,
                    Order::reorder(&order.q, &case["q"]),
                    reorder(&case["v"]),
                )
            };
            let rows: Vec<f64> = list(&case["J"]).iter().flat_map(reorder).collect();
            let close = |actual: &[f64], expected: &[f64], subject: &str| {
                assert_close(actual, expected, 1e-9, &format!("{subject} of {name}"));
            };
            close(&robot.at(Function::ConstraintJacobian, &state), &rows, "J");
            close(
                &robot.at(Function::ConstraintBias, &state),
                &flat(&case["Jdot_v"]),
                "Jdot_v",
            );
            for (kd, block) in [(0.0, case), (20.0, &case["kd20"])] {
                state.feedback = [0.0, kd];
                let expected = [reorder(&block["qdd"]), flat(&block["lam"])].concat();
                let function = Function::ConstrainedForwardDynamicsWithFeedback;
                close(&robot.at(function, &state), &expected, "qdd and lam");
                if kd == 0.0 {
                    close(
                        &robot.at(Function::ConstrainedForwardDynamics, &state),
                        &expected,
                        "qdd and lam",
                    );
                }
            }
            let impact = &case["impact"];
            let expected = [reorder(&impact["v_plus"]), flat(&impact["impulse"])].concat();
            close(
                &robot.at(Function::ConstraintImpulse, &state),
                &expected,
                "the impulse",
            );
        }
    }
}
