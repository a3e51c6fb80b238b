//! Systems on which time acts, and such whose kinetic energy has terms of one rate: what their functions have to
//! do with each other, in floats.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::{Count, InputKind};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings};

use crate::support::duals::derivative;
use crate::support::{Derived, Robot, State, assert_close, dot, plus, times, transposed_times};

const EXACT: f64 = 1e-12;

fn derive(items: &str) -> Derived {
    let functions = Function::always().chain([
        Function::Drive,
        Function::CenterOfMassVelocity,
        Function::CenterOfMassAcceleration,
    ]);
    derive_with(items, Effort::None, functions.collect())
}

fn derive_with(items: &str, effort: Effort, functions: Vec<Function>) -> Derived {
    let settings = Settings {
        functions: functions.into(),
        effort,
        ..Settings::default()
    };
    Robot::of_tokens(items, settings).derive()
}

/// Small systems are expanded too, and cost less than by the pieces of their expressions.
#[test]
fn expanded_lagrangians_have_a_drive() {
    let functions = || {
        let others = [Function::Drive, Function::KineticEnergy];
        [Function::Bias, Function::ForwardDynamics]
            .into_iter()
            .chain(others)
            .collect()
    };
    for items in [DRIVEN, MAGNET] {
        let [by_pieces, expanded] =
            [Effort::None, Effort::Default].map(|effort| derive_with(items, effort, functions()));
        expanded.assert_proved();
        for function in [Function::Bias, Function::Drive] {
            let weights = [&by_pieces, &expanded]
                .map(|derived| Count::of(derived.program(function)).weight());
            assert!(weights[1] < weights[0], "{function}: {weights:?}");
        }
    }
}

/// A charge in a magnetic field, and something that it turns.
const MAGNET: &str = "coordinates = [x, y, phi], \
    kinetic = x_dot.powi(2) + y_dot.powi(2) + 0.5 * (x * y_dot - y * x_dot) + phi_dot.powi(2) \
        + 0.7 * phi_dot * (cos(phi) * x_dot + sin(phi) * (y_dot + x)),";

/// A pendulum on a pivot that is driven, with a bead on it; and a moving coil.
const DRIVEN: &str = "gravity = [0, 0, -9.81], \
    coordinates = [theta, s], \
    let pivot = 0.1 * cos(7 * t); \
    kinetic = (0.3 + 0.1 * sin(t)) * s_dot.powi(2) + 0.8 * sin(theta) * s_dot, \
    potential = 2 * (s - 0.4 * sin(3 * t)).powi(2), \
    particle bob { mass: 2, position: [0.5 * sin(theta), 0, pivot - 0.5 * cos(theta)] }, \
    particle bead { mass: 0.7, position: [s * sin(theta), 0.2 * t, pivot - s * cos(theta)] },";

/// The derivative of a function along the motion, or of time alone.
fn rate(robot: &Derived, function: Function, state: &State, is_moving: bool) -> Vec<f64> {
    let still = vec![0.0; state.qd.len()];
    let (qd, qdd) = if is_moving { (&state.qd, &state.qdd) } else { (&still, &still) };
    let changes = BTreeMap::from([
        (InputKind::Time, &[1.0][..]),
        (InputKind::Q, qd),
        (InputKind::Qd, qdd),
    ]);
    derivative(robot.program(function), state, changes)
}

fn at_random_states(of: &Derived, check: impl Fn(&State)) {
    (1..=3).for_each(|seed| check(&State::random(&of.robot.system, 0, seed)));
}

#[test]
fn all_functions_are_proved() {
    derive(DRIVEN).assert_proved();
}

#[test]
fn the_equation_of_motion_has_a_drive() {
    let driven = derive(DRIVEN);
    at_random_states(&driven, |state| {
        let value = |function| driven.at(function, state);
        let drive = value(Function::Drive);
        assert!(drive.iter().all(|entry| entry.abs() > 1e-2), "{drive:?}");
        let sum = plus(&value(Function::Coriolis), 1.0, &value(Function::Gravity));
        let sum = plus(&sum, 1.0, &drive);
        assert_close(&value(Function::Bias), &sum, EXACT, "bias");
        let pushed = times(&value(Function::MassMatrix), &state.qdd);
        let tau = value(Function::InverseDynamics);
        assert_close(&tau, &plus(&pushed, 1.0, &sum), EXACT, "tau");
    });
}

/// Christoffel's symbols are of positions: `dM/dt = C + C^T` plus what time itself changes.
#[test]
fn the_coriolis_matrix_is_that_of_standing_time() {
    let driven = derive(DRIVEN);
    at_random_states(&driven, |state| {
        let c = driven.at(Function::CoriolisMatrix, state);
        let rates = rate(&driven, Function::MassMatrix, state, true);
        let of_time = rate(&driven, Function::MassMatrix, state, false);
        assert!(
            of_time.iter().any(|entry| entry.abs() > 1e-3),
            "{of_time:?}"
        );
        let u = &state.tau;
        let actual = plus(&times(&c, u), 1.0, &transposed_times(&c, u));
        let expected = plus(&times(&rates, u), -1.0, &times(&of_time, u));
        assert_close(&actual, &expected, EXACT, "(C + C^T) u");
        let coriolis = driven.at(Function::Coriolis, state);
        assert_close(&times(&c, &state.qd), &coriolis, EXACT, "C qd");
    });
}

