//! The bits of every function, at random arguments.

use std::collections::BTreeMap;

use multibody_codegen::Function;
use multibody_codegen::internal::ir::{InputKind, Program};
use multibody_codegen::internal::signature::ArgumentRow;

use crate::compiler::{Folder, NO_CONTRACTION, OPTIMISATIONS, installed};
use crate::driver::program;
use crate::evaluation::{Inputs, evaluate};
use crate::header_of_c::{Argument, Declared, declared};
use crate::numbers::{Draws, Number};
use crate::robots::{CRobot, settings, small_robots};
use crate::support::{Robot, corpus};

/// Calls of each function.
const CALLS: usize = 1000;

/// What a driver reads, and the bits that it should write.
struct Exchange {
    input: Vec<u8>,
    expected: Vec<Vec<String>>,
}

/// The kind of input that an argument is.
fn kind(name: &str) -> InputKind {
    let row = ArgumentRow::ALL.iter().find(|row| row.name == name);
    row.expect("it is in the table").kind
}

/// Draws arguments, and evaluates all functions at them.
fn exchange<T: Number>(robot: &CRobot, functions: &[Declared]) -> Exchange {
    assert_eq!(functions.len(), robot.programs.len(), "{}", robot.name);
    let mut draws = Draws::new();
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    // Fields such as masses and lengths are positive.
    let fields: Vec<T> = (0..robot.parameters)
        .map(|_| T::lit(0.5 + draws.next()))
        .collect();
    input.extend(fields.iter().flat_map(|field| field.bytes()));
    let mut values = fields.clone();
    let mut at: Option<(&Declared, &Program)> = None;
    for (function, program) in functions.iter().zip(&robot.programs) {
        let is_prepare = robot.parameters > 0 && expected.is_empty();
        let mut results = Vec::new();
        for call in 0..CALLS {
            let mut arguments = Inputs::new();
            let mut draw = |declared: &Declared, arguments: &mut Inputs<T>| {
                for argument in &declared.arguments {
                    let (name, count) = match argument {
                        Argument::Struct(_) => continue,
                        Argument::Number(name) => (name, 1),
                        Argument::Array(name, count) => (name, *count),
                    };
                    // Now and then angles are far.
                    let scale = match call % 50 {
                        0 => 1e7,
                        1 => 1e25,
                        2 => 3e4,
                        _ => 4.0,
                    };
                    let scale = if name == "q" { scale } else { 4.0 };
                    let numbers = (0..count).map(|_| T::lit((draws.next() - 0.5) * scale));
                    let numbers: Vec<T> = numbers.collect();
                    input.extend(numbers.iter().flat_map(|number| number.bytes()));
                    arguments.insert(kind(name), numbers);
                }
            };
            let takes_at = |argument: &Argument| matches!(argument, Argument::Struct(name) if name.ends_with("At"));
            let mut parameters = values.clone();
            if function.arguments.iter().any(takes_at) {
                let (at, at_program) = at.expect("the function before those that take its values");
                let mut at_arguments = BTreeMap::from([(InputKind::Parameter, values.clone())]);
                draw(at, &mut at_arguments);
                parameters = evaluate(at_program, &at_arguments);
            }
            draw(function, &mut arguments);
            arguments.insert(InputKind::Parameter, parameters);
            results.extend(evaluate(program, &arguments));
        }
        if is_prepare {
            values = results[..program.outputs().len()].to_vec();
        }
        if function.name.ends_with("_at") {
            at = Some((function, program));
        }
        expected.push(results.into_iter().map(Number::bits).collect());
    }
    Exchange { input, expected }
}

/// Compares all functions of a robot; returns how many numbers were compared.
pub fn compare<T: Number>(robot: &CRobot, optimisations: &[&[&str]]) -> usize {
    let functions = declared(&robot.header);
    let Exchange { input, expected } = exchange::<T>(robot, &functions);
    let folder = Folder::new(robot.name);
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("main.c", program(&functions, CALLS));
    folder.write("numbers", input);
    let mut count = 0;
    for compiler in installed() {
        for optimisation in optimisations {
            let words = [
                *optimisation,
                T::FLAGS,
                &[
                    "-std=c99",
                    NO_CONTRACTION,
                    "main.c",
                    "robot.c",
                    "-lm",
                    "-o",
                    "main",
                ],
            ];
            folder.compile(compiler, &words.concat());
            let actual = T::all(&folder.run("main", "numbers"));
            let mut actual = actual.into_iter().map(Number::bits);
            for (function, expected) in functions.iter().zip(&expected) {
                let outputs = expected.len() / CALLS;
                for (index, expected) in expected.iter().enumerate() {
                    let actual = actual.next().expect("a number");
                    assert_eq!(
                        actual,
                        *expected,
                        "{} {compiler} {optimisation:?} {}: number {} of call {}",
                        robot.name,
                        function.name,
                        index % outputs,
                        index / outputs
                    );
                    count += 1;
                }
            }
            assert_eq!(actual.next(), None);
        }
    }
    count
}

#[test]
fn small_robots_have_the_bits_of_rust() {
    for robot in small_robots(false) {
        let counts = [
            compare::<f64>(&robot, &OPTIMISATIONS),
            compare::<f32>(&robot, &OPTIMISATIONS),
        ];
        assert!(installed().is_empty() || counts.iter().all(|&count| count > 10_000));
    }
}

/// Robots of the corpus. A humanoid's functions are cut into several.
#[test]
#[cfg_attr(
    not(all(all_tests, corpus)),
    ignore = "needs MULTIBODY_CORPUS, and MULTIBODY_TESTS=all, for the build"
)]
fn real_robots_have_the_bits_of_rust() {
    let folder = corpus::folder();
    for name in ["ur5", "panda", "anymal_b", "talos_reduced"] {
        let mut settings = settings("Robot", folder.root(name));
        settings.functions = [
            Function::MassMatrix,
            Function::InverseDynamics,
            Function::ForwardDynamics,
        ]
        .into();
        let robot = CRobot::of(name, Robot::of(&folder.robot(name), settings));
        assert!(robot.source.contains("_part1(") || name != "talos_reduced");
        let counts = [
            compare::<f64>(&robot, &OPTIMISATIONS),
            compare::<f32>(&robot, &OPTIMISATIONS[1..2]),
        ];
        assert!(installed().is_empty() || counts.iter().all(|&count| count > 10_000));
    }
}
