//! Calls of the computer algebra, and the fault if it cannot be used.

use multibody_algebra::GateShut;
use multibody_description::fault::{Fault, Faults};
use multibody_description::findings::ExaminedSystem;
use multibody_description::model::Span;
use multibody_description::requested::Request;
use multibody_description::settings::Settings;
use multibody_outputs::report::SearchProgress;
use multibody_outputs::{Derivations, ReadableEquations};
use multibody_tree::Tree;

/// The derived functions of a tree; `None` if the algebra cannot be used.
pub fn derive(
    tree: &Tree,
    wrench_links: &[usize],
    request: &Request,
    settings: &Settings,
    faults: &mut Faults,
    notify: &dyn Fn(SearchProgress),
) -> Option<Derivations> {
    let derivations =
        multibody_derive::derive_with_progress(tree, wrench_links, request, settings, notify);
    report_shut(derivations, faults)
}

/// The readable equations of a system; `None` if the algebra cannot be used.
pub fn readable_equations(
    system: &ExaminedSystem,
    faults: &mut Faults,
) -> Option<ReadableEquations> {
    report_shut(multibody_derive::readable_equations(system), faults)
}

/// The result. If the algebra cannot be used, a fault says why.
fn report_shut<R>(result: Result<R, GateShut>, faults: &mut Faults) -> Option<R> {
    let outcome = result.map_err(|GateShut { reason, help }| {
        faults.push(Span::default(), Fault::SettingAlgebraShut { reason, help });
    });
    outcome.ok()
}
