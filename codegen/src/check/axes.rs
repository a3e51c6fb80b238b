//! Axes of joints that move have a direction.

use crate::exact::Rational;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Model;

/// Reports zero axes; a fixed joint may have one, and real files do.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    for joint in &model.joints {
        if joint.kind.value.has_axis()
            && joint
                .axis
                .iter()
                .all(|component| component.value == Rational::ZERO)
        {
            faults.push(
                joint.axis_span,
                Fault::ZeroAxis {
                    joint: Shown::from(&joint.name.value),
                },
            );
        }
    }
}
