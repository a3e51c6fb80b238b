//! From links as read to bodies that move.

use super::frames::{Frame, choose_frames};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::regroup::{Gauge, RestingPoint, regroup, resting_points};
use super::{Body, Inertia, LinkFrame, Symmetry, Tree};
use crate::exact::Rational;
use crate::ir::{Builder, Pose};
use crate::mechanism::Mechanism;

/// A tree with its frames chosen and its moments where they cost least.
#[must_use]
pub fn arrange(tree: &Tree, frames: &[Frame]) -> Tree {
    let mut arranged = choose_frames(tree, frames);
    let gauges: Vec<Option<Gauge>> = frames.iter().map(|frame| frame.gauge).collect();
    regroup(&mut arranged, &gauges);
    arranged.compact();
    arranged
}

/// One body a moving joint, with the moments of all links welded to it.
#[must_use]
pub fn place_bodies(mechanism: &Mechanism) -> Tree {
    let builder = mechanism.builder.clone();
    let identity = LinkFrame {
        body: None,
        pose: builder.identity_pose(),
    };
    let mut tree = Tree {
        gravity: mechanism.gravity,
        bodies: Vec::new(),
        links: vec![identity; mechanism.links.len()],
        world: Inertia::zero(&builder),
        unit: Rational::ONE,
        damping: vec![builder.zero(); mechanism.nv()],
        nq: mechanism.nq(),
        nv: mechanism.nv(),
        builder,
    };
    let mut resting: BTreeMap<&str, Arc<[RestingPoint]>> = BTreeMap::new();
    for joint in &mechanism.joints {
        let carrier = joint.parent.map_or(identity, |parent| tree.links[parent]);
        let b = &mut tree.builder;
        let origin = b.compose(&carrier.pose, &joint.origin);
        let frame = match &joint.motion {
            None => LinkFrame {
                body: carrier.body,
                pose: origin,
            },
            Some(motion) => {
                let axes = Pose {
                    rotation: motion.axes,
                    translation: b.zeros(),
                };
                let back = Pose {
                    rotation: Builder::transpose(&motion.axes),
                    ..axes
                };
                let v = mechanism.coordinates[motion.coordinate].v;
                // A joint that follows with rate m qd feels -d m qd, and passes it on m-fold.
                let share = b.scale(&(&motion.multiplier * &motion.multiplier), joint.damping);
                tree.damping[v] = b.add(tree.damping[v], share);
                tree.bodies.push(Body {
                    joint: joint.name.clone(),
                    kind: motion.kind,
                    symmetry: Symmetry::of(motion.kind),
                    resting: Arc::clone(
                        resting
                            .entry(motion.kind.name())
                            .or_insert_with(|| resting_points(motion.kind).into()),
                    ),
                    parent: carrier.body,
                    placement: b.compose(&origin, &axes),
                    positions: motion.positions(b, &mechanism.coordinates),
                    v,
                    multiplier: motion.multiplier.clone(),
                    inertia: Inertia::zero(b),
                });
                LinkFrame {
                    body: Some(tree.bodies.len() - 1),
                    pose: back,
                }
            }
        };
        tree.links[joint.child] = frame;
        if let Some(body) = frame.body {
            let link = &mechanism.links[joint.child];
            let own = Inertia::of_link(b, link.mass, &link.com, &link.inertia);
            let seen = own.seen_from_parent(b, &frame.pose);
            let sum = tree.bodies[body].inertia.plus(b, &seen);
            tree.bodies[body].inertia = sum;
        }
    }
    tree
}
