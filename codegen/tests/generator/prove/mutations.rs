//! The proof is not vacuous: a program that differs in one coefficient by a part in a million, in
//! one sign, in one operand, is refuted.

use std::collections::BTreeMap;
use std::fmt;

use multibody_codegen::internal::derive::Derivation;
use multibody_codegen::internal::exact::Angle;
use multibody_codegen::internal::ir::{Function, Node, Program, Value};
use multibody_codegen::internal::prove::Refutation;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Rational, Settings, integer};

use crate::constraints::functions::{FUNCTIONS, SLEDGE};
use crate::constraints::inverse_dynamics::standing;
use crate::mutated_programs::{edited, with_value};
use crate::support::modular::agree;
use crate::support::{Derived, Random, Robot, fixture};

/// Mutations of the programs of one robot, half of them of coefficients.
const MUTATIONS: usize = 1000;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A constant or constant angle by a part in a million.
    Coefficient,
    /// A sum into a difference, a difference into a sum.
    Sign,
    /// A negation into what it negates.
    Negation,
    /// The operands of a difference or quotient.
    Order,
    /// One operand into another value.
    Operand,
    /// A sine into a cosine, a cosine into a sine, a function of Stumpff into its neighbour.
    Trig,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Coefficient,
        Kind::Sign,
        Kind::Negation,
        Kind::Order,
        Kind::Operand,
        Kind::Trig,
    ];

    fn fits(self, node: Node) -> bool {
        match self {
            Kind::Coefficient => matches!(node, Node::Constant(_) | Node::Angle(_)),
            Kind::Sign => matches!(node, Node::Add(..) | Node::Sub(..)),
            Kind::Negation => matches!(node, Node::Neg(_)),
            Kind::Order => matches!(node, Node::Sub(..) | Node::Div(..)),
            // A value in the place of its only neighbour would be no change.
            Kind::Operand => node.operands().any(|operand| operand.index() > 0),
            Kind::Trig => matches!(node, Node::Call(..)),
        }
    }
}

/// A changed program.
struct Mutation {
    kind: Kind,
    at: usize,
    /// What was put in the place of an operand.
    with: Option<Value>,
    program: Program,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at v{}", self.kind, self.at)?;
        self.with.map_or(Ok(()), |with| write!(f, " -> {with}"))
    }
}

/// A random mutation of a random kind that the program has a place for.
fn mutation(program: &Program, random: &mut Random) -> Mutation {
    let places = |kind: Kind| -> Vec<usize> {
        let nodes = program.nodes().iter().enumerate();
        nodes
            .filter(|(_, node)| kind.fits(**node))
            .map(|(index, _)| index)
            .collect()
    };
    let kinds: Vec<(Kind, Vec<usize>)> = Kind::ALL
        .map(|kind| (kind, places(kind)))
        .into_iter()
        .filter(|(_, p)| !p.is_empty())
        .collect();
    // As many coefficients as all else together.
    let (kind, places) = match random.below(2) {
        0 if kinds[0].0 == Kind::Coefficient => &kinds[0],
        _ => random.pick(&kinds),
    };
    let index = *random.pick(places);
    let (program, with) = change(program, *kind, index, random);
    Mutation {
        kind: *kind,
        at: index,
        with,
        program,
    }
}

fn change(
    program: &Program,
    kind: Kind,
    index: usize,
    random: &mut Random,
) -> (Program, Option<Value>) {
    let value = match (kind, program.nodes()[index]) {
        (Kind::Coefficient, Node::Constant(pool)) => {
            let value = off_by_a_millionth(&program.constants()[pool as usize]);
            format!("const {value}")
        }
        (Kind::Coefficient, Node::Angle(pool)) => {
            let angle = turned_by_a_millionth(&program.angles()[pool as usize]);
            format!("angle {} {}", angle.cos, angle.sin)
        }
        (Kind::Sign, Node::Add(a, b)) => format!("sub {a} {b}"),
        (Kind::Sign, Node::Sub(a, b)) => format!("add {a} {b}"),
        (Kind::Negation, Node::Neg(a)) => return (redirect(program, index, a), None),
        (Kind::Order, Node::Sub(a, b)) => format!("sub {b} {a}"),
        (Kind::Order, Node::Div(a, b)) => format!("div {b} {a}"),
        (Kind::Trig, Node::Call(function, a)) => {
            let other = match function {
                Function::Sin => Function::Cos,
                Function::Stumpff(k) => Function::Stumpff(k ^ 1),
                _ => Function::Sin,
            };
            format!("{} {a}", other.name())
        }
        (Kind::Operand, node) => {
            let operands: Vec<Value> = node.operands().collect();
            let place = random.below(operands.len());
            let with = another(program, index, operands[place], random);
            return (with_operand(program, index, place, with), Some(with));
        }
        (kind, node) => unreachable!("{kind:?} does not fit {node:?}"),
    };
    (with_value(program, index, &value), None)
}

