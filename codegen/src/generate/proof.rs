//! The proof of all programs.

use super::derived::DerivedPrograms;
use super::reduced::ReducedRobot;
use multibody_description::fault::{Fault, Faults};
use multibody_description::function::Target;
use multibody_description::model::Span;
use multibody_description::requested::Request;
use multibody_outputs::{EquationsToRead, FunctionProgram, parts};
use multibody_support::word::amount;

/// Proves all programs equal to Lagrange's equations, and returns a summary too.
pub fn prove(
    robot: &ReducedRobot,
    request: &Request,
    derived: &DerivedPrograms,
    faults: &mut Faults,
) -> (Option<()>, String) {
    let programs = [
        of_functions(derived),
        of_bundles(request, derived),
        of_equations(derived),
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
    let proved = (!faults.has_errors()).then_some(());
    let count = amount(programs.len(), "function", "functions");
    (proved, count + " equal to Lagrange's equations")
}

/// The programs of functions. Those that call others include these.
fn of_functions(derived: &DerivedPrograms) -> Vec<FunctionProgram> {
    let functions = derived.derivations.functions.iter().enumerate();
    let programs = functions.map(|(at, derivation)| FunctionProgram {
        target: derivation.target,
        program: match derivation.route.algorithm().call() {
            None => derived.prepared.whole(at),
            Some(_) => derivation.program.clone(),
        },
    });
    programs.collect()
}

/// A program for each function of each bundle.
fn of_bundles(request: &Request, derived: &DerivedPrograms) -> Vec<FunctionProgram> {
    let first = derived.derivations.functions.len();
    let bundles = request.bundles.iter().zip(first..);
    let programs = bundles.flat_map(|(bundle, at)| {
        let targets: Vec<Target> = bundle.targets().collect();
        let counts = derived.derivations.counts(&targets);
        let parts = parts(&derived.prepared.whole(at), &counts).into_iter();
        let of_target = |(target, program)| FunctionProgram { target, program };
        targets.into_iter().zip(parts).map(of_target)
    });
    programs.collect()
}

/// The programs of the equations to read.
fn of_equations(derived: &DerivedPrograms) -> Vec<FunctionProgram> {
    let equations = derived.equations.iter();
    let programs = equations.flat_map(EquationsToRead::programs);
    let programs = programs.map(|(function, program)| {
        let link = None;
        let target = Target { function, link };
        FunctionProgram { target, program }
    });
    programs.collect()
}
