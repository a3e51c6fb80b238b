//! Settings that change what moves: welds at a position, mimic joints resolved or not.

use multibody_codegen::settings::{Effort, Mimic, Root, Weld};
use multibody_codegen::{Function, Settings, Source, decimal};

use crate::support::robot::source;
use crate::support::{
    Derived, Robot, State, assert_close, dot, fixture, plus, times, transposed_times,
};

fn weld(joint: &str, position: &str) -> Weld {
    Weld {
        joint: joint.into(),
        position: decimal(position).expect("a decimal"),
    }
}

/// As quick as can be: what moves, not how cheaply, is the matter here.
fn settings() -> Settings {
    Settings {
        links: vec!["right_shank".into()],
        effort: Effort::None,
        hand_written_kernels: false,
        ..Settings::default()
    }
}

/// Derived and proved.
fn derive(source: &Source, settings: Settings) -> Derived {
    let robot = Robot::of(source, settings).derive();
    robot.assert_proved();
    robot
}

/// Asserts that all functions of two robots have the same values.
fn assert_same(one: &Derived, other: &Derived) {
    let (nq, nv) = (one.robot.system.nq(), one.robot.system.nv());
    assert_eq!((nq, nv), (other.robot.system.nq(), other.robot.system.nv()));
    for seed in 1..=3 {
        let state = State::random(&one.robot.system, 0, seed);
        for (a, b) in one
            .derivations
            .functions
            .iter()
            .zip(&other.derivations.functions)
        {
            assert_eq!(a.target, b.target);
            let (actual, expected) = (state.evaluate(&a.program), state.evaluate(&b.program));
            assert_close(&actual, &expected, 1e-10, a.target.function.name());
        }
    }
}

