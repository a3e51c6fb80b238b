//! Forward dynamics of bodies that are all free, and of joints that hold them.

use multibody_codegen::internal::derive::Algorithm;
use multibody_codegen::internal::ir::{Count, Program};
use multibody_codegen::internal::prove;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::{Armature, Effort, Root};
use multibody_codegen::{Function, Settings, integer};

use crate::support::random_tree::random_tree;
use crate::support::robot::source;
use crate::support::{Derived, Robot, chain, fixture, shared_fixture};

const FUNCTIONS: [Function; 2] = [
    Function::ForwardDynamicsInMaximalCoordinates,
    Function::ForwardDynamicsInMaximalCoordinatesWithWrenches,
];

fn settings(functions: &[Function]) -> Settings {
    Settings {
        functions: functions.into(),
        effort: Effort::None,
        ..Settings::default()
    }
}

/// All programs of a function.
fn programs(robot: &Derived, function: Function) -> Vec<(Algorithm, &Program)> {
    let mut functions = robot.derivations.functions.iter();
    let results = functions.find(|of| of.target.function == function);
    let results = results.expect("it was requested");
    let first = (results.route.algorithm(), &results.program);
    let others = results.others.iter();
    let others = others.map(|(route, program)| (route.algorithm(), program));
    std::iter::once(first).chain(others).collect()
}

/// Proves all programs, and returns what they follow.
fn prove_programs(robot: &Derived) -> Vec<Algorithm> {
    let mut followed = Vec::new();
    for derivation in &robot.derivations.functions {
        for (algorithm, program) in programs(robot, derivation.target.function) {
            let proof = robot.prove_program(derivation.target, program);
            assert_eq!(proof, Ok(()), "{}: {algorithm}", derivation.target.function);
            followed.push(algorithm);
        }
    }
    followed
}

/// Arms, a floating trunk with limbs, springs and damping, wrenches; by forms of either kind.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn free_bodies_are_proved() {
    let robots = [
        (fixture("six_axes.urdf"), Root::Fixed),
        (shared_fixture("spatial_arm.urdf"), Root::FLOATING),
        (shared_fixture("two_limbs.urdf"), Root::FLOATING),
    ];
    for (source, root) in robots {
        for hand_written_kernels in [true, false] {
            let mut settings = Settings {
                root,
                passive: true,
                hand_written_kernels,
                ..settings(&FUNCTIONS)
            };
            let robot = Robot::of(&source, settings.clone());
            let tip = robot.system.tree.links.last().expect("it has links");
            settings.wrenches = vec![tip.name.clone()];
            let dynamics = Robot::of(&source, settings).derive();
            let result = prove_programs(&dynamics);
            assert!(result.contains(&Algorithm::FreeBodies), "{result:?}");
        }
    }
}

/// Joints of all types and charts, bodies of sequences without mass among them.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn trees_of_all_joints_are_proved() {
    let mut results = Vec::new();
    for seed in 0..27 {
        let (items, last) = random_tree(seed);
        let mut settings = settings(&FUNCTIONS);
        settings.wrenches = vec![last];
        let robot = Robot::of_tokens(&items, settings);
        assert_eq!(place_bodies(&robot.system).why_not_free(), None, "{items}");
        if prove::mass_matrix_rank(&robot.system) == robot.system.nv() {
            results.extend(prove_programs(&robot.derive()));
        }
    }
    let free = results.iter().filter(|&&of| of == Algorithm::FreeBodies);
    let free = free.count();
    assert!(free >= 30, "{free} programs");
}

/// Three hinges with armatures, one of which follows another on another branch, behind a joint of two axes.
const FOLLOWERS: &str = r#"<robot name="followers"><link name="base"/>
    <joint name="pan" type="continuous"><parent link="base"/><child link="yoke"/><axis xyz="0 0 1"/></joint>
    <link name="yoke"/>
    <joint name="tilt" type="continuous"><parent link="yoke"/><child link="trunk"/><axis xyz="1 0 0"/></joint>
    <joint name="left" type="continuous"><parent link="trunk"/><child link="a"/>
        <origin xyz="0.1 0.2 0.2"/><axis xyz="0 1 0"/></joint>
    <joint name="right" type="continuous"><parent link="trunk"/><child link="b"/>
        <origin xyz="0.1 -0.2 0.2"/><axis xyz="0 1 1"/><mimic joint="left" multiplier="-1.5" offset="0.1"/></joint>
    <joint name="reach" type="prismatic"><parent link="b"/><child link="c"/>
        <origin xyz="0.1 0 0.2"/><axis xyz="1 0 0"/><limit effort="1" velocity="1"/></joint>
    <link name="trunk"><inertial><origin xyz="0.1 0 0"/><mass value="3"/>
        <inertia ixx="0.1" iyy="0.2" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <link name="a"><inertial><origin xyz="0.1 0 0.2"/><mass value="1.3"/>
        <inertia ixx="0.1" iyy="0.12" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <link name="b"><inertial><origin xyz="0 0.02 0.1"/><mass value="0.7"/>
        <inertia ixx="0.01" iyy="0.02" izz="0.015" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <link name="c"><inertial><origin xyz="0.1 0.02 0.1"/><mass value="0.4"/>
        <inertia ixx="0.03" iyy="0.02" izz="0.015" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"#;

#[test]
fn followers_and_armatures_are_proved() {
    for hand_written_kernels in [true, false] {
        let settings = Settings {
            hand_written_kernels,
            armatures: [("left", 50), ("right", 100), ("tilt", 200)]
                .map(|(joint, part)| Armature {
                    joint: joint.into(),
                    inertia: integer(1) / integer(part),
                })
                .into(),
            ..settings(&FUNCTIONS[..1])
        };
        let robot = Robot::of(&source(FOLLOWERS), settings).derive();
        assert_eq!(prove_programs(&robot), [Algorithm::FreeBodies]);
    }
}

fn operations(joints: usize) -> usize {
    let robot = Robot::of(&chain(joints), settings(&FUNCTIONS[..1])).derive();
    Count::of(&robot.derivations.functions[0].program).mul_add()
}

/// Nothing becomes other than 0 that a joint more does not bring.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn operations_of_chains_grow_by_the_joint() {
    let counts = [16, 32, 64].map(operations);
    assert_eq!(counts, [12834, 26451, 53684]);
    let [few, some, many] = counts;
    let growth = (many - some) as f64 / (2 * (some - few)) as f64;
    assert!((growth - 1.0).abs() < 0.001, "{few}, {some}, {many}");
}

#[test]
fn bodies_that_could_turn_in_any_way_are_reported() {
    let arm = |of_tip: &str| {
        format!(
            "gravity = [0, 0, -9.81], \
             joint one {{ revolute, parent: world, child: a, axis: y }}, \
             joint two {{ revolute, parent: a, child: b, axis: y, origin: [0.3, 0, 0], armature: 0.1 }}, \
             body a {{ mass: 1, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }}, {of_tip}"
        )
    };
    let reason = |of_tip: &str| {
        let robot = Robot::of_tokens(&arm(of_tip), settings(&FUNCTIONS[..1]));
        place_bodies(&robot.system).why_not_free()
    };
    assert_eq!(
        reason("body b { mass: 1, inertia: diag(0.1, 0.2, 0.1) }"),
        None
    );
    let point = reason("body b { mass: 1, com: [0.1, 0.2, 0] }").expect("a point");
    assert!(point.contains("`two` moves has no inertia"), "{point}");
    let reasons = reason("body b { mass: 0 }").expect("nothing");
    assert!(reasons.contains("`two` moves has no mass"), "{reasons}");
}
