//! The pipeline, stage by stage.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use crate::algebra::{derive, equations_to_read};
use crate::cache::{Cache, CacheSlot};
use crate::figure::figure;
use crate::generated::{Generated, Programs};
use crate::reduce::reduce;
use crate::requested::{targets, without_oversize};
use crate::signatures;
use multibody_description::bundled::{Requests, RobotBundle, bundles};
use multibody_description::fault::{self, Fault, Faults};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target};
use multibody_description::model::{Model, Source, Span};
use multibody_description::oversize::oversize;
use multibody_description::range::check_constants;
use multibody_description::report::{
    Equations, Figure, FunctionReport, Report, Rounding, Stage, Tried,
};
use multibody_description::settings::Settings;
use multibody_description::{check, contacts_and_loops, frames, lower, no_value, source};
use multibody_emit as emit;
use multibody_outputs::{Derivation, Derivations};
use multibody_outputs::{EquationsToRead, parts};
use multibody_program::ir::{Count, Prepared, Program};
use multibody_support::word::counted;

/// Generates the text of the dynamics from the text of a description, in any of its [formats](source::FORMATS). `progress` is
/// called at the end of each stage, and for every trial of a search of high effort.
///
/// # Errors
/// All faults of the description at once, sorted by place, warnings among them.
pub fn generate(
    source: &Source,
    settings: &Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    generate_cached(source, settings, &Cache::none(), progress)
}

/// As `generate`, but takes the result from the cache if it is there.
///
/// # Errors
/// As above.
pub fn generate_cached(
    source: &Source,
    settings: &Settings,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let slot = cache.slot(&source.text, settings);
    let read = |faults: &mut _| source::read(source, faults);
    generate_from(Faults::new(), read, settings, &slot, progress)
}

/// As `generate`, for a model that `read` makes. Its joints may be of types that are in no list of this crate.
///
/// # Errors
/// As above.
pub fn generate_model(
    read: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    generate_model_cached(read, settings, &Cache::none(), progress)
}

/// As `generate_model`. The cache only determines whether functions are derived, and whether the robot contains its programs.
/// It stores nothing, since a model has no text that identifies it.
///
/// # Errors
/// As above.
pub fn generate_model_cached(
    read: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let slot = cache.slot("", settings);
    generate_from(Faults::new(), read, settings, &slot, progress)
}

/// As `generate_model`, with the place of the result in a cache. New faults are added to `faults`.
pub(crate) fn generate_from(
    mut faults: Faults,
    read: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    slot: &CacheSlot,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let mut stages = Stages {
        done: Vec::new(),
        progress,
    };
    match run(read, settings, slot, &mut faults, &mut stages) {
        Some(mut generated) if !faults.has_errors() => {
            generated.report.stages = stages.done;
            generated.diagnostics = faults.finish();
            Ok(generated)
        }
        _ => Err(faults.finish()),
    }
}

