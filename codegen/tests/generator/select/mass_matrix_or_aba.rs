//! Forward dynamics by the mass matrix or by the articulated-body algorithm (ABA): the number of joints from which ABA is
//! cheaper. The report says so of every robot; here are chains of all lengths.

use multibody_codegen::internal::derive::{Algorithm, Route};
use multibody_codegen::{Count, Function, Settings, Source};

use crate::support::{Random, Robot};

/// A chain in modified Denavit-Hartenberg frames, its numbers of a fixed seed: axes at right angles with
/// shifts along and across each, or, `parallel`, every second one parallel to the one before.
pub fn chain(joints: usize, parallel: bool) -> Source {
    let mut random = Random::new(5);
    let mut number = |low: f64, high: f64| low + (high - low) * (random.number() + 1.0) / 2.0;
    let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
    for joint in 1..=joints {
        let (sin, turn) = match (joint, parallel && joint % 2 == 0) {
            (1, _) | (_, true) => (0.0, 0.0),
            _ if number(-1.0, 1.0) < 0.0 => (-1.0, -std::f64::consts::FRAC_PI_2),
            _ => (1.0, std::f64::consts::FRAC_PI_2),
        };
        // Rx(alpha) Tx(d) Tz(r)
        let (d, r) = (number(0.1, 0.5), number(0.1, 0.5));
        let cos = 1.0 - f64::abs(sin);
        let [cx, cy, cz] = std::array::from_fn(|_| number(-0.2, 0.2));
        let [ixx, iyy, izz] = std::array::from_fn(|_| number(0.05, 0.06));
        let [ixy, ixz, iyz] = std::array::from_fn(|_| number(-0.01, 0.01));
        text += &format!(
            "<joint name=\"j{joint}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{joint}\"/>\
             <origin xyz=\"{d} {} {}\" rpy=\"{turn} 0 0\"/><axis xyz=\"0 0 1\"/></joint>\
             <link name=\"l{joint}\"><inertial><origin xyz=\"{cx} {cy} {cz}\"/><mass value=\"{}\"/>\
             <inertia ixx=\"{ixx}\" ixy=\"{ixy}\" ixz=\"{ixz}\" iyy=\"{iyy}\" iyz=\"{iyz}\" izz=\"{izz}\"/>\
             </inertial></link>",
            joint - 1,
            -sin * r,
            cos * r,
            number(0.5, 2.0),
        );
    }
    text += "</robot>";
    Source::new("chain.urdf", text)
}

const MASS_MATRIX: Route = Route::Usual(Algorithm::MassMatrix);
const ARTICULATED: Route = Route::Usual(Algorithm::ArticulatedBodies);

/// Multiplications and additions by the mass matrix and by articulated bodies, and which is taken.
fn costs(joints: usize, parallel: bool) -> ([usize; 2], Route) {
    let settings = Settings {
        functions: [Function::ForwardDynamics].into(),
        ..Settings::default()
    };
    let robot = Robot::of(&chain(joints, parallel), settings).derive();
    robot.assert_proved();
    let result = &robot.derivations.functions[0];
    let of = |route| {
        if result.route == route {
            Count::of(&result.program).mul_add()
        } else {
            let other = result.others.iter().find(|(other, _)| *other == route);
            Count::of(&other.expect("both algorithms are tried").1).mul_add()
        }
    };
    let costs = [MASS_MATRIX, ARTICULATED].map(of);
    println!(
        "{joints:2} joints, parallel: {parallel:5}: {costs:?}, {}",
        result.route
    );
    (costs, result.route)
}

/// The crossing is where `docs/measurements.md` has it.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn articulated_bodies_are_shorter_from_nine_joints_on() {
    for parallel in [false, true] {
        let ([few, many], route) = costs(8, parallel);
        assert!(few < many && route == MASS_MATRIX, "{parallel}");
        let ([few, many], route) = costs(9, parallel);
        assert!(many < few && route == ARTICULATED, "{parallel}");
    }
    let ([few, many], _) = costs(4, false);
    assert!(few <= 403 && many <= 520, "{few} {many}");
}
