//! The independent coordinates: those of the root and of the joints that move themselves.

use std::sync::Arc;

use crate::joint::Generalized;
use crate::model::{JointKind, Limits};
use crate::system::Coordinate;

/// The coordinates of a joint that moves itself, behind those that there are; gives the first of them.
pub fn add(
    coordinates: &mut Vec<Coordinate>,
    joint: &str,
    kind: &JointKind,
    limits: Option<&Limits>,
) -> usize {
    let first = coordinates.len();
    for (name, motion) in kind.coordinate_names(joint).zip(&kind.0) {
        let (q, v) = coordinates.last().map_or((0, 0), Coordinate::end);
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

/// A coordinate of no joint, behind those that there are.
pub fn add_generalized(coordinates: &mut Vec<Coordinate>, name: &str) {
    let kind = JointKind::single(Arc::new(Generalized));
    add(coordinates, name, &kind, None);
}
