//! Joints whose rates are no derivatives, and whose N takes sines and cosines of other angles than
//! their transforms: an angle, its half and its double are one point of the circle.

use std::sync::Arc;

use multibody_codegen::internal::derive::derive_with_progress;
use multibody_codegen::internal::ir::{Builder, Pose, Value};
use multibody_codegen::internal::joint::{JointType, Planar, PositionKind};
use multibody_codegen::internal::prove::Refutation;
use multibody_codegen::internal::requested::Request;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Rational, Settings, integer};

use crate::support::robot::source;
use crate::support::{Derived, Robot, State, assert_close};

/// A planar joint that turns by `turns` q2; N has the sine and cosine of half of the turn.
#[derive(Clone, Debug)]
struct ByHalves {
    turns: Rational,
    /// What the sine in N is multiplied by: 1, if N is right.
    factor: i64,
}

impl JointType for ByHalves {
    fn name(&self) -> &'static str {
        "planar by halves"
    }
    fn positions(&self) -> &'static [PositionKind] {
        use PositionKind::{Angle, Length};
        &[Length, Length, Angle]
    }
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let angle = b.scale(&self.turns, q[2]);
        let (s, c) = b.sin_cos(angle);
        let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
        Pose {
            rotation: [[c, minus, o], [s, c, o], [o, o, l]],
            translation: [q[0], q[1], o],
        }
    }
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let half = b.scale(&(&self.turns / integer(2)), q[2]);
        let (s, c) = b.sin_cos(half);
        let (squares, product) = ([b.mul(s, s), b.mul(c, c)], b.mul(s, c));
        let cos = b.sub(squares[1], squares[0]);
        let sin = b.scale(&integer(2 * self.factor), product);
        let (o, minus) = (b.zero(), b.neg(sin));
        let rate = b.constant(&(Rational::ONE / &self.turns));
        Some(vec![
            vec![cos, minus, o],
            vec![sin, cos, o],
            vec![o, o, rate],
        ])
    }
}

/// A plate that slides and turns on the floor, with an arm on it.
const PLATE: &str = r#"<robot name="plate"><link name="floor"/>
  <joint name="slide" type="planar"><parent link="floor"/><child link="plate"/><axis xyz="0 0 1"/></joint>
  <link name="plate"><inertial><origin xyz="0.25 0 0.125"/><mass value="2"/>
    <inertia ixx="0.4" ixy="0" ixz="0" iyy="0.4" iyz="0" izz="0.5"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="plate"/><child link="arm"/>
    <origin xyz="0.5 0 0.25"/><axis xyz="0 1 0"/></joint>
  <link name="arm"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="1.5"/>
    <inertia ixx="0.2" ixy="0" ixz="0" iyy="0.3" iyz="0" izz="0.25"/></inertial></link>
</robot>"#;

fn plate(kind: impl JointType + 'static) -> Robot {
    let settings = Settings {
        effort: Effort::None,
        ..Settings::default()
    };
    let mut robot = Robot::of(&source(PLATE), settings);
    let system = &mut robot.system.system;
    let joints = system.tree.joints.iter_mut();
    let slide = joints.into_iter().find(|joint| joint.name == "slide");
    let motion = &mut slide.expect("a joint of the robot").motions[0];
    motion.kind = Arc::new(kind);
    system.coordinates[motion.coordinate].kind = Arc::clone(&motion.kind);
    robot
}

/// Programs of one robot, judged by the statement of another.
fn judged(dynamics: &Derived, robot: Robot) -> Vec<(Function, Result<(), Refutation>)> {
    let judge = Derived {
        robot,
        derivations: dynamics.derivations.clone(),
    };
    let functions = dynamics.derivations.functions.iter();
    functions
        .map(|derivation| (derivation.target.function, judge.prove(derivation)))
        .collect()
}

#[test]
fn a_rate_map_in_half_angles_is_that_of_the_planar_joint() {
    let planar = plate(Planar).derive();
    let by_halves = |factor| {
        let turns = integer(1);
        judged(&planar, plate(ByHalves { turns, factor }))
    };
    for (function, proof) in by_halves(1) {
        assert_eq!(proof, Ok(()), "{function}");
    }
    let mistake = by_halves(-1);
    let inverse_dynamics = mistake
        .iter()
        .find(|(f, _)| *f == Function::InverseDynamics);
    assert!(
        matches!(
            inverse_dynamics,
            Some((_, Err(Refutation::Counterexample { .. })))
        ),
        "{inverse_dynamics:?}"
    );
}

#[test]
fn a_joint_that_turns_by_twice_its_coordinate_is_derived_and_proved() {
    let turns = integer(2);
    let doubled = plate(ByHalves { turns, factor: 1 }).derive();
    doubled.assert_proved();
    // Its rates are those of a planar joint, so all forces are.
    let planar = plate(Planar).derive();
    let state = State::random(&planar.robot.system, 0, 4);
    let mut halved = state.clone();
    halved.q[2] /= 2.0;
    for function in [
        Function::InverseDynamics,
        Function::MassMatrix,
        Function::ForwardDynamics,
    ] {
        let (actual, expected) = (doubled.at(function, &halved), planar.at(function, &state));
        assert_close(&actual, &expected, 1e-12, function.name());
    }
}

#[test]
fn what_cannot_be_derived_is_reported() {
    let turns = integer(1);
    let robot = plate(ByHalves { turns, factor: 1 });
    let (tree, targets) = (place_bodies(&robot.system), robot.targets());
    let request = Request {
        targets,
        bundles: Vec::new(),
    };
    let dynamics = derive_with_progress(&tree, &[], &request, &robot.settings, &|_| ());
    let reason = dynamics.expect_err("half an angle").reason;
    assert!(
        reason.contains("a planar by halves joint is stated by `sin`"),
        "{reason}"
    );
}
