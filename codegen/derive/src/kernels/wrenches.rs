//! Transforms of wrenches from a body to its parent.

use super::derived::{Derived, adjoint, transpose_times, wrench, wrench_components};
use super::hand_written::{HandWritten, transform_wrench};
use super::{JointFrame, Wrench};
use multibody_program::ir::{Builder, Value};

/// How a wrench on a body acts on the body's joint, and on the parent that carries the body.
pub trait Wrenches {
    /// The generalized forces of a wrench on the child along the joint's own rates.
    fn project(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Vec<Value> {
        let axes = joint.axes.iter();
        axes.map(|axis| wrench.along(b, axis)).collect()
    }

    /// Transforms a wrench on the child to the parent.
    fn to_parent(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Wrench;
}

impl Wrenches for Derived<'_> {
    fn to_parent(&self, b: &mut Builder, joint: &JointFrame, applied: &Wrench) -> Wrench {
        let e = adjoint(b, joint);
        wrench(&transpose_times(b, &e, &wrench_components(applied)))
    }
}

impl Wrenches for HandWritten {
    fn to_parent(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Wrench {
        let fixed_wrench = transform_wrench(b, &joint.transform, wrench);
        transform_wrench(b, &joint.placement, &fixed_wrench)
    }
}
