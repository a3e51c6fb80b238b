//! The independent coordinates: those of the root, those of joints that follow no other, and those without a joint.

use std::sync::Arc;

use crate::joint::Generalized;
use crate::model::{JointKind, Limits};
use crate::system::Coordinate;

/// Appends the coordinates of an independent joint, and returns the index of the first.
pub fn add(
    coordinates: &mut Vec<Coordinate>,
    joint: &str,
    kind: &JointKind,
    limits: Option<&Limits>,
) -> usize {
    let first = coordinates.len();
    for (name, motion) in kind.coordinate_names(joint).zip(kind.motions()) {
        let (q, v) = coordinates.last().map_or((0, 0), Coordinate::next_indices);
        coordinates.push(Coordinate {
            name,
            joint: joint.to_owned(),
            kind: Arc::clone(&motion.kind),
            q,
            v,
            limits: limits.cloned(),
        });
    }
    first
}

/// Appends a coordinate that belongs to no joint.
pub fn add_generalized(coordinates: &mut Vec<Coordinate>, name: &str) {
    let kind = JointKind::single(Arc::new(Generalized));
    add(coordinates, name, &kind, None);
}