/// Runs all stages in order. Stops if a fault leaves nothing to continue with.
fn run(
    read: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    slot: &CacheSlot,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<Generated> {
    let model = stages.time("read", || {
        let model = read(faults);
        let summary = model.as_ref().map_or(String::new(), |model| {
            let links = counted(model.links.len(), "link", "links");
            let joints = counted(model.joints.len(), "joint", "joints");
            format!("{links}, {joints}")
        });
        (model, summary)
    })?;
    let mut model = model;
    let settings = &frames::place(&mut model, settings, faults);
    contacts_and_loops::add(&mut model, settings);
    let structure = stages.time("check", || (check::check(&model, faults), String::new()))?;
    let (system, tree) = stages.time("reduce", || {
        let reduced = reduce(&model, &structure, settings, faults);
        let summary = reduced.as_ref().map_or(String::new(), |(system, _)| {
            let positions = counted(system.nq(), "position", "positions");
            let rates = counted(system.nv(), "rate", "rates");
            format!("{positions}, {rates}")
        });
        (reduced, summary)
    })?;
    let passive = lower::passive(&model, &system, settings, faults);
    if let Some(mut kept) = stages.cached(settings.proof, || slot.find()) {
        if !kept.report.absent.is_empty() {
            let _ = targets(&model, &system, settings, faults); // says why
        }
        check_digits(&model, &kept.report, faults);
        describe(&mut kept.report, &system, settings);
        kept.report.passive = passive;
        return Some(kept);
    }
    let wrench_links: Vec<usize> = settings
        .wrenches
        .iter()
        .filter_map(|name| system.tree.link(name))
        .collect();
    if !slot.derives {
        let targets_and_links = (&without_oversize(&system, settings)[..], &wrench_links[..]);
        return Some(Generated {
            programs: slot.keeps_programs.then(|| programs(&system, &[])),
            ..signatures::of(settings, &system, targets_and_links)
        });
    }
    let (targets, absent) = targets(&model, &system, settings, faults);
    let bundles = bundles(&system, settings, &targets, faults);
    if faults.has_errors() {
        return None;
    }
    let members: Vec<Vec<Target>> = bundles.iter().map(|of| of.targets().collect()).collect();
    let requests = Requests {
        targets: &targets,
        bundles: &members,
    };
    let derivations =
        stages.derive(|notify| derive(&tree, &wrench_links, requests, settings, faults, notify))?;
    let equations = match settings.equations {
        true => Some(stages.time("expand", || {
            (equations_to_read(&system, faults), String::new())
        })?),
        false => None,
    };
    let bodies: Vec<Program> = (derivations.functions.iter())
        .map(Derivation::body)
        .collect();
    let together = derivations.bundles.iter().map(|d| &d.program);
    let prepared = Prepared::of(bodies.iter().chain(together));
    if settings.proof {
        stages.time("prove", || {
            let functions = derivations.functions.iter().enumerate();
            let equations_to_read = equations.iter().flat_map(EquationsToRead::programs);
            let equations_to_read = equations_to_read.map(|(function, program)| {
                let link = None;
                (Target { function, link }, program)
            });
            let functions = functions.map(|(at, derivation)| {
                let program = match derivation.route.algorithm().call() {
                    None => prepared.whole(at),
                    Some(_) => derivation.program.clone(),
                };
                (derivation.target, program)
            });
            let first = derivations.functions.len();
            let bundled = members.iter().enumerate().flat_map(|(at, targets)| {
                let counts = derivations.counts(targets);
                let parts = parts(&prepared.whole(first + at), &counts);
                targets.iter().copied().zip(parts)
            });
            let programs: Vec<(Target, Program)> =
                functions.chain(bundled).chain(equations_to_read).collect();
            prove_all(&system, &wrench_links, &programs, faults)
        })?;
    }
    let names = derivations
        .functions
        .iter()
        .map(|of| of.target.function.name());
    let names = names.chain(bundles.iter().map(|bundle| bundle.name.as_str()));
    let named = names.zip(&prepared.functions);
    let prepare = ("prepare", &prepared.prepare);
    check_constants(&model, &system, named.chain([prepare]), faults);
    if faults.has_errors() {
        return None;
    }
    let programs = slot
        .keeps_programs
        .then(|| programs(&system, &derivations.functions));
    let mut generated = stages.time("emit", || {
        let generated = emit(
            settings,
            &system,
            &wrench_links,
            (derivations, &bundles),
            prepared,
            absent,
            (equations.as_ref())
                .map(|equations_to_read| emit::equations::of(&system, equations_to_read)),
        );
        let summary = format!("{} bytes", generated.items.len());
        (generated, summary)
    });
    slot.keep(&generated);
    check_digits(&model, &generated.report, faults);
    describe(&mut generated.report, &system, settings);
    generated.report.passive = passive;
    generated.programs = programs;
    Some(generated)
}

/// Fills in the part of a report that is about the description itself, and is not kept in the cache.
fn describe(report: &mut Report, system: &ExaminedSystem, settings: &Settings) {
    report.joints = emit::draw::joints(system);
    report.springs = emit::draw::springs(system);
    report.constraints = emit::draw::constraints(system);
    if settings.equations {
        report.figure = figure(system);
    }
}

fn programs(system: &ExaminedSystem, functions: &[Derivation]) -> Box<Programs> {
    Box::new(Programs {
        system: system.clone(),
        targets: functions.iter().map(|function| function.target).collect(),
        prepared: Prepared::of(functions.iter().map(|function| &function.program)),
    })
}

/// Reports functions that floats cannot compute: those without a value, those without a correct digit, and
/// those about which nothing is known.
fn check_digits(model: &Model, report: &Report, faults: &mut Faults) {
    let names = |is_meant: &dyn Fn(Option<&Rounding>) -> bool| {
        let functions = report.functions.iter();
        let meant = functions.filter(|function| is_meant(function.rounding.as_ref()));
        let names: Vec<String> = meant
            .map(|function| format!("`{}`", function.name))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let has_values = |of: &Rounding| of.errors.is_finite() && !of.has_gaps;
    let overflow = names(&|of| of.is_some_and(|of| !has_values(of)));
    let no_digits = names(&|of| of.is_some_and(|of| has_values(of) && !of.errors.leaves_digits()));
    let unmeasured = names(&|of| of.is_none());
    let has_cause = overflow.is_some() || unmeasured.is_some();
    let cause = has_cause.then(|| no_value::cause(model)).flatten();
    let cause = cause.map_or(String::new(), |cause| format!("; {cause}"));
    let faults_of = [
        overflow.map(|functions| Fault::SettingOverflow {
            functions,
            cause: cause.clone(),
        }),
        no_digits.map(|functions| Fault::SettingNoDigits { functions }),
        unmeasured.map(|functions| Fault::SettingUnmeasured {
            functions,
            cause: cause.clone(),
        }),
    ];
    for fault in faults_of.into_iter().flatten() {
        faults.push(model.name.span, fault);
    }
}

/// Times the stages, and reports each of them.
struct Stages<'a> {
    done: Vec<Stage>,
    progress: &'a mut dyn FnMut(&Stage),
}

impl Stages<'_> {
    /// Looks for the result of derivation, proof and emission. If it is found, these stages are skipped.
    fn cached<R>(&mut self, proof: bool, find: impl FnOnce() -> Option<R>) -> Option<R> {
        let begin = Instant::now();
        let found = find()?;
        let mut time = begin.elapsed();
        let all = ["derive", "accuracy", "prove", "emit"].into_iter();
        for name in all.filter(|name| proof || *name != "prove") {
            self.end(name, "cached".into(), std::mem::take(&mut time));
        }
        Some(found)
    }

    fn time<R>(&mut self, name: &'static str, work: impl FnOnce() -> (R, String)) -> R {
        let begin = Instant::now();
        let (result, summary) = work();
        self.end(name, summary, begin.elapsed());
        result
    }

    /// Runs the derivation, which reports its progress. The derivation includes the trial of the derived programs in floats,
    /// which is shown as a stage of its own.
    fn derive(
        &mut self,
        work: impl FnOnce(&dyn Fn(Tried)) -> Option<Derivations>,
    ) -> Option<Derivations> {
        let begin = Instant::now();
        let progress = RefCell::new(&mut *self.progress);
        let notify = |tried| {
            let stage = Stage {
                name: "derive",
                summary: String::new(),
                time: begin.elapsed(),
                tried: Some(tried),
            };
            (progress.borrow_mut())(&stage);
        };
        let derivations = work(&notify)?;
        let functions = &derivations.functions;
        let counts = functions.iter().map(|f| f.count.mul_add());
        let operations: usize = counts.sum();
        let measured = functions.iter().filter_map(|function| function.rounding);
        let trial = match measured.reduce(|a, b| a.or_larger(&b)) {
            Some(Rounding { errors, .. }) => format!("errors of at most {errors}"),
            None => "nothing measured".into(),
        };
        let operations = counted(operations, "operation", "operations");
        let functions = counted(functions.len(), "function", "functions");
        let summary = format!("{functions}, {operations}");
        let trying = derivations.trying;
        self.end("derive", summary, begin.elapsed().saturating_sub(trying));
        self.end("accuracy", trial, trying);
        Some(derivations)
    }

    fn end(&mut self, name: &'static str, summary: String, time: Duration) {
        let stage = Stage {
            name,
            summary,
            time,
            tried: None,
        };
        (self.progress)(&stage);
        self.done.push(stage);
    }
}

