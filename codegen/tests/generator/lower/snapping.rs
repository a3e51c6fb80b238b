//! Snapping: numbers next to a quarter turn keep the code sparse, and are listed.

use multibody_codegen::fault::Severity;
use multibody_codegen::internal::exact::quarter_turn;
use multibody_codegen::internal::ir::Value;
use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Weld};
use multibody_codegen::{Count, Function, Generated, Rational, Settings, Source, generate};

use crate::support::robot::source;
use crate::support::{Robot, State, assert_close, fixture};

/// The arm with its quarter turns written with five digits, as most tools do.
fn rounded_arm() -> Source {
    let text = fixture("six_axes.urdf")
        .text
        .replace("1.5707963267948966", "1.5708");
    assert!(text.contains("-1.5708 0 0.2"));
    source(&text)
}

fn settings(snap: bool) -> Settings {
    Settings {
        snap,
        effort: Effort::None,
        ..Settings::default()
    }
}

fn generated(source: &Source, snap: bool) -> Generated {
    generate(source, &settings(snap), &mut |_| ())
        .unwrap_or_else(|report| panic!("{}", report.render(source)))
}

fn count(generated: &Generated, name: &str) -> Count {
    let result = generated
        .report
        .functions
        .iter()
        .find(|function| function.name == name);
    result.expect("a default function").count
}

#[test]
fn a_rounded_quarter_turn_is_sparse_with_snap_and_dense_without() {
    let (snapped, literal) = (
        generated(&rounded_arm(), true),
        generated(&rounded_arm(), false),
    );
    let exact = generated(&fixture("six_axes.urdf"), true);
    for name in ["inverse_dynamics", "mass_matrix", "forward_dynamics"] {
        let (sparse, dense) = (count(&snapped, name), count(&literal, name));
        println!(
            "{name}: {} snapped, {} as written",
            sparse.mul_add(),
            dense.mul_add()
        );
        assert!(
            sparse.mul_add() + 20 < dense.mul_add(),
            "{name}: {sparse} against {dense}"
        );
        assert_eq!(
            sparse,
            count(&exact, name),
            "{name}: as if written with all digits"
        );
    }
    assert!(snapped.definitions.contains("T::"), "there is code");
    assert_eq!(snapped.definitions, exact.definitions, "the same robot");
}

/// What is written as a part of pi is exact, and need not be snapped; a float next to it is another number.
#[test]
fn parts_of_pi_are_exact_without_snap() {
    let origin = |rotation: &str| {
        let items = format!(
            "joint hinge {{ revolute, parent: world, child: bob, axis: z, rotation: {rotation} }}, \
             body bob {{ mass: 1 }}"
        );
        let system = Robot::of_tokens(&items, settings(false)).system;
        let rotation = system.tree.joints[1].origin.rotation;
        let is_whole = |entry: &Value| {
            let constant = system.builder.as_constant(*entry);
            constant.is_some_and(Rational::is_int)
        };
        rotation.iter().flatten().all(is_whole)
    };
    for exact in [
        "x(pi / 2)",
        "y(-PI)",
        "rpy(0, 1.5 * pi, TAU)",
        "z(90.0.to_radians())",
    ] {
        assert!(origin(exact), "{exact}");
    }
    for other in ["x(1.5707963267948966)", "z(pi / 3)"] {
        assert!(!origin(other), "{other}");
    }
}

/// The frame of a joint that is fixed and an expression of its position mean one angle.
#[test]
fn a_joint_locked_at_a_quarter_turn_has_its_cosine_exactly() {
    let items = "joint base { revolute, parent: world, child: crank, axis: z }, body crank { mass: 1 }, \
                 joint tip { revolute, parent: crank, child: bob, axis: z }, body bob { mass: 1 }, \
                 potential = 3 * cos(base) * sin(tip)";
    let welds = vec![Weld {
        joint: "base".into(),
        position: quarter_turn().clone(),
    }];
    let settings = Settings {
        welds,
        ..settings(false)
    };
    let system = Robot::of_tokens(items, settings).system;
    let potential = &system.symbolic.potential;
    assert_eq!(potential.len(), 1);
    assert!(system.builder.is_zero(potential[0]));
}

#[test]
fn a_snap_is_listed_with_its_size_and_reported_once() {
    let snapped = generated(&rounded_arm(), true);
    let snaps: Vec<(&str, String)> = (snapped.report.snaps.iter())
        .map(|snap| (snap.place.as_str(), format!("{:.1e}", snap.change)))
        .collect();
    let expected = ["joint `axis_2`", "joint `axis_4`"];
    let expected = expected.map(|joint| (format!("roll of {joint}"), "3.7e-6".to_owned()));
    let actual: Vec<(&str, String)> = expected
        .iter()
        .map(|(place, size)| (place.as_str(), size.clone()))
        .collect();
    assert_eq!(snaps, actual);
    let notes: Vec<String> = (snapped.diagnostics.diagnostics.iter())
        .filter(|d| d.fault.severity() == Severity::Note)
        .map(|d| d.fault.texts().message)
        .collect();
    let message = "numbers next to a quarter turn are rounded to it: 2, the largest change \
                   3.7e-6 at roll of joint `axis_2`";
    assert_eq!(notes, [message]);
    let literal = generated(&rounded_arm(), false);
    assert!(literal.report.snaps.is_empty() && literal.diagnostics.diagnostics.is_empty());
}

