//! The axis of a joint that moves must have a direction.

use crate::fault::{Fault, Faults, Shown};
use crate::joint::Axis;
use crate::model::{Model, Number};
use multibody_program::exact::Rational;

/// Reports zero axes. A fixed joint may have a zero axis, as in some real files.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    for joint in &model.joints {
        let motions = joint.kind.value.motions().iter();
        let with_axis = motions.filter(|motion| motion.kind.axis() != Axis::None);
        let zero_axis = with_axis
            .map(|motion| motion.axis.as_ref())
            .find(|axis| is_zero(axis.unwrap_or(&joint.axis)));
        if let Some(axis) = zero_axis {
            let span = axis.map_or(joint.axis_span, |axis| axis[0].span);
            let joint = Shown::from(&joint.name.value);
            faults.push(span, Fault::ZeroAxis { joint });
        }
    }
}

fn is_zero(axis: &[Number; 3]) -> bool {
    axis.iter().all(|number| number.value == Rational::ZERO)
}
