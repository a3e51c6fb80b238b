//! Orientations in every chart: derived, proved, and the same motion in all of them.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::{
    Builder, DualValue, Floats, InputKind, Pose, Program, Value, evaluate,
};
use multibody_codegen::internal::joint::choices::Rates;
use multibody_codegen::internal::joint::orientation::{ModifiedRodrigues, RotationVector};
use multibody_codegen::internal::joint::{JointPrograms, JointType, OrientationChart, ball_in};
use multibody_codegen::internal::system::System;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings};

use crate::support::robot::source;
use crate::support::{Derived, Random, Robot, State, assert_close, dot};

/// A trunk on its root, and an arm on a hinge that is askew.
const ARMED: &str = r#"<robot name="armed"><link name="trunk"><inertial><origin xyz="0.1 -0.2 0.05"/><mass value="3"/>
    <inertia ixx="0.3" ixy="0.02" ixz="-0.01" iyy="0.4" iyz="0.03" izz="0.5"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="trunk"/><child link="arm"/>
    <origin xyz="0.3 0.1 0.2" rpy="0.3 -0.4 0.2"/><axis xyz="1 2 2"/></joint>
  <link name="arm"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="1.5"/>
    <inertia ixx="0.2" ixy="0.01" ixz="0" iyy="0.3" iyz="0" izz="0.25"/></inertial></link>
</robot>"#;

/// A body alone, its centre of mass at its origin.
const BODY: &str = r#"<robot name="body"><link name="body"><inertial><mass value="2"/>
    <inertia ixx="0.3" ixy="0.02" ixz="-0.01" iyy="0.4" iyz="0.03" izz="0.5"/></inertial></link></robot>"#;

const FLOATING: [&str; 7] = [
    "floating",
    "floating(rates = derivative)",
    "floating(chart = zyx)",
    "floating(chart = exponential)",
    "floating(chart = exponential, rates = derivative)",
    "floating(chart = modified_rodrigues)",
    "floating(chart = modified_rodrigues, rates = derivative)",
];
const BALLS: [&str; 7] = [
    "ball",
    "ball(chart = zxz)",
    "ball(chart = exponential)",
    "ball(chart = exponential, rates = derivative)",
    "ball(rates = derivative)",
    "ball(chart = modified_rodrigues)",
    "ball(chart = modified_rodrigues, rates = derivative)",
];

fn derive(text: &str, root: &str, links: &[&str]) -> Derived {
    let links: Vec<String> = links.iter().map(|&link| link.to_owned()).collect();
    let settings = Settings {
        root: root.parse().expect(root),
        links: links.clone(),
        wrenches: links,
        effort: Effort::None,
        ..Settings::default()
    };
    Robot::of(&source(text), settings).derive()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_chart_is_derived_and_proved_by_hand_written_kernels() {
    for root in FLOATING.into_iter().chain(BALLS) {
        let robot = derive(ARMED, root, &["arm"]);
        assert_eq!(robot.derivations.refuted, None, "{root}");
        robot.assert_proved();
        let names = robot.derivations.functions.iter();
        let is_regular = names
            .clone()
            .any(|d| d.target.function == Function::ForwardDynamics);
        assert_eq!(is_regular, root != "ball(rates = derivative)", "{root}");
    }
}

/// The mass centre's motion is differentiated by positions, which in some charts are lifted.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_centre_of_mass_moves_in_every_chart() {
    for root in FLOATING.into_iter().chain(BALLS) {
        let functions = [
            Function::CenterOfMassVelocity,
            Function::CenterOfMassAcceleration,
            Function::Centroidal,
        ];
        let settings = Settings {
            root: root.parse().expect(root),
            functions: functions.into(),
            effort: Effort::None,
            ..Settings::default()
        };
        let robot = Robot::of(&source(ARMED), settings).derive();
        assert_eq!(robot.derivations.refuted, None, "{root}");
        robot.assert_proved();
    }
}

