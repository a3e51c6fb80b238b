//! Isomorphic limbs: branches of the tree with the same joint types.

use std::collections::BTreeMap;

use super::System;
use multibody_program::ir::{Input, InputKind, Limbs};

/// What isomorphic branches have in common: the types of motions of the first joint, and the shapes of the branches
/// that it carries, without those that do not move. A fixed joint that carries only one moving branch has the shape of
/// that branch.
type Key<'a> = (Vec<&'a str>, Vec<usize>);

/// The shape of a branch that does not move.
const STILL: usize = 0;

impl System {
    /// The inputs of limbs that start at the same link and have joints of the same types in the same order. Limbs
    /// within a limb are not listed separately.
    #[must_use]
    pub fn limbs(&self) -> Limbs {
        let joints = &self.tree.joints;
        let children = self.child_joints();
        let shapes = self.shapes(&children);
        let mut limbs = Limbs::default();
        let roots = (0..joints.len()).filter(|&joint| joints[joint].parent.is_none());
        let mut stack: Vec<Vec<usize>> = vec![roots.collect()];
        while let Some(siblings) = stack.pop() {
            let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for joint in siblings {
                groups.entry(shapes[joint]).or_default().push(joint);
            }
            for (shape, group) in groups {
                if shape != STILL && group.len() > 1 {
                    let inputs = group.iter().map(|&joint| self.inputs(joint, &children));
                    limbs.add(&inputs.collect::<Vec<_>>());
                } else {
                    stack.extend(group.iter().map(|&joint| children[joint].clone()));
                }
            }
        }
        limbs
    }

    /// For each joint, the joints whose parent is its child link.
    fn child_joints(&self) -> Vec<Vec<usize>> {
        let joints = &self.tree.joints;
        let mut joint_of_link: Vec<Option<usize>> = vec![None; self.tree.links.len()];
        for (index, joint) in joints.iter().enumerate() {
            joint_of_link[joint.child] = Some(index);
        }
        let mut children = vec![Vec::new(); joints.len()];
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent_joint) = joint.parent.and_then(|link| joint_of_link[link]) {
                children[parent_joint].push(index);
            }
        }
        children
    }

    /// For each joint, the index of the shape of the branch that begins with it; isomorphic branches have the same
    /// index.
    fn shapes(&self, children: &[Vec<usize>]) -> Vec<usize> {
        let mut indices: BTreeMap<Key<'_>, usize> = BTreeMap::from([((vec![], vec![]), STILL)]);
        let mut shapes = vec![STILL; children.len()];
        // A joint comes before the joints that it carries, so in reverse order the shapes of the latter are known.
        for (index, joint) in self.tree.joints.iter().enumerate().rev() {
            let motions = joint.motions.iter().map(|motion| motion.kind.name());
            let branches = children[index].iter().map(|&child| shapes[child]);
            let branches: Vec<usize> = branches.filter(|&shape| shape != STILL).collect();
            let key = (motions.collect::<Vec<_>>(), branches);
            shapes[index] = match &key {
                (kinds, branches) if kinds.is_empty() && branches.len() == 1 => branches[0],
                _ => {
                    let next = indices.len();
                    *indices.entry(key).or_insert(next)
                }
            };
        }
        shapes
    }

    /// Positions, rates, accelerations and forces of a limb; then the changes of these along a direction, and weights.
    fn inputs(&self, limb: usize, children: &[Vec<usize>]) -> Vec<Input> {
        let (mut inputs, mut product_inputs) = (Vec::new(), Vec::new());
        let mut stack = vec![limb];
        while let Some(joint) = stack.pop() {
            for motion in &self.tree.joints[joint].motions {
                let coordinate = &self.coordinates[motion.coordinate];
                inputs.extend(coordinate.q_range().map(|k| Input::new(InputKind::Q, k)));
                for kind in [InputKind::Qd, InputKind::Qdd, InputKind::Tau] {
                    inputs.extend(coordinate.v_range().map(|k| Input::new(kind, k)));
                }
                for rate in coordinate.v_range() {
                    // The direction has the changes of q, of qd, and of qdd or tau, one after another.
                    let indices = [rate, self.nv() + rate, 2 * self.nv() + rate];
                    product_inputs.extend(indices.map(|k| Input::new(InputKind::Direction, k)));
                    product_inputs.push(Input::new(InputKind::Weights, rate));
                }
            }
            stack.extend(children[joint].iter().rev());
        }
        inputs.extend(product_inputs);
        inputs
    }
}
