//! Springs, damping and friction of joints: proved in all functions, refuted where a force is wrong.

use std::collections::BTreeMap;
use std::path::Path;

use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::force;
use multibody_codegen::internal::ir::InputKind;
use multibody_codegen::internal::prove::{self, Refutation};
use multibody_codegen::internal::system::System;
use multibody_codegen::settings::{Effort, Idea, Positive, Root, Spring};
use multibody_codegen::{
    Count, Function, Rational, Settings, Source, decimal, generate_attribute, integer,
};

use crate::support::duals::derivative;
use crate::support::robot::source;
use crate::support::{Derived, Robot, State, assert_close, dot, fixture, shared_fixture};

/// Whatever the file says of friction and damping acts.
fn settings(root: Root, springs: &[(&str, &str, &str)]) -> Settings {
    let number = |text: &str| decimal(text).expect("a decimal");
    let spring = |&(joint, stiffness, rest): &(&str, &str, &str)| Spring {
        joint: joint.to_owned(),
        stiffness: number(stiffness),
        rest: number(rest),
    };
    Settings {
        root,
        springs: springs.iter().map(spring).collect(),
        passive: true,
        effort: Effort::None,
        ..Settings::default()
    }
}

/// The text of a robot whose joints of one degree of freedom are damped and rub, each in its own way.
fn rubbing(file: Source) -> Source {
    let mut parts = file.text.split("<axis").enumerate();
    let (_, first) = parts.next().expect("the head of the file");
    let others = parts
        .map(|(at, rest)| format!("<dynamics damping=\"0.{at}\" friction=\"1.{at}\"/><axis{rest}"));
    source(&format!("{first}{}", others.collect::<String>()))
}

fn gripper(effort: Effort) -> Robot {
    let springs = [
        ("wrist", "3", "0.5"),
        ("right_turn", "0.2", "-0.1"),
        ("left_slide", "90", "0"),
    ];
    let settings = Settings {
        effort,
        ..settings(Root::Fixed, &springs)
    };
    Robot::of(&rubbing(shared_fixture("gripper.urdf")), settings)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn all_functions_are_proved_with_all_forces() {
    for effort in [Effort::None, Effort::Default] {
        gripper(effort).derive().assert_proved();
    }
    let springs = [("left_hip", "2", "0.1"), ("right_knee", "1", "0")];
    let crawler = rubbing(fixture("crawler.urdf"));
    let crawler = Robot::of(&crawler, settings(Root::FLOATING, &springs));
    assert!(
        crawler.system.forces.len() > 8,
        "{:?}",
        crawler.system.forces
    );
    crawler.derive().assert_proved();
    let robot = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..settings(Root::Fixed, &[("axis_2", "40", "-0.3")])
    };
    Robot::of(&rubbing(fixture("six_axes.urdf")), robot)
        .derive()
        .assert_proved();
}

/// The robot where a type of force acts the other way, or a coefficient is off by a millionth.
fn changed(robot: &System, kind: force::Kind, index: usize, factor: &Rational) -> System {
    let mut changed = robot.clone();
    for element in &mut changed.forces {
        if force::are_same(element.kind, kind) {
            let coefficient = &mut element.coefficients[index];
            *coefficient = changed.builder.scale(factor, *coefficient);
        }
    }
    changed
}

/// A root leaves nothing undecided: what is wrong has a counterexample.
#[test]
fn a_force_of_the_wrong_sign_or_size_is_refuted() {
    let robot = gripper(Effort::None);
    let millionth = integer(1) + integer(1) / integer(1_000_000);
    for kind in force::TYPES {
        for factor in [integer(-1), millionth.clone()] {
            let mistake = Robot {
                system: ExaminedSystem {
                    system: changed(&robot.system, kind, 0, &factor),
                    ..robot.system.clone()
                },
                ..robot.clone()
            };
            let Derived { derivations, .. } = mistake.derive();
            for derivation in &derivations.functions {
                let target = derivation.target;
                let proof = prove::prove(&robot.system, &[], target, &derivation.program);
                let acts = match target.function {
                    Function::SpringEnergy => force::stores_energy(kind),
                    Function::GeneralizedForce
                    | Function::InverseDynamics
                    | Function::ForwardDynamics => true,
                    _ => false,
                };
                let subject = format!("{} times {factor}: {}", kind.name(), target.function);
                match proof {
                    Err(Refutation::Counterexample { .. }) => assert!(acts, "{subject}"),
                    Ok(()) => assert!(!acts, "{subject}"),
                    Err(other) => panic!("{subject}: {other}"),
                }
            }
        }
    }
}

/// Of a root that no force states nothing is known: a program with another is refuted by all choices of its sign.
#[test]
fn friction_that_is_smoothed_at_another_rate_is_refuted() {
    let robot = gripper(Effort::None);
    let settings = Settings {
        friction_rate: Positive(decimal("0.0100001").expect("a decimal")),
        ..robot.settings.clone()
    };
    let other = Robot::of(&rubbing(shared_fixture("gripper.urdf")), settings).derive();
    let force = other.derivations.functions.iter();
    for function in [Function::GeneralizedForce, Function::ForwardDynamics] {
        let result = force.clone().find(|d| d.target.function == function);
        let result = result.expect("it was derived");
        let proof = prove::prove(&robot.system, &[], result.target, &result.program);
        assert!(
            matches!(proof, Err(Refutation::Counterexample { .. })),
            "{proof:?}"
        );
    }
}