/// All twelve sequences of three turns.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_sequence_of_turns_is_a_chart() {
    let letters = ["x", "y", "z"];
    let mut count = 0;
    for first in letters {
        for second in letters.iter().filter(|&&second| second != first) {
            for third in letters.iter().filter(|third| *third != second) {
                let root = format!("ball(chart = {first}{second}{third})");
                derive(BODY, &root, &[]).assert_proved();
                count += 1;
            }
        }
    }
    assert_eq!(count, 12);
}

/// The pose of a link as a system states it: rotation by rows, then the origin.
fn pose(system: &System, link: usize) -> Program {
    let mut b = system.builder.clone();
    let mut chain = Vec::new();
    let mut index = Some(link);
    while let Some(link) = index {
        let joint = system.tree.joints.iter().find(|joint| joint.child == link);
        chain.push(joint.expect("each link has a joint"));
        index = chain[chain.len() - 1].parent;
    }
    let mut pose = b.identity_pose();
    for joint in chain.into_iter().rev() {
        pose = b.compose(&pose, &joint.origin);
        for motion in &joint.motions {
            let positions = motion.positions(&mut b, &system.coordinates);
            let translation = b.zeros();
            let axes = Pose {
                rotation: motion.axes,
                translation,
            };
            let back = Pose {
                rotation: Builder::transpose(&motion.axes),
                translation,
            };
            let x = motion.kind.transform(&mut b, &positions);
            for step in [axes, x, back] {
                pose = b.compose(&pose, &step);
            }
        }
    }
    let rotation = pose.rotation.into_iter().flatten();
    b.finish(&rotation.chain(pose.translation).collect::<Vec<_>>())
}

/// The derivative by time of a program of positions and rates.
fn rate(system: &System, program: &Program) -> Program {
    let mut b = Builder::new();
    let mut rates: Vec<Value> = Vec::new();
    for coordinate in &system.coordinates {
        let (nq, nv) = (coordinate.kind.positions().len(), coordinate.kind.nv());
        let q: Vec<Value> = (0..nq)
            .map(|k| b.input(InputKind::Q, coordinate.q + k))
            .collect();
        let qd: Vec<Value> = (0..nv)
            .map(|k| b.input(InputKind::Qd, coordinate.v + k))
            .collect();
        match coordinate.kind.rate_map(&mut b, &q) {
            Some(rows) => rates.extend(rows.iter().map(|row| b.dot(row, &qd)).collect::<Vec<_>>()),
            None => rates.extend(qd),
        }
    }
    let moving = b.inline_dual(program, |b, input| {
        let place = input.index as usize;
        let value = b.input(input.kind, place);
        match input.kind {
            InputKind::Q => DualValue {
                value,
                change: rates[place],
            },
            InputKind::Qd => DualValue {
                value,
                change: b.input(InputKind::Qdd, place),
            },
            _ => DualValue::constant(value),
        }
    });
    b.finish(
        &moving
            .iter()
            .map(|moving| moving.change)
            .collect::<Vec<_>>(),
    )
}

type Vector = [f64; 3];

/// `r v`, r by rows.
fn turn(r: &[f64], v: Vector) -> Vector {
    [0, 1, 2].map(|i| dot(&r[3 * i..3 * i + 3], &v))
}

