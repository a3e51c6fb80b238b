//! The text of a robot in its language, and the report about it.

use super::derived_programs::DerivedPrograms;
use super::figure::figure;
use super::reduced_robot::ReducedRobot;
use crate::generated::{Generated, Programs};
use multibody_description::fault::{self, Fault, Faults};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Function;
use multibody_description::model::Model;
use multibody_description::requested::{Request, RobotBundle};
use multibody_emit::{BundleProgram, ProgramNotes, Robot, equations, report};
use multibody_examine::size::oversize;
use multibody_outputs::report::{AbsentFunction, FunctionReport, OtherRoute, RefusedRoute, Report};
use multibody_outputs::{BundledFunctions, Derivation, FunctionProgram, Route};
use multibody_passes::{Prepared, contractions};
use multibody_program::ir::{Count, Program};

/// Emits the text of a robot, and reports on it. [`describe`] completes the report.
pub fn emit(
    robot: &ReducedRobot,
    request: &Request,
    absent: Vec<AbsentFunction>,
    robot_programs: DerivedPrograms,
) -> Generated {
    let (system, settings) = (&robot.system, &robot.settings);
    let formulas = robot_programs.equations.as_ref();
    let equations = formulas.map(|formulas| equations::of(system, formulas));
    let derivations = robot_programs.derivations;
    let singular = why_singular(robot, &absent);
    let mut programs = robot_programs.prepared.functions.into_iter();
    let functions = functions(&derivations.functions, &mut programs);
    let notes = notes(&derivations.functions);
    let bundles = bundles(&request.bundles, &derivations.bundles, programs);
    let emitted_robot = Robot {
        name: &settings.name,
        settings,
        system,
        wrench_links: &robot.wrench_links,
        functions: &functions,
        notes: &notes,
        bundles: &bundles,
        prepare: &robot_programs.prepared.prepare,
        visibility: &settings.visibility,
        singular: singular.as_deref(),
        equations: equations.as_ref(),
        is_derived: true,
    };
    let text = multibody_emit::text(&emitted_robot);
    let report = Report {
        absent,
        without_jacobian: text.without_jacobian,
        refuted: derivations.refuted,
        ..report(&emitted_robot, &derivations.functions)
    };
    Generated {
        declarations: text.declarations,
        definitions: text.definitions,
        binding: multibody_emit::binding(&emitted_robot),
        report: Report {
            equations,
            ..report
        },
        diagnostics: Faults::new().finish(),
        verified_fingerprint: String::new(),
        programs: None,
    }
}

/// Why forward dynamics is absent although it is requested. `None`: it is emitted, not requested, or only too large.
fn why_singular(robot: &ReducedRobot, absent: &[AbsentFunction]) -> Option<String> {
    let oversize_functions = oversize(&robot.system, &robot.settings);
    let is_singular = |name: &str| {
        name == Function::ForwardDynamics.name()
            && !oversize_functions
                .iter()
                .any(|it| it.function.name() == name)
    };
    let mut singular = absent.iter().filter(|it| is_singular(&it.function));
    singular.next().map(|absence| absence.reason.clone())
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
fn notes(derivations: &[Derivation]) -> Vec<ProgramNotes> {
    let notes = derivations.iter().map(|derivation| ProgramNotes {
        rounding: derivation.rounding,
        route: derivation.route,
        count: derivation.count,
        nonzeros: match derivation.target.function.pattern() {
            Some(_) => derivation.program.nonzeros(),
            None => Vec::new(),
        },
    });
    notes.collect()
}

/// The bundles with their programs.
fn bundles<'a>(
    bundles: &'a [RobotBundle],
    bundled_functions: &[BundledFunctions],
    programs: impl Iterator<Item = Program>,
) -> Vec<BundleProgram<'a>> {
    let triples = bundles.iter().zip(bundled_functions).zip(programs);
    let bundled = triples.map(|((bundle, functions), program)| BundleProgram {
        bundle,
        program,
        rounding: functions.rounding,
    });
    bundled.collect()
}

/// The part of a report that is kept in the cache: functions, tree, patterns, links and parameters.
fn report(robot: &Robot<'_>, derivations: &[Derivation]) -> Report {
    let mut functions = robot.functions.iter();
    let mass_matrix = functions.find(|function| function.target.function == Function::MassMatrix);
    let system = robot.system;
    Report {
        name: robot.name.to_owned(),
        nq: system.nq(),
        nv: system.nv(),
        functions: [function_reports(robot, derivations), bundle_reports(robot)].concat(),
        snaps: system.snaps.clone(),
        tree: report::tree(system),
        sparsity: mass_matrix.map_or(String::new(), |function| {
            report::sparsity(&function.program, system.nv())
        }),
        patterns: report::patterns(robot, derivations),
        links: report::links(system),
        parameters: report::parameters(system),
        ..Report::default()
    }
}

/// The reports on functions.
fn function_reports(robot: &Robot<'_>, derivations: &[Derivation]) -> Vec<FunctionReport> {
    let alternative = |(route, program): &(Route, Program)| OtherRoute {
        route: route.to_string(),
        count: Count::of(program),
    };
    let functions = derivations.iter().zip(robot.functions);
    let reports = functions.map(|(derivation, emitted)| FunctionReport {
        name: robot.shown_name(derivation.target),
        count: derivation.count,
        fused: contractions(&emitted.program).len(),
        with_derived_kernels: derivation.with_derived_kernels,
        route: derivation.route.to_string(),
        others: derivation.others.iter().map(alternative).collect(),
        rounding: derivation.rounding,
        refused: (derivation.refused.iter())
            .map(|rejection| RefusedRoute {
                route: rejection.route.clone(),
                why: rejection.why.clone(),
            })
            .collect(),
        proved: robot.settings.proof,
    });
    reports.collect()
}

/// The reports on bundles.
fn bundle_reports(robot: &Robot<'_>) -> Vec<FunctionReport> {
    let notes = robot.bundle_notes().into_iter();
    let reports = notes.map(|note| FunctionReport {
        name: note.name,
        count: note.count,
        fused: note.fused,
        with_derived_kernels: None,
        route: "functions in one".into(),
        others: Vec::new(),
        rounding: note.rounding,
        refused: Vec::new(),
        proved: robot.settings.proof,
    });
    reports.collect()
}

/// Reports functions for CasADi that have no Jacobian.
pub fn report_absent_jacobians(model: &Model, report: &Report, faults: &mut Faults) {
    if report.without_jacobian.is_empty() {
        return;
    }
    let functions = fault::names(report.without_jacobian.iter().map(String::as_str));
    faults.push(model.name.span, Fault::SettingNoJacobian { functions });
}

/// Fills in the part of a report about the description itself, which is not kept in the cache.
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
