//! Which rates have motors.

use super::names::check_known;
use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::joint::PositionKind;
use crate::model::Model;
use crate::settings::Settings;
use crate::system::{Coordinate, ROOT_JOINT};

/// For each rate, whether a motor drives it. Motors drive the joints or coordinates that the settings name; by default, they
/// drive the joints that the description's actuators drive, or without these everything except the root's joint and the joints
/// that rotate about three axes.
pub fn rates_with_motor(
    coordinates: &[Coordinate],
    model: &Model,
    settings: &Settings,
) -> Vec<bool> {
    let turns_about_three_axes = |joint: &str| {
        let own_coordinates = coordinates
            .iter()
            .filter(|coordinate| coordinate.joint == joint);
        let positions = own_coordinates.flat_map(|coordinate| coordinate.kind.positions());
        let axis_counts = positions.map(|position| match position {
            PositionKind::Angle => 1,
            PositionKind::Orientation(_) => 3,
            PositionKind::Length | PositionKind::Number => 0,
        });
        axis_counts.sum::<usize>() >= 3
    };
    let has_motor = |coordinate: &Coordinate| match &settings.actuated {
        Some(names) => names.contains(&coordinate.joint) || names.contains(&coordinate.name),
        None if !model.motors.is_empty() => model.motors.contains(&coordinate.joint),
        None => coordinate.joint != ROOT_JOINT && !turns_about_three_axes(&coordinate.joint),
    };
    let rate_flags = |coordinate: &Coordinate| vec![has_motor(coordinate); coordinate.kind.nv()];
    coordinates.iter().flat_map(rate_flags).collect()
}

/// Reports motors at joints that do not move or that follow other joints, and motors at names that no joint or
/// coordinate has.
pub fn check(
    model: &Model,
    rules: &[Rule],
    coordinates: &[Coordinate],
    settings: &Settings,
    faults: &mut Faults,
) {
    let names = coordinates
        .iter()
        .map(|c| [c.joint.as_str(), c.name.as_str()]);
    let mut known_names: Vec<&str> = names.flatten().collect();
    known_names.dedup();
    let motors: Vec<&String> = settings.actuated.iter().flatten().collect();
    let joints = model.joints.iter().zip(rules);
    for (joint, rule) in joints {
        let (name, span) = (joint.name.value.as_str(), joint.name.span);
        // A joint with coordinates of its own may have a motor.
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
        // Otherwise the name would be reported as unknown too.
        known_names.push(name);
    }
    check_known(
        "moving joint",
        motors.into_iter(),
        known_names.into_iter(),
        faults,
    );
}
