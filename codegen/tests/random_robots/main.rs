//! Robots that nobody would build: chains and trees on any axes whose joints follow each other by any
//! multiples, some with joints of several degrees of freedom or screws among them. Their functions are derived in
//! time, proved, and accurate in floats; of some all is emitted, equations to be read too.
//!
//! `MULTIBODY_ROBOTS` says how many, or which: `170..180`; without it 30 with `MULTIBODY_TESTS=all`, else 5. All of them, and 20 at a high effort:
//!
//! ```sh
//! MULTIBODY_ROBOTS=200 MULTIBODY_ROBOTS_HIGH=20 cargo test --release -p multibody-codegen --test random_robots -- --nocapture
//! ```
//!
//! Alone in its program, so that nothing else takes time beside it.

#![cfg(all(feature = "symbolica", target_os = "linux"))]

#[path = "../shared/processor.rs"]
mod processor;
#[path = "../shared/random_robot.rs"]
mod random_robot;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::check::check;
use multibody_codegen::internal::derive::{Derivations, derive, judge};
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::joint::{self, Kind, Screw};
use multibody_codegen::internal::lower::lower;
use multibody_codegen::internal::model::{JointKind, Model};
use multibody_codegen::internal::source::urdf;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::internal::{examination, prove};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings, Source, decimal, generate};
use processor::Stopwatch;
use random_robot::{Random, robot};

/// Of one processor, unoptimised. The slowest of these robots takes 4.7 s; 6.4 s have been seen of a processor that is
/// shared with other work.
const TIME: Duration = Duration::from_secs(8);
/// For a robot with joints of several degrees of freedom, which has more rates.
const TIME_OTHER: Duration = Duration::from_secs(10);
/// For thirty robots and all that is done with them.
const TIME_OF_ALL: Duration = Duration::from_secs(4 * 60);
/// The same at a high effort, optimised.
const TIME_HIGH: Duration = Duration::from_secs(60);
/// States that no program was chosen at.
const FRESH_STATES: u64 = 1000;
/// How many times its bound an error may be there: eight states are a sample.
const ROOM: u32 = 4;

/// All that is done takes time of this process, measured or not: one test at a time.
static ONE: Mutex<()> = Mutex::new(());

/// A joint that no file of these robots has: of several degrees of freedom, or of two that are one.
fn other_joint(random: &mut Random) -> Kind {
    let word = match random.below(4) {
        0 => "floating",
        1 => "planar",
        2 => "ball",
        _ => {
            let pitch = decimal(&random.number(-0.3, 0.3)).expect("a number");
            return Arc::new(Screw { pitch });
        }
    };
    joint::kind_of_word(word).expect("a joint")
}

/// Puts such joints where none follows or is followed, at most two.
fn with_other_joints(mut model: Model, seed: u64) -> Model {
    let mut random = Random(seed);
    let leaders: BTreeSet<String> = (model.joints.iter())
        .filter_map(|joint| Some(joint.mimic.as_ref()?.joint.value.clone()))
        .collect();
    let free = model
        .joints
        .iter_mut()
        .filter(|joint| joint.mimic.is_none() && !leaders.contains(&joint.name.value));
    for joint in free.take(2) {
        joint.kind.value = JointKind::single(other_joint(&mut random));
        joint.limits = None;
    }
    model
}

fn read(text: &str, settings: &Settings, change: impl FnOnce(Model) -> Model) -> ExaminedSystem {
    let source = Source::new("random.urdf", text);
    let mut faults = Faults::new();
    let system = urdf(&source, &mut faults).map(change).and_then(|model| {
        let structure = check(&model, &mut faults)?;
        let system = lower(&model, &structure, settings, &mut faults)?;
        Some(examination::examine(system))
    });
    let report = faults.finish();
    assert!(!report.has_errors(), "{}", report.render(&source));
    system.expect("a robot without a fault")
}

/// All functions there are, of the last link too.
fn targets(system: &ExaminedSystem) -> Vec<Target> {
    let is_regular = prove::mass_matrix_rank(system) == system.nv();
    let is_free = place_bodies(system).why_not_free().is_none();
    let possible = Function::ALL
        .into_iter()
        .filter(|function| is_regular || !function.quantity().inverts_mass_matrix())
        .filter(|function| is_free || !function.quantity().is_maximal())
        .filter(|function| !function.needs_constraints() && !function.needs_actuators());
    let targets = possible.map(|function| Target {
        function,
        link: function.is_of_link().then_some(system.tree.links.len() - 1),
    });
    targets.collect()
}

