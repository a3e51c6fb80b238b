//! Which rates motors drive.

use super::names::check_known;
use crate::fault::Faults;
use crate::settings::Settings;
use crate::system::{Actuation, Coordinate, ROOT_JOINT};

/// Most degrees of freedom of a joint that motors drive unless others are named.
const MOST: usize = 2;

/// With the rates that motors drive: those of the joints that settings name, or of all but the root and spatial joints.
pub fn actuation(coordinates: &[Coordinate], settings: &Settings) -> Actuation {
    let freedoms = |joint: &str| -> usize {
        let of_joint = coordinates.iter().filter(|other| other.joint == joint);
        of_joint.map(|coordinate| coordinate.kind.nv()).sum()
    };
    let drives = |coordinate: &Coordinate| match &settings.actuated {
        Some(names) => names.contains(&coordinate.joint) || names.contains(&coordinate.name),
        None => coordinate.joint != ROOT_JOINT && freedoms(&coordinate.joint) <= MOST,
    };
    let rates = |coordinate: &Coordinate| vec![drives(coordinate); coordinate.kind.nv()];
    Actuation {
        driven: coordinates.iter().flat_map(rates).collect(),
        ..Actuation::default()
    }
}

/// Reports names that belong to no coordinate.
pub fn check(coordinates: &[Coordinate], settings: &Settings, faults: &mut Faults) {
    let known = coordinates.iter();
    let known = known.flat_map(|of| [of.joint.as_str(), of.name.as_str()]);
    let mut known: Vec<&str> = known.collect();
    known.dedup();
    let known = known.into_iter();
    let named = settings.actuated.iter().flatten();
    check_known("moving joint", named, known, faults);
}
