//! The stages before derivation, which find the faults of a robot and its settings.

mod functions;
mod language_faults;
mod reduce;
mod settings_faults;

pub use functions::{requested_functions, targets, without_oversize};
pub use reduce::reduce;
pub(crate) use settings_faults::unverifiable;

use multibody_description::check;
use multibody_description::extend::extend;
use multibody_description::fault::{Faults, Report};
use multibody_description::lower;
use multibody_description::model::{Model, Source};
use multibody_description::settings::Settings;
use multibody_description::source;

/// The report that [`generate`](crate::generate()) would make on the text of a description, without deriving anything: all faults and
/// warnings of the description and of its settings, except for those that only the derived programs show, such as a constant that
/// floats cannot represent.
#[must_use]
pub fn examine(source: &Source, settings: &Settings) -> Report {
    let mut faults = Faults::new();
    if let Some(model) = source::read(source, &mut faults) {
        examine_model(model, settings, &mut faults);
    }
    faults.finish()
}

/// As `examine`, for a model; adds what it finds to `faults`.
pub fn examine_model(mut model: Model, settings: &Settings, faults: &mut Faults) {
    // This adds the frames, contacts and loops of the settings to the model, and the names of the frames to the option `links`.
    let settings = &extend(&mut model, settings, faults);
    let structure = check::check_with(&model, settings.mimic, faults);
    let result = structure.and_then(|structure| reduce(&model, &structure, settings, faults));
    if let Some((system, _)) = result {
        // Both are called for their faults only.
        lower::force_reports(&model, &system, settings, faults);
        requested_functions(&model, &system, settings, faults);
    }
}