/// The crawler without mimic joints, and its tail on a skew axis that turns.
fn without_mimic() -> String {
    let text = fixture("crawler.urdf").text;
    let lines = text.lines().filter(|line| !line.contains("<mimic"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_welded_turning_joint_is_one_fixed_at_that_pose() {
    let text = without_mimic();
    let axis_and_limit = "<axis xyz=\"0 1 0\"/>\n    <limit lower=\"-2.5\" upper=\"2.5\" velocity=\"3\" effort=\"80\"/>";
    let knee = format!(
        "<joint name=\"right_knee\" type=\"revolute\">\n    <parent link=\"right_thigh\"/>\n    \
         <child link=\"right_shank\"/>\n    <origin xyz=\"0 -0.01 -0.25\" rpy=\"0 0 0\"/>\n    {axis_and_limit}"
    );
    assert!(text.contains(&knee));
    // A turn about y is a pitch.
    let fixed = text.replace(
        &knee,
        "<joint name=\"right_knee\" type=\"fixed\"><parent link=\"right_thigh\"/><child link=\"right_shank\"/>
           <origin xyz=\"0 -0.01 -0.25\" rpy=\"0 0.7 0\"/>",
    );
    for root in [Root::Fixed, Root::FLOATING] {
        let settings = Settings { root, ..settings() };
        let welds = vec![weld("right_knee", "0.7")];
        let welded = derive(
            &source(&text),
            Settings {
                welds,
                ..settings.clone()
            },
        );
        assert_same(&welded, &derive(&source(&fixed), settings));
    }
}

#[test]
fn a_welded_sliding_joint_is_one_fixed_at_that_place() {
    // The tail slides along (1, 0, 1/2) / sqrt(5/4), turned by a pitch of 0.3.
    let text = without_mimic().replace("1 0 0.5", "0.8 0 0.6");
    let (s, c) = 0.3_f64.sin_cos();
    let slide = [0.8 * c + 0.6 * s, 0.0, -0.8 * s + 0.6 * c].map(|x| 0.25 * x);
    let place = format!("xyz=\"{:?} 0 {:?}\"", slide[0] - 0.2, slide[2]);
    let fixed = text
        .replace("<joint name=\"tail\" type=\"prismatic\">", "<joint name=\"tail\" type=\"fixed\">")
        .replace("xyz=\"-0.2 0 0\"", &place)
        .replace("<axis xyz=\"0.8 0 0.6\"/>\n    <limit lower=\"-2.5\" upper=\"2.5\" velocity=\"3\" effort=\"80\"/>", "");
    assert!(fixed.contains(&place) && !fixed.contains("0.8 0 0.6"));
    let links = vec!["tail".to_owned()];
    let settings = Settings {
        links,
        ..settings()
    };
    let welds = vec![weld("tail", "0.25")];
    let welded = derive(
        &source(&text),
        Settings {
            welds,
            ..settings.clone()
        },
    );
    assert_same(&welded, &derive(&source(&fixed), settings));
}

#[test]
fn what_follows_a_welded_joint_is_welded_where_it_would_be() {
    // The right hip is at -1.5 * 0.4 + 0.3 = -0.3, the right knee at 0.5 * -0.3 - 0.2 = -0.35.
    let crawler = fixture("crawler.urdf");
    let following = Settings {
        welds: vec![weld("left_hip", "0.4")],
        ..settings()
    };
    let welds = vec![
        weld("left_hip", "0.4"),
        weld("right_hip", "-0.3"),
        weld("right_knee", "-0.35"),
    ];
    let one_by_one = Settings {
        welds,
        ..settings()
    };
    let following = derive(&crawler, following);
    // The left knee and the tail that follows it still move.
    assert_eq!(following.robot.system.nv(), 1);
    assert_same(&following, &derive(&crawler, one_by_one));
}

#[test]
fn a_follower_may_be_welded_alone() {
    let settings = Settings {
        welds: vec![weld("right_hip", "0.2")],
        ..settings()
    };
    let robot = derive(&fixture("crawler.urdf"), settings);
    let system = &robot.robot.system;
    let moving = |name: &str| {
        let mut joints = system.tree.joints.iter();
        let joint = joints.find(|joint| joint.name == name);
        !joint.expect("a joint").motions.is_empty()
    };
    assert!(moving("left_hip") && !moving("right_hip"));
    // What follows the welded one is fixed with it.
    assert!(!moving("right_knee"));
    assert_eq!(system.nv(), 2);
}

/// How the joints of the crawler follow: `positions = G q + offset` in the order left hip, left
/// knee, right hip, right knee, tail.
const FOLLOW: [[f64; 2]; 5] = [
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.5, 0.0],
    [-0.75, 0.0],
    [0.0, 0.05],
];
const OFFSET: [f64; 5] = [0.0, 0.0, 0.3, -0.05, 0.1];

/// `G x`
fn spread(x: &[f64]) -> Vec<f64> {
    times(FOLLOW.as_flattened(), x)
}

/// `G^T x`
fn gather(x: &[f64]) -> Vec<f64> {
    transposed_times(FOLLOW.as_flattened(), x)
}

#[test]
fn mimic_joints_resolved_are_independent_ones_under_a_constraint() {
    let crawler = fixture("crawler.urdf");
    let resolved = derive(&crawler, settings());
    let independent = derive(
        &crawler,
        Settings {
            mimic: Mimic::Independent,
            ..settings()
        },
    );
    assert_eq!(
        (resolved.robot.system.nv(), independent.robot.system.nv()),
        (2, 5)
    );
    for seed in 1..=3 {
        let state = State::random(&resolved.robot.system, 0, seed);
        let all = State {
            q: plus(&spread(&state.q), 1.0, &OFFSET),
            qd: spread(&state.qd),
            qdd: spread(&state.qdd),
            tau: vec![0.0; 5],
            wrenches: Vec::new(),
            t: 0.0,
            ..State::default()
        };
        for function in [
            Function::Gravity,
            Function::Coriolis,
            Function::Bias,
            Function::InverseDynamics,
        ] {
            let expected = gather(&independent.at(function, &all));
            assert_close(
                &resolved.at(function, &state),
                &expected,
                1e-11,
                function.name(),
            );
        }
        for function in [
            Function::KineticEnergy,
            Function::PotentialEnergy,
            Function::CenterOfMass,
            Function::TotalMass,
            Function::Pose,
        ] {
            let expected = independent.at(function, &all);
            assert_close(
                &resolved.at(function, &state),
                &expected,
                1e-11,
                function.name(),
            );
        }
        let m = resolved.at(Function::MassMatrix, &state);
        let full = independent.at(Function::MassMatrix, &all);
        let expected = gather(&times(&full, &spread(&state.tau)));
        assert_close(&times(&m, &state.tau), &expected, 1e-11, "G^T M G");
        let jacobian = independent.at(Function::Jacobian, &all);
        let expected = times(&jacobian, &spread(&state.qd));
        let actual = times(&resolved.at(Function::Jacobian, &state), &state.qd);
        assert_close(&actual, &expected, 1e-11, "J G");
        assert!(dot(&expected, &expected) > 1e-6, "the link moves");
    }
}
