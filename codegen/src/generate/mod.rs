//! The pipeline, stage by stage.

pub mod ablation;
#[cfg_attr(not(feature = "symbolica"), path = "no_algebra.rs")]
mod algebra;
mod derived_programs;
mod emission;
pub(crate) mod figure;
mod floats;
mod origin;
mod proof;
mod reduced_robot;
mod stages;
mod verification;

use crate::cache::{Cache, CacheSlot};
use crate::examine::{requested_functions, without_oversize};
use crate::generated::Generated;
use crate::signatures;
use derived_programs::DerivedPrograms;
use multibody_description::fault::{self, Faults};
use multibody_description::lower;
use multibody_description::model::{Model, Source};
use multibody_description::settings::Settings;
use multibody_description::source;
use multibody_outputs::report::Stage;
pub(crate) use origin::CompiledOrigin;
use reduced_robot::{ReducedRobot, read_and_reduce};
use stages::Stages;

/// Generates the text of the dynamics from the text of a description, in any of its [formats](source::FORMATS). `progress` is
/// called at the end of each stage, and for every trial of a search of high effort.
///
/// # Errors
/// All faults of the description and the settings at once, sorted by place, warnings among them.
pub fn generate(
    source: &Source,
    settings: &Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    generate_cached(source, settings, &Cache::none(), progress)
}

/// As `generate`, but takes the result from the cache if it is there, and keeps a new one there.
///
/// # Errors
/// All faults of the description at once, as [`generate`].
pub fn generate_cached(
    source: &Source,
    settings: &Settings,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let slot = cache.slot(&source.text, settings);
    let read_model = |faults: &mut _| source::read(source, faults);
    let origin = CompiledOrigin {
        name: &source.name,
        text: &source.text,
        structure: None,
    };
    generate_from(
        &origin,
        Faults::new(),
        read_model,
        settings,
        &slot,
        progress,
    )
}

/// As `generate`, for a model that `read_model` makes. Its joints may be of types that are in no list of this crate.
///
/// # Errors
/// All faults of the description at once, as [`generate`].
pub fn generate_model(
    read_model: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    generate_model_cached(read_model, settings, &Cache::none(), progress)
}

/// As `generate_model`. Nothing is cached, since a model has no text that identifies it; of the cache only the mode is used:
/// whether functions are derived, and whether the robot contains its programs.
///
/// # Errors
/// All faults of the description at once, as [`generate`].
pub fn generate_model_cached(
    read_model: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let slot = cache.slot("", settings);
    let origin = CompiledOrigin::default();
    generate_from(
        &origin,
        Faults::new(),
        read_model,
        settings,
        &slot,
        progress,
    )
}

/// As `generate_model`, with the place of the result in a cache. New faults are added to `faults`.
pub(crate) fn generate_from(
    origin: &CompiledOrigin<'_>,
    mut faults: Faults,
    read_model: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    slot: &CacheSlot,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, fault::Report> {
    let mut stages = Stages::new(progress);
    match run(origin, read_model, settings, slot, &mut faults, &mut stages) {
        Some(mut generated) if !faults.has_errors() => {
            generated.report.stages = stages.ended;
            generated.diagnostics = faults.finish();
            Ok(generated)
        }
        _ => Err(faults.finish()),
    }
}

/// Runs all stages in order. Stops if a fault leaves nothing to continue with.
fn run(
    origin: &CompiledOrigin<'_>,
    read_model: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    slot: &CacheSlot,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<Generated> {
    let robot = &read_and_reduce(read_model, settings, faults, stages)?;
    let passive = lower::force_reports(&robot.model, &robot.system, &robot.settings, faults);
    let (mut generated, is_cached) = match recall(robot, slot, faults, stages) {
        Some(result) => (result, true),
        None if !slot.derives => return Some(sketch(robot, slot)),
        None => (build(robot, slot, faults, stages)?, false),
    };
    // An editor shows the cached result, and does not wait for a verification.
    let is_newly_verified = slot.derives
        && verification::verify_if_needed(&mut generated, robot, origin, faults, stages)?;
    if is_newly_verified || !is_cached {
        slot.keep(&generated);
    }
    floats::check_digits(&robot.model, &generated.report, faults);
    emission::report_absent_jacobians(&robot.model, &generated.report, faults);
    emission::describe(&mut generated.report, robot);
    generated.report.passive = passive;
    generated.report.armatures = lower::armature_reports(&robot.model);
    Some(generated)
}

/// The result of an earlier run, if the cache has it.
fn recall(
    robot: &ReducedRobot,
    slot: &CacheSlot,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<Generated> {
    let result = stages.recall(robot.settings.proof, || slot.find())?;
    if !result.report.absent.is_empty() {
        // This call reports why functions are absent. What it returns is not needed.
        requested_functions(&robot.model, &robot.system, &robot.settings, faults);
    }
    Some(result)
}

/// The robot with signatures in place of functions, for callers that do not wait for a derivation.
fn sketch(robot: &ReducedRobot, slot: &CacheSlot) -> Generated {
    let (system, settings) = (&robot.system, &robot.settings);
    let targets = without_oversize(system, settings);
    let programs = slot.keeps_programs.then(|| emission::programs(system, &[]));
    Generated {
        programs,
        ..signatures::of(settings, system, &targets, &robot.wrench_links)
    }
}

/// Derives, proves and emits a robot.
fn build(
    robot: &ReducedRobot,
    slot: &CacheSlot,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<Generated> {
    let (system, settings) = (&robot.system, &robot.settings);
    let (request, absent) = requested_functions(&robot.model, system, settings, faults);
    if faults.has_errors() {
        return None;
    }
    let robot_programs = DerivedPrograms::of(robot, &request, faults, stages)?;
    if robot.settings.proof {
        stages.time("prove", || {
            proof::prove(robot, &request, &robot_programs, faults)
        })?;
    }
    floats::check_constants(robot, &request, &robot_programs, faults);
    if faults.has_errors() {
        return None;
    }
    let functions = &robot_programs.derivations.functions;
    let programs = (slot.keeps_programs).then(|| emission::programs(&robot.system, functions));
    let generated = stages.time("emit", || {
        let generated = emission::emit(robot, &request, absent, robot_programs);
        let summary = format!("{} bytes", generated.definitions.len());
        (generated, summary)
    });
    Some(Generated {
        programs,
        ..generated
    })
}
