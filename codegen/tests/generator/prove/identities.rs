//! What the functions of one robot have to do with each other, in floats: a second opinion beside
//! the proof, which checks each of them alone.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::InputKind;
use multibody_codegen::internal::system::System;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings};

use crate::support::duals::{derivative, position_rates};
use crate::support::random_tree::random_tree;
use crate::support::{
    Derived, Random, Robot, State, assert_close, dot, fixture, plus, shared_fixture, times,
    transposed_times,
};

/// Rounding, with room for the depth of a tree.
const EXACT: f64 = 1e-11;
/// The same where M is inverted.
const SOLVED: f64 = 1e-8;

fn settings(root: Root, link: &str) -> Settings {
    let effort = Effort::None;
    Settings {
        root,
        functions: Function::ALL.into(),
        links: vec![link.into()],
        wrenches: vec![link.into()],
        effort,
        ..Settings::default()
    }
}

fn assert_identities(name: &str, robot: Robot) {
    let robot = robot.derive();
    for seed in 1..=3 {
        let mut state = State::random(&robot.robot.system, 1, seed);
        keep_quaternions(&robot.robot.system, &mut state);
        let index = At {
            robot: &robot,
            state: &state,
            name,
            seed,
        };
        index.forces();
        index.energies();
        index.coriolis_matrix();
        index.kinematics();
        index.motions();
        index.center_of_mass();
        index.centroidal();
        index.link_forces();
        if robot
            .derivations
            .functions
            .iter()
            .any(|d| d.target.function == Function::ForwardDynamics)
        {
            index.solutions();
        }
    }
}

/// Rates that are derivatives of a unit quaternion are at right angles to it.
fn keep_quaternions(system: &System, state: &mut State) {
    for coordinate in &system.coordinates {
        if coordinate.kind.chart() != Some("QuaternionRates") {
            continue;
        }
        let quaternion = &state.q[coordinate.q..][..4];
        let rates = &mut state.qd[coordinate.v..][..4];
        let axis = dot(quaternion, rates);
        rates
            .iter_mut()
            .zip(quaternion)
            .for_each(|(rate, x)| *rate -= axis * x);
    }
}

/// A robot at a state.
struct At<'a> {
    robot: &'a Derived,
    state: &'a State,
    name: &'a str,
    seed: u64,
}

