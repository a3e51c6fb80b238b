//! Replaces `algebra.rs` if there is no computer algebra.

use multibody_description::fault::{Fault, Faults};
use multibody_description::findings::ExaminedSystem;
use multibody_description::model::Span;
use multibody_description::requested::Request;
use multibody_description::settings::Settings;
use multibody_outputs::report::SearchProgress;
use multibody_outputs::{Derivations, ReadableEquations};
use multibody_tree::Tree;

/// Derives nothing, and reports a fault that says so.
pub fn derive(
    _: &Tree,
    _: &[usize],
    _: &Request,
    _: &Settings,
    faults: &mut Faults,
    _: &dyn Fn(SearchProgress),
) -> Option<Derivations> {
    faults.push(Span::default(), Fault::SettingNoAlgebra);
    None
}

/// Returns nothing, since nothing has been derived.
pub fn readable_equations(_: &ExaminedSystem, _: &mut Faults) -> Option<ReadableEquations> {
    None
}
