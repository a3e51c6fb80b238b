//! Angles whose size suggests degrees.
//!
//! Angles of a rotation need at most a whole turn, and few joints turn further than two turns either way. Limits of a
//! thousand and more mean that the joint has none.

use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, Model, Number, Origin, Quantity, Rotation, Span};
use multibody_program::exact::nearest_f64;

/// The largest angle of a rotation that is not suspicious: a whole turn, rounded up, rad.
const LARGEST_ANGLE: f64 = 6.3;
/// The largest limit of a joint that is not suspicious if it is a whole number, rad: two turns.
const LARGEST_WHOLE_LIMIT: f64 = 12.6;
/// The largest limit of a joint that is not suspicious if it is no whole number, rad: five turns.
const LARGEST_LIMIT: f64 = 32.0;
/// The largest limit of a joint that may be in degrees: two turns.
const LARGEST_DEGREES: f64 = 720.0;
/// An angle as close as this to a multiple of a quarter turn is in rad. The unit is a quarter turn.
const ROUNDING: f64 = 1e-3;

/// Warns of angles in a URDF whose size suggests degrees.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    if !model.conventions.warns_of_degrees {
        return;
    }
    for link in &model.links {
        if let Some(inertial) = &link.inertial {
            let owner = format!("<inertial> of link `{}`", Shown::from(&link.name.value));
            check_rotation(&inertial.origin, &owner, faults);
        }
    }
    for joint in &model.joints {
        let owner = format!("joint `{}`", Shown::from(&joint.name.value));
        check_rotation(&joint.origin, &owner, faults);
        check_limits(joint, &owner, faults);
    }
}

fn check_rotation(origin: &Origin, owner: &str, faults: &mut Faults) {
    let Rotation::RollPitchYaw(angles) = &origin.rotation else {
        return;
    };
    let Some(angles) = Quantity::all_exact(angles) else {
        return;
    };
    if angles.iter().any(|angle| is_in_degrees(angle)) {
        let fault = degrees_fault(format!("rpy of {owner}"), &angles, " ");
        let span = Span {
            start: angles[0].span.start,
            end: angles[2].span.end,
        };
        faults.push(span, fault);
    }
}

/// Whether an angle of a rotation seems to be in degrees: it exceeds a turn, and is a whole number or no rounded multiple of a
/// quarter turn.
fn is_in_degrees(angle: &Number) -> bool {
    let value = nearest_f64(&angle.value);
    let quarters = value / std::f64::consts::FRAC_PI_2;
    value.abs() > LARGEST_ANGLE
        && (is_whole(angle) || (quarters - quarters.round()).abs() > ROUNDING)
}

fn is_whole(number: &Number) -> bool {
    number.value.denominator().is_one()
}

fn check_limits(joint: &Joint, owner: &str, faults: &mut Faults) {
    let kind = &joint.kind.value;
    if kind.name() != "revolute" {
        return;
    }
    let limits = joint
        .limits
        .iter()
        .flat_map(|limits| [&limits.lower, &limits.upper]);
    let limits: Vec<&Number> = limits.flatten().collect();
    let is_suspicious = |limit: &&Number| {
        let size = nearest_f64(&limit.value).abs();
        let largest = if is_whole(limit) { LARGEST_WHOLE_LIMIT } else { LARGEST_LIMIT };
        size > largest
    };
    let may_be_degrees = |limit: &&Number| nearest_f64(&limit.value).abs() <= LARGEST_DEGREES;
    let are_in_degrees = limits.iter().any(is_suspicious) && limits.iter().all(may_be_degrees);
    if let (true, [first, ..]) = (are_in_degrees, &limits[..]) {
        let fault = degrees_fault(format!("the range of {owner}"), &limits, " to ");
        faults.push(first.span, fault);
    }
}

/// The warning of angles in degrees, with their values in rad.
fn degrees_fault(noun: String, angles: &[&Number], separator: &str) -> Fault {
    let texts: Vec<&str> = angles.iter().map(|angle| angle.text.as_str()).collect();
    let radians = angles
        .iter()
        .map(|angle| nearest_f64(&angle.value).to_radians().to_string());
    let radians: Vec<String> = radians.collect();
    Fault::DegreesInstead {
        what: noun,
        angles: Shown::from(&texts.join(separator)),
        radians: radians.join(separator),
    }
}
