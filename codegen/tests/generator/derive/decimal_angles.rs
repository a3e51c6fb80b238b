//! Sines and cosines of decimals times coordinates and time: as multiples of a common part they would be polynomials
//! of a thousand degrees, so that each is a sine and a cosine of its own.

use std::path::Path;

use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings, generate_attribute};

use crate::support::{Derived, Robot, State};

fn derive(items: &str, effort: Effort) -> Derived {
    let settings = Settings {
        effort,
        ..Settings::default()
    };
    Robot::of_tokens(items, settings).derive()
}

const HINGE: &str = "gravity = [0, 0, -9.81], joint hinge { revolute, parent: world, child: arm, axis: y }, \
    body arm { mass: 1, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.1, 0.1) }, \
    potential = 3.5 * cos(2.718 * hinge)";

const HEIGHT: &str = "gravity = [0, 0, -9.81], coordinates = [x], \
    particle bead { mass: 1, position: [x, 0, 0.1 * sin(6.2832 * x)] }";

const PIVOT: &str = "gravity = [0, 0, -9.81], coordinates = [tilt], \
    particle bob { mass: 1, position: [0.02 * cos(314.15 * t) + sin(tilt), 0, -cos(tilt)] }";

/// Each proved, at the default effort, at which Lagrangians are expanded, and with equations to read.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn decimals_times_coordinates_and_time_are_derived_and_proved() {
    for items in [
        HINGE,
        HEIGHT,
        PIVOT,
        "coordinates = [x, y], kinetic = (x_dot.powi(2) + y_dot.powi(2)) / 2, \
         potential = cos(2.718 * x) + sin(3.1 * x + 0.77 * y) + cos(0.333 * y + 1.5) * sin(100.1 * x)",
        "coordinates = [x, y, z], kinetic = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2, \
         potential = cos(60 * x + 60 * y + 60 * z)",
        // Powers that exponents of a byte do not hold.
        "coordinates = [x], kinetic = x_dot.powi(2) / 2, potential = sin(6 * x).powi(48) * cos(6 * x).powi(40)",
        "coordinates = [x], kinetic = (2 + sin(0.0000001 * x)) * x_dot.powi(2), \
         potential = cos(12345678901234567890 * x) + cos(-7 * x) * cos(3.5 * x) * sin(0.1 * t)",
        "coordinates = [x, y], kinetic = (x_dot + 0.3 * cos(2.345 * y) * y_dot).powi(2) + y_dot.powi(2), \
         force(x) = sin(1.2345678 * x), constraint ring: sin(0.7 * x) + cos(2.718 * y) - 0.3",
    ] {
        derive(items, Effort::Default).assert_proved();
        let attribute = format!("{items}, equations = true");
        let (attribute, item) = (
            attribute.parse().unwrap(),
            "struct System;".parse().unwrap(),
        );
        let result = generate_attribute(attribute, item, Path::new(""), &mut |_| ());
        let generated = result
            .generated
            .unwrap_or_else(|| panic!("{:?}", result.reports.tokens));
        assert!(generated.definitions.contains("EQUATIONS"), "{items}");
    }
}

/// Expanded all the same: fewer operations than by the chain rule.
#[test]
fn lagrangians_with_decimal_angles_are_expanded() {
    for items in [PIVOT, HEIGHT] {
        let [by_pieces, expanded] = [Effort::None, Effort::Default].map(|effort| {
            let robot = derive(items, effort);
            let function = robot.derivations.functions.iter();
            let mut function = function.filter(|of| of.target.function == Function::Bias);
            function
                .next()
                .expect("it is always there")
                .route
                .to_string()
        });
        assert_ne!(by_pieces, expanded, "{items}");
    }
}

#[test]
fn gravity_of_a_decimal_angle_has_its_value() {
    let dynamics = derive(HEIGHT, Effort::Default);
    let state = State::random(&dynamics.robot.system, 0, 1);
    let actual = dynamics.at(Function::Gravity, &state)[0];
    let factor = 62832.0 / 1e4;
    let expected = 9.81 * 0.1 * factor * (factor * state.q[0]).cos();
    assert!((actual - expected).abs() < 1e-12, "{actual} {expected}");
}

/// The sign of `sin(-2 x - 2)` is pulled out of the sum in the outer sine, whose constant angle then has the other sign.
#[test]
fn constant_angles_beside_sines_of_either_sign_are_proved() {
    for inner in ["(-2) * slide + (-2)", "2 * slide + 2"] {
        let items = format!(
            "joint slide {{ prismatic, axis: x, parent: world, child: block }}, body block {{ mass: 0.3 }}, \
             let wave = sin({inner}) / (1 + t.powi(2)); \
             particle bead {{ mass: 1, position: [sin(wave + 0.1234), cos(wave), 0] }}"
        );
        derive(&items, Effort::None).assert_proved();
    }
}