fn cross([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// A motion of the trunk that no chart knows: yaw, pitch and roll, place, and the velocity in body axes.
struct Motion {
    angles: Vector,
    place: Vector,
    linear: Vector,
    angular: Vector,
}

const MOTION: Motion = Motion {
    angles: [0.7, -0.4, 1.1],
    place: [0.3, -0.2, 0.5],
    linear: [0.9, -0.5, 0.2],
    angular: [0.6, 1.3, -0.8],
};

impl Motion {
    /// R = Rz Ry Rx
    fn quaternion(&self) -> [f64; 4] {
        let [(sz, cz), (sy, cy), (sx, cx)] = self.angles.map(|angle| (angle / 2.0).sin_cos());
        [
            sx * cy * cz - cx * sy * sz,
            cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz,
            cx * cy * cz + sx * sy * sz,
        ]
    }

    fn vector(&self) -> Vector {
        let [x, y, z, w] = self.quaternion();
        let length = (x * x + y * y + z * z).sqrt();
        let angle = 2.0 * length.atan2(w);
        [x, y, z].map(|component| component / length * angle)
    }

    fn rotation(&self) -> Vec<f64> {
        transform(&*ball_in(&RotationVector, Rates::Body), &self.vector())
    }

    /// The derivatives of yaw, pitch and roll.
    fn angle_rates(&self) -> Vector {
        let ([_, pitch, roll], [wx, wy, wz]) = (self.angles, self.angular);
        let across = wy * roll.sin() + wz * roll.cos();
        let yaw = across / pitch.cos();
        [
            yaw,
            wy * roll.cos() - wz * roll.sin(),
            wx + pitch.sin() * yaw,
        ]
    }

    /// `u / (1 + w)`
    fn rodrigues(&self) -> Vector {
        let [x, y, z, w] = self.quaternion();
        [x, y, z].map(|part| part / (1.0 + w))
    }

    /// The derivatives of three parameters.
    fn rates(&self, chart: &dyn OrientationChart, q: Vector) -> Vector {
        let map = JointPrograms::of(&*ball_in(chart, Rates::Body)).rate_map;
        turn(&at(&map.expect("body rates"), &q), self.angular)
    }

    /// Positions and rates in one of the charts of [`FLOATING`].
    fn within(&self, root: &str) -> (Vec<f64>, Vec<f64>) {
        let world = turn(&self.rotation(), self.linear);
        let [place, linear, angular] = [self.place, self.linear, self.angular];
        let (turn, rates): (Vec<f64>, [Vector; 2]) = match root {
            "floating" => (self.quaternion().into(), [linear, angular]),
            "floating(rates = derivative)" => (self.quaternion().into(), [world, angular]),
            "floating(chart = zyx)" => (self.angles.into(), [world, self.angle_rates()]),
            "floating(chart = exponential)" => (self.vector().into(), [linear, angular]),
            "floating(chart = modified_rodrigues)" => (self.rodrigues().into(), [linear, angular]),
            "floating(chart = modified_rodrigues, rates = derivative)" => {
                let q = self.rodrigues();
                (q.into(), [world, self.rates(&ModifiedRodrigues, q)])
            }
            _ => {
                let q = self.vector();
                (q.into(), [world, self.rates(&RotationVector, q)])
            }
        };
        ([&place[..], &turn].concat(), rates.concat())
    }
}

fn at(program: &Program, local: &[f64]) -> Vec<f64> {
    let inputs = BTreeMap::from([(InputKind::Local, local)]);
    evaluate(program, &mut Floats { inputs })
}

fn transform(kind: &dyn JointType, q: &[f64]) -> Vec<f64> {
    at(&JointPrograms::of(kind).transform, q)
}

/// One motion under one wrench and one torque at the hinge: every frame is where it is in all charts, and
/// moves and accelerates alike.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn all_charts_of_one_body_agree_on_accelerations_of_points() {
    let mut expected: Option<Vec<Vec<f64>>> = None;
    for root in FLOATING {
        let robot = derive(ARMED, root, &["arm"]);
        let system = &robot.robot.system;
        let (mut q, mut qd) = MOTION.within(root);
        q.push(0.4);
        qd.push(2.0);
        let mut tau = vec![0.0; qd.len()];
        tau[6] = 0.3;
        let mut state = State {
            qdd: vec![0.0; qd.len()],
            q,
            qd,
            tau,
            wrenches: vec![0.5, -1.2, 2.0, 0.3, 0.1, -0.4],
            t: 0.0,
            ..State::default()
        };
        state.qdd = robot.at(Function::ForwardDynamicsWithWrenches, &state);
        let mut actual = Vec::new();
        for link in 0..2 {
            let place = pose(system, link);
            let velocity = rate(system, &place);
            let acceleration = rate(system, &velocity);
            actual.extend([place, velocity, acceleration].map(|program| state.evaluate(&program)));
        }
        assert!(actual.iter().flatten().all(|x| *x != 0.0), "{root}");
        let expected = expected.get_or_insert_with(|| actual.clone());
        for (actual, expected) in actual.iter().zip(expected) {
            assert_close(actual, expected, 1e-13, root);
        }
    }
}

/// M, C and Q of one rigid body in any coordinates (Liu and Jain, section 4): `M = J^T M_c J`,
/// `C = J^T (M_c dJ/dt + [w~] M_c J) qd` and `Q = Jv^T f + Jw^T tau`, the columns of J being those of
/// `dR/dq R^T` and `dx/dq`.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn one_body_has_the_equations_of_the_text_in_every_chart() {
    for root in FLOATING.into_iter().chain(BALLS) {
        let robot = derive(BODY, root, &["body"]);
        let system = &robot.robot.system;
        let state = State::random(system, 1, 5);
        let place = pose(system, 0);
        let moving = rate(system, &place);
        let r = &state.evaluate(&place)[..9];
        // v, then w of [w] = dR/dt R^T
        let twist = |change: &[f64]| -> Vec<f64> {
            let entry = |i: usize, j: usize| dot(&change[3 * i..3 * i + 3], &r[3 * j..3 * j + 3]);
            let angular = [entry(2, 1), entry(0, 2), entry(1, 0)];
            [&change[9..], &angular].concat()
        };
        let columns: Vec<Vec<f64>> = (0..system.nv())
            .map(|k| {
                let mut unit = state.clone();
                unit.qd.fill(0.0);
                unit.qd[k] = 1.0;
                twist(&unit.evaluate(&moving))
            })
            .collect();
        let velocity = twist(&state.evaluate(&moving));
        // dJ/dt qd: what is left of the acceleration. d(dR/dt R^T)/dt = ddR/dt R^T + dR/dt dR/dt^T, the last
        // of which is symmetric.
        let mut coasting = state.clone();
        coasting.qdd.fill(0.0);
        let change = coasting.evaluate(&rate(system, &moving));
        let entry = |i: usize, j: usize| dot(&change[3 * i..3 * i + 3], &r[3 * j..3 * j + 3]);
        let half = |i, j| 0.5 * (entry(i, j) - entry(j, i));
        let left = [&change[9..], &[half(2, 1), half(0, 2), half(1, 0)]].concat();
        // I_c = R I_0 R^T
        let inertia = [[0.3, 0.02, -0.01], [0.02, 0.4, 0.03], [-0.01, 0.03, 0.5]];
        let central = |w: [f64; 3]| -> [f64; 3] {
            let content = [0, 1, 2].map(|j| (0..3).map(|i| r[3 * i + j] * w[i]).sum::<f64>());
            turn(r, inertia.map(|row| dot(&row, &content)))
        };
        let momentum = |v: &[f64]| -> Vec<f64> {
            let angular = central([v[3], v[4], v[5]]);
            [[2.0 * v[0], 2.0 * v[1], 2.0 * v[2]], angular].concat()
        };
        let onto = |force: &[f64]| -> Vec<f64> {
            columns.iter().map(|column| dot(column, force)).collect()
        };
        let m: Vec<f64> = columns
            .iter()
            .flat_map(|column| onto(&momentum(column)))
            .collect();
        let w = [velocity[3], velocity[4], velocity[5]];
        let mut turning = momentum(&left);
        let swept = cross(w, central(w));
        (0..3).for_each(|k| turning[3 + k] += swept[k]);
        let weight = [0.0, 0.0, -2.0 * 9.81, 0.0, 0.0, 0.0];
        let q_weight: Vec<f64> = onto(&weight).iter().map(|q| 0.0 - q).collect();
        for (function, expected) in [
            (Function::MassMatrix, m),
            (Function::Coriolis, onto(&turning)),
            (Function::Gravity, q_weight),
        ] {
            let name = format!("{root}: {function}");
            assert!(
                expected.iter().any(|x| *x != 0.0) || root.starts_with("ball"),
                "{name}"
            );
            assert_close(&robot.at(function, &state), &expected, 1e-13, &name);
        }
        // Q: inverse dynamics without the wrench less that with it.
        let [without, with] = [
            Function::InverseDynamics,
            Function::InverseDynamicsWithWrenches,
        ]
        .map(|f| robot.at(f, &state));
        let q: Vec<f64> = without.iter().zip(&with).map(|(a, b)| a - b).collect();
        assert_close(&q, &onto(&state.wrenches), 1e-12, root);
    }
}

