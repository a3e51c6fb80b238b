//! Moments of composite bodies.

use super::symbols::{
    MakeJoint, SymbolicJoint, columns, flat_wrench, matrix, moments, only, unit_twists,
};
use crate::kernels::{BehindJoint, CompositeBodies, Derived, HandWritten};
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
    let SymbolicJoint { joint, .. } = make(b, l);
    let (child, own) = (moments(b, l), moments(b, l));
    if written {
        let below = [BehindJoint {
            joint: &joint,
            composite: &child,
        }];
        let composite = HandWritten::ALL.composite(b, only(&own), &below);
        inertia_matrix(b, &composite)
    } else {
        let below = [BehindJoint {
            joint: &joint,
            composite: &matrix(&inertia_matrix(b, &child)),
        }];
        columns(&kernels.composite(b, only(&own), &below))
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