/// `d(spring_energy)/dt = -Q . qd` where nothing but springs acts, by followers too; with offsets, which are
/// angles and lengths.
#[test]
fn springs_give_back_what_they_store() {
    let robot = Settings {
        passive: false,
        ..gripper(Effort::Default).settings
    };
    let robot = Robot::of(&shared_fixture("gripper.urdf"), robot).derive();
    let state = State::random(&robot.robot.system, 0, 5);
    let q = BTreeMap::from([(InputKind::Q, &state.qd[..])]);
    let gain = derivative(robot.program(Function::SpringEnergy), &state, q);
    let force = robot.at(Function::GeneralizedForce, &state);
    assert!(gain[0].abs() > 0.1, "{gain:?}");
    assert_close(&gain, &[-dot(&force, &state.qd)], 1e-12, "power of springs");
    // At rest a spring holds nothing and stores nothing: here none of the three is.
    let [wrist, slide] = state.q[..] else {
        panic!("two coordinates");
    };
    let turn = 12.5 * slide - 0.2;
    let energy = [
        3.0 * (wrist - 0.5).powi(2),
        0.2 * (turn + 0.1).powi(2),
        90.0 * slide.powi(2),
    ];
    let energy = energy.iter().sum::<f64>() / 2.0;
    let actual = robot.at(Function::SpringEnergy, &state);
    assert_close(&actual, &[energy], 1e-12, "energy of springs");
}

/// `-mu m v / sqrt(v^2 + e^2)` of the joint's own rate v, m times that of its leader.
#[test]
fn friction_is_that_of_coulomb_away_from_rest() {
    let settings = settings(Root::Fixed, &[]);
    let robot = Robot::of(&rubbing(shared_fixture("gripper.urdf")), settings).derive();
    let mut state = State::random(&robot.robot.system, 0, 6);
    // Of the axes in the order of the file: wrist, right_turn, right_slide, left_slide.
    let expected = |[wrist, slide]: [f64; 2]| {
        let friction = |mu: f64, v: f64| -mu * v / (v * v + 1e-4).sqrt();
        let turn = 12.5 * (friction(1.2, 12.5 * slide) - 0.2 * 12.5 * slide);
        [
            friction(1.1, wrist) - 0.1 * wrist,
            friction(1.3, slide) + friction(1.4, slide) - 0.7 * slide + turn,
        ]
    };
    for qd in [[0.7, -0.4], [-2e-3, 5e-4], [0.0, 0.0]] {
        state.qd = qd.to_vec();
        let actual = robot.at(Function::GeneralizedForce, &state);
        assert_close(&actual, &expected(qd), 1e-12, "friction and damping");
    }
    state.qd = vec![100.0, 0.0];
    let actual = robot.at(Function::GeneralizedForce, &state);
    assert_close(&actual[..1], &[-1.1 - 10.0], 1e-7, "far from rest");
}

/// Many roots of one rate: a follower each, all of other gears.
#[test]
fn many_followers_of_one_joint_rub() {
    let joint = |index: usize| {
        let (parent, gear) = (index - 1, index + 1);
        let mimic = match index {
            1 => String::new(),
            _ => format!("<mimic joint=\"j1\" multiplier=\"-0.{gear}\" offset=\"0.{index}\"/>"),
        };
        format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"b{parent}\"/><child link=\"b{index}\"/>\
             <origin xyz=\"0.3 0 0\"/><axis xyz=\"0 0 1\"/><dynamics friction=\"0.{index}\"/>{mimic}</joint>\
             <link name=\"b{index}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>"
        )
    };
    let joints: String = (1..=7).map(joint).collect();
    let text = format!("<robot name=\"rub\"><link name=\"b0\"/>{joints}</robot>");
    let robot = Robot::of(&source(&text), settings(Root::Fixed, &[]));
    assert_eq!((robot.system.forces.len(), robot.system.nv()), (7, 1));
    robot.derive().assert_proved();
}

/// Elements of one type and one coordinate cost no more than one of them.
#[test]
fn forces_of_followers_are_added_up() {
    let settings = Settings {
        functions: [Function::GeneralizedForce].into(),
        effort: Effort::Default,
        ..settings(Root::Fixed, &[])
    };
    let mut robot = Robot::of(&rubbing(shared_fixture("gripper.urdf")), settings);
    robot
        .system
        .system
        .forces
        .retain(|force| force.kind.name() == "damping");
    assert_eq!(robot.system.forces.len(), 4);
    let robot = robot.derive();
    let count = Count::of(robot.program(Function::GeneralizedForce));
    assert_eq!(count.mul_add(), 2, "{count:?}");
}

/// What a ball or a plane would do with one is not said.
#[test]
fn tokens_give_forces_to_joints_of_one_degree_of_freedom_only() {
    for joint in ["ball", "planar, axis: z", "universal(x, y)"] {
        for force in ["spring: 1", "damping: 1", "friction: 1", "armature: 1"] {
            let attribute = format!(
                "joint socket {{ {joint}, parent: world, child: bob, {force} }},
                 body bob {{ mass: 1, com: [0.1, 0, 0.2], inertia: diag(1, 1, 1) }}"
            );
            let item = "struct Bob;".parse().expect("a struct");
            let attribute = attribute.parse().expect("tokens");
            let robot = generate_attribute(attribute, item, Path::new("."), &mut |_| ());
            let faults = robot.reports.tokens.diagnostics.iter();
            let kinds: Vec<&str> = faults.map(|found| found.fault.kind()).collect();
            assert_eq!(kinds, ["SettingSeveral"], "{joint}, {force}");
        }
    }
}