/// The dynamics by three parameters are those by the quaternion of the same orientation, without rotation and
/// from the smallest angles to half a turn, to this many ulp of the largest entry.
const ULP: f64 = 8.0;

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn dynamics_by_three_parameters_are_accurate_from_no_turn_to_half_a_turn() {
    let by_quaternion = derive(ARMED, "floating", &["arm"]);
    for chart in [&RotationVector as &dyn OrientationChart, &ModifiedRodrigues] {
        are_accurate(&by_quaternion, chart);
    }
}

fn are_accurate(by_quaternion: &Derived, chart: &dyn OrientationChart) {
    let word = chart.word();
    let by_body_rates = derive(ARMED, &format!("floating(chart = {word})"), &["arm"]);
    let by_rates = derive(
        ARMED,
        &format!("floating(chart = {word}, rates = derivative)"),
        &[],
    );
    let mut random = Random::new(4);
    let mut worst: f64 = 0.0;
    for angle in ANGLES {
        let axis = [0; 3].map(|_| random.number());
        let length = dot(&axis, &axis).sqrt();
        let vector = chart.axis_angle(angle, axis.map(|x| x / length));
        let (sin, cos) = (angle / 2.0).sin_cos();
        let [x, y, z] = axis.map(|x| x / length * sin);
        let place = random.numbers(3);
        let (rates, forces) = (random.numbers(7), random.numbers(7));
        let state = |turn: &[f64]| State {
            q: [&place[..], turn, &[0.4]].concat(),
            qd: rates.clone(),
            qdd: rates.clone(),
            tau: forces.clone(),
            wrenches: vec![0.0; 6],
            t: 0.0,
            ..State::default()
        };
        let states = [state(&[x, y, z, cos]), state(&vector)];
        for function in [
            Function::MassMatrix,
            Function::Bias,
            Function::InverseDynamics,
            Function::ForwardDynamics,
        ] {
            let [expected, actual] = [(by_quaternion, &states[0]), (&by_body_rates, &states[1])]
                .map(|(r, s)| r.at(function, s));
            let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
            let errors = actual
                .iter()
                .zip(&expected)
                .map(|(a, b)| (a - b).abs() / size);
            worst = errors.fold(worst, f64::max);
        }
        // The same velocities as derivatives.
        let body = ball_in(chart, Rates::Body);
        let map = at(
            &JointPrograms::of(&*body).rate_map.expect("body rates"),
            &vector,
        );
        let mut moved = states[1].clone();
        let linear = turn(&transform(&*body, &vector), [rates[0], rates[1], rates[2]]);
        let angular = turn(&map, [rates[3], rates[4], rates[5]]);
        moved.qd[..6].copy_from_slice(&[linear, angular].concat());
        let energy = |robot: &Derived, state| robot.at(Function::KineticEnergy, state)[0];
        let (expected, actual) = (energy(by_quaternion, &states[0]), energy(&by_rates, &moved));
        worst = worst.max((actual - expected).abs() / expected);
    }
    let worst = worst / f64::EPSILON;
    println!("{word}: off by at most {worst} ulp of the largest entry");
    assert!(worst < ULP, "{word}: {worst}");
}

const ANGLES: [f64; 16] = [
    0.0,
    1e-300,
    1e-200,
    1e-160,
    1e-150,
    1e-100,
    1e-30,
    1e-12,
    1e-8,
    1e-4,
    0.01,
    0.3,
    1.0,
    2.0,
    3.0,
    std::f64::consts::PI,
];
