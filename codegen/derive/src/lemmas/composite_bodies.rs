//! Moments of composite bodies.

use super::symbols::{
    Side, SymbolicJoint, Symbols, columns, flat_wrench, matrix, moments, unit_twists,
};
use crate::kernels::{ChildComposite, CompositeBodies, HandWritten};
use multibody_program::ir::{Builder, Value};
use multibody_tree::Inertia;

/// The moments of an arbitrary composite and of a body that carries it across a joint.
pub fn composite(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = symbolic;
    let (child, body) = (moments(b, locals), moments(b, locals));
    if let Some(hand_written) = side.hand_written {
        let children = [ChildComposite {
            joint,
            composite: &child,
        }];
        let composite = hand_written.composite(b, &body, &children);
        inertia_matrix(b, &composite)
    } else {
        let children = [ChildComposite {
            joint,
            composite: &matrix(&inertia_matrix(b, &child)),
        }];
        columns(&side.derived.composite(b, &body, &children))
    }
}

/// The moments of a body alone.
pub fn body_inertia((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let inertia = moments(b, locals);
    if let Some(hand_written) = side.hand_written {
        let composite = hand_written.composite(b, &inertia, &[]);
        inertia_matrix(b, &composite)
    } else {
        columns(&side.derived.composite(b, &inertia, &[]))
    }
}

/// The six-by-six inertia matrix that belongs to moments, column by column.
pub fn inertia_matrix(b: &mut Builder, moments: &Inertia) -> Vec<Value> {
    unit_twists(b)
        .iter()
        .flat_map(|axis| flat_wrench(&HandWritten::ALL.column(b, moments, axis)))
        .collect()
}
