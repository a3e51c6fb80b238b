//! Small robots made to be awkward, `robots/*.urdf`: compiled with every warning denied, and every
//! emitted function checked against the generic algorithms.
#![deny(warnings, missing_docs)]

use std::collections::BTreeSet;

use multibody::check;
use multibody::reference::{Described, Quantity, State};
use multibody_tests::{Emitted, Variant};

include!(concat!(env!("OUT_DIR"), "/fixtures.rs"));

fn fixture(name: &str) -> &'static Emitted {
    let entry = ROBOTS.iter().find(|robot| robot.robot == name);
    entry.unwrap_or_else(|| panic!("no fixture {name}"))
}

fn joints(name: &str) -> Vec<&'static str> {
    fixture(name)
        .joints
        .iter()
        .map(|joint| joint.name)
        .collect()
}

fn quantities(robot: &Emitted) -> BTreeSet<String> {
    let state = robot
        .subject
        .model()
        .random_state(0, robot.subject.wrench_links().len());
    let mut names = BTreeSet::new();
    robot.subject.evaluate(&state, &mut |quantity, _| {
        assert!(names.insert(quantity.to_string()), "{quantity} comes twice");
    });
    names
}

#[test]
fn every_function_agrees_with_the_reference() {
    assert_eq!(ROBOTS.len(), 6);
    for robot in ROBOTS {
        assert_eq!(robot.variant, Variant::Default);
        let report =
            check(robot.subject).unwrap_or_else(|mismatch| panic!("{}: {mismatch}", robot.robot));
        for row in report.rows() {
            // A Jacobian may be constant, as that of a first link is; all positions may be 0 at home.
            let may_be_zero = matches!(
                row.quantity,
                Quantity::JacobianRate(_) | Quantity::JacobianRateBody(_) | Quantity::Neutral
            );
            assert!(
                row.largest > 0.0 || may_be_zero,
                "{}: {} is zero",
                robot.robot,
                row.quantity
            );
        }
    }
}

/// Twelve by default, five of positions, nine per link, three with wrenches; without the inverse of `M` three less.
#[test]
fn every_function_is_there() {
    for robot in ROBOTS {
        let inverting = if robot.robot == "massless_tip" { 3 } else { 0 };
        let links = robot.subject.wrench_links().len();
        let functions = quantities(robot);
        assert_eq!(
            functions.len(),
            20 + 9 * links - inverting,
            "{}: {functions:?}",
            robot.robot
        );
    }
}

#[test]
fn joints_are_depth_first_and_in_the_order_of_the_file() {
    assert_eq!(joints("planar_arm"), ["shoulder", "elbow"]);
    assert_eq!(joints("spatial_arm"), ["turn", "raise", "extend"]);
    assert_eq!(
        joints("two_limbs"),
        ["root_joint", "left_hip", "left_knee", "right_hip"]
    );
    assert_eq!(joints("massless_tip"), ["turn", "swing", "spin"]);
}

#[test]
fn mimic_joints_have_no_coordinates() {
    assert_eq!(joints("gripper"), ["wrist", "left_slide"]);
    assert_eq!(fixture("gripper").nv(), 2);
}

#[test]
fn a_singular_mass_matrix_has_no_forward_dynamics() {
    for robot in ROBOTS {
        let absent: BTreeSet<&str> = robot.absent.iter().copied().collect();
        let inverting = [
            "forward_dynamics",
            "forward_dynamics(wrenches)",
            "mass_matrix_inverse",
        ];
        let expected =
            if robot.robot == "massless_tip" { inverting.into() } else { BTreeSet::new() };
        assert_eq!(absent, expected, "{}", robot.robot);
    }
    let mass_matrix = massless_tip_default::MasslessTip.mass_matrix(&[0.3, 0.4, 0.5]);
    assert!(mass_matrix[0][0] > 0.0 && mass_matrix[1][1] > 0.0);
    assert_eq!(mass_matrix[2], [0.0; 3]);
}

/// The two-link arm by hand: `M`, `g` and the Coriolis force of a double pendulum whose second link
/// and tool are one body.
#[test]
fn the_planar_arm_is_a_double_pendulum() {
    let (m1, l1, c1, i1) = (2.4, 0.45, 0.21, 0.035);
    let (m_link, m_tool) = (1.1, 0.3);
    // Second body: mass, first moments, inertia about the elbow.
    let m2 = m_link + m_tool;
    let (mx, mz) = (m_link * 0.01, m_link * 0.16 + m_tool * 0.35);
    let i2 = 0.0112 + m_link * (0.01 * 0.01 + 0.16 * 0.16) + 0.0002 + m_tool * 0.35 * 0.35;

    let ([a, b], [da, db]) = ([0.4_f64, -1.1_f64], [0.7, 1.9]);
    let (s, c) = b.sin_cos();
    // l1 (mz cos b - mx sin b): how the elbow's motion couples to the second body; and its slope.
    let (coupling, slope) = (l1 * (mz * c - mx * s), -l1 * (mz * s + mx * c));
    let m22 = i2;
    let m12 = i2 + coupling;
    let m11 = i1 + m1 * c1 * c1 + m2 * l1 * l1 + i2 + 2.0 * coupling;
    let coriolis = [slope * (2.0 * da * db + db * db), -slope * da * da];
    let g2 = -9.81 * (mz * (a + b).sin() + mx * (a + b).cos());
    let g1 = -9.81 * (m1 * c1 + m2 * l1) * a.sin() + g2;

    let robot = planar_arm_default::PlanarArm;
    let close = |actual: f64, expected: f64| {
        assert!(
            (actual - expected).abs() < 1e-12,
            "{actual:e} should be {expected:e}"
        );
    };
    let mass_matrix = robot.mass_matrix(&[a, b]);
    close(mass_matrix[0][0], m11);
    close(mass_matrix[0][1], m12);
    close(mass_matrix[1][0], m12);
    close(mass_matrix[1][1], m22);
    let actual = robot.coriolis(&[a, b], &[da, db]);
    close(actual[0], coriolis[0]);
    close(actual[1], coriolis[1]);
    let gravity = robot.gravity(&[a, b]);
    close(gravity[0], g1);
    close(gravity[1], g2);
}

/// A robot with its results scaled.
struct Scaled(&'static Emitted, f64);

impl Described for Scaled {
    fn model(&self) -> multibody::reference::Model {
        self.0.subject.model()
    }

    fn wrench_links(&self) -> &'static [&'static str] {
        self.0.subject.wrench_links()
    }

    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
        self.0.subject.evaluate(state, &mut |quantity, values| {
            let off: Vec<f64> = values.iter().map(|value| value * self.1).collect();
            report(quantity, &off);
        });
    }
}

#[test]
fn results_off_by_a_part_in_a_million_fail() {
    for robot in ROBOTS {
        assert!(check(&Scaled(robot, 1.0)).is_ok(), "{}", robot.robot);
        assert!(
            check(&Scaled(robot, 1.0 + 1e-6)).is_err(),
            "{}",
            robot.robot
        );
    }
}

#[test]
fn programs_and_texts_are_what_they_were() {
    multibody_tests::programs::compare("fixtures", ROBOTS);
}
