//! Limits of joints, and the signs of their damping and friction.

use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, Limits, Model, Quantity};
use multibody_program::exact::Rational;

/// Reports missing and reversed limits, and negative damping and friction.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    for joint in &model.joints {
        match &joint.limits {
            Some(limits) => check_order(joint, limits, faults),
            None if model.conventions.needs_limits => check_missing(joint, faults),
            None => {}
        }
        check_signs(joint, faults);
    }
}

/// Whether a range restricts the joint's position. Files may also give a range for other joints.
fn has_range(joint: &Joint) -> bool {
    let kind = &joint.kind.value;
    kind.is_simple() && !kind.motions().iter().any(|motion| motion.kind.is_endless())
}

/// The name of the joint's kind, if joints of this kind need limits.
fn kind_that_needs_limits(joint: &Joint) -> Option<&'static str> {
    let kind = &joint.kind.value;
    let has_limited_motion = kind
        .motions()
        .iter()
        .any(|motion| motion.kind.needs_limits());
    (has_limited_motion && kind.is_simple()).then(|| kind.name())
}

fn check_missing(joint: &Joint, faults: &mut Faults) {
    if let Some(kind) = kind_that_needs_limits(joint) {
        let fault = Fault::MissingLimit {
            joint: Shown::from(&joint.name.value),
            kind,
        };
        faults.push(joint.kind.span, fault);
    }
}

fn check_order(joint: &Joint, limits: &Limits, faults: &mut Faults) {
    let (Some(lower), Some(upper)) = (&limits.lower, &limits.upper) else {
        return;
    };
    if has_range(joint) && lower.value > upper.value {
        let fault = Fault::LimitsReversed {
            joint: Shown::from(&joint.name.value),
            lower: Shown::from(&lower.text),
            upper: Shown::from(&upper.text),
        };
        faults.push_conflict(lower.span, vec![upper.span], fault);
    }
}

/// Reports negative damping, which is unusual, and negative friction, which has no known meaning.
fn check_signs(joint: &Joint, faults: &mut Faults) {
    let name = || Shown::from(&joint.name.value);
    let negative_value = |quantity: &Option<Quantity>| {
        let number = quantity
            .as_ref()
            .and_then(Quantity::exact)
            .filter(|number| number.value < Rational::ZERO)?;
        Some((number.span, Shown::from(&number.text)))
    };
    if let Some((span, value)) = negative_value(&joint.forces.damping) {
        let joint = name();
        faults.push(span, Fault::NegativeDamping { joint, value });
    }
    if let Some((span, value)) = negative_value(&joint.forces.friction) {
        let joint = name();
        faults.push(span, Fault::NegativeFriction { joint, value });
    }
}
