//! What makes a model a robot: structure and physics. Collects every fault, changes nothing.

mod axes;
mod cycles;
mod eigenvalues;
mod inertia;
mod limits;
mod mimic;
mod size;
mod structure;

pub use size::numbers;
pub use structure::{Ends, Structure};

use crate::fault::Faults;
use crate::model::Model;

/// The checks that need only one link or joint at a time.
const PHYSICS: [fn(&Model, &mut Faults); 3] = [axes::check, inertia::check, limits::check];

/// Looks for all faults of a model; how its links hang together, where that is known.
///
/// Errors that the reader left in `faults` count too: a model that could not be read whole has no
/// structure, nor has one whose numbers have no sensible size. One that is impossible only as a thing of
/// mass has: what else is wrong, with the settings say, comes at once.
#[must_use]
pub fn check(model: &Model, faults: &mut Faults) -> Option<Structure> {
    if let Err((span, fault)) = size::check_counts(model) {
        faults.push(span, fault);
        return None;
    }
    let structure = structure::check(model, faults);
    size::check_numbers(model, faults);
    if let Some(structure) = &structure {
        size::check_fixed(model, structure, faults);
    }
    let structure = structure.filter(|_| !faults.has_errors());
    for check in PHYSICS {
        check(model, faults);
    }
    structure
}
