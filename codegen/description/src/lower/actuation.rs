//! Which rates are driven by motors.

use super::names::check_known;
use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::joint::Coordinate as Kind;
use crate::model::Model;
use crate::settings::Settings;
use crate::system::{Coordinate, ROOT_JOINT};

/// Whether a motor drives each rate. Motors drive the joints or coordinates that the settings name; by default, they
/// drive all joints except the root's and those that rotate about three axes.
pub fn driven(coordinates: &[Coordinate], settings: &Settings) -> Vec<bool> {
    let turns_about_three_axes = |joint: &str| {
        let of_joint = coordinates.iter().filter(|other| other.joint == joint);
        let kinds = of_joint.flat_map(|coordinate| coordinate.kind.coordinates());
        let turns = kinds.map(|kind| match kind {
            Kind::Angle => 1,
            Kind::Orientation(_) => 3,
            Kind::Length | Kind::Number => 0,
        });
        turns.sum::<usize>() >= 3
    };
    let drives = |coordinate: &Coordinate| match &settings.actuated {
        Some(names) => names.contains(&coordinate.joint) || names.contains(&coordinate.name),
        None => coordinate.joint != ROOT_JOINT && !turns_about_three_axes(&coordinate.joint),
    };
    let rates = |coordinate: &Coordinate| vec![drives(coordinate); coordinate.kind.nv()];
    coordinates.iter().flat_map(rates).collect()
}

/// Reports each joint that the settings name although it does not move or follows another one, and each name that
/// belongs to no coordinate.
pub fn check(
    model: &Model,
    rules: &[Rule],
    coordinates: &[Coordinate],
    settings: &Settings,
    faults: &mut Faults,
) {
    let pairs = coordinates
        .iter()
        .map(|c| [c.joint.as_str(), c.name.as_str()]);
    let mut known_names: Vec<&str> = pairs.flatten().collect();
    known_names.dedup();
    let motors: Vec<&String> = settings.actuated.iter().flatten().collect();
    let joints = model.joints.iter().zip(rules);
    for (joint, rule) in joints {
        let (name, span) = (joint.name.value.as_str(), joint.name.span);
        if known_names.contains(&name) || !motors.iter().any(|motor| *motor == name) {
            continue;
        }
        let joint = Shown::from(name);
        let fault = match rule {
            Rule::Locked(_) => Fault::SettingMotorFixed { joint },
            Rule::Follows { leader, .. } => Fault::SettingMotorFollows {
                joint,
                leader: Shown::from(&model.joints[*leader].name.value),
            },
        };
        faults.push(span, fault);
        known_names.push(name);
    }
    check_known(
        "moving joint",
        motors.into_iter(),
        known_names.into_iter(),
        faults,
    );
}
