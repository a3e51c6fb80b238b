//! Arms of two, three and six joints.

use multibody_codegen::internal::algebra::enter;
use multibody_codegen::internal::derive::derive;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::Program;
use multibody_codegen::internal::tree;
use multibody_codegen::{Function, Settings, integer};

use super::lagrangian::Lagrange;
use super::mutated_programs::with_constant;
use super::robots::{elbow_arm, pan_tilt, parallel_arm, read, wrist_arm};

/// The emitted programs of mass matrix and inverse dynamics.
fn emit(text: &str) -> [Program; 2] {
    let tree = tree::place_bodies(&read(text));
    let functions = [Function::MassMatrix, Function::InverseDynamics];
    let targets = functions.map(|function| Target {
        function,
        link: None,
    });
    let robot = derive(&tree, &[], &targets, &Settings::default());
    assert_eq!(robot.refuted, None);
    let programs: Vec<Program> = robot.functions.into_iter().map(|d| d.program).collect();
    programs.try_into().expect("two programs")
}

/// Asserts equality, and that a change by a part in a million of any of some coefficients shows.
fn assert_equal_as_polynomials(text: &str, changes: usize) {
    let [mass_matrix, inverse_dynamics] = emit(text);
    let system = read(text);
    enter(|| {
        let mut lagrange = Lagrange::of(&system);
        let (m, tau) = (lagrange.mass_matrix.clone(), lagrange.forces());
        for (name, program, expected) in [
            ("mass matrix", &mass_matrix, &m),
            ("inverse dynamics", &inverse_dynamics, &tau),
        ] {
            assert!(expected.iter().any(|entry| !entry.is_zero()), "{name}");
            assert_eq!(lagrange.difference(program, expected), None, "{name}");
            for changed in change(program, changes) {
                let difference = lagrange.difference(&changed, expected);
                assert!(difference.is_some(), "{name}: {changed}");
            }
        }
    })
    .expect("the gate opens");
}

/// The program with one of some constants, other than 0 and 1, changed by a part in a million.
pub fn change(program: &Program, changes: usize) -> Vec<Program> {
    let almost_one = integer(1) + integer(1) / integer(1_000_000);
    let constants = program.constants();
    let numbers: Vec<usize> = (0..constants.len())
        .filter(|&at| constants[at] != integer(0) && constants[at] != integer(1))
        .collect();
    let step = numbers.len().div_ceil(changes).max(1);
    let choice = numbers.into_iter().step_by(step);
    choice
        .map(|at| with_constant(program, at, &(&constants[at] * &almost_one)))
        .collect()
}

#[test]
fn two_joints() {
    assert_equal_as_polynomials(&pan_tilt(), usize::MAX);
}

#[test]
fn three_joints() {
    assert_equal_as_polynomials(&elbow_arm(), usize::MAX);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn six_joints_with_a_wrist() {
    assert_equal_as_polynomials(&wrist_arm(), 6);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn six_joints_three_of_them_parallel() {
    assert_equal_as_polynomials(&parallel_arm(), 6);
}