impl At<'_> {
    fn value(&self, function: Function) -> Vec<f64> {
        self.robot.at(function, self.state)
    }

    /// The derivative where q moves with rates, and qd with accelerations.
    fn rate(&self, function: Function, rates: &[f64], accelerations: &[f64]) -> Vec<f64> {
        let q = position_rates(&self.robot.robot.system, &self.state.q, rates);
        let changes = BTreeMap::from([(InputKind::Q, &q[..]), (InputKind::Qd, accelerations)]);
        derivative(self.robot.program(function), self.state, changes)
    }

    #[track_caller]
    fn assert(&self, equation: &str, left: &[f64], right: &[f64], tolerance: f64) {
        let subject = format!("{}, seed {}: {equation}", self.name, self.seed);
        assert_close(left, right, tolerance, &subject);
    }

    fn forces(&self) {
        let [m, c, coriolis, gravity, bias, tau] = [
            Function::MassMatrix,
            Function::CoriolisMatrix,
            Function::Coriolis,
            Function::Gravity,
            Function::Bias,
            Function::InverseDynamics,
        ]
        .map(|function| self.value(function));
        let State { qd, qdd, .. } = self.state;
        self.assert(
            "bias = C qd + g",
            &bias,
            &plus(&coriolis, 1.0, &gravity),
            EXACT,
        );
        self.assert("C qd", &times(&c, qd), &coriolis, EXACT);
        let expected = plus(&times(&m, qdd), 1.0, &bias);
        self.assert("tau = M qdd + C qd + g", &tau, &expected, EXACT);
        self.assert(
            "M = M^T",
            &times(&m, qdd),
            &transposed_times(&m, qdd),
            EXACT,
        );
        let external = self.value(Function::GeneralizedForce);
        let with_wrenches = self.value(Function::InverseDynamicsWithWrenches);
        self.assert(
            "tau - Q",
            &with_wrenches,
            &plus(&tau, -1.0, &external),
            EXACT,
        );
    }

    fn energies(&self) {
        let State { qd, qdd, .. } = self.state;
        let m = self.value(Function::MassMatrix);
        let energy = self.value(Function::KineticEnergy);
        self.assert(
            "T = qd^T M qd / 2",
            &energy,
            &[dot(qd, &times(&m, qd)) / 2.0],
            EXACT,
        );
        let zeros = vec![0.0; qd.len()];
        let gravity = self.value(Function::Gravity);
        let fall = self.rate(Function::PotentialEnergy, qd, &zeros);
        self.assert("dV/dt = g . qd", &fall, &[dot(&gravity, qd)], EXACT);
        let gain = self.rate(Function::KineticEnergy, qd, qdd);
        let tau = self.value(Function::InverseDynamics);
        let power = plus(&gain, 1.0, &fall);
        self.assert("d(T + V)/dt = tau . qd", &power, &[dot(&tau, qd)], EXACT);
        let (com, mass) = (
            self.value(Function::CenterOfMass),
            self.value(Function::TotalMass),
        );
        let height = [9.81 * mass[0] * com[2]];
        self.assert(
            "V = m g h",
            &self.value(Function::PotentialEnergy),
            &height,
            EXACT,
        );
    }

    fn coriolis_matrix(&self) {
        let State { qd, qdd, tau, .. } = self.state;
        let c = self.value(Function::CoriolisMatrix);
        let change = self.rate(Function::MassMatrix, qd, qdd);
        let sum = plus(&times(&c, tau), 1.0, &transposed_times(&c, tau));
        let symbols = self.value(Function::ChristoffelSymbols);
        self.assert("C_ijk qd_k", &times(&symbols, qd), &c, EXACT);
        self.assert("C + C^T = dM/dt", &sum, &times(&change, tau), EXACT);
    }

    /// Velocities and accelerations of a link, in the world's axes and its own, and rates of its Jacobians.
    fn motions(&self) {
        let State { qd, qdd, .. } = self.state;
        for [velocity, acceleration, jacobian, jacobian_rate] in [
            [
                Function::Velocity,
                Function::Acceleration,
                Function::Jacobian,
                Function::JacobianRate,
            ],
            [
                Function::VelocityBody,
                Function::AccelerationBody,
                Function::JacobianBody,
                Function::JacobianRateBody,
            ],
        ] {
            let v = self.value(velocity);
            self.assert("V = J qd", &v, &times(&self.value(jacobian), qd), EXACT);
            let rate = self.value(jacobian_rate);
            let change = self.rate(jacobian, qd, qdd);
            self.assert("dJ/dt", &rate, &change, EXACT);
            let mut expected = plus(&times(&self.value(jacobian), qdd), 1.0, &times(&rate, qd));
            let change = self.rate(velocity, qd, qdd);
            self.assert("dV/dt = J qdd + dJ/dt qd", &change, &expected, EXACT);
            if acceleration == Function::AccelerationBody {
                // The axes turn too.
                let turning = cross(&v[3..], &v[..3]);
                expected.iter_mut().zip(turning).for_each(|(a, x)| *a += x);
            }
            let actual = self.value(acceleration);
            self.assert("acceleration", &actual, &expected, EXACT);
        }
        let pose = self.value(Function::Pose);
        for (world, body) in [
            (Function::Velocity, Function::VelocityBody),
            (Function::Acceleration, Function::AccelerationBody),
        ] {
            let [world, body] = [world, body].map(|function| self.value(function));
            let rotation = [&body[..3], &body[3..]].map(|part| times(&pose[..9], part));
            self.assert("world = R body", &world, &rotation.concat(), EXACT);
        }
    }

    fn center_of_mass(&self) {
        let State { qd, qdd, .. } = self.state;
        let functions = [
            Function::CenterOfMass,
            Function::CenterOfMassVelocity,
            Function::CenterOfMassAcceleration,
        ];
        for (of, rate) in functions.iter().zip(&functions[1..]) {
            let change = self.rate(*of, qd, qdd);
            self.assert("centre of mass", &self.value(*rate), &change, EXACT);
        }
    }

    /// The linear momentum of all bodies, and the matrix that gives both parts.
    fn centroidal(&self) {
        let result = self.value(Function::Centroidal);
        let (momentum, matrix) = result.split_at(6);
        let [mass, velocity] =
            [Function::TotalMass, Function::CenterOfMassVelocity].map(|of| self.value(of));
        let linear: Vec<f64> = velocity.iter().map(|v| mass[0] * v).collect();
        self.assert("P = m v", &momentum[..3], &linear, EXACT);
        let product = times(matrix, &self.state.qd);
        self.assert("h = A qd", momentum, &product, EXACT);
    }

    /// Momentum and its rate, and what the joint of a link transmits in either axes.
    fn link_forces(&self) {
        let State {
            qd, qdd, wrenches, ..
        } = self.state;
        let change = self.rate(Function::Momentum, qd, qdd);
        let rate = self.value(Function::MomentumRate);
        self.assert("dP/dt, dL/dt", &rate, &change, EXACT);
        let pose = self.value(Function::Pose);
        for (world, body) in [
            (Function::JointWrench, Function::JointWrenchBody),
            (
                Function::JointWrenchWithWrenches,
                Function::JointWrenchBodyWithWrenches,
            ),
        ] {
            let [world, body] = [world, body].map(|function| self.value(function));
            let rotation = [&body[..3], &body[3..]].map(|part| times(&pose[..9], part));
            self.assert("world = R body", &world, &rotation.concat(), EXACT);
        }
        let alone = self.value(Function::JointWrench);
        let helped = self.value(Function::JointWrenchWithWrenches);
        let expected = plus(&alone, -1.0, wrenches);
        self.assert("what a wrench bears", &helped, &expected, EXACT);
    }

    fn kinematics(&self) {
        let State { qd, wrenches, .. } = self.state;
        let zeros = vec![0.0; qd.len()];
        let (pose, moved) = (
            self.value(Function::Pose),
            self.rate(Function::Pose, qd, &zeros),
        );
        let world = times(&self.value(Function::Jacobian), qd);
        let body = times(&self.value(Function::JacobianBody), qd);
        self.assert("dp/dt = J qd", &moved[9..], &world[..3], EXACT);
        for column in 0..3 {
            let of = |m: &[f64]| [m[column], m[3 + column], m[6 + column]];
            let turning = cross(&world[3..], &of(&pose));
            self.assert("dR/dt = w x R", &of(&moved), &turning, EXACT);
        }
        let rotation: Vec<f64> = [&body[..3], &body[3..]]
            .iter()
            .flat_map(|v| times(&pose[..9], v))
            .collect();
        self.assert("J = R J_body", &world, &rotation, EXACT);
        let force = transposed_times(&self.value(Function::Jacobian), wrenches);
        self.assert(
            "Q = J^T f",
            &self.value(Function::GeneralizedForce),
            &force,
            EXACT,
        );
    }

    fn solutions(&self) {
        let inverse = self.value(Function::MassMatrixInverse);
        let m = self.value(Function::MassMatrix);
        let x = Random::new(self.seed).numbers(self.state.qd.len());
        self.assert("M^-1 M = 1", &times(&inverse, &times(&m, &x)), &x, SOLVED);
        for (there, back) in [
            (Function::InverseDynamics, Function::ForwardDynamics),
            (
                Function::InverseDynamicsWithWrenches,
                Function::ForwardDynamicsWithWrenches,
            ),
        ] {
            let pushed = State {
                tau: self.value(there),
                ..self.state.clone()
            };
            let result = self.robot.at(back, &pushed);
            self.assert("FD(ID(qdd)) = qdd", &result, &self.state.qdd, SOLVED);
        }
    }
}

fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i] * b[j] - a[j] * b[i]
    })
}

#[test]
fn functions_of_an_arm_belong_together() {
    assert_identities(
        "six_axes",
        Robot::of(&fixture("six_axes.urdf"), settings(Root::Fixed, "tool")),
    );
}

#[test]
fn functions_of_a_floating_robot_with_mimic_belong_together() {
    let crawler = Robot::of(
        &fixture("crawler.urdf"),
        settings(Root::FLOATING, "right_shank"),
    );
    assert_identities("crawler", crawler);
}

#[test]
fn functions_of_a_sliding_arm_belong_together() {
    let arm = Robot::of(
        &shared_fixture("spatial_arm.urdf"),
        settings(Root::Fixed, "probe"),
    );
    assert_identities("spatial_arm", arm);
}

#[test]
fn functions_of_a_gripper_belong_together() {
    let gripper = Robot::of(
        &shared_fixture("gripper.urdf"),
        settings(Root::Fixed, "right_tip"),
    );
    assert_identities("gripper", gripper);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_of_a_robot_with_singular_mass_matrix_belong_together() {
    let robot = Robot::of(
        &shared_fixture("massless_tip.urdf"),
        settings(Root::FLOATING, "tip"),
    );
    assert_identities("massless_tip", robot);
}

/// Joints and charts of all kinds, in any order: each of the first trees has another one at its root. The
/// environment variable `MULTIBODY_TREES` says how many; 200 take two minutes of one processor.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_of_random_trees_of_all_joints_and_charts_belong_together() {
    let count = std::env::var("MULTIBODY_TREES");
    let count = count.map_or(48, |text| text.parse().expect("a number"));
    for seed in 0..count {
        let (items, last) = random_tree(seed);
        let robot = Robot::of_tokens(&items, settings(Root::Fixed, &last));
        assert_identities(&format!("tree {seed}:\n{items}"), robot);
    }
}
