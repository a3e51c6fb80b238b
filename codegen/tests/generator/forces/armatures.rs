//! Armatures: what they add, in all functions, proved; in all forms and both ways of forward dynamics.

use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Armature, Effort, Idea, Root};
use multibody_codegen::{Function, Settings, Source, decimal};

use crate::support::{Derived, Robot, State, assert_close, fixture, shared_fixture};

fn settings(armatures: &[(&str, &str)], effort: Effort) -> Settings {
    let armature = |&(joint, inertia): &(&str, &str)| Armature {
        joint: joint.to_owned(),
        inertia: decimal(inertia).expect("a decimal"),
    };
    Settings {
        armatures: armatures.iter().map(armature).collect(),
        effort,
        ..Settings::default()
    }
}

/// All functions are proved, and all other programs that were compared.
fn prove_all(source: &Source, settings: Settings) -> Derived {
    let robot = Robot::of(source, settings).derive();
    robot.assert_proved();
    for derivation in &robot.derivations.functions {
        for (route, program) in &derivation.others {
            let proof = robot.prove_program(derivation.target, program);
            assert_eq!(proof, Ok(()), "{}: {route}", derivation.target.function);
        }
    }
    robot
}

/// What the mass matrix has more on its diagonal than without armatures, at a state.
fn added(source: &Source, settings: Settings) -> Vec<f64> {
    let without = Settings {
        armatures: Vec::new(),
        ..settings.clone()
    };
    let [with, without] = [settings, without].map(|settings| {
        let dynamics = prove_all(source, settings);
        let state = State::random(&dynamics.robot.system, 0, 3);
        dynamics.at(Function::MassMatrix, &state)
    });
    let more: Vec<f64> = with.iter().zip(&without).map(|(x, y)| x - y).collect();
    let n = more.len().isqrt();
    let (diagonal, off): (Vec<_>, Vec<_>) = (0..more.len()).partition(|at| at % (n + 1) == 0);
    assert_close(
        &off.iter().map(|&at| more[at]).collect::<Vec<_>>(),
        &vec![0.0; off.len()],
        1e-10,
        "off the diagonal",
    );
    diagonal.iter().map(|&at| more[at]).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn both_ways_of_forward_dynamics_have_it() {
    let axes = [("axis_2", "0.3"), ("axis_6", "0.02")];
    let limbs = [("left_hip", "0.3"), ("right_hip", "0.02")];
    for (source, root, armatures) in [
        (fixture("six_axes.urdf"), Root::Fixed, axes),
        (shared_fixture("two_limbs.urdf"), Root::FLOATING, limbs),
    ] {
        let settings = Settings {
            root,
            functions: [Function::ForwardDynamics].into(),
            ..settings(&armatures, Effort::None)
        };
        let robot = prove_all(&source, settings);
        let [forward] = &robot.derivations.functions[..] else {
            panic!("one function was requested");
        };
        let others = forward.others.iter().map(|(route, _)| route.to_string());
        let mut routes: Vec<String> = others.chain([forward.route.to_string()]).collect();
        routes.sort_unstable();
        assert_eq!(routes, ["articulated bodies", "mass matrix"]);
    }
}

#[test]
fn derived_kernels_alone_have_it() {
    let settings = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..settings(&[("raise", "0.3"), ("extend", "2")], Effort::None)
    };
    let more = added(&shared_fixture("spatial_arm.urdf"), settings);
    assert_close(&more, &[0.0, 0.3, 2.0], 1e-10, "armatures");
}

/// Slides count in kg whatever the unit of length; at the default effort small robots are expanded too.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn expanded_lagrangians_and_searched_frames_have_it() {
    let settings = settings(&[("turn", "0.1"), ("extend", "2")], Effort::Default);
    let more = added(&shared_fixture("spatial_arm.urdf"), settings);
    assert_close(&more, &[0.1, 0.0, 2.0], 1e-10, "armatures");
}

/// `right_turn` turns 12.5 rad a metre of `left_slide`, whose coordinate feels the square of that.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_follower_counts_for_its_leader() {
    let armatures = [("left_slide", "3"), ("right_turn", "0.02")];
    let settings = settings(&armatures, Effort::Default);
    let more = added(&shared_fixture("gripper.urdf"), settings);
    assert_close(&more, &[0.0, 3.0 + 156.25 * 0.02], 1e-10, "armatures");
}

#[test]
fn a_massless_link_on_a_joint_with_armature_is_regular() {
    let source = shared_fixture("massless_tip.urdf");
    let rank = |armatures| {
        let robot = Robot::of(&source, settings(armatures, Effort::None));
        prove::mass_matrix_rank(&robot.system)
    };
    assert_eq!([rank(&[]), rank(&[("spin", "0.001")])], [2, 3]);
    let dynamics = prove_all(&source, settings(&[("spin", "0.001")], Effort::Default));
    let state = State::random(&dynamics.robot.system, 0, 4);
    let acceleration = dynamics.at(Function::ForwardDynamics, &state);
    assert!(
        acceleration.iter().all(|x| x.is_finite()),
        "{acceleration:?}"
    );
}
