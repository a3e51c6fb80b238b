//! The bounds, compared with degrees that are found modulo a prime from values of the equations themselves.

mod counts;
mod interpolation;
mod lines;
mod probe;

pub use probe::DegreeProbe;
use probe::Differences;

use crate::equations::Trial;
use crate::evaluation::{ResidueState, SystemPrograms};
use crate::lagrangian::SystemAtState;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target};
use multibody_description::signature::Returned;
use multibody_program::ir::Program;
use multibody_support::random::Random;

/// The target of a function; if this is a function of links, that of the last link.
fn target_of(system: &ExaminedSystem, function: Function) -> Target {
    let last = system.tree.links.len() - 1;
    let link = function.is_of_link().then_some(last);
    Target { function, link }
}

/// The number of values that a function returns where a wrench acts on a link.
fn outputs(system: &ExaminedSystem, function: Function) -> usize {
    Returned::of(system, 1, function).count()
}

/// The numbers that have to be 0 at a state at which a wrench acts on the last link. None: the equation has no value there.
fn record(
    system: &ExaminedSystem,
    programs: &SystemPrograms,
    program: &Program,
    target: Target,
    state: ResidueState,
    probe: impl FnOnce(&mut DegreeProbe),
) -> Option<Differences> {
    let mut trial = Trial {
        system_at_state: SystemAtState::new(system, programs, state),
        wrench_links: &[system.tree.links.len() - 1],
        random: Random::new(5),
        program,
    };
    probe(&mut trial.system_at_state.degree_probe);
    trial.system_at_state.degree_probe.recorded = Some(Differences::default());
    trial.check(target).ok()?;
    let has_value = trial.system_at_state.state.failure.is_none();
    trial
        .system_at_state
        .degree_probe
        .recorded
        .take()
        .filter(|_| has_value)
}
