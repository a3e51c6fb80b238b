//! Actuators: `actuate` is proved, refuted for other numbers, and has the values of the laws.

use multibody_codegen::internal::exact::decimal;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::Count;
use multibody_codegen::internal::prove;
use multibody_codegen::internal::system::Actuator;
use multibody_codegen::settings::{Effort, Weld};
use multibody_codegen::{Function, Settings, Source};

use crate::support::{Derived, Robot, State, assert_close};

/// A motor, a position servo, a velocity servo, a damper and a general actuator; two of them on a tendon.
const ARM: &str = r#"<mujoco><compiler angle="radian"/><worldbody><body name="cart">
    <joint name="x" type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/>
    <body name="arm" pos="0.1 0 0.2"><joint name="y" axis="0 1 0" ref="0.3"/><geom size="0.1" mass="1" pos="0.1 0 0"/>
    <body name="hand" pos="0 0 0.3"><joint name="z" axis="1 0 0"/><geom size="0.1" mass="0.5" pos="0 0.2 0"/>
    </body></body></body></worldbody>
    <tendon><fixed name="cable"><joint joint="x" coef="2"/><joint joint="z" coef="-0.5"/></fixed></tendon>
    <actuator><motor name="push" joint="x" gear="3" ctrlrange="-1 2"/>
    <position name="servo" joint="y" kp="10" kv="2" gear="2" forcerange="-7 7"/>
    <velocity name="spin" joint="z" kv="4"/>
    <damper name="brake" tendon="cable" kv="5" ctrlrange="0 1"/>
    <general name="any" tendon="cable" gear="0.5" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="4 5 6"/>
    </actuator></mujoco>"#;

fn robot(settings: Settings) -> Robot {
    Robot::of_any(&Source::new("arm.xml", ARM), settings)
}

fn settings() -> Settings {
    Settings {
        effort: Effort::None,
        ..Settings::default()
    }
}

/// The function is offered to robots with actuators.
fn derived() -> Derived {
    let robot = robot(settings()).derive();
    robot.assert_proved();
    robot
}

/// A general actuator's force on what it drives, whose position and rate are these.
fn force(gear: f64, [gain, bias]: [[f64; 3]; 2], [q, qd]: [f64; 2], control: f64) -> f64 {
    let terms = [1.0, gear * q, gear * qd];
    let sum = |terms: [f64; 3], of: [f64; 3]| (0..3).map(|k| terms[k] * of[k]).sum::<f64>();
    gear * (sum(terms, gain) * control + sum(terms, bias))
}

#[test]
fn actuators_follow_their_laws() {
    let robot = derived();
    for seed in 0..4 {
        let state = State::random(&robot.robot.system, 0, seed);
        let (q, qd, u) = (&state.q, &state.qd, &state.controls);
        let cable = [q, qd].map(|x| 2.0 * x[0] - 0.5 * x[2]);
        let on_cable =
            -5.0 * cable[1] * u[3] + force(0.5, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], cable, u[4]);
        let servo = 2.0 * (10.0 * (u[1] - 2.0 * q[1]) - 2.0 * 2.0 * qd[1]);
        let spin = 4.0 * (u[2] - qd[2]);
        let expected = [3.0 * u[0] + 2.0 * on_cable, servo, spin - 0.5 * on_cable];
        let actual = robot.at(Function::Actuate, &state);
        assert_close(&actual, &expected, 1e-12, "forces");
    }
    let count = Count::of(robot.program(Function::Actuate));
    assert_eq!(count.mul_add(), 34);
}

/// The program of the robot is refuted for a system with another number.
#[test]
fn every_number_counts() {
    let robot = derived();
    let (function, link) = (Function::Actuate, None);
    let target = Target { function, link };
    let changes: [fn(&mut Actuator); 6] = [
        |of| of.rates[0].1 += decimal("0.000001").unwrap(),
        |of| of.gear += decimal("0.000001").unwrap(),
        |of| of.constant += decimal("0.000001").unwrap(),
        |of| of.gain[1] += decimal("0.000001").unwrap(),
        |of| of.bias[0] += decimal("0.000001").unwrap(),
        |of| of.bias[2] += decimal("0.000001").unwrap(),
    ];
    for change in changes {
        let mut system = robot.robot.system.clone();
        change(&mut system.system.actuators[4]);
        let proof = prove::prove(&system, &[], target, robot.program(function));
        assert!(proof.is_err());
    }
}

/// What a welded joint adds to the length of a tendon stays; an actuator on such a joint keeps its control.
#[test]
fn actuators_on_welded_joints_keep_their_controls() {
    let welds = ["x", "y"].map(|joint| Weld {
        joint: joint.into(),
        position: decimal("0.25").unwrap(),
    });
    let settings = Settings {
        welds: welds.into(),
        ..settings()
    };
    let robot = robot(settings).derive();
    robot.assert_proved();
    let state = State::random(&robot.robot.system, 0, 9);
    let (q, qd, u) = (&state.q, &state.qd, &state.controls);
    assert_eq!((q.len(), u.len()), (1, 5));
    let cable = [0.5 - 0.5 * q[0], -0.5 * qd[0]];
    let on_cable =
        -5.0 * cable[1] * u[3] + force(0.5, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], cable, u[4]);
    let expected = [4.0 * (u[2] - qd[0]) - 0.5 * on_cable];
    let actual = robot.at(Function::Actuate, &state);
    assert_close(&actual, &expected, 1e-12, "forces");
}

/// Motors are at the joints that actuators drive, and ranges without an end are infinite.
#[test]
fn the_table_has_the_ranges() {
    let system = robot(settings()).system;
    let rows = system.actuators.iter();
    let rows: Vec<_> = rows
        .map(|row| (row.name.as_str(), row.control_range, row.force_range))
        .collect();
    let none = [f64::NEG_INFINITY, f64::INFINITY];
    let expected = [
        ("push", [-1.0, 2.0], none),
        ("servo", none, [-7.0, 7.0]),
        ("spin", none, none),
        ("brake", [0.0, 1.0], none),
        ("any", none, none),
    ];
    assert_eq!(rows, expected);
    assert_eq!(system.has_motor, [true; 3]);
}
