//! What cannot be derived is left out, and what can is kept.

use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::{Count, Exact, Input, InputKind};
use multibody_codegen::report::AbsentFunction;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Rational, Settings, decimal, generate, integer};

use crate::support::{Robot, State, assert_close, fixture, shared_fixture};

#[test]
fn a_robot_with_singular_mass_matrix_keeps_the_rest() {
    let source = shared_fixture("massless_tip.urdf");
    for (root, rank) in [(Root::Fixed, "2 of 3"), (Root::FLOATING, "7 of 9")] {
        let settings = Settings {
            root,
            effort: Effort::None,
            wrenches: vec!["tip".into()],
            links: vec!["tip".into()],
            ..Settings::default()
        };
        let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
        let reason = format!("the mass matrix is singular: its rank is {rank}");
        let absent = [
            "forward_dynamics",
            "mass_matrix_inverse",
            "forward_dynamics(wrenches)",
        ];
        let expected = absent.map(|name| AbsentFunction {
            function: name.to_owned(),
            reason: reason.clone(),
        });
        assert_eq!(generated.report.absent, expected);
        assert!(
            generated
                .report
                .functions
                .iter()
                .all(|function| function.proved)
        );
        for present in [
            "fn inverse_dynamics<",
            "fn mass_matrix<",
            "fn pose_of_tip<",
            "multibody::Multibody<T, ",
        ] {
            assert!(generated.definitions.contains(present), "{present}");
        }
        for name in absent {
            assert!(
                !generated.definitions.contains(&format!("fn {name}<")),
                "{name}"
            );
        }
        assert!(
            !generated
                .definitions
                .contains("multibody::ForwardDynamics<T, ")
        );
        assert!(
            generated
                .definitions
                .contains(&format!("/// {reason}; so there is no forward dynamics."))
        );
    }
}

/// Four rates for three ways to turn: the rest is there, and the report says why.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_rates_of_a_quaternion_leave_out_forward_dynamics() {
    let settings = Settings {
        root: "ball(rates = derivative)".parse().expect("a root"),
        effort: Effort::None,
        ..Settings::default()
    };
    let source = fixture("crawler.urdf");
    let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
    let reason = "a joint with four quaternion rates has only three independent rotations";
    let absent = generated.report.absent.iter();
    let absent: Vec<_> = absent
        .map(|absent| (absent.function.as_str(), absent.reason.ends_with(reason)))
        .collect();
    assert_eq!(
        absent,
        [("forward_dynamics", true), ("mass_matrix_inverse", true)]
    );
    assert!(generated.definitions.contains(reason));
    assert!(generated.definitions.contains("fn inverse_dynamics<"));
}

/// However light or heavy it is: with `M + J^T J` all digits of the smaller of the two would go.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn under_constraints_it_keeps_its_digits_in_any_size() {
    for size in ["1e-12", "1e-6", "1", "1e6", "1e12"] {
        let top = format!(
            "coordinates = [a, b, c, d], \
            rigid top {{ mass: 2 * {size}, inertia: diag({size}, 2 * {size}, 2.5 * {size}), position: [0, 0, 0], \
                orientation: quat_xyzw([a, b, c, d]) }}, \
            constraint unit: (a.powi(2) + b.powi(2) + c.powi(2) + d.powi(2) - 1) / 2,"
        );
        let beads = format!(
            "coordinates = [a, b, c, d, e, f], \
            particle first {{ mass: {size}, position: [a, 0, b] }}, \
            particle middle {{ mass: 0, position: [c, 0, d] }}, \
            particle last {{ mass: 3 * {size}, position: [e, 0, f] }}, \
            constraint left: ((a - c).powi(2) + (b - d).powi(2) - 1) / 2, \
            constraint right: ((e - c).powi(2) + (f - d).powi(2) - 1) / 2,"
        );
        let size = decimal(size).expect("a decimal");
        for items in [top, beads] {
            assert_accelerations_to_the_digit(&items, &size);
        }
    }
}

/// Only what restrains it is added to M, so that the rest stays sparse.
#[test]
fn a_bead_without_mass_among_ten_costs_little_more() {
    let operations = |mass: &str| {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let coordinates: String = names.map(|name| format!("{name}x, {name}z, ")).concat();
        let mut items = format!("coordinates = [{coordinates}],");
        for (index, name) in names.iter().enumerate() {
            let mass = if index == 4 { mass } else { "2" };
            items +=
                &format!(" particle {name} {{ mass: {mass}, position: [{name}x, 0, {name}z] }},");
        }
        for pair in names.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            items += &format!(
                " constraint {a}{b}: (({a}x - {b}x).powi(2) + ({a}z - {b}z).powi(2) - 1) / 2,"
            );
        }
        let settings = Settings {
            functions: [Function::ConstrainedForwardDynamics].into(),
            ..Settings::default()
        };
        let robot = Robot::of_tokens(&items, settings).derive();
        robot.assert_proved();
        let count = Count::of(robot.program(Function::ConstrainedForwardDynamics));
        count.mul_add()
    };
    let (some, none) = (operations("2"), operations("0"));
    println!("{some} operations, {none} without the mass");
    assert!(none < some * 2, "{none} instead of {some}");
}

/// Those by floats are those by fractions, where forces have the size of inertias.
fn assert_accelerations_to_the_digit(items: &str, size: &Rational) {
    let function = Function::ConstrainedForwardDynamics;
    let settings = Settings {
        functions: [function].into(),
        ..Settings::default()
    };
    let robot = Robot::of_tokens(items, settings);
    assert!(robot.system.findings.is_singular, "{items}");
    let nv = robot.system.nv();
    let robot = robot.derive();
    robot.assert_proved();

    let numbers = [13, -7, 5, 11, -3, 17].map(|n| integer(n) / integer(16));
    let forces = numbers.clone().map(|number| number * size);
    let inputs = [
        (InputKind::Q, &numbers),
        (InputKind::Qd, &numbers),
        (InputKind::Tau, &forces),
    ];
    let mut exact = Exact::default();
    for (kind, values) in inputs {
        let values = (0..).zip(values.clone());
        (exact.numbers).extend(values.map(|(index, value)| (Input { kind, index }, value)));
    }
    let state = State {
        q: numbers.iter().map(nearest_f64).collect(),
        qd: numbers.iter().map(nearest_f64).collect(),
        tau: forces.iter().map(nearest_f64).collect(),
        ..State::default()
    };
    let derivation = &robot.derivations.functions[0];
    let others = derivation.others.iter().map(|(_, program)| program);
    for program in others.chain([&derivation.program]) {
        let expected = exact.evaluate(program).expect("nothing but fractions");
        let expected: Vec<f64> = expected.iter().map(nearest_f64).collect();
        let actual = state.evaluate(program);
        assert_close(&actual[..nv], &expected[..nv], 1e-13, items);
    }
}
