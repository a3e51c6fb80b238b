//! Symbolic terms beside a file, of mimic joints and locked joints.

use multibody_codegen::settings::{Effort, Weld};
use multibody_codegen::{Function, Settings, decimal, integer};

use crate::support::robot::source;
use crate::support::{Robot, State, assert_close};

/// A gripper whose right finger follows the left one: `right = 0.2 - left / 2`.
const GRIPPER: &str = r#"<robot name="gripper"><link name="palm"/>
<joint name="left" type="continuous"><parent link="palm"/><child link="finger"/><axis xyz="0 1 0"/></joint>
<link name="finger"><inertial><origin xyz="0 0 0.1"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="right" type="continuous"><parent link="palm"/><child link="thumb"/><axis xyz="0 1 0"/>
<mimic joint="left" multiplier="-0.5" offset="0.2"/></joint>
<link name="thumb"><inertial><origin xyz="0 0 0.1"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="wrist" type="continuous"><parent link="palm"/><child link="arm"/><axis xyz="0 1 0"/></joint>
<link name="arm"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
</robot>"#;

/// Power is that of the joint that follows, so its leader feels a force times the multiplier; a joint that is fixed
/// feels none, and has its position.
#[test]
fn forces_along_mimic_and_locked_joints() {
    let weld = Weld {
        joint: "wrist".into(),
        position: decimal("0.25").unwrap(),
    };
    let settings = Settings {
        welds: vec![weld],
        gravity: Some([0, 0, 0].map(integer)),
        effort: Effort::None,
        ..Settings::default()
    };
    let items = "potential = 3 * sin(right) * wrist, \
        force(right) = 7 - right_dot, force(left) = 2 * left_dot, force(wrist) = 5,";
    let robot = Robot::of_both(&source(GRIPPER), items, settings).derive();
    robot.assert_proved();
    let (q, qd) = (0.3, 1.7);
    let state = State {
        t: 0.0,
        q: vec![q],
        qd: vec![qd],
        qdd: vec![0.0],
        tau: vec![0.0],
        wrenches: Vec::new(),
        ..State::default()
    };
    let force = -0.5 * (7.0 + 0.5 * qd) + 2.0 * qd;
    let result = robot.at(Function::GeneralizedForce, &state);
    assert_close(&result, &[force], 1e-14, "generalized force");
    let gravity = -0.5 * 3.0 * (0.2 - 0.5 * q).cos() * 0.25;
    let result = robot.at(Function::Gravity, &state);
    assert_close(&result, &[gravity], 1e-14, "gravity");
}
