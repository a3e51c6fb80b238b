//! Joints that follow others.

use std::collections::HashMap;

use super::cycles::cycles;
use crate::fault::{Fault, Faults, Shown, names};
use crate::model::{Joint, Mimic, Model, Span};

/// Maximum number of joints that a mimic joint follows, directly or through others: the digits of their multipliers
/// add up.
const LENGTH_LIMIT: usize = 16;

/// Reports faults of mimic joints, and returns for each joint the one that it follows.
pub(super) fn check(
    model: &Model,
    joints: &HashMap<&str, usize>,
    faults: &mut Faults,
) -> Vec<Option<usize>> {
    let mut follows = vec![None; model.joints.len()];
    for (index, joint) in model.joints.iter().enumerate() {
        if let Some(mimic) = &joint.mimic {
            follows[index] = target(model, index, joint, mimic, joints, faults);
        }
    }
    for cycle in cycles(follows.len(), |joint| follows[joint]) {
        let mimics = cycle
            .iter()
            .filter_map(|joint| model.joints[*joint].mimic.as_ref());
        let spans: Vec<Span> = mimics.map(|mimic| mimic.joint.span).collect();
        let joints = names(
            cycle
                .iter()
                .map(|joint| model.joints[*joint].name.value.as_str()),
        );
        if let [first, others @ ..] = &spans[..] {
            faults.push_conflict(*first, others.to_vec(), Fault::MimicCycle { joints });
        }
    }
    check_lengths(model, &follows, faults);
    follows
}

/// Reports the joint at which a chain of mimic joints becomes too long.
fn check_lengths(model: &Model, follows: &[Option<usize>], faults: &mut Faults) {
    let leader = |joint: &usize| follows[*joint];
    for (index, joint) in model.joints.iter().enumerate() {
        // Cycles have been reported; `take` ends the walk around a cycle.
        let chain = std::iter::successors(leader(&index), leader);
        if let Some(mimic) = &joint.mimic
            && chain.take(LENGTH_LIMIT + 2).count() == LENGTH_LIMIT + 1
        {
            let (joint, limit) = (Shown::from(&joint.name.value), LENGTH_LIMIT);
            faults.push(mimic.joint.span, Fault::MimicTooLong { joint, limit });
        }
    }
}

/// The joint that a mimic joint follows; none if it cannot follow that joint.
fn target(
    model: &Model,
    index: usize,
    joint: &Joint,
    mimic: &Mimic,
    joints: &HashMap<&str, usize>,
    faults: &mut Faults,
) -> Option<usize> {
    if mimic.joint.value.is_empty() {
        return None;
    }
    let (name, span) = (Shown::from(&joint.name.value), mimic.joint.span);
    if joint.kind.value.is_fixed() {
        faults.push(span, Fault::MimicOnFixed { joint: name });
        return None;
    }
    let target_name = Shown::from(&mimic.joint.value);
    let Some(&target) = joints.get(mimic.joint.value.as_str()) else {
        let known = model.joints.iter().map(|joint| joint.name.value.as_str());
        let hint = faults.nearest_or_some(&mimic.joint.value, known);
        faults.push(
            span,
            Fault::MimicUnknown {
                joint: name,
                target: target_name,
                hint,
            },
        );
        return None;
    };
    if target == index {
        faults.push(span, Fault::MimicItself { joint: name });
        return None;
    }
    let leader = &model.joints[target];
    if leader.kind.value.is_fixed() {
        let fault = Fault::MimicOfFixed {
            joint: name,
            target: target_name,
        };
        faults.push_conflict(span, vec![leader.kind.span], fault);
        return None;
    }
    let several = [joint, leader]
        .into_iter()
        .find(|j| !j.kind.value.is_simple());
    if let Some(several) = several {
        let fault = Fault::MimicOfSeveral {
            joint: name,
            target: target_name,
            which: Shown::from(&several.name.value),
            kind: several.kind.value.name(),
        };
        faults.push_conflict(span, vec![several.kind.span], fault);
        return None;
    }
    Some(target)
}
