//! Articulated-body inertias.

use super::symbols::{
    Side, SymbolicJoint, Symbols, columns, flat_wrench, matrix, moments, symmetric, unit_twists,
};
use crate::kernels::{ArticulatedBodies, AxisResponse, Blocks, HandWritten, Linear, Wrench};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

/// An arbitrary articulated-body inertia, transformed to the parent and added to the inertia of a body.
pub fn inertia_in_parent(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = symbolic;
    let child = blocks(b, locals);
    let inertia = moments(b, locals);
    if let Some(hand_written) = side.hand_written {
        let body = hand_written.body_inertia(b, &inertia);
        let sum = hand_written.join_articulated(b, &body, joint, &child);
        articulated_matrix(b, &sum)
    } else {
        let body = side.derived.body_inertia(b, &inertia);
        let child = matrix(&articulated_matrix(b, &child));
        columns(&side.derived.join_articulated(b, &body, joint, &child))
    }
}

/// The inertia of a body alone.
pub fn body_articulated((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let inertia = moments(b, locals);
    if let Some(hand_written) = side.hand_written {
        let body = hand_written.body_inertia(b, &inertia);
        articulated_matrix(b, &body)
    } else {
        columns(&side.derived.body_inertia(b, &inertia))
    }
}

/// The inertia that remains if an axis is free to move, for an arbitrary inertia and the response `U = D g` with an arbitrary
/// inertia D along the axis and a gain g. First all components of the gain are arbitrary. Then each component in turn is 1, as
/// is the component along a joint's axis.
pub fn release((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, [axis_inertia]) = (blocks(b, locals), locals.take(b));
    let arbitrary_gain: [Value; 6] = locals.take(b);
    let mut outputs = Vec::new();
    for component in std::iter::once(None).chain((0..6).map(Some)) {
        let mut values = arbitrary_gain;
        if let Some(axis) = component {
            values[axis] = b.one();
        }
        let gain = Wrench {
            force: [values[0], values[1], values[2]],
            moment: [values[3], values[4], values[5]],
        };
        let response = gain.scaled(b, axis_inertia);
        outputs.extend(if let Some(hand_written) = side.hand_written {
            let remaining = hand_written.release(b, &inertia, &response, &gain);
            articulated_matrix(b, &remaining)
        } else {
            let inertia = matrix(&articulated_matrix(b, &inertia));
            columns(&side.derived.release(b, &inertia, &response, &gain))
        });
    }
    outputs
}

/// The inertia that remains if the acceleration along an axis follows from that of the frame, for an arbitrary inertia, response,
/// inertia D along the axis, and share w: see [`ArticulatedBodies::follow`].
pub fn follow((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, [axis_inertia]) = (blocks(b, locals), locals.take(b));
    let [response, share] = [(); 2].map(|()| Wrench {
        force: locals.take(b),
        moment: locals.take(b),
    });
    let axis = AxisResponse {
        wrench: response,
        axis_inertia,
    };
    if let Some(hand_written) = side.hand_written {
        let remaining = hand_written.follow(b, &inertia, &axis, &share);
        articulated_matrix(b, &remaining)
    } else {
        let inertia = matrix(&articulated_matrix(b, &inertia));
        columns(&side.derived.follow(b, &inertia, &axis, &share))
    }
}

/// Symbols for an arbitrary articulated-body inertia.
fn blocks(b: &mut Builder, locals: &mut Locals) -> Blocks {
    Blocks {
        angular: symmetric(b, locals),
        coupling: [locals.take(b), locals.take(b), locals.take(b)],
        linear: symmetric(b, locals),
    }
}

/// The six-by-six matrix of an inertia in blocks, column by column.
fn articulated_matrix(b: &mut Builder, inertia: &Blocks) -> Vec<Value> {
    let axes = unit_twists(b);
    axes.iter()
        .flat_map(|axis| flat_wrench(&HandWritten::ALL.axis_wrench(b, inertia, axis)))
        .collect()
}
