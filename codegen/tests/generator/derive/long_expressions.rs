//! Expressions whose derivatives, written out, would be longer than any memory: they are cut into pieces, and what is
//! shared is visited once.

use std::path::Path;

use multibody_codegen::internal::budget::spent;
use multibody_codegen::{Settings, generate_attribute};

use crate::support::Robot;

const TWO: &str = "coordinates = [x, y], kinetic = (x_dot.powi(2) + y_dot.powi(2)) / 2, ";

/// Definitions `a1` to `a_count`, each of the one before, whose name stands for `#`, from `a0`.
fn chain(first: &str, next: &str, count: usize) -> String {
    let definitions = (0..count).map(|index| {
        let value = next.replace('#', &format!("a{index}"));
        format!("let a{} = {value};", index + 1)
    });
    format!("let a0 = {first};{}", definitions.collect::<String>())
}

/// Derived and proved at the default effort, and with equations to read.
fn assert_derived(items: &str) {
    Robot::of_tokens(items, Settings::default())
        .derive()
        .assert_proved();
    let attribute = format!("{items}, equations = true, effort = none, functions(gravity)");
    let item = "struct System;".parse().unwrap();
    let result = generate_attribute(attribute.parse().unwrap(), item, Path::new(""), &mut |_| ());
    let generated = result
        .generated
        .unwrap_or_else(|| panic!("{:?}", result.reports.tokens));
    assert!(generated.definitions.contains("EQUATIONS"), "{items}");
}

/// What once took forever is counted: products of terms that the algebra multiplies out, 284 and none, and nodes of all
/// programs, 86, 1290 and 456. Up to twice as many may come of other choices; written out they are 2^24 and more.
#[test]
fn work_on_long_expressions_is_counted() {
    let three =
        "coordinates = [x, y, z], kinetic = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2,";
    let lets = chain("x", "exp(# * 0.001) * sin(#) + y", 24);
    let powers = chain("x + y", "#.powi(64) + y", 6);
    for (items, allowed_steps, most_nodes) in [
        (
            format!("{three} potential = cos(60 * x + 60 * y + 60 * z)"),
            1..=600,
            180,
        ),
        (format!("{TWO}{lets} potential = a24"), 0..=0, 2600),
        (format!("{TWO}{powers} potential = a6"), 0..=0, 900),
    ] {
        let start = spent();
        let robot = Robot::of_tokens(&items, Settings::default()).derive();
        let steps = spent() - start;
        let programs = robot.derivations.functions.iter();
        let nodes: usize = programs.map(|of| of.program.nodes().len()).sum();
        println!("{steps} steps, {nodes} nodes");
        assert!(allowed_steps.contains(&steps), "{steps} steps: {items}");
        assert!((1..=most_nodes).contains(&nodes), "{nodes} nodes: {items}");
    }
}

/// Definitions of one another, of which each is twice in the next: 2^24 and 2^60 where they are put in.
#[test]
fn nested_definitions_are_visited_once() {
    for (next, count) in [
        ("exp(# * 0.001) * sin(#) + y", 24),
        ("sin(#) + cos(#) * y", 60),
    ] {
        let chain = chain("x", next, count);
        assert_derived(&format!("{TWO}{chain} potential = a{count}"));
    }
}

/// Also where places must not depend on rates.
#[test]
fn nested_definitions_of_places_are_visited_once() {
    let chain = chain("x", "sin(#) + cos(#) * y", 60);
    let items =
        format!("coordinates = [x, y], {chain} particle p {{ mass: 1, position: [a60, y, 0] }}");
    let robot = Robot::of_tokens(&items, Settings::default());
    assert_eq!(robot.system.symbolic.bodies.len(), 1);
}

/// Sums of coordinates are put in where they are used, so that angles fold.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn nested_sums_are_cut() {
    let chain = chain("x + 0.5 * y", "# + 0.25 * (# + y)", 40);
    assert_derived(&format!("{TWO}{chain} potential = cos(a40)"));
}

/// Definitions within one expression are no pieces by themselves.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn blocks_are_cut() {
    let chain = chain("x * y + y", "# / (1 + #) + y", 12);
    assert_derived(&format!("{TWO}potential = {{ {chain} a12 }}"));
    let product = (1..=90).map(|at| format!("(x + {at} * y)"));
    let product: Vec<String> = product.collect();
    assert_derived(&format!("{TWO}potential = 1e-99 * {}", product.join(" * ")));
}

/// Powers of powers: x to the power of 64^5.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn powers_of_powers_are_cut() {
    let chain = chain("x + y", "#.powi(64) + y", 6);
    assert_derived(&format!("{TWO}{chain} potential = a6"));
    let nested = (0..5).fold("x".to_owned(), |power, _| format!("({power}).powi(64)"));
    assert_derived(&format!("{TWO}potential = {nested}"));
    let nested = (0..8).fold("x".to_owned(), |power, _| format!("({power} * y).powi(64)"));
    assert_derived(&format!("{TWO}potential = {nested}"));
}

/// An energy that couples 32 coordinates with one another: its work is counted in nodes of all programs, 9785.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn dense_energies_are_derived() {
    let names: Vec<String> = (0..32).map(|index| format!("x{index}")).collect();
    let definition = |index: usize| {
        let others = (0..index).map(|other| format!(" + x{other}_dot / {}", index + other));
        format!("let d{index} = x{index}_dot{};", others.collect::<String>())
    };
    let definitions: String = (0..32).map(definition).collect();
    let squares: Vec<String> = (0..32).map(|index| format!("d{index}.powi(2)")).collect();
    let (names, squares) = (names.join(", "), squares.join(" + "));
    let items = format!("coordinates = [{names}], {definitions} kinetic = {squares}");
    let robot = Robot::of_tokens(&items, Settings::default()).derive();
    let programs = robot.derivations.functions.iter();
    let nodes: usize = programs.map(|of| of.program.nodes().len()).sum();
    println!("{nodes} nodes");
    assert!((1..=20_000).contains(&nodes), "{nodes} nodes");
    robot.assert_proved();
}