fn prove_all(
    system: &ExaminedSystem,
    wrench_links: &[usize],
    programs: &[(Target, Program)],
    faults: &mut Faults,
) -> (Option<()>, String) {
    for (target, program) in programs {
        if let Err(refutation) = multibody_prove::prove(system, wrench_links, *target, program) {
            let (function, reason) = (target.function.name().to_owned(), refutation.to_string());
            faults.push(
                Span::default(),
                Fault::SettingNotProved { function, reason },
            );
        }
    }
    let proved = (!faults.has_errors()).then_some(());
    (
        proved,
        counted(programs.len(), "function", "functions") + " equal to Lagrange's equations",
    )
}

fn emit(
    settings: &Settings,
    system: &ExaminedSystem,
    wrench_links: &[usize],
    (derivations, bundles): (Derivations, &[RobotBundle]),
    prepared: Prepared,
    absent: Vec<(String, String)>,
    equations: Option<Equations>,
) -> Generated {
    let Derivations {
        functions: derivations,
        bundles: together,
        refuted,
        ..
    } = derivations;
    let left_out = oversize(system, settings);
    let is_singular = |name: &str| {
        name == Function::ForwardDynamics.name()
            && !left_out.iter().any(|o| o.function.name() == name)
    };
    let singular =
        (absent.iter()).find_map(|(name, reason)| is_singular(name).then(|| reason.clone()));
    let targets = derivations.iter().map(|d| d.target);
    let chosen = derivations.iter().map(|d| emit::rust::Chosen {
        rounding: d.rounding,
        route: d.route,
        count: d.count,
    });
    let chosen: Vec<_> = chosen.collect();
    let mut programs = prepared.functions.into_iter();
    let functions: Vec<(Target, Program)> = targets.zip(&mut programs).collect();
    let bundles = bundles.iter().zip(&together).zip(programs);
    let bundles = bundles.map(|((bundle, of), program)| emit::rust::Bundled {
        bundle,
        program,
        rounding: of.rounding,
    });
    let bundles: Vec<_> = bundles.collect();
    let robot = emit::rust::Robot {
        name: &settings.name,
        settings,
        system,
        wrench_links,
        functions: &functions,
        chosen: &chosen,
        bundles: &bundles,
        prepare: &prepared.prepare,
        visibility: &settings.visibility,
        singular: singular.as_deref(),
        equations: equations.as_ref(),
        derived: true,
    };
    let mass_matrix = functions
        .iter()
        .find(|(t, _)| t.function == Function::MassMatrix);
    let report = Report {
        name: settings.name.clone(),
        nq: system.nq(),
        nv: system.nv(),
        functions: (derivations.iter().zip(&functions))
            .map(|(d, (_, emitted))| FunctionReport {
                name: emit::rust::name(&robot, d.target),
                count: d.count,
                fused: emitted.contracted().len(),
                derived: d.derived,
                way: d.route.to_string(),
                others: (d.others.iter())
                    .map(|(way, program)| (way.to_string(), Count::of(program)))
                    .collect(),
                rounding: d.rounding,
                refused: (d.refused.iter())
                    .map(|refused| (refused.route.clone(), refused.why.clone()))
                    .collect(),
                proved: settings.proof,
            })
            .chain(robot.bundle_figures().into_iter().map(|of| FunctionReport {
                name: of.name,
                count: of.count,
                fused: of.fused,
                derived: None,
                way: "functions in one".into(),
                others: Vec::new(),
                rounding: of.rounding,
                refused: Vec::new(),
                proved: settings.proof,
            }))
            .collect(),
        absent,
        refuted,
        snaps: system.snaps.clone(),
        passive: Vec::new(),
        springs: Vec::new(),
        constraints: Vec::new(),
        stages: Vec::new(),
        tree: emit::draw::tree(system),
        sparsity: mass_matrix.map_or(String::new(), |(_, program)| {
            emit::draw::sparsity(program, system.nv())
        }),
        links: emit::draw::links(system),
        joints: Vec::new(),
        parameters: emit::draw::parameters(system),
        equations: None,
        figure: Figure::default(),
        machine_code: None,
    };
    Generated {
        structure: emit::rust::structure(&robot),
        items: emit::rust::items(&robot),
        report: Report {
            equations,
            ..report
        },
        diagnostics: Faults::new().finish(),
        programs: None,
    }
}
