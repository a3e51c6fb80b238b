//! Limbs of one shape: branches of the tree that move in the same way.

use super::System;
use super::tree::Joint;
use crate::ir::{Input, InputKind, Limbs};

impl System {
    /// The inputs of limbs that hang on one link and have joints of the same types in the same order. A limb within one
    /// counts as a part of that.
    #[must_use]
    pub fn limbs(&self) -> Limbs {
        let mut limbs = Limbs::default();
        let mut open: Vec<Option<usize>> = vec![None];
        while let Some(link) = open.pop() {
            let mut groups: Vec<(String, Vec<&Joint>)> = Vec::new();
            for joint in self.carried(link) {
                let shape = self.shape(joint);
                match groups.iter_mut().find(|(other, _)| *other == shape) {
                    Some((_, joints)) => joints.push(joint),
                    None => groups.push((shape, vec![joint])),
                }
            }
            for (shape, joints) in groups {
                let moves = shape.contains(char::is_alphabetic);
                match joints[..] {
                    [first, _, ..] if moves && !self.inputs(first).is_empty() => {
                        let each = joints.iter().map(|joint| self.inputs(joint));
                        limbs.add(&each.collect::<Vec<_>>());
                    }
                    _ => open.extend(joints.iter().map(|joint| Some(joint.child))),
                }
            }
        }
        limbs
    }

    fn carried(&self, link: Option<usize>) -> impl Iterator<Item = &Joint> {
        let joints = self.tree.joints.iter();
        joints.filter(move |joint| joint.parent == link)
    }

    /// The types of motions of a joint and of what it carries; what does not move is left out.
    fn shape(&self, joint: &Joint) -> String {
        let own: Vec<&str> = joint
            .motions
            .iter()
            .map(|motion| motion.kind.name())
            .collect();
        let carried = self.carried(Some(joint.child));
        let carried = carried.map(|joint| self.shape(joint));
        let carried: Vec<String> = carried.filter(|shape| !shape.is_empty()).collect();
        match own.is_empty() {
            true => carried.concat(),
            false => format!("{}({})", own.join(" "), carried.concat()),
        }
    }

    /// Positions, rates, accelerations and forces of a limb.
    fn inputs(&self, joint: &Joint) -> Vec<Input> {
        let mut inputs = Vec::new();
        let coordinates = joint
            .motions
            .iter()
            .map(|motion| &self.coordinates[motion.coordinate]);
        for coordinate in coordinates {
            let (q, v) = coordinate.end();
            inputs.extend((coordinate.q..q).map(|at| Input::new(InputKind::Q, at)));
            for kind in [InputKind::Qd, InputKind::Qdd, InputKind::Tau] {
                inputs.extend((coordinate.v..v).map(|at| Input::new(kind, at)));
            }
        }
        let carried = self.carried(Some(joint.child));
        inputs.extend(carried.flat_map(|joint| self.inputs(joint)));
        inputs
    }
}