/// The program with one operand of a value replaced.
fn with_operand(program: &Program, index: usize, place: usize, with: Value) -> Program {
    edited(program, |line, text| {
        let mut words: Vec<String> = text.split(' ').map(String::from).collect();
        if line == index {
            // Behind `v9 = mul`.
            words[3 + place] = with.to_string();
        }
        words.join(" ")
    })
}

/// A value before a place that is not a given one.
fn another(program: &Program, place: usize, original: Value, random: &mut Random) -> Value {
    let shift = 1 + random.below(place - 1);
    program.value((original.index() + shift) % place)
}

fn off_by_a_millionth(value: &Rational) -> Rational {
    let millionth = integer(1) / integer(1_000_000);
    if *value == Rational::ZERO {
        millionth
    } else {
        value * (integer(1) + millionth)
    }
}

/// The angle plus a millionth.
fn turned_by_a_millionth(angle: &Angle) -> Angle {
    angle + &Angle::of_half_tangent(&(integer(1) / integer(2_000_000)))
}

/// Whoever needs the value at a place gets another one.
fn redirect(program: &Program, index: usize, to: Value) -> Program {
    edited(program, |line, text| {
        if line == index {
            return text.to_owned();
        }
        let (from, to) = (format!("v{index}"), to.to_string());
        let words = text
            .split(' ')
            .map(|word| if word == from { &to } else { word });
        words.collect::<Vec<_>>().join(" ")
    })
}

#[derive(Default)]
struct Tally {
    refuted: usize,
    undecided: usize,
    /// Other programs for the same function.
    equal: Vec<String>,
    survivors: Vec<String>,
}

/// Tries mutations of all programs of a robot in turn: none is proved, and nearly all have a counterexample.
fn try_mutations(name: &str, dynamics: &Derived, seed: u64) {
    dynamics.assert_proved();
    let mut random = Random::new(seed);
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    let functions = dynamics
        .derivations
        .functions
        .iter()
        .cycle()
        .take(MUTATIONS);
    for derivation in functions {
        let mutation = mutation(&derivation.program, &mut random);
        let tally = tallies.entry(mutation.kind).or_default();
        let target = derivation.target;
        let message = format!("{} {:?}: {mutation}", target.function, target.link);
        let changed = Derivation {
            program: mutation.program.clone(),
            ..derivation.clone()
        };
        match dynamics.prove(&changed) {
            Err(Refutation::Counterexample { .. }) => tally.refuted += 1,
            Err(_) => tally.undecided += 1,
            Ok(())
                if agree(
                    &dynamics.robot.system,
                    &derivation.program,
                    &mutation.program,
                ) =>
            {
                tally.equal.push(message);
            }
            Ok(()) => tally.survivors.push(message),
        }
    }
    println!(
        "{name}: mutations of {} programs",
        dynamics.derivations.functions.len()
    );
    for (kind, t) in &tallies {
        println!(
            "  {:12} {:4} refuted, {:3} not evaluated, {:3} the same function, {} survived",
            format!("{kind:?}"),
            t.refuted,
            t.undecided,
            t.equal.len(),
            t.survivors.len()
        );
    }
    for equal in tallies.values().flat_map(|t| &t.equal) {
        println!("  the same function: {equal}");
    }
    let survivors: Vec<&String> = tallies.values().flat_map(|t| &t.survivors).collect();
    assert!(
        survivors.is_empty(),
        "{name}: proved although changed: {survivors:#?}"
    );
    for kind in Kind::ALL {
        let result = tallies.get(&kind).map_or(0, |tally| tally.refuted);
        assert!(result > 0, "{name}: no {kind:?} was tried");
    }
    let undecided = tallies[&Kind::Coefficient].undecided;
    assert_eq!(undecided, 0, "{name}: a coefficient is undecided");
    let refuted: usize = tallies.values().map(|t| t.refuted).sum();
    assert!(
        refuted * 10 > MUTATIONS * 9,
        "{name}: only {refuted} counterexamples"
    );
}