/// `d/dt (T + V) = qd . tau + d/dt (T1 + 2 T0) - dT/dt + dV/dt`, the last two of time alone: the theorem of
/// Lagrangians in explicit time. T1 and T0 are what T has that is odd in the rates, and what it has at rest.
#[test]
fn energy_changes_by_power_and_by_time() {
    let driven = derive(DRIVEN);
    at_random_states(&driven, |state| {
        let energy = |is_moving| {
            let [kinetic, potential] = [Function::KineticEnergy, Function::PotentialEnergy]
                .map(|function| rate(&driven, function, state, is_moving)[0]);
            (kinetic, potential)
        };
        let negated = |x: &[f64]| x.iter().map(|x| -x).collect::<Vec<_>>();
        let still = vec![0.0; state.qd.len()];
        let index = |qd: &[f64], qdd: &[f64]| State {
            qd: qd.to_vec(),
            qdd: qdd.to_vec(),
            ..state.clone()
        };
        // Rates and accelerations turned round, positions moving on.
        let kinetic = |qd: &[f64], qdd: &[f64]| {
            let changes = BTreeMap::from([
                (InputKind::Time, &[1.0][..]),
                (InputKind::Q, &state.qd),
                (InputKind::Qd, qdd),
            ]);
            derivative(
                driven.program(Function::KineticEnergy),
                &index(qd, qdd),
                changes,
            )[0]
        };
        let forwards = kinetic(&state.qd, &state.qdd);
        let backwards = kinetic(&negated(&state.qd), &negated(&state.qdd));
        let resting = kinetic(&still, &still);
        let linear = 0.5 * (forwards - backwards);
        let (all, of_time) = (energy(true), energy(false));
        let power = dot(&state.qd, &driven.at(Function::InverseDynamics, state));
        let expected = power + linear + 2.0 * resting - of_time.0 + of_time.1;
        assert!(linear.abs() > 1e-3 && resting.abs() > 1e-3 && of_time.0.abs() > 1e-3);
        assert_close(&[all.0 + all.1], &[expected], EXACT, "d/dt (T + V)");
    });
}

#[test]
fn the_centre_of_mass_moves_with_time() {
    let driven = derive(DRIVEN);
    at_random_states(&driven, |state| {
        for (function, rate_of) in [
            (Function::CenterOfMass, Function::CenterOfMassVelocity),
            (
                Function::CenterOfMassVelocity,
                Function::CenterOfMassAcceleration,
            ),
        ] {
            let actual = driven.at(rate_of, state);
            let expected = rate(&driven, function, state, true);
            assert_close(&actual, &expected, EXACT, rate_of.name());
        }
    });
}

/// Terms of one rate that are the derivative of a function of position and time do nothing.
#[test]
fn a_gauge_has_no_drive() {
    let gauge = "coordinates = [x, y], \
        kinetic = x_dot.powi(2) + y_dot.powi(2) + y * t * x_dot + x * t * y_dot + x * y,";
    let robot = derive(gauge);
    robot.assert_proved();
    at_random_states(&robot, |state| {
        assert_close(&robot.at(Function::Bias, state), &[0.0; 2], EXACT, "bias");
        let (bias, drive) = (
            robot.at(Function::Gravity, state),
            robot.at(Function::Drive, state),
        );
        assert!(drive[0].abs() > 1e-3, "it is split between two functions");
        assert_close(&plus(&bias, 1.0, &drive), &[0.0; 2], EXACT, "g + drive");
    });
}

/// Robots without time do not take it, whatever their kinetic energy.
#[test]
fn terms_of_one_rate_need_no_time() {
    let magnet = derive(
        "coordinates = [x, y], \
         kinetic = x_dot.powi(2) + y_dot.powi(2) + 0.5 * (x * y_dot - y * x_dot),",
    );
    magnet.assert_proved();
    assert!(!magnet.robot.system.is_timed());
    at_random_states(&magnet, |state| {
        let drive = magnet.at(Function::Drive, state);
        let expected = [-state.qd[1], state.qd[0]];
        assert_close(&drive, &expected, EXACT, "drive = B z x v");
        let zeros = [0.0; 2];
        assert_close(&magnet.at(Function::Coriolis, state), &zeros, EXACT, "C qd");
        assert_close(
            &magnet.at(Function::CoriolisMatrix, state),
            &[0.0; 4],
            EXACT,
            "C",
        );
    });
}
