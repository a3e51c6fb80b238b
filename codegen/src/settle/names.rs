//! Names in the settings that the description has to have, or must not have.

use crate::fault::{Fault, Faults, Shown};
use crate::model::{Model, Span};
use crate::settings::{Root, Settings};
use crate::system::ROOT_JOINT;

/// Reports links that settings name and the description does not have.
pub fn check_link_names(model: &Model, settings: &Settings, faults: &mut Faults) {
    let renamed = settings.renames.iter().map(|rename| &rename.link);
    let named = settings.links.iter().chain(&settings.wrenches);
    let links = model.links.iter().map(|link| link.name.value.as_str());
    check_known("link", named.chain(renamed), links, faults);
}

/// Reports a joint that has the name of the one that a floating root gets.
pub fn check_root_joint(model: &Model, settings: &Settings, faults: &mut Faults) {
    let mut joints = model.joints.iter().map(|joint| &joint.name);
    let taken = joints.find(|name| name.value == ROOT_JOINT);
    if let Some(name) = taken.filter(|_| settings.root != Root::Fixed) {
        faults.push(name.span, Fault::SettingRootJointTaken);
    }
}

/// Reports names of settings that are not known.
fn check_known<'a>(
    what: &'static str,
    named: impl Iterator<Item = &'a String>,
    known: impl Iterator<Item = &'a str> + Clone,
    faults: &mut Faults,
) {
    for name in named {
        if !known.clone().any(|known| known == name) {
            let hint = faults.nearest_or_some(name, known.clone());
            let name = Shown::from(name.as_str());
            let fault = Fault::SettingUnknown { what, name, hint };
            faults.push(Span::default(), fault);
        }
    }
}

/// Positions of the parameters that the settings promise to be never 0.
pub fn nonzero(model: &Model, settings: &Settings, faults: &mut Faults) -> Vec<usize> {
    let fields = model.parameters.iter().map(|p| p.field.value.as_str());
    check_known("field", settings.nonzero.iter(), fields, faults);
    let promised = model.parameters.iter();
    promised
        .filter(|parameter| settings.nonzero.contains(&parameter.field.value))
        .flat_map(|parameter| parameter.first..parameter.first + parameter.shape.count())
        .collect()
}