fn settings(root: Root, links: &[&str], effort: Effort) -> Settings {
    let links: Vec<String> = links.iter().map(|&link| link.to_owned()).collect();
    Settings {
        root,
        links: links.clone(),
        wrenches: links,
        effort,
        ..Settings::default()
    }
}

#[test]
fn mutations_of_an_arm_are_refuted() {
    let arm = Robot::of(
        &fixture("six_axes.urdf"),
        settings(Root::Fixed, &["tool", "link_3"], Effort::Default),
    );
    try_mutations("six_axes", &arm.derive(), 1);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_a_floating_robot_with_mimic_are_refuted() {
    let links = ["right_shank", "tail"];
    let crawler = Robot::of(
        &fixture("crawler.urdf"),
        settings(Root::FLOATING, &links, Effort::None),
    );
    try_mutations("crawler", &crawler.derive(), 2);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_derivatives_are_refuted() {
    let crawler = Settings {
        functions: [multibody_codegen::Function::InverseDynamicsDerivatives].into(),
        ..settings(Root::FLOATING, &[], Effort::None)
    };
    let crawler = Robot::of(&fixture("crawler.urdf"), crawler);
    try_mutations("derivatives of a crawler", &crawler.derive(), 7);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_products_with_derivatives_are_refuted() {
    use multibody_codegen::Function::*;
    let products = [
        InverseDynamicsJvp,
        InverseDynamicsVjp,
        ForwardDynamicsJvp,
        ForwardDynamicsVjp,
    ];
    let crawler = Settings {
        functions: products.into(),
        ..settings(Root::FLOATING, &[], Effort::None)
    };
    let crawler = Robot::of(&fixture("crawler.urdf"), crawler);
    try_mutations(
        "products with derivatives of a crawler",
        &crawler.derive(),
        8,
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_momenta_and_joint_wrenches_are_refuted() {
    use multibody_codegen::Function::*;
    let forces = [
        Momentum,
        MomentumRate,
        Centroidal,
        JointWrench,
        JointWrenchBody,
        JointWrenchWithWrenches,
        JointWrenchBodyWithWrenches,
    ];
    let crawler = settings(Root::FLOATING, &["right_thigh", "tail"], Effort::None);
    let crawler = Settings {
        functions: forces.into(),
        ..crawler
    };
    let crawler = Robot::of(&fixture("crawler.urdf"), crawler);
    try_mutations("forces of a crawler", &crawler.derive(), 4);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_under_constraints_are_refuted() {
    let items = "loop hinge { from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]], leaves: cylindrical(y) }, \
        distance stay { from: [head, [0, 0.1, 0]], to: [world, [0.5, 0.2, 1]], length: 0.7 }, \
        contact sole { at: [lever, [0.1, 0.2, 0]], axes: link }, \
        constraint rolling: slide_dot - 0.2 * cos(shoulder) * slot_1_dot,";
    let sledge = Settings {
        functions: FUNCTIONS.into(),
        ..settings(Root::Fixed, &[], Effort::None)
    };
    let sledge = Robot::of_tokens(&format!("{SLEDGE} {items}"), sledge);
    try_mutations("held sledge", &sledge.derive(), 6);
}

/// Without motors at its joints constraints leave motions there; on one foot least squares are left.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_inverse_dynamics_under_constraints_are_refuted() {
    let functions = [
        multibody_codegen::Function::ConstrainedInverseDynamics,
        multibody_codegen::Function::ConstrainedInverseDynamicsWithMultipliers,
    ];
    let settings = Settings {
        functions: functions.into(),
        ..settings(Root::Fixed, &[], Effort::None)
    };
    for feet in [&[0, 1, 2, 3][..], &[0, 3], &[1]] {
        let robot = Robot::of_tokens(&standing(feet), settings.clone());
        try_mutations(&format!("on the feet {feet:?}"), &robot.derive(), 7);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_a_robot_with_a_rotation_vector_are_refuted() {
    let root = "floating(chart = exponential, rates = derivative)";
    let crawler = Robot::of(
        &fixture("crawler.urdf"),
        settings(root.parse().expect("a root"), &["tail"], Effort::None),
    );
    try_mutations("crawler by a rotation vector", &crawler.derive(), 3);
}

/// A joint, a coordinate of no joint, energies, forces, a particle and a rigid body.
const EXPRESSIONS: &str = "gravity = [0, 0, -9.81], \
    joint hinge { revolute, parent: world, child: pole, axis: y }, \
    body pole { mass: 1.3, com: [0.1, 0, 0.5], inertia: diag(0.1, 0.12, 0.01) }, \
    coordinates = [s, turn], \
    let reach = s + 0.3 * sin(turn - 2 * hinge); \
    kinetic = 0.7 * s_dot.powi(2) + 0.2 * s_dot * hinge_dot * cos(turn) + 0.4 * cos(s).powi(2), \
    potential = 3 * (s - 0.5).powi(2) / (1 + s.powi(2)) + 0.6 * reach, \
    force(turn) = -0.3 * turn_dot * reach, \
    particle bead { mass: 0.2, position: [reach * sin(hinge), 0.4 * s, reach * cos(hinge)], force: [0, 1, -0.5 * s_dot] }, \
    rigid plate { mass: 0.9, inertia: diag(0.03, 0.04, 0.05), position: [s, 0, 0.2 * turn], orientation: zyx(turn, hinge, 0) },";

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_expressions_are_refuted() {
    let robot = Robot::of_tokens(EXPRESSIONS, settings(Root::Fixed, &["pole"], Effort::None));
    try_mutations("expressions", &robot.derive(), 3);
}

/// Time in energies, in a force and in a definition that places bodies; terms of one rate.
const TIMED: &str = "gravity = [0, 0, -9.81], \
    joint hinge { revolute, parent: world, child: pole, axis: y }, \
    body pole { mass: 1.3, com: [0.1, 0, 0.5], inertia: diag(0.1, 0.12, 0.01) }, \
    coordinates = [s, turn], \
    let reach = s + 0.3 * sin(turn - 2 * hinge + 3 * t); \
    kinetic = (0.7 + 0.2 * cos(t)) * s_dot.powi(2) + 0.2 * (s_dot + 0.5 * sin(2 * t)) * hinge_dot * cos(turn) \
        + 0.6 * s.powi(2) * turn_dot + 0.4 * t * cos(s).powi(2), \
    potential = 3 * (s - 0.5 * t).powi(2) / (1 + s.powi(2)) + 0.6 * reach, \
    force(turn) = -0.3 * turn_dot * reach + cos(4 * t), \
    particle bead { mass: 0.2, position: [reach * sin(hinge), 0.4 * s, reach * cos(hinge) + t * s], force: [0, 1, -0.5 * s_dot] }, \
    rigid plate { mass: 0.9, inertia: diag(0.03, 0.04, 0.05), position: [s, t, 0.2 * turn], orientation: zyx(turn, hinge, 2 * t) },";

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_what_time_does_are_refuted() {
    let settings = settings(Root::Fixed, &["pole"], Effort::None);
    let robot = Robot::of_tokens(TIMED, settings);
    try_mutations("time", &robot.derive(), 4);
}

/// All that acts: a spring between points, springs, damping, friction and armatures of joints.
const ACTING: &str = "gravity = [0, 0, -9.81], \
    joint slide { prismatic, parent: world, child: sledge, axis: x, friction: 0.7, spring: [30, 0.1], armature: 0.4 }, \
    joint shoulder { revolute, parent: sledge, child: arm, axis: [0, 1, 1], origin: [0.1, 0, 0.2], \
        damping: 0.3, armature: 0.05 }, \
    body sledge { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    spring rope { from: [arm, [0, 0.1, 0.4]], to: [world, [0.5, 0.2, 1]], stiffness: 40, length: 0.3, damping: 2 },";

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn mutations_of_springs_friction_and_armatures_are_refuted() {
    use multibody_codegen::Function::*;
    let acting = Settings {
        functions: [
            MassMatrix,
            InverseDynamics,
            ForwardDynamics,
            GeneralizedForce,
            SpringEnergy,
            KineticEnergy,
        ]
        .into(),
        ..settings(Root::Fixed, &[], Effort::None)
    };
    let robot = Robot::of_tokens(ACTING, acting);
    try_mutations("springs, friction, armatures", &robot.derive(), 5);
}
