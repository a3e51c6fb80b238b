//! The equations of a derived robot, for readers.

mod motion_types;
mod readable_sums;
mod without_functions;

use std::collections::BTreeMap;

use crate::driver::derive_with_progress;
use motion_types::motion_types;
use multibody_algebra::{GateShut, enter};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target};
use multibody_description::requested::Request;
use multibody_description::settings::{Effort, Settings};
use multibody_outputs::{
    Dynamics, EquationsInFull, RateTerms, ReadableConstraints, ReadableEquations,
};
use multibody_program::ir::{Builder, Program};
use multibody_program::terms;
use multibody_tree::place_bodies;
use without_functions::WithoutFunctions;

/// Limit on the terms of equations in full.
const TERM_LIMIT: usize = 160;
/// Limit on the inputs, constants and signs in programs that readers are shown.
const LENGTH_LIMIT: usize = 800;
/// Limit on the rates of a system whose derived programs are shown.
const RATE_LIMIT: usize = 4;
/// Limit on the entries of a constraint Jacobian that is shown.
const ENTRY_LIMIT: usize = 48;

/// All equations of a derived robot that are shown to readers.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn readable_equations(system: &ExaminedSystem) -> Result<ReadableEquations, GateShut> {
    Ok(ReadableEquations {
        dynamics: dynamics(system)?,
        rate_terms: rate_terms(system),
        constraints: constraints(system)?.unwrap_or_default(),
    })
}

/// The applied forces and armatures of each rate.
fn rate_terms(system: &ExaminedSystem) -> RateTerms {
    let tree = place_bodies(system);
    let mut builder = tree.builder.clone();
    let forces = tree.applied_forces(&mut builder);
    RateTerms {
        builder,
        forces,
        armatures: tree.armature,
    }
}

/// The equations of motion in the most explicit form that is short enough: in full, as programs, or as recursions with the joint
/// types that occur.
fn dynamics(system: &ExaminedSystem) -> Result<Dynamics, GateShut> {
    if let Some(equations) = equations_in_full(system)? {
        return Ok(Dynamics::InFull(Box::new(equations)));
    }
    match symbolic_programs(system)? {
        Some(programs) => Ok(Dynamics::Programs(programs)),
        None => motion_types(system).map(Dynamics::Recursions),
    }
}

/// The programs of a small system with expressions. None for other systems, or if the programs would be too long when
/// written out.
fn symbolic_programs(
    system: &ExaminedSystem,
) -> Result<Option<Vec<(Function, Program)>>, GateShut> {
    if system.symbolic.is_empty() || system.nv() > RATE_LIMIT {
        return Ok(None);
    }
    let mut functions = vec![
        Function::MassMatrix,
        Function::CoriolisMatrix,
        Function::Gravity,
    ];
    functions.extend(system.findings.has_drive.then_some(Function::Drive));
    let programs = derive_programs(system, &functions)?;
    Ok(is_short(programs.iter().map(|(_, program)| program)).then_some(programs))
}

/// phi, J and dJ/dt qd. None if there are no constraints, or if they would be too long when written out.
fn constraints(system: &ExaminedSystem) -> Result<Option<Vec<ReadableConstraints>>, GateShut> {
    if system.constraints.is_empty() || system.nc() * system.nv() > ENTRY_LIMIT {
        return Ok(None);
    }
    let functions = [
        Function::Constraint,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
    ];
    let tree = place_bodies(system);
    let mut readable_constraints = Vec::new();
    for (function, program) in derive_programs(system, &functions)? {
        let sums = enter(|| readable_sums::shortest_sums(&tree, &program))?;
        let candidate = sums.map(|sums| {
            let program = terms::program(Builder::new(), &sums, &BTreeMap::new());
            (program, sums)
        });
        let (program, sums) = match candidate {
            Some((shorter, sums)) if printed_length(&shorter) < printed_length(&program) => {
                (shorter, Some(sums))
            }
            _ => (program, None),
        };
        readable_constraints.push(ReadableConstraints {
            function,
            program,
            sums,
        });
    }
    let programs = readable_constraints.iter().map(|entry| &entry.program);
    Ok(is_short(programs).then_some(readable_constraints))
}

/// Whether programs are short enough to be written out.
fn is_short<'a>(programs: impl Iterator<Item = &'a Program>) -> bool {
    programs.map(printed_length).fold(0, usize::saturating_add) <= LENGTH_LIMIT
}

/// Derives the programs of some functions without any effort to shorten them.
fn derive_programs(
    system: &ExaminedSystem,
    functions: &[Function],
) -> Result<Vec<(Function, Program)>, GateShut> {
    let link = None;
    let targets = functions.iter().map(|&function| Target { function, link });
    let settings = Settings {
        effort: Effort::None,
        ..Settings::default()
    };
    let request = Request {
        targets: targets.collect(),
        bundles: Vec::new(),
    };
    // Nobody is notified of trials.
    let (tree, notify) = (place_bodies(system), &|_| ());
    let derivations = derive_with_progress(&tree, &[], &request, &settings, notify)?;
    let programs = derivations.functions.into_iter();
    Ok(programs.map(|d| (d.target.function, d.program)).collect())
}

/// The number of inputs, constants and signs in a program that is written out without names for shared values.
fn printed_length(program: &Program) -> usize {
    let mut lengths: Vec<usize> = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| lengths[operand.index()]);
        lengths.push(operands.fold(1, usize::saturating_add));
    }
    let outputs = program.outputs().iter().map(|value| lengths[value.index()]);
    outputs.fold(0, usize::saturating_add)
}

/// The equations of a small robot. None if they would be too long, or are not polynomials in sines, cosines and
/// parameters.
fn equations_in_full(system: &ExaminedSystem) -> Result<Option<EquationsInFull>, GateShut> {
    let tree = place_bodies(system);
    let mut definitions = None;
    let readable_sums = enter(|| {
        readable_sums::readable_sums(&tree, |program| {
            let without_functions = WithoutFunctions::of(program, system.parameter_count());
            definitions = Some((without_functions.builder, without_functions.definitions));
            without_functions.program
        })
    })?;
    let equations = readable_sums
        .zip(definitions)
        .map(|(sums, (builder, definitions))| EquationsInFull {
            sums,
            builder,
            definitions,
        });
    Ok(equations.filter(|equations| equations.sums.terms() <= TERM_LIMIT))
}
