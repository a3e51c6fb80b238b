//! Checks whether a model is a robot, in structure and in physics. Reports every fault and changes nothing.

mod axes;
mod cycles;
mod decimal_point;
mod degrees;
mod eigenvalues;
mod inertia;
mod limits;
mod mimic;
mod size;
mod structure;
mod tensor;

pub use size::{PlacedNumber, numbers};
pub use structure::{Ends, Structure};

use crate::fault::Faults;
use crate::model::Model;
use crate::settings;

/// The checks of physics, which do not need the structure.
const PHYSICS: [fn(&Model, &mut Faults); 4] =
    [axes::check, inertia::check, limits::check, degrees::check];

/// Reports all faults of a model, and returns its structure if that is known.
///
/// Errors that the reader left in `faults` count too: a model that could not be read completely has no structure, and
/// neither has one whose numbers are unreasonably large or long. A model that is impossible only physically does have
/// a structure, so that its other faults, including those of the settings, are reported at the same time.
#[must_use]
pub fn check(model: &Model, faults: &mut Faults) -> Option<Structure> {
    check_with(model, settings::Mimic::Resolve, faults)
}

/// As [`check`], with mimic joints resolved or independent.
#[must_use]
pub fn check_with(model: &Model, mimic: settings::Mimic, faults: &mut Faults) -> Option<Structure> {
    if let Err((span, fault)) = size::check_counts(model) {
        faults.push(span, fault);
        return None;
    }
    let structure = structure::check(model, mimic, faults);
    size::check_numbers(model, faults);
    if let Some(structure) = &structure {
        size::check_fixed_chains(model, structure, faults);
    }
    // Faults of physics are no reason to withhold the structure: lowering can report its own faults as well.
    let sound_structure = structure.filter(|_| !faults.has_errors());
    for check in PHYSICS {
        check(model, faults);
    }
    sound_structure
}
