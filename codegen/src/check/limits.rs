//! Limits and dissipation of joints.

use crate::exact::Rational;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, Limits, Model, Quantity, Vocabulary};

/// Reports missing and reversed limits, and dissipation that drives.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    for joint in &model.joints {
        match &joint.limits {
            Some(limits) => check_order(joint, limits, faults),
            None if model.vocabulary == Vocabulary::Urdf => check_missing(joint, faults),
            None => {}
        }
        check_dissipation(joint, faults);
    }
}

/// Whether a range says something of its positions; of other joints one may be in a file.
fn has_range(joint: &Joint) -> bool {
    let kind = &joint.kind.value;
    kind.is_simple() && !kind.0.iter().any(|motion| motion.kind.is_endless())
}

/// The kind of a joint that is incomplete without limits.
fn needs_limits(joint: &Joint) -> Option<&'static str> {
    let kind = &joint.kind.value;
    let limited = kind.0.iter().any(|motion| motion.kind.is_limited());
    (limited && kind.is_simple()).then(|| kind.name())
}

fn check_missing(joint: &Joint, faults: &mut Faults) {
    if let Some(kind) = needs_limits(joint) {
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

fn check_dissipation(joint: &Joint, faults: &mut Faults) {
    for (what, number) in [("damping", &joint.damping), ("friction", &joint.friction)] {
        let Some(number) = number
            .as_ref()
            .and_then(Quantity::exact)
            .filter(|number| number.value < Rational::ZERO)
        else {
            continue;
        };
        let (joint, value) = (Shown::from(&joint.name.value), Shown::from(&number.text));
        faults.push(
            number.span,
            Fault::NegativeDissipation { joint, what, value },
        );
    }
}
