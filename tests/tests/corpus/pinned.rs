//! Links held where they are: `golden/constraints/pinned_*.json` against emitted code.

use std::path::Path;

use multibody::reference::State;
use multibody_tests::{Comparison, Coordinates, Emitted, Evaluation, Variant};
use serde_json::Value;

use super::generated::{FOLDER, golden, of_variant};

/// The file of each robot.
const FILES: [(&str, &str); 2] = [
    ("ur5", "pinned_ur5_tool0"),
    ("anymal_b", "pinned_anymal_b_feet"),
];

/// All that is not within the tolerance, and how much was compared.
pub fn compare_all() -> (String, usize) {
    let (mut faults, mut count) = (String::new(), 0);
    for robot in of_variant(Variant::Pinned) {
        let (_, file) = FILES
            .iter()
            .find(|(name, _)| *name == robot.robot)
            .expect("a file");
        let path =
            Path::new(FOLDER.expect("a corpus")).join(format!("golden/constraints/{file}.json"));
        let text = std::fs::read_to_string(&path).expect("the pinned robot");
        let pinned: Value = serde_json::from_str(&text).expect("a file of numbers");
        for case in pinned["cases"].as_array().expect("cases") {
            for comparison in comparisons(robot, case) {
                let worst = comparison.worst();
                count += 1;
                if worst.error > 1.0 {
                    faults += &format!("{}: {}: {worst:?}\n", robot.robot, comparison.quantity);
                }
            }
        }
    }
    (faults, count)
}

fn comparisons(robot: &Emitted, case: &Value) -> Vec<Comparison> {
    let coordinates = Coordinates::new(&golden(robot.robot), robot.joints).expect("its joints");
    let numbers = |of: &Value| flat(of);
    let rates = |of: &Value| coordinates.vector(&numbers(of));
    let q = coordinates.position(&numbers(&case["q"]));
    let rows = robot.subject.model().nc();
    let state = |kd: f64| State {
        t: 0.0,
        q: q.clone(),
        qd: rates(&case["v"]),
        qdd: vec![0.0; robot.nv()],
        tau: rates(&case["tau"]),
        wrenches: Vec::new(),
        feedback: [0.0, kd],
        restitution: 0.0,
        weight: 0.0,
        lambda: vec![0.0; rows],
        selectors: vec![1.0; rows],
        direction: [const { Vec::new() }; 3],
        weights: Vec::new(),
        ctrl: Vec::new(),
    };
    let singular = robot
        .subject
        .model()
        .constraint_jacobian(&q)
        .singular_values();
    let amplification = (singular.max() / singular.min()).powi(2);
    assert!(amplification < 1e4, "{amplification:e}");
    let numbers_of = |block: &Value, first: &str, second: &str| {
        [rates(&block[first]), numbers(&block[second])].concat()
    };
    let jacobian = case["J"].as_array().expect("rows").iter().flat_map(rates);
    let checks = [
        (0.0, "constraint_jacobian", jacobian.collect()),
        (0.0, "constraint_bias", numbers(&case["Jdot_v"])),
        (
            0.0,
            "constrained_forward_dynamics",
            numbers_of(case, "qdd", "lam"),
        ),
        (
            20.0,
            "constrained_forward_dynamics with feedback",
            numbers_of(&case["kd20"], "qdd", "lam"),
        ),
        (
            0.0,
            "constraint_impulse",
            numbers_of(&case["impact"], "v_plus", "impulse"),
        ),
    ];
    checks
        .into_iter()
        .map(|(kd, quantity, expected)| Comparison {
            quantity: quantity.into(),
            actual: Evaluation::of(&[robot.subject], &state(kd))
                .all(quantity)
                .next()
                .unwrap_or_else(|| panic!("{quantity} is not emitted"))
                .to_vec(),
            expected,
            columns: 1,
            scale: 0.0,
            amplification,
        })
        .collect()
}

/// All numbers in it.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(parts) => parts.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}