/// The proof is about the robot that is emitted, and tells the two apart.
#[test]
fn the_snapped_robot_is_what_is_proved() {
    let [snapped, literal] = [true, false].map(|snap| {
        let functions = [Function::InverseDynamics].into();
        let settings = Settings {
            functions,
            ..settings(snap)
        };
        Robot::of(&rounded_arm(), settings).derive()
    });
    snapped.assert_proved();
    literal.assert_proved();
    let target = snapped.derivations.functions[0].target;
    for (one, other) in [(&snapped, &literal), (&literal, &snapped)] {
        let program = &one.derivations.functions[0].program;
        assert!(prove::prove(&other.robot.system, &[], target, program).is_err());
    }
    // They differ by what the snap explains, and not by less.
    let state = State::random(&snapped.robot.system, 0, 1);
    let [one, other] = [&snapped, &literal].map(|r| r.at(Function::InverseDynamics, &state));
    assert_close(&one, &other, 1e-4, "snapped and literal");
    let largest = one
        .iter()
        .zip(&other)
        .map(|(x, y)| (x - y).abs())
        .fold(0.0, f64::max);
    assert!(largest > 1e-7, "{largest:e}");
}

#[test]
fn axes_and_composed_rotations_snap_too() {
    let text = rounded_arm()
        .text
        .replace("<axis xyz=\"0 1 0\"/>", "<axis xyz=\"1e-12 1 -3e-11\"/>");
    // Two eighths of a turn in a row, with all digits, through a fixed joint.
    let text = text.replace(
        "<joint name=\"flange\" type=\"fixed\">",
        "<joint name=\"bend\" type=\"fixed\"><parent link=\"link_4\"/><child link=\"bent\"/>
           <origin rpy=\"0.78539816339744831 0 0\"/></joint>
         <link name=\"bent\"/>
         <joint name=\"bend_again\" type=\"fixed\"><parent link=\"bent\"/><child link=\"plate\"/>
           <origin rpy=\"0.78539816339744831 0 0\"/></joint>
         <link name=\"plate\"/>
         <joint name=\"flange\" type=\"fixed\">",
    );
    let robot = Robot::of(&source(&text), settings(true));
    let places: Vec<&str> = robot
        .system
        .snaps
        .iter()
        .map(|snap| snap.place.as_str())
        .collect();
    assert!(places.contains(&"axis of joint `axis_5`"), "{places:?}");
    assert!(places.contains(&"joint `bend_again`"), "{places:?}");
    let small = robot
        .system
        .snaps
        .iter()
        .filter(|snap| snap.change < 1e-9)
        .count();
    assert!(small >= 2, "{:?}", robot.system.snaps);
}

/// A lever of a kilogram and a metre about an axis that is upright but for a tilt: of gravity it feels the sine of that alone.
/// 60 bits of a rotation had nothing left of it.
#[test]
fn small_tilts_keep_all_their_digits_without_snap() {
    let lever = |rpy: &str, axis: &str| {
        let text = format!(
            "<robot name=\"lever\"><link name=\"base\"/><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/>\
             <child link=\"arm\"/><origin xyz=\"0 0 1\" rpy=\"{rpy}\"/><axis xyz=\"{axis}\"/></joint><link name=\"arm\">\
             <inertial><origin xyz=\"1 0 0\"/><mass value=\"1\"/>\
             <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link></robot>"
        );
        let settings = Settings {
            functions: vec![Function::Gravity].into(),
            ..settings(false)
        };
        let robot = Robot::of(&source(&text), settings).derive();
        robot.assert_proved();
        let state = State {
            q: vec![0.4],
            ..State::random(&robot.robot.system, 0, 1)
        };
        robot.at(Function::Gravity, &state)[0]
    };
    let (sine, cosine) = 0.4_f64.sin_cos();
    for text in ["1e-9", "-3.3e-10", "1e-12", "2.5e-15", "1e-18"] {
        let tilt: f64 = text.parse().expect("a number");
        // The height of the lever is `sin(roll) sin(q)`, `-sin(pitch) cos(q)`, `-tilt sin(q)` by the axis.
        let small = 9.81 * tilt.sin();
        for (actual, expected) in [
            (lever(&format!("{text} 0 0"), "0 0 1"), small * cosine),
            (lever(&format!("0 {text} 0"), "0 0 1"), small * sine),
            (lever("0 0 0", &format!("0 {text} 1")), -small * cosine),
            (
                lever(&format!("{text} 0.3 0"), "0 0 1"),
                9.81 * (0.3_f64.sin() * sine + 0.3_f64.cos() * tilt * cosine),
            ),
        ] {
            let off = (actual / expected - 1.0).abs();
            assert!(off < 4.0 * f64::EPSILON, "{text}: {actual:e} {expected:e}");
        }
    }
}
