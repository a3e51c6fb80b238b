//! Angles that can turn together without changing T.

use super::choices::{AngleSum, position};
use crate::lagrangian::Lagrangian;
use multibody_algebra::polynomial::{Addend, Polynomial, Ring};
use multibody_program::ir::{Algebra, Input};
use multibody_tree::Tree;

/// The groups of angles that can turn together without changing T. For each angle of a group except the first, its difference from
/// the first is returned, or their sum if the two turn in opposite senses.
pub fn symmetries(tree: &Tree, lagrangian: &Lagrangian) -> Vec<AngleSum> {
    let mut ring = lagrangian.ring.clone();
    let mut partials: Vec<(usize, Polynomial)> = Vec::new();
    for v in 0..tree.nv {
        let is_angle = |q: &Input| ring.arguments().iter().any(|argument| argument.input == *q);
        if let Some(q) = position(tree, v).filter(is_angle) {
            let partial = ring.derivative(&lagrangian.kinetic, q);
            partials.extend((!partial.is_zero()).then_some((v, partial)));
        }
    }
    // All groups, with both senses for every angle but the first. Subsets come before the groups that contain them.
    let mut angle_sums: Vec<AngleSum> = Vec::new();
    let mut groups = vec![AngleGroup {
        angles: Vec::new(),
        partial: ring.zero(),
    }];
    for (v, partial) in partials {
        for group in groups.clone() {
            let senses: &[i64] = if group.angles.is_empty() { &[1] } else { &[1, -1] };
            for &sense in senses {
                let union = group.with_angle(&mut ring, TurningAngle { v, sense }, &partial);
                if union.partial.is_zero() {
                    angle_sums.extend(union.sums())
                } else {
                    groups.push(union)
                }
            }
        }
    }
    angle_sums
}

/// An angle, and the sense (1 or -1) in which it turns.
#[derive(Clone, Copy)]
struct TurningAngle {
    v: usize,
    sense: i64,
}

/// Angles that turn together.
#[derive(Clone)]
struct AngleGroup {
    angles: Vec<TurningAngle>,
    /// The derivative of T as they turn.
    partial: Polynomial,
}

impl AngleGroup {
    /// The group with a further angle, along which T has the derivative `partial`.
    fn with_angle(&self, ring: &mut Ring, angle: TurningAngle, partial: &Polynomial) -> Self {
        let mut angles = self.angles.clone();
        angles.push(angle);
        let partial = if angle.sense > 0 {
            ring.add(&self.partial, partial)
        } else {
            ring.sub(&self.partial, partial)
        };
        Self { angles, partial }
    }

    /// For each angle except the first, its difference from the first; its sum with the first if the two turn in opposite senses.
    fn sums(&self) -> impl Iterator<Item = AngleSum> {
        let first_angle = self.angles[0].v;
        let others = self.angles.iter().skip(1);
        others.map(move |angle| AngleSum {
            coordinate: angle.v,
            addend: Addend {
                index: first_angle,
                sign: -angle.sense,
            },
        })
    }
}
