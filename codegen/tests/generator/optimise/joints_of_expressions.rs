//! Particles and rigid bodies that move as on joints cost what they cost on joints, and a wrong tree of joints changes nothing.

use std::sync::Arc;

use multibody_codegen::internal::derive::{self, Derivations};
use multibody_codegen::internal::tree::{Tree, place_bodies};
use multibody_codegen::{Count, Function, Settings};

use crate::support::{Derived, Robot};

const FUNCTIONS: [Function; 6] = [
    Function::MassMatrix,
    Function::Bias,
    Function::InverseDynamics,
    Function::ForwardDynamics,
    Function::KineticEnergy,
    Function::CenterOfMass,
];

fn robot(items: &str) -> Robot {
    let settings = Settings {
        functions: FUNCTIONS.into(),
        ..Settings::default()
    };
    Robot::of_struct("struct Robot { l: f64, m: f64 }", items, settings)
}

fn counts(derivations: &Derivations) -> Vec<usize> {
    let functions = derivations.functions.iter();
    functions
        .map(|of| Count::of(&of.program).mul_add())
        .collect()
}

/// The programs of the recognised joints alone are proved against the system as read.
#[track_caller]
fn assert_joints_are_right(robot: &Robot) {
    let tree = place_bodies(&robot.system);
    let in_joints = tree.converted_tree.expect("joints");
    let derivations = derive::derive(&in_joints, &[], &robot.targets(), &robot.settings);
    let robot = robot.clone();
    Derived { robot, derivations }.assert_proved();
}

/// By expressions each function takes at most a tenth more than by joints.
#[track_caller]
fn assert_costs_what_joints_cost(joints: &str, expressions: &str) {
    let [joints, expressions] = [joints, expressions].map(robot);
    assert_joints_are_right(&expressions);
    let dynamics = [joints, expressions].map(Robot::derive);
    dynamics.iter().for_each(Derived::assert_proved);
    let [least, result] = dynamics.map(|of| counts(&of.derivations));
    let mut pairs = least.iter().zip(&result);
    assert!(
        pairs.all(|(least, result)| 10 * result <= 11 * least),
        "{result:?}, by joints {least:?}"
    );
}

/// A hub on a slider, with an arm on either side that bends about another axis.
#[test]
fn arms_on_a_hub() {
    assert_costs_what_joints_cost(
        "gravity = [0, 0, -9.81],
        joint height { prismatic, parent: world, child: mast, axis: z },
        joint hub { continuous, parent: mast, child: plate, axis: z },
        joint left { continuous, parent: plate, child: bob, axis: -y, origin: [0.7, 0, 0] },
        joint right { continuous, parent: plate, child: ball, axis: x, origin: [0, 0.9, 0] },
        body mast { mass: 0 },
        body plate { mass: 3, inertia: diag(1, 2, 2) },
        body bob { mass: 1, com: [0.4, 0, 0] },
        body ball { mass: 2, com: [0, 0.3, 0] }",
        "gravity = [0, 0, -9.81], coordinates = [height, hub, left, right],
        let x = 0.7 + 0.4 * cos(left);
        let y = 0.9 + 0.3 * cos(right);
        rigid plate { mass: 3, inertia: diag(1, 2, 2), position: [0, 0, height], orientation: zyx(hub, 0, 0) },
        particle bob { mass: 1, position: [cos(hub) * x, sin(hub) * x, height + 0.4 * sin(left)] },
        particle ball { mass: 2, position: [-sin(hub) * y, cos(hub) * y, height + 0.3 * sin(right)] }",
    );
}

/// Lengths and masses that are known only at run time.
#[test]
fn lengths_of_fields() {
    assert_costs_what_joints_cost(
        "gravity = [0, 0, -9.81],
        joint upper { universal(z, -y), parent: world, child: one },
        joint lower { universal(z, -y), parent: one, child: two, origin: [0, 0, -l] },
        body one { mass: m, com: [0, 0, -l] },
        body two { mass: 0.7, com: [0, 0, -0.8] }",
        "gravity = [0, 0, -9.81], coordinates = [b, a, d, c],
        let u = 0.8 * sin(c) * cos(d);
        let v = 0.8 * sin(c) * sin(d);
        let w = -l - 0.8 * cos(c);
        let r = cos(a) * u - sin(a) * w;
        particle one { mass: m, position: [l * sin(a) * cos(b), l * sin(a) * sin(b), -l * cos(a)] },
        particle two { mass: 0.7, position: [
            cos(b) * r - sin(b) * v,
            sin(b) * r + cos(b) * v,
            sin(a) * u + cos(a) * w,
        ] }",
    );
}

