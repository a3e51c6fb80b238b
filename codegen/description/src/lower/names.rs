//! Names in the settings that the description has to contain, or must not contain.

use std::collections::BTreeSet;

use crate::fault::{Fault, Faults, Shown};
use crate::model::{JointKind, Model, Span};
use crate::settings::{ALL, Root, Settings};
use crate::system::ROOT_JOINT;

/// Reports links that the settings name and the description does not contain.
pub fn check_link_names(model: &Model, settings: &Settings, faults: &mut Faults) {
    let links = model.offered_names();
    check_known(
        "link",
        settings.links.iter(),
        links.clone().chain([ALL]),
        faults,
    );
    let renamed = settings.renames.iter().map(|rename| &rename.link);
    let names = settings.wrenches.iter().chain(renamed);
    // Names that are in `links` too have been checked above.
    let unchecked_names = names.filter(|name| !settings.links.contains(name));
    check_known("link", unchecked_names, links, faults);
}

/// Reports joints that share a name with the joint of a moving root. The names of coordinates are compared, too.
pub fn check_root_joint(model: &Model, settings: &Settings, faults: &mut Faults) {
    if settings.root == Root::Fixed {
        return;
    }
    let motions = settings.root.motions().into_iter();
    let root = JointKind::of(motions.map(|(kind, _)| kind));
    let mut root_names: BTreeSet<String> = root.coordinate_names(ROOT_JOINT).collect();
    root_names.insert(ROOT_JOINT.to_owned());
    for joint in &model.joints {
        let name = &joint.name;
        let mut names = joint.kind.value.coordinate_names(&name.value);
        let clash = names
            .find(|n| root_names.contains(n))
            .or_else(|| root_names.get(&name.value).cloned());
        if let Some(clash) = clash {
            let label = Shown::from(&clash);
            faults.push(name.span, Fault::SettingRootJointNameUsed { name: label });
        }
    }
}

/// Reports unknown names in the settings, each once.
pub fn check_known<'a>(
    noun: &'static str,
    names: impl Iterator<Item = &'a String>,
    candidates: impl Iterator<Item = &'a str> + Clone,
    faults: &mut Faults,
) {
    let mut reported = BTreeSet::new();
    for name in names {
        if !candidates.clone().any(|candidate| candidate == name) && reported.insert(name) {
            let hint = faults.nearest_or_some(name, candidates.clone());
            let name = Shown::from(name.as_str());
            let fault = Fault::SettingUnknown {
                what: noun,
                name,
                hint,
            };
            faults.push(Span::default(), fault);
        }
    }
}

/// Indices of the parameters that are never 0, as the settings promise.
pub fn nonzero_parameters(model: &Model, settings: &Settings, faults: &mut Faults) -> Vec<usize> {
    let fields = model.parameters.iter().map(|p| p.field.value.as_str());
    check_known("field", settings.nonzero.iter(), fields, faults);
    let parameters = model.parameters.iter();
    parameters
        .filter(|parameter| settings.nonzero.contains(&parameter.field.value))
        .flat_map(|parameter| parameter.first..parameter.first + parameter.shape.count())
        .collect()
}
