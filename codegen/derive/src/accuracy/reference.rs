//! The textbook's values, by textbook algorithms in the link frames as read, from which errors are measured.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::actuation;
use super::constrained::{SCALE_FUNCTIONS, unconstrained_inverse_dynamics};
use super::scale::forces_of_motion;
use multibody_description::function::{Function, Quantity, Target};
use multibody_program::ir::Program;

/// The targets, and the functions from which their scales are computed. The scales of accelerations need the forces
/// and the mass matrix; those under constraints need the forces and the functions in `SCALE_FUNCTIONS`.
#[must_use]
pub fn with_scale_functions(targets: &[Target]) -> BTreeSet<Target> {
    let link = None;
    let target = |function| Target { function, link };
    let mut all_targets: BTreeSet<Target> = targets.iter().copied().collect();
    for forces in targets.iter().filter_map(|t| forces_of_motion(t.function)) {
        all_targets.insert(target(forces));
        all_targets.insert(target(Function::MassMatrix));
    }
    for quantity in targets.iter().map(|target| target.function.quantity()) {
        let scale_functions = match quantity {
            Quantity::ConstrainedInverse { .. } => &actuation::SCALE_FUNCTIONS[..],
            _ if quantity.solves_constraints() => &SCALE_FUNCTIONS,
            _ => continue,
        };
        let functions = scale_functions.iter().copied();
        all_targets.extend(
            functions
                .chain([unconstrained_inverse_dynamics(quantity)])
                .map(target),
        );
    }
    all_targets
}

/// The textbook's values of some targets, in one program. All of [`with_scale_functions`] have to be among them.
pub struct Reference {
    /// The program.
    pub program: Program,
    /// The outputs of each target.
    pub spans: BTreeMap<Target, Range<usize>>,
    /// The number of nodes that limits the number of states. Derivatives do not count, so that other functions are tried at the
    /// same states whether or not derivatives are requested.
    pub length: usize,
}
