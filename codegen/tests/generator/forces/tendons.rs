//! Fixed tendons, damping and armatures of balls, and compensated weights: proved in all functions, and their values.

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::exact::{Rational, decimal};
use multibody_codegen::internal::extend::extend;
use multibody_codegen::internal::force::Along;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::model::{
    Conventions, ForceCoefficients, Mimic, Model, Number, Quantity, Spanned, Spring, Tendon,
};
use multibody_codegen::internal::prove;
use multibody_codegen::internal::system::System;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings, Span};

use crate::support::{Derived, Robot, State, assert_close, dot};

/// A slide, a hinge and a ball in a row, and a hinge that follows the first one.
const ROW: &str = "\
    joint x { prismatic, axis: x, parent: world, child: cart }, \
    joint y { revolute, axis: y, parent: cart, child: arm, origin: [0.1, 0, 0.2] }, \
    joint follower { revolute, axis: y, parent: arm, child: hand, origin: [0, 0.3, 0] }, \
    joint wrist { ball, parent: hand, child: tool, origin: [0, 0, 0.4] }, \
    body cart { mass: 2 }, \
    body arm { mass: 1.5, com: [0.2, 0, 0.1], inertia: diag(0.01, 0.02, 0.03) }, \
    body hand { mass: 0.5, com: [0, 0.1, 0.1], inertia: diag(0.004, 0.002, 0.003) }, \
    body tool { mass: 0.25, com: [0, 0, 0.2], inertia: diag(0.001, 0.002, 0.002) }";

fn quantity(text: &str) -> Quantity {
    number(text).into()
}

fn exact(text: &str) -> Rational {
    decimal(text).expect("a decimal")
}

fn spanned(name: &str) -> Spanned<String> {
    Spanned {
        value: name.to_owned(),
        span: Span::default(),
    }
}

fn number(text: &str) -> Number {
    Number::derived(exact(text), Span::default())
}

/// Gives the row the conventions of MJCF, and lets its second hinge follow the first one.
fn couple(model: &mut Model) {
    model.conventions = Conventions::MJCF;
    model.joints[2].mimic = Some(Mimic {
        joint: spanned("y"),
        multiplier: number("0.5"),
        offset: number("0.25"),
    });
}

/// A tendon along `2 x - 3 y + 0.5 follower`.
fn tendon() -> Tendon {
    let term = |(joint, factor): (&str, &str)| (spanned(joint), number(factor));
    Tendon {
        name: spanned("cable"),
        terms: [("x", "2"), ("y", "-3"), ("follower", "0.5")]
            .map(term)
            .into(),
        armature: None,
        forces: ForceCoefficients::default(),
    }
}

fn settings(passive: bool) -> Settings {
    Settings {
        passive,
        effort: Effort::None,
        ..Settings::default()
    }
}

/// All functions, proved.
fn derived(change: impl FnOnce(&mut Model), passive: bool) -> Derived {
    let change = |model: &mut Model| {
        couple(model);
        change(model);
    };
    let robot = Robot::of_changed_tokens(ROW, change, settings(passive)).derive();
    robot.assert_proved();
    robot
}

/// The program of the generalized force is refuted for a system with this change.
#[track_caller]
fn assert_refuted(robot: &Derived, change: impl FnOnce(&mut System)) {
    let mut system = robot.robot.system.clone();
    change(&mut system.system);
    let (function, link) = (Function::GeneralizedForce, None);
    let target = Target { function, link };
    let proof = prove::prove(&system, &[], target, robot.program(function));
    assert!(proof.is_err());
}

/// The length of the tendon for positions, or its rate for rates: the constant part counts for positions only.
fn length(values: &[f64], constant: f64) -> f64 {
    dot(&[2.0, -2.75], &values[..2]) + constant
}

#[test]
fn tendons_have_springs_dampers_and_friction_along_sums_of_positions() {
    let add = |model: &mut Model| {
        model.tendons = vec![Tendon {
            forces: ForceCoefficients {
                spring: Some(Spring {
                    stiffness: quantity("10"),
                    rest: quantity("0.5"),
                }),
                damping: Some(quantity("3")),
                friction: Some(quantity("0.75")),
            },
            ..tendon()
        }];
    };
    let robot = derived(add, true);
    let state = State::random(&robot.robot.system, 0, 5);
    let (l, rate) = (length(&state.q, 0.125), length(&state.qd, 0.0));
    let e = 0.01;
    let tension = 10.0 * (l - 0.5) + 3.0 * rate + 0.75 * rate / (rate * rate + e * e).sqrt();
    let expected = [-2.0 * tension, 2.75 * tension, 0.0, 0.0, 0.0];
    let actual = robot.at(Function::GeneralizedForce, &state);
    let size = tension.abs();
    assert_close(&actual, &expected, 1e-12 * size, "forces");
    let energy = robot.at(Function::SpringEnergy, &state);
    assert_close(&energy, &[5.0 * (l - 0.5).powi(2)], 1e-11, "energy");
    for element in 0..3 {
        assert_refuted(&robot, |system| {
            let Along::Rates(rates) = &mut system.forces[element].along else {
                panic!("a sum of rates");
            };
            rates[1].1 += exact("0.000001");
        });
    }
    // Without a request nothing acts.
    let idle = Robot::of_changed_tokens(
        ROW,
        |model| {
            couple(model);
            add(model);
        },
        settings(false),
    );
    assert!(!idle.system.has_forces());
}

