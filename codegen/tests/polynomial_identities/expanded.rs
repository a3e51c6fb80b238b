//! Programs by expanding the Lagrangian: small robots.

use multibody_codegen::internal::algebra::enter;
use multibody_codegen::internal::algebra::polynomial::Polynomial;
use multibody_codegen::internal::derive::derive;
use multibody_codegen::internal::derive::local::JointTerms;
use multibody_codegen::internal::derive::search::ArrangedTree;
use multibody_codegen::internal::derive::{expand, local_terms};
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{
    Algebra, Input, InputKind, Program, check_invariants, evaluate,
};
use multibody_codegen::internal::prove::prove;
use multibody_codegen::internal::tree;
use multibody_codegen::{Count, Function, Settings};

use super::arms::change;
use super::lagrangian::Lagrange;
use super::robots;

/// What is expanded, in the order of emission.
const EXPANDED: [Function; 11] = [
    Function::MassMatrix,
    Function::CoriolisMatrix,
    Function::Coriolis,
    Function::Gravity,
    Function::Bias,
    Function::InverseDynamics,
    Function::ForwardDynamics,
    Function::MassMatrixInverse,
    Function::KineticEnergy,
    Function::PotentialEnergy,
    Function::CenterOfMass,
];

fn targets() -> [Target; 11] {
    EXPANDED.map(|function| Target {
        function,
        link: None,
    })
}

fn place(function: Function) -> usize {
    let places = EXPANDED.iter();
    places
        .into_iter()
        .position(|&f| f == function)
        .expect("it is expanded")
}

fn programs(system: &ExaminedSystem) -> Vec<Option<Program>> {
    let tree = ArrangedTree::plain(&tree::place_bodies(system)).tree;
    enter(|| {
        let bodies = tree.bodies.iter();
        let terms: Vec<JointTerms> = bodies
            .map(|body| local_terms(&*body.kind).expect("polynomials"))
            .collect();
        expand(&tree, &terms.iter().collect::<Vec<_>>(), &targets())
    })
    .expect("the gate opens")
}

/// Proves all programs, compares those without quotients with Lagrange's equations and with what is
/// emitted as polynomials, and gives the operations of mass matrix and inverse dynamics.
fn check(name: &str, text: &str) -> [usize; 2] {
    let system = robots::read(text);
    let programs: Vec<Program> = programs(&system).into_iter().flatten().collect();
    assert_eq!(
        programs.len(),
        EXPANDED.len(),
        "{name}: all functions are expanded"
    );
    let settings = Settings::default();
    let emitted = derive(&tree::place_bodies(&system), &[], &targets(), &settings).functions;
    println!("{name}");
    for ((target, program), emitted) in targets().into_iter().zip(&programs).zip(&emitted) {
        let function = target.function.name();
        assert_eq!(check_invariants(program), Ok(()), "{name} {function}");
        assert_eq!(
            prove(&system, &[], target, program),
            Ok(()),
            "{name} {function}"
        );
        for changed in change(program, usize::MAX) {
            let refuted = prove(&system, &[], target, &changed).is_err();
            assert!(refuted, "{name} {function}: {changed}");
        }
        let (count, other) = (Count::of(program), Count::of(&emitted.program));
        assert!(count.sincos <= system.nv(), "{name} {function}: {count}");
        println!(
            "  {function}: {count} expanded, {other} by {}",
            emitted.route
        );
    }
    enter(|| {
        let mut lagrange = Lagrange::of(&system);
        for (function, expected) in equations(&mut lagrange) {
            let difference = lagrange.difference(&programs[place(function)], &expected);
            assert_eq!(difference, None, "{name} {}", function.name());
        }
        for function in [Function::CoriolisMatrix, Function::CenterOfMass] {
            let expected = evaluate(&emitted[place(function)].program, &mut lagrange.ring);
            let difference = lagrange.difference(&programs[place(function)], &expected);
            assert_eq!(difference, None, "{name} {}", function.name());
        }
    })
    .expect("the gate opens");
    [Function::MassMatrix, Function::InverseDynamics]
        .map(|function| Count::of(&programs[place(function)]).mul_add())
}

/// What follows from T and V.
fn equations(lagrange: &mut Lagrange) -> Vec<(Function, Vec<Polynomial>)> {
    let (m, tau) = (lagrange.mass_matrix.clone(), lagrange.forces());
    let kinetic = lagrange.kinetic_energy.clone();
    let potential = lagrange.potential_energy.clone();
    let (ring, n) = (&mut lagrange.ring, tau.len());
    let gravity: Vec<Polynomial> = (0..n)
        .map(|v| ring.derivative(&potential, Input::new(InputKind::Q, v)))
        .collect();
    let mut bias = tau.clone();
    for (index, entry) in m.iter().enumerate() {
        let acceleration = ring.input(Input::new(InputKind::Qdd, index % n));
        let part = ring.mul(entry, &acceleration);
        bias[index / n] = ring.sub(&bias[index / n], &part);
    }
    let forces = bias.iter().zip(&gravity);
    let coriolis = forces
        .map(|(bias, gravity)| ring.sub(bias, gravity))
        .collect();
    vec![
        (Function::MassMatrix, m),
        (Function::Coriolis, coriolis),
        (Function::Gravity, gravity),
        (Function::Bias, bias),
        (Function::InverseDynamics, tau),
        (Function::KineticEnergy, vec![kinetic]),
        (Function::PotentialEnergy, vec![potential]),
    ]
}

/// Operations of mass matrix and inverse dynamics are at most these.
fn assert_counts(name: &str, text: &str, limit: [usize; 2]) {
    let result = check(name, text);
    assert!(
        result[0] <= limit[0] && result[1] <= limit[1],
        "{name}: {result:?}"
    );
}

#[test]
fn double_pendulum() {
    assert_counts("double pendulum", &robots::double_pendulum(), [4, 24]);
}

#[test]
fn pan_tilt() {
    assert_counts("pan and tilt", &robots::pan_tilt(), [11, 39]);
}

#[test]
fn cart_pole() {
    assert_counts("cart-pole", &robots::cart_pole(), [1, 13]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn elbow_arm() {
    assert_counts("elbow arm", &robots::elbow_arm(), [37, 104]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn spatial_arm() {
    assert_counts("spatial arm", &robots::spatial_arm(), [49, 162]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn turn_slide_turn() {
    assert_counts("turn-slide-turn", &robots::turn_slide_turn(), [21, 68]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_mimic_joint_with_an_offset() {
    assert_counts("gripper", &robots::gripper(), [11, 49]);
}

#[test]
fn larger_robots_are_left_to_the_recursions() {
    let system = robots::read(&robots::wrist_arm());
    assert!(programs(&system).iter().all(Option::is_none));
}
