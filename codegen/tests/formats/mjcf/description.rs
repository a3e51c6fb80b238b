//! What a model has besides links and joints: numbers of actuators, tendons, named states.

use serde_json::Value;

use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::model::{Model, NamedState, Number, Tendon};

use super::comparison::Comparisons;
use super::states::{States, TOLERANCE, text};
use crate::golden_numbers::{flat, list, number};

fn float(value: &Number) -> f64 {
    nearest_f64(&value.value)
}

fn floats(values: &[Number]) -> Vec<f64> {
    values.iter().map(float).collect()
}

/// The parts of a case that are in the model.
pub fn compare_description(case: &Value, model: &Model, comparisons: &mut Comparisons) {
    let parts = |key: &str| case.get(key).map_or(&[][..], |value| list(value));
    let states = States::of(case, "states");
    for tendon in parts("tendons") {
        let name = text(&tendon["name"]);
        let actual = model.tendons.iter().find(|of| of.name.value == name);
        comparisons.add_condition(&format!("tendon {name}"), actual.is_some());
    }
    compare_actuators(parts("actuators"), model, comparisons);
    for keyframe in parts("keyframes") {
        let [q, v] = ["q", "v"].map(|key| flat(&keyframe[key]));
        let expected = (
            states.conversion.position(&q),
            states.conversion.rates(&q, &v),
        );
        compare_state(text(&keyframe["name"]), expected, case, model, comparisons);
    }
    let q: Vec<f64> = list(&case["joints"])
        .iter()
        .flat_map(|joint| flat(&joint["qpos0"]))
        .collect();
    let rates = vec![0.0; list(&case["states"][0]["v"]).len()];
    let q = states.conversion.position(&q);
    compare_state("qpos0", (q, rates), case, model, comparisons);
    for (index, mujoco) in states.all().enumerate() {
        if let Some(expected) = mujoco.values.get("tendon_length") {
            let q = states.conversion.position(&mujoco.q);
            let lengths: Vec<f64> = (model.tendons.iter())
                .map(|tendon| length(tendon, case, &q))
                .collect();
            let name = format!("lengths of tendons at {index}");
            comparisons.add(&name, Some(&lengths), &flat(expected), TOLERANCE);
        }
    }
}

fn compare_actuators(expected: &[Value], model: &Model, comparisons: &mut Comparisons) {
    let with_state = |actuator: &&Value| actuator["dynamics"] != "none";
    let expected: Vec<&Value> = expected
        .iter()
        .filter(|actuator| !with_state(actuator))
        .collect();
    let names = model
        .actuators
        .iter()
        .map(|actuator| actuator.name.value.as_str());
    let are_named = names.eq(expected.iter().map(|actuator| text(&actuator["name"])));
    comparisons.add_condition("names of actuators", are_named);
    for (actual, expected) in model.actuators.iter().zip(expected) {
        let name = &actual.name.value;
        let mut add = |quantity: &str, actual: &[f64], expected: &[f64]| {
            comparisons.add(
                &format!("{quantity} of {name}"),
                Some(actual),
                expected,
                TOLERANCE,
            );
        };
        add("gear", &[float(&actual.gear)], &[number(&expected["gear"])]);
        add("gain", &floats(&actual.gain), &flat(&expected["gain"]));
        add("bias", &floats(&actual.bias), &flat(&expected["bias"]));
        for (range, [is_limited, ends]) in [
            (&actual.control_range, ["ctrl_limited", "ctrlrange"]),
            (&actual.force_range, ["force_limited", "forcerange"]),
        ] {
            let is_limited = expected[is_limited] == true;
            let expected = if is_limited { flat(&expected[ends]) } else { Vec::new() };
            let actual = range.as_ref().map_or(Vec::new(), |range| floats(range));
            add(ends, &actual, &expected);
        }
    }
}

/// A state with a name: positions and rates in our conventions.
fn compare_state(
    name: &str,
    (q, qd): (Vec<f64>, Vec<f64>),
    case: &Value,
    model: &Model,
    comparisons: &mut Comparisons,
) {
    let state = model
        .keyframes
        .iter()
        .find(|state| state.name.value == name);
    let of_joints = |part: fn(&NamedState, usize) -> Vec<f64>| {
        let joints = list(&case["joints"]).iter();
        let values = joints.map(|joint| {
            let state = state?;
            let index = state
                .joints
                .iter()
                .position(|of| of.joint == text(&joint["name"]))?;
            Some(part(state, index))
        });
        values
            .collect::<Option<Vec<_>>>()
            .map(|parts| parts.concat())
    };
    let positions = of_joints(|state, index| floats(&state.joints[index].positions));
    let rates = of_joints(|state, index| floats(&state.joints[index].rates));
    let positions_name = format!("positions of {name}");
    comparisons.add(&positions_name, positions.as_deref(), &q, TOLERANCE);
    comparisons.add(
        &format!("rates of {name}"),
        rates.as_deref(),
        &qd,
        TOLERANCE,
    );
}

/// The index of a joint's only position.
fn index(case: &Value, joint: &str) -> usize {
    let joints = list(&case["joints"]).iter();
    let before = joints.take_while(|of| of["name"] != joint);
    let count = |of: &Value| match text(&of["type"]) {
        "free" => 7,
        "ball" => 4,
        _ => 1,
    };
    before.map(count).sum()
}

fn length(tendon: &Tendon, case: &Value, q: &[f64]) -> f64 {
    let terms = tendon.terms.iter();
    terms
        .map(|(joint, factor)| float(factor) * q[index(case, &joint.value)])
        .sum()
}
