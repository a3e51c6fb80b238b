//! The text of a robot, and the report about it.

use super::derived::DerivedPrograms;
use super::figure::figure;
use super::reduced::ReducedRobot;
use crate::generated::{Generated, Programs};
use multibody_description::fault::Faults;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Function;
use multibody_description::requested::{Request, RobotBundle};
use multibody_emit::{Bundled, Chosen, Robot, equations, report, rust};
use multibody_examine::size::oversize;
use multibody_outputs::report::{AbsentFunction, FunctionReport, OtherRoute, RefusedRoute, Report};
use multibody_outputs::{Derivation, FunctionProgram, FusedFunctions, Route};
use multibody_passes::{Prepared, contractions};
use multibody_program::ir::{Count, Program};

/// Writes struct, items and report.
pub fn emit(
    robot: &ReducedRobot,
    request: &Request,
    absent: Vec<AbsentFunction>,
    derived: DerivedPrograms,
) -> Generated {
    let (system, settings) = (&robot.system, &robot.settings);
    let equations = derived.equations.as_ref();
    let equations = equations.map(|to_read| equations::of(system, to_read));
    let derivations = derived.derivations;
    let singular = why_singular(robot, &absent);
    let mut programs = derived.prepared.functions.into_iter();
    let functions = functions(&derivations.functions, &mut programs);
    let chosen = chosen(&derivations.functions);
    let bundles = bundles(&request.bundles, &derivations.bundles, programs);
    let written = Robot {
        name: &settings.name,
        settings,
        system,
        wrench_links: &robot.wrench_links,
        functions: &functions,
        chosen: &chosen,
        bundles: &bundles,
        prepare: &derived.prepared.prepare,
        visibility: &settings.visibility,
        singular: singular.as_deref(),
        equations: equations.as_ref(),
        derived: true,
    };
    let report = Report {
        absent,
        refuted: derivations.refuted,
        ..report(&written, &derivations.functions)
    };
    Generated {
        structure: rust::structure(&written),
        items: rust::items(&written),
        report: Report {
            equations,
            ..report
        },
        diagnostics: Faults::new().finish(),
        verified_text: String::new(),
        programs: None,
    }
}

/// Why forward dynamics is absent, if it is absent for another reason than its size.
fn why_singular(robot: &ReducedRobot, absent: &[AbsentFunction]) -> Option<String> {
    let left_out = oversize(&robot.system, &robot.settings);
    let is_singular = |name: &str| {
        name == Function::ForwardDynamics.name()
            && !left_out.iter().any(|of| of.function.name() == name)
    };
    let mut singular = absent.iter().filter(|of| is_singular(&of.function));
    singular.next().map(|of| of.reason.clone())
}

/// The functions with their programs.
fn functions(
    derivations: &[Derivation],
    programs: impl Iterator<Item = Program>,
) -> Vec<FunctionProgram> {
    let targets = derivations.iter().map(|derivation| derivation.target);
    let functions = targets.zip(programs);
    let function = |(target, program)| FunctionProgram { target, program };
    functions.map(function).collect()
}

/// The notes on the programs of functions.
fn chosen(derivations: &[Derivation]) -> Vec<Chosen> {
    let chosen = derivations.iter().map(|derivation| Chosen {
        rounding: derivation.rounding,
        route: derivation.route,
        count: derivation.count,
    });
    chosen.collect()
}

/// The bundles with their programs.
fn bundles<'a>(
    bundles: &'a [RobotBundle],
    derived: &[FusedFunctions],
    programs: impl Iterator<Item = Program>,
) -> Vec<Bundled<'a>> {
    let bundles = bundles.iter().zip(derived).zip(programs);
    let bundles = bundles.map(|((bundle, of), program)| Bundled {
        bundle,
        program,
        rounding: of.rounding,
    });
    bundles.collect()
}

/// The part of a report that is about what is emitted.
fn report(robot: &Robot<'_>, derivations: &[Derivation]) -> Report {
    let mut functions = robot.functions.iter();
    let mass_matrix = functions.find(|of| of.target.function == Function::MassMatrix);
    let system = robot.system;
    Report {
        name: robot.name.to_owned(),
        nq: system.nq(),
        nv: system.nv(),
        functions: [of_functions(robot, derivations), of_bundles(robot)].concat(),
        snaps: system.snaps.clone(),
        tree: report::tree(system),
        sparsity: mass_matrix.map_or(String::new(), |of| {
            report::sparsity(&of.program, system.nv())
        }),
        links: report::links(system),
        parameters: report::parameters(system),
        ..Report::default()
    }
}

fn of_functions(robot: &Robot<'_>, derivations: &[Derivation]) -> Vec<FunctionReport> {
    let other = |(route, program): &(Route, Program)| OtherRoute {
        route: route.to_string(),
        count: Count::of(program),
    };
    let functions = derivations.iter().zip(robot.functions);
    let functions = functions.map(|(derivation, emitted)| FunctionReport {
        name: robot.shown_name(derivation.target),
        count: derivation.count,
        fused: contractions(&emitted.program).len(),
        derived: derivation.derived,
        route: derivation.route.to_string(),
        others: derivation.others.iter().map(other).collect(),
        rounding: derivation.rounding,
        refused: (derivation.refused.iter())
            .map(|refused| RefusedRoute {
                route: refused.route.clone(),
                why: refused.why.clone(),
            })
            .collect(),
        proved: robot.settings.proof,
    });
    functions.collect()
}

fn of_bundles(robot: &Robot<'_>) -> Vec<FunctionReport> {
    let bundles = robot.bundle_figures().into_iter();
    let bundles = bundles.map(|of| FunctionReport {
        name: of.name,
        count: of.count,
        fused: of.fused,
        derived: None,
        route: "functions in one".into(),
        others: Vec::new(),
        rounding: of.rounding,
        refused: Vec::new(),
        proved: robot.settings.proof,
    });
    bundles.collect()
}

/// Fills in the part of a report that is about the description itself, and is not kept in the cache.
pub fn describe(report: &mut Report, robot: &ReducedRobot) {
    let system = &robot.system;
    report.joints = report::joints(system);
    report.springs = report::springs(system);
    report.constraints = report::constraints(system);
    if robot.settings.equations {
        report.figure = figure(system);
    }
}

/// The programs of functions, for callers that run them.
pub fn programs(system: &ExaminedSystem, functions: &[Derivation]) -> Box<Programs> {
    Box::new(Programs {
        system: system.clone(),
        targets: functions.iter().map(|function| function.target).collect(),
        prepared: Prepared::of(functions.iter().map(|function| &function.program)),
    })
}
