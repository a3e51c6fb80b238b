//! Limits that keep hostile models from what follows.

use crate::fault::Fault;
use crate::model::{Model, Span};

/// Most links, and most joints: ten times what the largest robots have.
const LIMIT: usize = 1024;

/// Holds the limits against a model.
pub(super) fn check(model: &Model) -> Result<(), (Span, Fault)> {
    let links = model.links.get(LIMIT).map(|link| (&link.name, "links"));
    let joints = model.joints.get(LIMIT).map(|joint| (&joint.name, "joints"));
    match links.or(joints) {
        None => Ok(()),
        Some((name, what)) => Err((name.span, Fault::TooMany { what, limit: LIMIT })),
    }
}
