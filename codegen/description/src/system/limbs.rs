//! Isomorphic limbs: branches of the tree with the same joint types.

use std::collections::BTreeMap;

use super::System;
use multibody_program::ir::{Input, InputKind, Limbs};

/// What makes branches alike: the types of motions of the first joint, and the shapes of the branches that it
/// carries. Branches that do not move are not counted. A fixed joint that carries only one moving branch has the shape
/// of that branch.
type Like<'a> = (Vec<&'a str>, Vec<usize>);

/// The shape of a branch that does not move.
const STILL: usize = 0;

impl System {
    /// The inputs of limbs that start at the same link and have joints of the same types in the same order. Limbs
    /// within a limb are not listed separately.
    #[must_use]
    pub fn limbs(&self) -> Limbs {
        let joints = &self.tree.joints;
        let carried = self.subtrees();
        let shapes = self.shapes(&carried);
        let mut limbs = Limbs::default();
        let roots = (0..joints.len()).filter(|&at| joints[at].parent.is_none());
        let mut open: Vec<Vec<usize>> = vec![roots.collect()];
        while let Some(siblings) = open.pop() {
            let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for at in siblings {
                groups.entry(shapes[at]).or_default().push(at);
            }
            for (shape, alike) in groups {
                if shape != STILL && alike.len() > 1 {
                    let each = alike.iter().map(|&at| self.inputs(at, &carried));
                    limbs.add(&each.collect::<Vec<_>>());
                } else {
                    open.extend(alike.iter().map(|&at| carried[at].clone()));
                }
            }
        }
        limbs
    }

    /// For each joint, the joints whose parent is its child link.
    fn subtrees(&self) -> Vec<Vec<usize>> {
        let joints = &self.tree.joints;
        let mut moved: Vec<Option<usize>> = vec![None; self.tree.links.len()];
        for (at, joint) in joints.iter().enumerate() {
            moved[joint.child] = Some(at);
        }
        let mut carried = vec![Vec::new(); joints.len()];
        for (at, joint) in joints.iter().enumerate() {
            if let Some(carrier) = joint.parent.and_then(|link| moved[link]) {
                carried[carrier].push(at);
            }
        }
        carried
    }

    /// For each joint, the index of the shape of the branch that begins with it; branches that are alike have the same
    /// index.
    fn shapes(&self, carried: &[Vec<usize>]) -> Vec<usize> {
        let mut known: BTreeMap<Like<'_>, usize> = BTreeMap::from([((vec![], vec![]), STILL)]);
        let mut shapes = vec![STILL; carried.len()];
        // A joint comes before the joints that it carries, so in reverse order the shapes of the latter are known.
        for (at, joint) in self.tree.joints.iter().enumerate().rev() {
            let motions = joint.motions.iter().map(|motion| motion.kind.name());
            let behind = carried[at].iter().map(|&other| shapes[other]);
            let behind: Vec<usize> = behind.filter(|&shape| shape != STILL).collect();
            let like = (motions.collect::<Vec<_>>(), behind);
            shapes[at] = match &like {
                (own, behind) if own.is_empty() && behind.len() == 1 => behind[0],
                _ => {
                    let next = known.len();
                    *known.entry(like).or_insert(next)
                }
            };
        }
        shapes
    }

    /// Positions, rates, accelerations and forces of a limb; then the changes of these along a direction, and weights.
    fn inputs(&self, limb: usize, carried: &[Vec<usize>]) -> Vec<Input> {
        let (mut inputs, mut of_products) = (Vec::new(), Vec::new());
        let mut open = vec![limb];
        while let Some(at) = open.pop() {
            for motion in &self.tree.joints[at].motions {
                let coordinate = &self.coordinates[motion.coordinate];
                let (q, v) = coordinate.end();
                inputs.extend((coordinate.q..q).map(|at| Input::new(InputKind::Q, at)));
                for kind in [InputKind::Qd, InputKind::Qdd, InputKind::Tau] {
                    inputs.extend((coordinate.v..v).map(|at| Input::new(kind, at)));
                }
                for at in coordinate.v..v {
                    let parts = [at, self.nv() + at, 2 * self.nv() + at];
                    of_products.extend(parts.map(|at| Input::new(InputKind::Direction, at)));
                    of_products.push(Input::new(InputKind::Weights, at));
                }
            }
            open.extend(carried[at].iter().rev());
        }
        inputs.extend(of_products);
        inputs
    }
}
