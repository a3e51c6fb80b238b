//! The textbook's functions that errors are measured with.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::actuation;
use super::constrained::{MEASURES, forces_under};
use super::scale::forces_of;
use multibody_description::function::{Function, Quantity, Target};
use multibody_program::ir::Program;

/// The targets, and the functions from which their scales are computed. The scales of accelerations need the forces
/// and the mass matrix; those under constraints need the forces and the functions in `MEASURES`.
#[must_use]
pub fn with_measures(targets: &[Target]) -> BTreeSet<Target> {
    let target = |function| Target {
        function,
        link: None,
    };
    let mut all_targets: BTreeSet<Target> = targets.iter().copied().collect();
    for forces in targets.iter().filter_map(|of| forces_of(of.function)) {
        all_targets.insert(target(forces));
        all_targets.insert(target(Function::MassMatrix));
    }
    for quantity in targets.iter().map(|of| of.function.quantity()) {
        let measures = match quantity {
            Quantity::ConstrainedInverse { .. } => &actuation::MEASURES[..],
            _ if quantity.solves_constraints() => &MEASURES,
            _ => continue,
        };
        let functions = measures.iter().copied();
        all_targets.extend(functions.chain([forces_under(quantity)]).map(target));
    }
    all_targets
}

/// The textbook's values of some targets, in one program. All of [`with_measures`] have to be among them.
pub struct Measures {
    /// The program.
    pub program: Program,
    /// The range of outputs of each target.
    pub parts: BTreeMap<Target, Range<usize>>,
    /// The length that limits the number of states: without derivatives, so that other functions are tried at the same states
    /// whether or not derivatives are requested.
    pub length: usize,
}
