//! Long robots: what is left out, and what the rest comes to.

use multibody_codegen::internal::oversize::{LIMIT, oversize};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings, examine, generate};

use crate::support::{Robot, chain};

fn quick(functions: Option<Vec<Function>>) -> Settings {
    Settings {
        effort: Effort::None,
        functions,
        ..Settings::default()
    }
}

/// The functions that are left out of the default set, with their estimates.
fn left_out(joints: usize) -> Vec<(Function, usize)> {
    let robot = Robot::of(&chain(joints), quick(None));
    let found = oversize(&robot.system, &robot.settings);
    found.iter().map(|o| (o.function, o.operations)).collect()
}

/// Of all robots of so many rates a chain has the largest estimates: in it every rate acts on every
/// other. So none of 50 rates loses a function, be it a tree, floating, or with mimic joints.
#[test]
fn fifty_joints_have_all_functions_and_a_hundred_lack_two() {
    assert_eq!(left_out(50), []);
    assert_eq!(left_out(52), []);
    assert_eq!(left_out(53).len(), 1, "README says from where on");
    let names: Vec<Function> = left_out(100).into_iter().map(|(f, _)| f).collect();
    let matrices = [Function::CoriolisMatrix, Function::MassMatrixInverse];
    assert_eq!(names, matrices);
    let report = examine(&chain(50), &Settings::default());
    assert!(
        !report
            .diagnostics
            .iter()
            .any(|d| d.fault.kind() == "SettingOversize")
    );
}

/// What is asked for by name is there, and takes about as many operations as was said.
#[test]
fn a_function_asked_for_by_name_is_derived_and_its_estimate_holds() {
    let matrices = [Function::CoriolisMatrix, Function::MassMatrixInverse];
    let settings = Settings {
        proof: false,
        ..quick(Some(matrices.to_vec()))
    };
    let generated = generate(&chain(66), &settings, &mut |_| ()).expect("a robot without a fault");
    assert!(generated.report.absent.is_empty());
    for (estimate, found) in left_out(66).iter().zip(&generated.report.functions) {
        assert_eq!(estimate.0.name(), found.name);
        let (estimate, found) = (estimate.1 as f64, found.count.mul_add() as f64);
        assert!((estimate / found - 1.0).abs() < 0.1, "{estimate} {found}");
        assert!(found > LIMIT as f64);
    }
}

/// The default set of a hundred joints but for the search, which makes it smaller only.
#[test]
fn a_hundred_joints_take_bounded_text_and_keep_their_other_traits() {
    let generated = generate(&chain(100), &quick(None), &mut |_| ());
    let generated = generated.expect("a robot without a fault");
    let functions = &generated.report.functions;
    let operations: usize = functions.iter().map(|f| f.count.mul_add()).sum();
    assert!(functions.iter().all(|function| function.proved));
    assert!(operations < 320_000, "{operations}");
    assert!(
        generated.items.len() < 20_000_000,
        "{}",
        generated.items.len()
    );
    let absent = generated
        .report
        .absent
        .iter()
        .map(|(name, _)| name.as_str());
    assert!(absent.eq(["coriolis_matrix", "mass_matrix_inverse"]));
    for of in ["Multibody", "ForwardDynamics"] {
        let head = format!("impl multibody::{of}<100, 100>");
        assert!(generated.items.contains(&head), "{head}");
    }
    for of in ["CoriolisMatrix", "MassMatrixInverse"] {
        assert!(!generated.items.contains(&format!("impl multibody::{of}")));
    }
}