/// Derives and proves a robot, and tries it at states that it was not chosen at.
fn assert_derived(
    seed: u64,
    text: &str,
    settings: &Settings,
    change: impl FnOnce(Model) -> Model,
    time: Duration,
) -> Duration {
    let stopwatch = Stopwatch::start();
    let system = read(text, settings, change);
    let targets = targets(&system);
    let tree = place_bodies(&system);
    let pushed = [system.tree.links.len() - 1];
    let Derivations {
        functions, refuted, ..
    } = derive(&tree, &pushed, &targets, settings);
    assert_eq!(refuted, None, "robot {seed}");
    assert_eq!(functions.len(), targets.len());
    for derivation in &functions {
        let proof = prove::prove(&system, &pushed, derivation.target, &derivation.program);
        assert_eq!(
            proof,
            Ok(()),
            "robot {seed}: {}",
            derivation.target.function
        );
    }
    let elapsed = stopwatch.read();
    println!(
        "robot {seed}, effort {}: {} rates, {elapsed:.1?}",
        settings.effort,
        system.nv()
    );
    assert!(
        elapsed <= time,
        "robot {seed} takes {elapsed:.1?} at effort {}:\n{text}",
        settings.effort
    );
    let fresh = Settings {
        accuracy: ROOM * settings.accuracy,
        ..settings.clone()
    };
    let judge = judge(&tree, &pushed, &targets, &fresh, FRESH_STATES + seed);
    let judge = judge.expect("computer algebra");
    for derivation in &functions {
        let (target, program) = (derivation.target, &derivation.program);
        if let Err(inaccurate) = judge.admits(target, program) {
            panic!("robot {seed}, {}: {inaccurate}\n{text}", target.function);
        }
    }
    elapsed
}

/// The first so many robots, or those of a range such as `170..180`.
fn seeds(variable: &str, default: u64) -> Range<u64> {
    let number = |text: &str| text.parse().expect("a number");
    match std::env::var(variable) {
        Err(_) => 0..default,
        Ok(text) => match text.split_once("..") {
            Some((first, end)) => number(first)..number(end),
            None => 0..number(&text),
        },
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn robots_on_any_axes_with_any_gears_are_derived_in_time_and_accurate() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut elapsed = Duration::ZERO;
    let seeds_of_all = seeds("MULTIBODY_ROBOTS", if cfg!(all_tests) { 30 } else { 2 });
    let share = seeds_of_all.clone().count().div_ceil(30) as u32;
    for seed in seeds_of_all {
        let (text, root) = robot(seed);
        for effort in [Effort::None, Effort::Default] {
            let settings = Settings {
                root,
                effort,
                ..Settings::default()
            };
            elapsed += assert_derived(seed, &text, &settings, |model| model, TIME);
        }
    }
    assert!(elapsed <= share * TIME_OF_ALL, "{elapsed:?}");
    for seed in seeds("MULTIBODY_ROBOTS_HIGH", 0) {
        let (text, root) = robot(seed);
        let settings = Settings {
            root,
            effort: Effort::High,
            ..Settings::default()
        };
        assert_derived(seed, &text, &settings, |model| model, TIME_HIGH);
    }
}

/// Of the same robots some, with joints of other types in their chains.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn robots_with_joints_of_several_degrees_of_freedom_are_derived_in_time_and_accurate() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for seed in seeds("MULTIBODY_ROBOTS_OTHER", 10) {
        let (text, root) = robot(seed);
        for effort in [Effort::None, Effort::Default] {
            let settings = Settings {
                root,
                effort,
                ..Settings::default()
            };
            let change = |model| with_other_joints(model, seed);
            assert_derived(seed, &text, &settings, change, TIME_OTHER);
        }
    }
}

/// What is emitted, equations to be read among it: no panic, whatever the robot.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn all_that_is_emitted_of_random_robots_is_there() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let alone = Stopwatch::start();
    for seed in (0..30).step_by(6) {
        let (text, root) = robot(seed);
        let settings = Settings {
            root,
            effort: Effort::None,
            equations: true,
            ..Settings::default()
        };
        let source = Source::new("random.urdf", text);
        let generated = match generate(&source, &settings, &mut |_| ()) {
            Ok(generated) => generated,
            Err(report) => panic!("robot {seed}: {}", report.render(&source)),
        };
        let equations = generated.report.equations.expect("equations");
        assert!(!equations.plain.is_empty() && !equations.latex.is_empty());
        assert!(generated.definitions.contains("fn inverse_dynamics"));
    }
    alone.read();
}
