//! Circles: proved by every algorithm, down to each number; rows that joints imply are left out.

use multibody_codegen::Function;
use multibody_codegen::internal::prove;
use multibody_codegen::{Settings, decimal};

use super::functions::{FUNCTIONS, SLEDGE, is_refuted, with_changed_number};
use crate::support::Robot;
use multibody_codegen::settings::{Effort, Positive};

/// Of the world and of a moving link; the second point is off the axes of its links.
const CIRCLES: &str = "circle rim { at: [eye, [0.1, 0, 0.3]], of: [rod, [0, 0.1, 0.2]], axis: y, radius: 0.3 }, \
    circle groove { at: [arm, [0.2, 0, 0.1]], axis: x, radius: 0.6 },";

fn constrained(items: &str, regularization: Option<&str>) -> Robot {
    let number = |text| Positive(decimal(text).expect("a decimal"));
    let settings = Settings {
        effort: Effort::None,
        functions: FUNCTIONS.into(),
        regularization: regularization.map(number),
        ..Settings::default()
    };
    Robot::of_tokens(&format!("{SLEDGE} {items}"), settings)
}

#[test]
fn circles_are_proved_by_every_algorithm() {
    for regularization in [None, Some("1e-3")] {
        let robot = constrained(CIRCLES, regularization);
        let rows = robot.system.constraints.iter();
        let names: Vec<&str> = rows.map(|row| row.name.as_str()).collect();
        assert_eq!(
            names,
            ["rim.axial", "rim.radial", "groove.axial", "groove.radial"]
        );
        let robot = robot.derive();
        robot.assert_proved();
        let mut others = 0;
        for derivation in &robot.derivations.functions {
            for (route, program) in &derivation.others {
                let proof = robot.prove_program(derivation.target, program);
                assert_eq!(proof, Ok(()), "{} by {route}", derivation.target.function);
                others += 1;
            }
        }
        assert!(others >= 3, "{others}");
    }
}

/// One number at a time.
#[test]
fn every_number_of_a_circle_is_seen_by_the_proof() {
    let robot = constrained(CIRCLES, None).derive();
    let system = &robot.robot.system;
    for row in 0..system.nc() {
        // The points of both ends, and the radius.
        let numbers = system.constraints[row].row.values().len();
        assert_eq!(numbers, 7);
        for number in 0..numbers {
            let changed = with_changed_number(system, row, number);
            let refuted = |function| is_refuted(&robot, &changed, function);
            // Along the axis, a row has that component of the centre, and not the radius.
            let axis = [1, 1, 0, 0][row];
            let counts = match row % 2 {
                0 => number == axis || (3..6).contains(&number),
                _ => true,
            };
            let dynamics = refuted(Function::ConstrainedForwardDynamicsWithFeedback);
            assert_eq!(refuted(Function::Constraint), counts, "{row} {number}");
            assert_eq!(dynamics, counts, "{row} {number}");
        }
    }
}

/// In a plane, the joints keep the point in the plane of the circle.
#[test]
fn rows_of_a_circle_that_joints_imply_are_left_out() {
    let items = "gravity = [0, 0, -9.81], \
        joint hinge { revolute, parent: world, child: arm, axis: y }, \
        joint slide { prismatic, parent: arm, child: bead, axis: x }, \
        joint turn { revolute, parent: bead, child: head, axis: y }, \
        body arm { mass: 1, com: [0.3, 0, 0], inertia: diag(0.1, 0.1, 0.1) }, \
        body bead { mass: 1 }, \
        body head { mass: 1, com: [0, 0, 0.2], inertia: diag(0.1, 0.1, 0.1) }, \
        circle wire { at: bead, axis: y, radius: 0.6 },";
    let robot = Robot::of_tokens(items, Settings::default());
    let names = robot.system.constraints.iter();
    let names: Vec<&str> = names.map(|row| row.name.as_str()).collect();
    let left_out = robot.system.findings.left_out.iter();
    let left_out: Vec<&str> = left_out.map(|row| row.name.as_str()).collect();
    assert_eq!((names, left_out), (vec!["wire.radial"], vec!["wire.axial"]));
}

/// About each axis: its programs are those of the curve in which a sphere meets a plane through its centre.
#[test]
fn a_circle_is_a_curve() {
    let ends = "at: [eye, [0.1, 0, 0.3]], of: [rod, [0, 0.1, 0.2]]";
    let axes = ["x", "y", "z"];
    let curves = axes.map(|axis| {
        let sphere = "(x.powi(2) + y.powi(2) + z.powi(2) - 0.09) / 0.6";
        constrained(
            &format!("curve rim {{ {ends}, equations: [{axis}, {sphere}] }},"),
            None,
        )
    });
    for (index, axis) in axes.into_iter().enumerate() {
        let circle = format!("circle rim {{ {ends}, axis: {axis}, radius: 0.3 }},");
        let circle = constrained(&circle, None).derive();
        for (other, curve) in curves.iter().enumerate() {
            for derivation in &circle.derivations.functions {
                let (target, program) = (derivation.target, &derivation.program);
                let proof = prove::prove(&curve.system, &[], target, program);
                assert_eq!(proof.is_ok(), index == other, "{} {axis}", target.function);
            }
        }
    }
}
