//! What settings add to a model before it is checked: frames, contacts and loops. Floating joints with armatures become slides and
//! ball joints.

mod armatures;
mod contacts_and_loops;
mod frames;

use crate::fault::Faults;
use crate::model::Model;
use crate::settings::Settings;

/// Splits floating joints with armatures, and adds frames as links, and contacts and loops as constraints. Returns the settings
/// with the functions of the frames requested as well.
pub fn extend(model: &mut Model, settings: &Settings, faults: &mut Faults) -> Settings {
    armatures::split_floating_joints(model);
    let settings = frames::add_frames(model, settings, faults);
    contacts_and_loops::add(model, &settings);
    settings
}
