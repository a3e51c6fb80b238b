//! Which traits of the runtime a robot implements.

use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings, generate};

use crate::support::fixture;

/// The traits of a robot that has all default functions but one.
fn traits_without(absent: Option<Function>) -> Vec<String> {
    let functions = Function::always();
    let settings = Settings {
        effort: Effort::None,
        functions: functions.filter(|f| Some(*f) != absent).collect(),
        ..Settings::default()
    };
    let generated = generate(&fixture("pendulum.urdf"), &settings, &mut |_| ());
    let items = generated.expect("a robot without a fault").definitions;
    items
        .lines()
        .filter_map(|line| line.strip_prefix("impl<T: multibody::Real> multibody::"))
        .filter_map(|rest| rest.split_once('<'))
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.contains("::"))
        .collect()
}

#[test]
fn items_for_checking_are_last_and_left_out_on_request() {
    let text = |reference| {
        let settings = Settings {
            effort: Effort::None,
            functions: [Function::Gravity].into(),
            reference,
            ..Settings::default()
        };
        let generated = generate(&fixture("pendulum.urdf"), &settings, &mut |_| ());
        generated.expect("a robot without a fault").definitions
    };
    let (with, without) = (text(true), text(false));
    let checked = with
        .strip_prefix(without.trim_end())
        .expect("the same, and more");
    let first = "#[rustfmt::skip]\nmultibody::reference_items!";
    assert!(checked.trim_start().starts_with(first), "{checked}");
    assert!(!without.contains("reference"), "{without}");
}

#[test]
fn a_robot_without_a_function_keeps_all_other_traits() {
    let all = [
        "Multibody",
        "CoriolisMatrix",
        "ForwardDynamics",
        "MassMatrixInverse",
        "Acceleration",
    ];
    assert_eq!(traits_without(None), all);
    for (function, index) in [
        (Function::CoriolisMatrix, 1),
        (Function::ForwardDynamics, 2),
        (Function::MassMatrixInverse, 3),
    ] {
        let mut others = all.to_vec();
        others.remove(index);
        // It needs forward dynamics.
        others.retain(|of| *of != "Acceleration" || function != Function::ForwardDynamics);
        assert_eq!(traits_without(Some(function)), others);
    }
    assert_eq!(traits_without(Some(Function::Gravity)), ["Acceleration"]);
}
