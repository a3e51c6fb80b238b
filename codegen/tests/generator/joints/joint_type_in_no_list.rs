//! A joint that the generator does not know gets proved dynamics from its transform alone.

use std::f64::consts::FRAC_PI_3;
use std::sync::Arc;

use multibody_codegen::internal::ir::{Builder, Pose, Value};
use multibody_codegen::internal::joint::{JointType, PositionKind};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Count, Function, Settings, integer};

use crate::support::robot::source;
use crate::support::{Derived, Robot, State, assert_close, shared_fixture};

/// Turns about z by q and shifts along z by `LIFT sin q`.
#[derive(Debug)]
pub struct Cam;

/// In m.
const LIFT: f64 = 0.375;

impl JointType for Cam {
    fn name(&self) -> &'static str {
        "cam"
    }
    fn positions(&self) -> &'static [PositionKind] {
        &[PositionKind::Angle]
    }
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (s, c) = b.sin_cos(q[0]);
        let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
        let lift = b.scale(&(integer(3) / integer(8)), s);
        Pose {
            rotation: [[c, minus, o], [s, c, o], [o, o, l]],
            translation: [o, o, lift],
        }
    }
}

/// Turns about z by q, shifts along z by `q / 5` and along x by `sin(q) cos(q) / 10`: takes the
/// angle bare and inside sine and cosine, and leaves no axis at rest.
#[derive(Debug)]
struct WobblyScrew;

impl JointType for WobblyScrew {
    fn name(&self) -> &'static str {
        "wobbly screw"
    }
    fn positions(&self) -> &'static [PositionKind] {
        &[PositionKind::Angle]
    }
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (s, c) = b.sin_cos(q[0]);
        let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
        let product = b.mul(s, c);
        let wobble = b.scale(&(integer(1) / integer(10)), product);
        let advance = b.scale(&(integer(1) / integer(5)), q[0]);
        Pose {
            rotation: [[c, minus, o], [s, c, o], [o, o, l]],
            translation: [wobble, o, advance],
        }
    }
}

/// A robot whose joint of that name is of another type.
pub fn replace(mut robot: Robot, joint: &str, kind: impl JointType + 'static) -> Robot {
    let system = &mut robot.system.system;
    let index = system
        .tree
        .joints
        .iter()
        .position(|j| j.name == joint)
        .expect("a joint of the robot");
    let motion = &mut system.tree.joints[index].motions[0];
    motion.kind = Arc::new(kind);
    system.coordinates[motion.coordinate].kind = Arc::clone(&motion.kind);
    robot
}

/// Mass 2 kg on the axis, 0.5 kg m^2 about it.
const ONE_BODY: &str = r#"<robot name="cam"><link name="base"/>
  <joint name="cam" type="continuous"><parent link="base"/><child link="follower"/><axis xyz="0 0 1"/></joint>
  <link name="follower"><inertial><origin xyz="0 0 0.25"/><mass value="2"/>
    <inertia ixx="0.4" ixy="0" ixz="0" iyy="0.4" iyz="0" izz="0.5"/></inertial></link>
</robot>"#;

/// `T = (I + m a^2 cos^2 q) qd^2 / 2`, `V = m g a sin q` with I = 0.5, m = 2, a = 0.375.
#[test]
fn one_body_on_a_cam_moves_as_computed_by_hand() {
    let robot = replace(
        Robot::of(&source(ONE_BODY), Settings::default()),
        "cam",
        Cam,
    );
    let cam = robot.derive();
    cam.assert_proved();
    let (inertia, mass, g) = (0.5, 2.0, 9.81);
    for (q, qd) in [(FRAC_PI_3, 3.0), (-2.5, 0.7)] {
        let state = State {
            q: vec![q],
            qd: vec![qd],
            qdd: vec![1.5],
            tau: vec![2.0],
            wrenches: Vec::new(),
            t: 0.0,
            ..State::default()
        };
        let (s, c) = q.sin_cos();
        let m = inertia + mass * LIFT * LIFT * c * c;
        let coriolis = -mass * LIFT * LIFT * s * c * qd * qd;
        let gravity = mass * g * LIFT * c;
        let expected = [
            (Function::MassMatrix, m),
            (Function::CoriolisMatrix, coriolis / qd),
            (Function::Coriolis, coriolis),
            (Function::Gravity, gravity),
            (Function::Bias, coriolis + gravity),
            (Function::InverseDynamics, m * 1.5 + coriolis + gravity),
            (Function::ForwardDynamics, (2.0 - coriolis - gravity) / m),
            (Function::MassMatrixInverse, 1.0 / m),
            (Function::KineticEnergy, m * qd * qd / 2.0),
            (Function::PotentialEnergy, mass * g * (LIFT * s + 0.25)),
        ];
        for (function, value) in expected {
            assert_close(&cam.at(function, &state), &[value], 1e-14, function.name());
        }
    }
    // At 60 degrees: 0.5 + 2 (3/8)^2 / 4.
    let state = State {
        q: vec![FRAC_PI_3],
        ..State::random(&cam.robot.system, 0, 1)
    };
    assert_close(
        &cam.at(Function::MassMatrix, &state),
        &[0.5703125],
        1e-15,
        "mass matrix",
    );
}

