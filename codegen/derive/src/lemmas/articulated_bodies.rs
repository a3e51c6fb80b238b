//! Articulated inertias.

use super::symbols::{
    Side, SymbolicJoint, Symbols, columns, flat_wrench, matrix, moments, symmetric, unit_twists,
};
use crate::kernels::{ArticulatedBodies, AxisResponse, Blocks, HandWritten, Linear, Wrench};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

/// An articulated inertia with arbitrary blocks, transformed to the parent.
pub fn inertia_in_parent(
    (b, l): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, .. } = symbolic;
    let child = blocks(b, l);
    let inertia = moments(b, l);
    if let Some(hand_written) = side.hand_written {
        let body = hand_written.articulated(b, &inertia);
        let sum = hand_written.join_articulated(b, &body, joint, &child);
        articulated_matrix(b, &sum)
    } else {
        let body = side.derived.articulated(b, &inertia);
        let child = matrix(&articulated_matrix(b, &child));
        columns(&side.derived.join_articulated(b, &body, joint, &child))
    }
}

pub fn body_articulated((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let inertia = moments(b, l);
    if let Some(hand_written) = side.hand_written {
        let body = hand_written.articulated(b, &inertia);
        articulated_matrix(b, &body)
    } else {
        columns(&side.derived.articulated(b, &inertia))
    }
}

/// An arbitrary inertia, with the response U = D g to a gain g. First all components of the gain are arbitrary. Then
/// each component in turn is 1, as the component along the axis of a joint is.
pub fn release((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, [stiffness]) = (blocks(b, l), l.take(b));
    let any: [Value; 6] = l.take(b);
    let mut outputs = Vec::new();
    for component in std::iter::once(None).chain((0..6).map(Some)) {
        let mut gain = any;
        if let Some(axis) = component {
            gain[axis] = b.one();
        }
        let gain = Wrench {
            force: [gain[0], gain[1], gain[2]],
            moment: [gain[3], gain[4], gain[5]],
        };
        let response = gain.scaled(b, stiffness);
        outputs.extend(if let Some(hand_written) = side.hand_written {
            let left = hand_written.release(b, &inertia, &response, &gain);
            articulated_matrix(b, &left)
        } else {
            let inertia = matrix(&articulated_matrix(b, &inertia));
            columns(&side.derived.release(b, &inertia, &response, &gain))
        });
    }
    outputs
}

/// Arbitrary inertia, response, D and w.
pub fn follow((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, [stiffness]) = (blocks(b, l), l.take(b));
    let [response, share] = [(); 2].map(|()| Wrench {
        force: l.take(b),
        moment: l.take(b),
    });
    let axis = AxisResponse {
        wrench: response,
        stiffness,
    };
    if let Some(hand_written) = side.hand_written {
        let left = hand_written.follow(b, &inertia, &axis, &share);
        articulated_matrix(b, &left)
    } else {
        let inertia = matrix(&articulated_matrix(b, &inertia));
        columns(&side.derived.follow(b, &inertia, &axis, &share))
    }
}

/// Symbols for an articulated inertia.
fn blocks(b: &mut Builder, l: &mut Locals) -> Blocks {
    Blocks {
        angular: symmetric(b, l),
        coupling: [l.take(b), l.take(b), l.take(b)],
        linear: symmetric(b, l),
    }
}

fn articulated_matrix(b: &mut Builder, inertia: &Blocks) -> Vec<Value> {
    let axes = unit_twists(b);
    axes.iter()
        .flat_map(|axis| flat_wrench(&HandWritten::ALL.force_of_axis(b, inertia, axis)))
        .collect()
}
