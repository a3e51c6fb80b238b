//! JavaScript, read back: each function computes the operations of its program on the same operands, node by node.

use multibody_codegen::Settings;
use multibody_codegen::internal::emit::javascript;
use multibody_codegen::internal::ir::InputKind;
use multibody_codegen::internal::passes::Prepared;
use multibody_codegen::internal::signature::{argument_name, indices};
use multibody_codegen::settings::{Effort, Root};

use crate::statements::{Operation, Reader, Term, Terms};
use crate::support::random_tree::random_tree;
use crate::support::{Robot, fixture, shared_fixture};

/// The outputs of a function's text.
fn outputs<'a>(text: &'a str, terms: &'a mut Terms) -> Vec<Term> {
    let mut lines = text.lines();
    let head = lines.next().expect("a function has a head");
    assert!(
        head.starts_with("function f(") && head.ends_with(") {"),
        "{head}"
    );
    let mut reader = Reader::new(terms);
    for line in lines.map(str::trim).filter(|line| !line.starts_with("//")) {
        reader.begin(line);
        match reader.word() {
            "const" => read_definitions(&mut reader),
            "return" => return reader.list("[", "]"),
            other => panic!("{other}: {line}"),
        }
    }
    panic!("it returns nothing");
}

/// `a = expression, b = expression;`
fn read_definitions(reader: &mut Reader<'_>) {
    loop {
        let name = reader.word();
        reader.expect(&["="]);
        let values = if reader.take("sineAndCosine") || reader.take("sinesAndCosines") {
            reader.expect(&["("]);
            let angles = reader.list("[", "]");
            reader.expect(&[")"]);
            reader.sines(angles)
        } else {
            vec![reader.sum()]
        };
        reader.define(name, values);
        if !reader.take(",") {
            return reader.end();
        }
    }
}

const ARGUMENTS: [InputKind; 6] = [
    InputKind::Parameter,
    InputKind::Q,
    InputKind::Qd,
    InputKind::Qdd,
    InputKind::Tau,
    InputKind::Time,
];

/// Reads all functions of a robot back; returns the number of their operations.
fn read_back(robot: Robot) -> usize {
    let rates = robot.system.nv();
    let functions = robot.derive().derivations.functions;
    let names = functions.iter().map(|of| of.target.function.name());
    // As a page has them, what depends on parameters alone is computed before.
    let prepared = Prepared::of(functions.iter().map(|of| &of.program));
    let programs = [&prepared.prepare].into_iter().chain(&prepared.functions);
    let mut count = 0;
    for (name, program) in ["prepare"].into_iter().chain(names).zip(programs) {
        let text = javascript::function("f", &ARGUMENTS, program, rates);
        let mut terms = Terms::default();
        let expected = terms.outputs(program, &|input| {
            let places = indices(input, rates).into_iter().map(|k| format!("[{k}]"));
            let places: String = places.collect();
            format!("{}{places}", argument_name(input.kind))
        });
        let operations = terms.0.len();
        assert!(outputs(&text, &mut terms) == expected, "{name}:\n{text}");
        // Of an angle whose sine alone is used, the cosine is computed too.
        let others = terms.0.iter().filter(|(_, index)| **index >= operations);
        let circles = ["sin", "cos"];
        for (operation, _) in others {
            let is_circle = |name: &String| circles.contains(&name.as_str());
            assert!(
                matches!(operation, Operation::Call(name, _) if is_circle(name)),
                "{name}: {operation:?}"
            );
        }
        count += operations;
    }
    count
}

fn settings(root: Root) -> Settings {
    Settings {
        root,
        effort: Effort::None,
        ..Settings::default()
    }
}

#[test]
fn arms_and_a_floating_robot_are_read_back() {
    let arms = [fixture("six_axes.urdf"), fixture("seven_joints.urdf")];
    for (arm, effort) in arms.into_iter().zip([Effort::Default, Effort::None]) {
        let settings = Settings {
            effort,
            ..settings(Root::Fixed)
        };
        assert!(read_back(Robot::of(&arm, settings)) > 2000);
    }
    let limbs = shared_fixture("two_limbs.urdf");
    assert!(read_back(Robot::of(&limbs, settings(Root::FLOATING))) > 3000);
}

/// Each chart, fields, a single angle, functions of numbers.
#[test]
fn all_joints_and_charts_are_read_back() {
    let seeds = if cfg!(all_tests) { 27 } else { 9 };
    for seed in 0..seeds {
        let (items, _) = random_tree(3 * seed);
        read_back(Robot::of_tokens(&items, settings(Root::Fixed)));
    }
    let pendulum = "coordinates = [x, phi], gravity = [0, 0, -g],
        particle cart { mass: 2, position: [x, 0, 0] },
        particle bob { mass: m, position: [x + l * phi.sin(), 0, -l * phi.cos()] },
        potential = k * (x.exp() + (1 + x * x).ln() + (1 + x * x).sqrt())";
    let fields = "struct Robot { g: f64, m: f64, l: f64, k: f64 }";
    assert!(read_back(Robot::of_struct(fields, pendulum, settings(Root::Fixed))) > 100);
}