/// Derives everything in both ways, proves it, and compares the ways.
fn with_both_kernels(robot: Robot) -> [Derived; 2] {
    let wrenches = robot.wrench_links.len();
    let pair = [true, false].map(|hand_written_kernels| {
        let settings = Settings {
            hand_written_kernels,
            ..robot.settings.clone()
        };
        Robot {
            settings,
            ..robot.clone()
        }
        .derive()
    });
    let [written, dynamics] = &pair;
    assert_eq!(
        written.derivations.refuted, None,
        "the hand-written kernels hold for any transform"
    );
    let state = State::random(&robot.system, wrenches, 5);
    for (one, other) in written
        .derivations
        .functions
        .iter()
        .zip(&dynamics.derivations.functions)
    {
        let name = one.target.function.name();
        assert_eq!(one.target, other.target);
        let (one, other) = (state.evaluate(&one.program), state.evaluate(&other.program));
        assert_close(&one, &other, 1e-11, name);
    }
    pair.iter().for_each(Derived::assert_proved);
    pair
}

fn settings(link: &str) -> Settings {
    Settings {
        links: vec![link.into()],
        wrenches: vec![link.into()],
        effort: Effort::None,
        ..Settings::default()
    }
}

#[test]
fn a_cam_between_turning_joints_is_derived_with_both_kernels_and_proved() {
    let chain = Robot::of(&shared_fixture("two_limbs.urdf"), settings("left_shank"));
    let [written, robot] = with_both_kernels(replace(chain, "left_hip", Cam));
    assert!(written.derivations.functions.len() >= 18);
    for (one, other) in written
        .derivations
        .functions
        .iter()
        .zip(&robot.derivations.functions)
    {
        let name = one.target.function.name();
        let (one, other) = (Count::of(&one.program), Count::of(&other.program));
        println!("{name}: {one} with hand-written kernels, {other} without");
    }
}

#[test]
fn a_joint_that_takes_its_angle_bare_is_derived_with_both_kernels_and_proved() {
    let arm = Robot::of(&shared_fixture("spatial_arm.urdf"), settings("probe"));
    let arm = replace(arm, "raise", WobblyScrew);
    let pair = with_both_kernels(replace(arm, "turn", Cam));
    // Its place is not periodic: a whole turn later M is another one.
    let state = State::random(&pair[0].robot.system, 1, 3);
    let mut rotation = state.clone();
    rotation.q[1] += std::f64::consts::TAU;
    let (here, there) = [&state, &rotation]
        .map(|s| pair[0].at(Function::PotentialEnergy, s)[0])
        .into();
    assert!((here - there).abs() > 1.0, "{here} {there}");
}

/// A follower of a cam is a cam with another rate.
#[test]
fn a_mimic_of_a_cam_is_derived_and_proved() {
    let text = shared_fixture("two_limbs.urdf").text.replace(
        "<limit lower=\"-1.4\" upper=\"1\" velocity=\"6\" effort=\"50\"/>",
        "<limit lower=\"-1.4\" upper=\"1\" velocity=\"6\" effort=\"50\"/>
         <mimic joint=\"left_hip\" multiplier=\"-2.5\" offset=\"0.4\"/>",
    );
    let mut robot = replace(
        Robot::of(&source(&text), settings("right_limb")),
        "left_hip",
        Cam,
    );
    let follower = robot
        .system
        .system
        .tree
        .joints
        .iter_mut()
        .find(|joint| joint.name == "right_hip");
    follower.expect("a joint").motions[0].kind = Arc::new(Cam);
    assert_eq!(robot.system.nv(), 2);
    with_both_kernels(robot);
}
