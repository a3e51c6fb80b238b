//! Moments of composite bodies.

use super::symbols::{MakeJoint, columns, flat_wrench, matrix, moments, only, unit_twists};
use crate::kernels::{CompositeBodies, Derived, HandWritten};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};
use multibody_tree::Inertia;

pub fn composite(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, ..), child, own) = (make(b, l), moments(b, l), moments(b, l));
    if written {
        let composite = HandWritten::ALL.composite(b, only(&own), &[(&joint, &child)]);
        inertia_matrix(b, &composite)
    } else {
        let below = matrix(&inertia_matrix(b, &child));
        columns(&kernels.composite(b, only(&own), &[(&joint, &below)]))
    }
}

pub fn body_inertia(
    b: &mut Builder,
    l: &mut Locals,
    kernels: &Derived,
    written: bool,
) -> Vec<Value> {
    let inertia = moments(b, l);
    if written {
        let composite = HandWritten::ALL.composite(b, only(&inertia), &[]);
        inertia_matrix(b, &composite)
    } else {
        columns(&kernels.composite(b, only(&inertia), &[]))
    }
}

/// The six-by-six inertia matrix that belongs to moments, column by column.
pub fn inertia_matrix(b: &mut Builder, moments: &Inertia) -> Vec<Value> {
    unit_twists(b)
        .iter()
        .flat_map(|axis| flat_wrench(&HandWritten::ALL.column(b, moments, axis)))
        .collect()
}
