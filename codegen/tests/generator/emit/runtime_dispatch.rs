//! Runtime dispatch, by the option `dispatch`: the emitted text, and for which functions.

use std::path::Path;

use multibody_codegen::internal::function::in_rust;
use multibody_codegen::report::FunctionReport;
use multibody_codegen::settings::{Bundle, Effort, Root};
use multibody_codegen::{Generated, Settings, generate, generate_attribute};

use crate::support::{assert_formatted, shared_fixture};

fn two_limbs(dispatch: bool, krate: &str) -> Generated {
    let names = |all: &[&str]| {
        all.iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    let mut settings = Settings {
        name: "Limbs".into(),
        root: Root::FLOATING,
        effort: Effort::None,
        links: names(&["trunk", "left_shank"]),
        wrenches: names(&["left_shank"]),
        contacts: names(&["left_shank"]),
        bundles: vec![Bundle {
            name: "step".into(),
            functions: ["mass_matrix", "bias", "pose"].map(Into::into).into(),
        }],
        at: vec!["bias".into(), "gravity".into()],
        dispatch,
        ..Settings::default()
    };
    settings.krate.0 = krate.into();
    let generated = generate(&shared_fixture("two_limbs.urdf"), &settings, &mut |_| ());
    generated.expect("a robot without a fault")
}

/// What a function has to do, but for sines.
fn operations(function: &FunctionReport) -> usize {
    function.count.mul_add() + function.count.div
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_of_some_length_query_the_processor() {
    let (plain, dispatched) = (two_limbs(false, "multibody"), two_limbs(true, "multibody"));
    assert!(!plain.definitions.contains("dispatch"));
    let dispatches = |name: &str| {
        let name = in_rust(name);
        let body = |form: &str| {
            dispatched
                .definitions
                .contains(&format!("    fn {name}{form}_with<"))
        };
        body("") || body("_into")
    };
    let functions = &dispatched.report.functions;
    for function in functions.iter().filter(|f| !f.name.contains('.')) {
        let name = &function.name;
        assert_eq!(dispatches(name), operations(function) >= 60, "{name}");
    }
    let calls = dispatched
        .definitions
        .matches("        multibody::dispatched! {\n")
        .count();
    let bodies = dispatched
        .definitions
        .matches("    #[inline(always)]\n    fn ")
        .count();
    assert!(calls > 10 && calls == bodies, "{calls} and {bodies}");
    // Some are too short for that, one is long.
    assert!(functions.iter().any(|function| !dispatches(&function.name)));
    assert_eq!(dispatched.definitions.matches("is_long: true").count(), 0);
    // Users may forbid what the runtime has to do.
    assert!(!dispatched.definitions.contains("unsafe"));
}

/// The same with a parameter: the body for the processor is of the type that has it prepared.
fn load() -> String {
    let attribute = "urdf = \"robots/two_limbs.urdf\", root = floating, effort = none, links(trunk), wrenches(trunk), \
        bundle(step = [mass_matrix, bias]), at(bias, inverse_dynamics), dispatch = true";
    let item = "pub struct Limbs { #[parameter(body = trunk, mass)] pub mass_of_the_trunk: f64 }";
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests"));
    let result = generate_attribute(
        attribute.parse().expect("tokens"),
        item.parse().expect("tokens"),
        folder,
        &mut |_| (),
    );
    let generated = result.generated;
    generated
        .unwrap_or_else(|| panic!("{:?}", result.reports.tokens))
        .definitions
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn prepared_robots_and_positions_are_dispatched_too() {
    let text = load();
    for of in ["LimbsPrepared<T>", "LimbsAt<T>"] {
        assert!(text.contains(&format!("            self: {of},\n")), "{of}");
    }
    // Who has yet to be prepared does not ask.
    assert!(!text.contains("            self: Limbs,\n"));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rustfmt_changes_nothing() {
    let long = "ours::multibody";
    let texts = [
        two_limbs(true, "multibody").definitions,
        two_limbs(true, long).definitions,
        load(),
    ];
    for text in texts {
        assert_formatted(&text);
    }
}