#[test]
fn armatures_of_tendons_are_part_of_the_mass_matrix() {
    let with = derived(
        |model| {
            model.tendons = vec![Tendon {
                armature: Some(quantity("0.5")),
                ..tendon()
            }];
        },
        false,
    );
    let without = derived(|_| (), false);
    let state = State::random(&with.robot.system, 0, 6);
    let [more, less] = [&with, &without].map(|robot| robot.at(Function::MassMatrix, &state));
    let c = [2.0, -2.75, 0.0, 0.0, 0.0];
    for (at, (more, less)) in more.iter().zip(&less).enumerate() {
        let expected = 0.5 * c[at / 5] * c[at % 5];
        assert_close(&[more - less], &[expected], 1e-13, "M");
    }
}

#[test]
fn a_tendon_of_one_joint_is_a_gear_of_the_joint() {
    let robot = derived(
        |model| {
            let mut gear = tendon();
            gear.terms.truncate(1);
            gear.armature = Some(quantity("0.5"));
            model.tendons = vec![gear];
        },
        false,
    );
    assert!(robot.robot.system.symbolic.is_empty());
    let state = State::random(&robot.robot.system, 0, 7);
    let mass = robot.at(Function::MassMatrix, &state)[0];
    assert_close(&[mass], &[2.0 + 1.5 + 0.5 + 0.25 + 2.0], 1e-13, "M");
}

#[test]
fn a_ball_has_armature_and_damping_on_each_rate() {
    let with = derived(
        |model| {
            let wrist = &mut model.joints[3];
            wrist.armature = Some(quantity("0.125"));
            wrist.forces.damping = Some(quantity("0.2"));
        },
        true,
    );
    let without = derived(|_| (), true);
    let state = State::random(&with.robot.system, 0, 8);
    let [more, less] = [&with, &without].map(|robot| robot.at(Function::MassMatrix, &state));
    for (at, (more, less)) in more.iter().zip(&less).enumerate() {
        let is_own = at / 5 == at % 5 && at / 5 >= 2;
        let expected = if is_own { 0.125 } else { 0.0 };
        assert_close(&[more - less], &[expected], 1e-13, "M");
    }
    let [_, _, a, b, c] = state.qd[..] else {
        panic!("five rates");
    };
    let expected = [0.0, 0.0, -0.2 * a, -0.2 * b, -0.2 * c];
    let actual = with.at(Function::GeneralizedForce, &state);
    assert_close(&actual, &expected, 1e-15, "forces");
}

#[test]
fn a_compensated_weight_is_carried_by_forces_on_the_links() {
    let compensate = |part: &'static str| {
        move |model: &mut Model| {
            for link in model
                .links
                .iter_mut()
                .filter(|link| link.inertial.is_some())
            {
                link.gravity_compensation = Some(number(part));
            }
        }
    };
    let robot = derived(compensate("1"), true);
    let state = State::random(&robot.robot.system, 0, 9);
    let force = robot.at(Function::GeneralizedForce, &state);
    let gravity = robot.at(Function::Gravity, &state);
    assert_close(&force, &gravity, 1e-13, "forces");
    for component in 0..3 {
        assert_refuted(&robot, |system| {
            let one = system.builder.one();
            system.constant_forces[3].force[component] = one;
        });
        assert_refuted(&robot, |system| {
            let one = system.builder.one();
            system.constant_forces[3].point[component] = one;
        });
    }
    let half = derived(compensate("0.5"), true).at(Function::GeneralizedForce, &state);
    let twice: Vec<f64> = half.iter().map(|x| 2.0 * x).collect();
    assert_close(&twice, &gravity, 1e-13, "half of the forces");
    let idle = derived(compensate("1"), false);
    assert!(!idle.robot.system.has_forces());
}

/// Three slides and a ball: the linear rates are derivatives of positions, so an armature has no bias force.
#[test]
fn a_floating_joint_has_an_armature_on_each_rate() {
    const FLYER: &str = "\
        joint flight { floating, parent: world, child: hull }, \
        joint fin { revolute, axis: y, parent: hull, child: tail, origin: [0.1, 0.2, 0.3] }, \
        body hull { mass: 2, com: [0.1, 0.2, 0.3], inertia: diag(0.1, 0.2, 0.25) }, \
        body tail { mass: 1.5, com: [0.2, 0, 0.1], inertia: diag(0.01, 0.02, 0.03) }";
    let [more, less] = ["0.5", "0"].map(|armature| {
        let change = |model: &mut Model| {
            model.conventions = Conventions::MJCF;
            model.joints[0].armature = Some(quantity(armature));
            model.joints[0].forces.damping = Some(quantity("0.2"));
            let mut faults = Faults::new();
            extend(model, &settings(true), &mut faults);
            assert!(!faults.finish().has_errors());
        };
        let robot = Robot::of_changed_tokens(FLYER, change, settings(true)).derive();
        robot.assert_proved();
        robot
    });
    let state = State::random(&more.robot.system, 0, 10);
    let damping = more.at(Function::GeneralizedForce, &state);
    let expected: Vec<f64> = state.qd.iter().map(|rate| -0.2 * rate).collect();
    assert_close(&damping[..6], &expected[..6], 1e-15, "damping");
    // Its linear rates are turned into the axes of the body, which leaves the trace.
    let [with, without] = [&more, &less].map(|robot| robot.at(Function::MassMatrix, &state));
    let blocks = |matrix: &[f64]| {
        [
            matrix[0] + matrix[8] + matrix[16],
            matrix[24] + matrix[32] + matrix[40],
        ]
    };
    let [with, without] = [blocks(&with), blocks(&without)];
    assert_close(
        &with,
        &without.map(|trace| trace + 1.5),
        1e-13,
        "traces of M",
    );
}