/// Five coordinates, too many to expand the Lagrangian, with terms that expressions add.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_chain_with_springs_and_damping() {
    let terms = "potential = 3 * (d - 0.2).powi(2) + sin(a) * e, force(c) = -0.3 * c_dot, kinetic = 0.01 * e_dot.powi(2)";
    let joints = format!(
        "gravity = [0, 0, -9.81],
        joint a {{ continuous, parent: world, child: one, axis: z }},
        joint b {{ continuous, parent: one, child: two, axis: x }},
        joint c {{ continuous, parent: two, child: three, axis: y, origin: [0, 0.5, 0] }},
        joint d {{ continuous, parent: three, child: four, axis: x, origin: [0, 0.4, 0.1] }},
        joint e {{ prismatic, parent: four, child: five, axis: z }},
        body one {{ mass: 0 }},
        body two {{ mass: 1, com: [0, 0.5, 0] }},
        body three {{ mass: 2, com: [0, 0.4, 0.1] }},
        body four {{ mass: 0 }},
        body five {{ mass: 0.5, com: [0, 0.3, 0] }},
        {terms}"
    );
    let expressions = format!(
        "gravity = [0, 0, -9.81], coordinates = [a, b, c, d, e],
        let fy = 0.4 + 0.3 * cos(d) - e * sin(d);
        let fz = 0.1 + 0.3 * sin(d) + e * cos(d);
        let gx = sin(c) * fz;
        let gy = 0.5 + fy;
        let gz = cos(c) * fz;
        let hy = cos(b) * gy - sin(b) * gz;
        let kx = 0.1 * sin(c);
        let ky = 0.9;
        let kz = 0.1 * cos(c);
        let my = cos(b) * ky - sin(b) * kz;
        particle two {{ mass: 1, position: [-0.5 * sin(a) * cos(b), 0.5 * cos(a) * cos(b), 0.5 * sin(b)] }},
        particle three {{ mass: 2, position: [cos(a) * kx - sin(a) * my, sin(a) * kx + cos(a) * my, sin(b) * ky + cos(b) * kz] }},
        particle five {{ mass: 0.5, position: [cos(a) * gx - sin(a) * hy, sin(a) * gx + cos(a) * hy, sin(b) * gy + cos(b) * gz] }},
        {terms}"
    );
    assert_costs_what_joints_cost(&joints, &expressions);
}

/// Terms that remain expressions: forces, a particle that does not move, a constraint.
#[test]
fn other_terms_of_expressions() {
    let of_expressions = robot(
        "gravity = [0, 0, -9.81], coordinates = [a, b],
        particle still { mass: 0.4, position: [1, 2, 3] },
        particle one { mass: 1, position: [sin(a), 0, -cos(a)], force: [0.3, -0.2 * b_dot, a] },
        particle two { mass: 2, position: [sin(a) + cos(a) * sin(b), cos(b), sin(a) * sin(b) - cos(a)] },
        force(b) = -0.1 * b_dot, constraint gear: a - 2 * b",
    );
    assert_joints_are_right(&of_expressions);
    of_expressions.derive().assert_proved();
}

/// Links of the description carry the joints and the bodies of expressions.
#[test]
fn expressions_beside_joints() {
    let of_both = robot(
        "gravity = [0, 0, -9.81],
        joint pan { continuous, parent: world, child: mast, axis: z },
        joint lift { prismatic, parent: mast, child: boom, axis: z, origin: [0, 0, 1] },
        body mast { mass: 1, inertia: diag(0.1, 0.1, 0.2) }, body boom { mass: 1 },
        coordinates = [swing],
        let r = l + 0.5 * sin(swing);
        particle hook { mass: 1, position: [r * cos(pan), r * sin(pan), 1 + lift - 0.5 * cos(swing)] },
        particle lamp { mass: m, position: [2 * cos(pan), 2 * sin(pan), 1 + lift] }",
    );
    assert_joints_are_right(&of_both);
    of_both.derive().assert_proved();
}

/// The programs from a tree whose joints are those of another system.
fn with_wrong_joints(robot: &Robot, mistake: Option<Arc<Tree>>) -> Derivations {
    let mut tree = place_bodies(&robot.system);
    assert!(tree.converted_tree.is_some());
    tree.converted_tree = mistake;
    let targets = robot.targets();
    derive::derive(&tree, &[], &targets, &robot.settings)
}

/// If joints were recognised that move bodies in another way, their programs would be rejected, and those of the expressions
/// selected.
#[test]
fn wrong_joints_are_rejected() {
    let pendulum = |length: &str| {
        robot(&format!(
            "gravity = [0, 0, -9.81], coordinates = [b, a, d, c],
            let u = {length} * sin(c) * cos(d);
            let v = {length} * sin(c) * sin(d);
            let w = -1 - {length} * cos(c);
            let r = cos(a) * u - sin(a) * w;
            particle one {{ mass: 1.3, position: [sin(a) * cos(b), sin(a) * sin(b), -cos(a)] }},
            particle two {{ mass: 0.7, position: [
                cos(b) * r - sin(b) * v,
                sin(b) * r + cos(b) * v,
                sin(a) * u + cos(a) * w,
            ] }}"
        ))
    };
    let (robot, other) = (pendulum("0.8"), pendulum("0.801"));
    let mistake = place_bodies(&other.system).converted_tree;
    assert!(mistake.is_some());
    let without = with_wrong_joints(&robot, None);
    let with = with_wrong_joints(&robot, mistake);
    let rejected = with.functions.iter().filter(|of| !of.refused.is_empty());
    assert!(
        rejected.count() > 0,
        "no program of the wrong joints was tried"
    );
    for (with, without) in with.functions.iter().zip(&without.functions) {
        assert_eq!(with.program, without.program, "{}", with.target.function);
    }
}
