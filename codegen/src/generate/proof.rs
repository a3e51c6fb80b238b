//! The proof of all programs.

use super::derived_programs::DerivedPrograms;
use super::reduced_robot::ReducedRobot;
use multibody_description::fault::{Fault, Faults};
use multibody_description::function::Target;
use multibody_description::model::Span;
use multibody_description::requested::Request;
use multibody_outputs::{FunctionProgram, ReadableEquations, split_outputs};
use multibody_support::word::amount;

/// Proves all programs equal to Lagrange's equations. Returns `Some(())` unless there are faults, and a summary.
pub fn prove(
    robot: &ReducedRobot,
    request: &Request,
    programs: &DerivedPrograms,
    faults: &mut Faults,
) -> (Option<()>, String) {
    let programs = [
        function_programs(programs),
        bundle_programs(request, programs),
        equation_programs(programs),
    ]
    .concat();
    for FunctionProgram { target, program } in &programs {
        let (system, wrench_links) = (&robot.system, &robot.wrench_links);
        if let Err(refutation) = multibody_prove::prove(system, wrench_links, *target, program) {
            let (function, reason) = (target.function.name().to_owned(), refutation.to_string());
            faults.push(
                Span::default(),
                Fault::SettingNotProved { function, reason },
            );
        }
    }
    let outcome = (!faults.has_errors()).then_some(());
    let count = amount(programs.len(), "function", "functions");
    (outcome, count + " equal to Lagrange's equations")
}

/// The programs of functions. For a function that calls others, this is its derived program, which contains the programs of these.
/// For any other it is the program of its body, with the values that `prepare` computes.
fn function_programs(programs: &DerivedPrograms) -> Vec<FunctionProgram> {
    let functions = programs.derivations.functions.iter().enumerate();
    let entries = functions.map(|(index, derivation)| FunctionProgram {
        target: derivation.target,
        program: match derivation.route.algorithm().as_call() {
            None => programs.prepared.with_preparation(index),
            Some(_) => derivation.program.clone(),
        },
    });
    entries.collect()
}

/// A program for each function of each bundle.
fn bundle_programs(request: &Request, programs: &DerivedPrograms) -> Vec<FunctionProgram> {
    // The programs of bundles follow those of functions.
    let first_index = programs.derivations.functions.len();
    let bundles = request.bundles.iter().zip(first_index..);
    let programs = bundles.flat_map(|(bundle, index)| {
        let targets: Vec<Target> = bundle.targets().collect();
        let counts = programs.derivations.counts(&targets);
        let parts = split_outputs(&programs.prepared.with_preparation(index), &counts).into_iter();
        let function_program = |(target, program)| FunctionProgram { target, program };
        targets.into_iter().zip(parts).map(function_program)
    });
    programs.collect()
}

/// The programs of the readable equations.
fn equation_programs(programs: &DerivedPrograms) -> Vec<FunctionProgram> {
    let equations = programs.equations.iter();
    let named_programs = equations.flat_map(ReadableEquations::programs);
    let programs = named_programs.map(|(function, program)| {
        let link = None;
        let target = Target { function, link };
        FunctionProgram { target, program }
    });
    programs.collect()
}
