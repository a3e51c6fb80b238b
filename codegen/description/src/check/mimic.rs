//! Joints that follow others.

use std::collections::HashMap;

use super::cycles::cycles;
use crate::fault::{Fault, Faults, Hint, Shown, names};
use crate::model::{Joint, Mimic, Model, Span};
use crate::settings;

/// Maximum number of joints that a mimic joint follows, directly or through others: the digits of their multipliers
/// add up.
const CHAIN_LIMIT: usize = 16;

/// Reports faults of mimic joints, and returns the leader of each joint: the joint that it follows. With independent
/// mimic joints, nothing about a leader is an error.
pub(super) fn check(
    model: &Model,
    joints: &HashMap<&str, usize>,
    mode: settings::Mimic,
    faults: &mut Faults,
) -> Vec<Option<usize>> {
    let mut leaders = vec![None; model.joints.len()];
    for (index, joint) in model.joints.iter().enumerate() {
        let Some(mimic) = joint.mimic.as_ref().filter(|m| !m.joint.value.is_empty()) else {
            continue;
        };
        match find_leader(model, index, joint, mimic, joints, faults) {
            Leader::Joint(target) => leaders[index] = Some(target),
            Leader::None(fault, others) => {
                let (fault, others) = match mode {
                    settings::Mimic::Resolve => (fault, others),
                    settings::Mimic::Independent => {
                        (unused_warning(joint, mimic, fault), Vec::new())
                    }
                };
                faults.push_conflict(mimic.joint.span, others, fault);
            }
        }
    }
    if mode == settings::Mimic::Resolve {
        check_cycles(model, &leaders, faults);
        check_lengths(model, &leaders, faults);
    }
    leaders
}

/// With independent mimic joints: the warning that replaces a fault of a mimic joint.
fn unused_warning(joint: &Joint, mimic: &Mimic, fault: Fault) -> Fault {
    let remedy = "correct or remove <mimic>: without `mimic = independent` this is an error";
    let hint = match fault {
        Fault::MimicOnFixed { .. } => return fault,
        Fault::MimicUnknown { hint, .. } => match hint {
            Hint::Nearest(_) => hint,
            _ => Hint::Write(
                "no joint has that name; without `mimic = independent` this is an error",
            ),
        },
        _ => Hint::Write(remedy),
    };
    Fault::MimicUnused {
        joint: Shown::from(&joint.name.value),
        target: Shown::from(&mimic.joint.value),
        hint,
    }
}

fn check_cycles(model: &Model, leaders: &[Option<usize>], faults: &mut Faults) {
    for cycle in cycles(leaders.len(), |joint| leaders[joint]) {
        let members = || cycle.iter().map(|&joint| &model.joints[joint]);
        let mimics = members().filter_map(|joint| joint.mimic.as_ref());
        let spans: Vec<Span> = mimics.map(|mimic| mimic.joint.span).collect();
        let joints = names(members().map(|joint| joint.name.value.as_str()));
        if let [first, others @ ..] = &spans[..] {
            faults.push_conflict(*first, others.to_vec(), Fault::MimicCycle { joints });
        }
    }
}

/// Reports the joint at which a chain of mimic joints becomes too long.
fn check_lengths(model: &Model, leaders: &[Option<usize>], faults: &mut Faults) {
    let leader = |joint: &usize| leaders[*joint];
    for (index, joint) in model.joints.iter().enumerate() {
        // Cycles have been reported; `take` ends the walk around a cycle.
        let chain = std::iter::successors(leader(&index), leader);
        if let Some(mimic) = &joint.mimic
            && chain.take(CHAIN_LIMIT + 2).count() == CHAIN_LIMIT + 1
        {
            let (joint, limit) = (Shown::from(&joint.name.value), CHAIN_LIMIT);
            faults.push(mimic.joint.span, Fault::MimicTooLong { joint, limit });
        }
    }
}

/// The leader of a mimic joint: a joint, or none because of a fault, with the other places of that fault.
enum Leader {
    Joint(usize),
    None(Fault, Vec<Span>),
}

/// Finds the joint that a mimic joint follows.
fn find_leader(
    model: &Model,
    index: usize,
    joint: &Joint,
    mimic: &Mimic,
    joints: &HashMap<&str, usize>,
    faults: &mut Faults,
) -> Leader {
    let name = Shown::from(&joint.name.value);
    if joint.kind.value.is_fixed() {
        return Leader::None(Fault::MimicOnFixed { joint: name }, Vec::new());
    }
    let target_name = Shown::from(&mimic.joint.value);
    let Some(&target) = joints.get(mimic.joint.value.as_str()) else {
        let joints = model.joints.iter().enumerate();
        let others = joints.filter(|(other, _)| *other != index);
        let candidates = others.map(|(_, joint)| joint.name.value.as_str());
        let hint = faults
            .nearest_beside(&mimic.joint.value, &joint.name.value, candidates)
            .or(Hint::Write(
                "there is no other joint: remove <mimic>, or set `mimic = independent`",
            ));
        let fault = Fault::MimicUnknown {
            joint: name,
            target: target_name,
            hint,
        };
        return Leader::None(fault, Vec::new());
    };
    if target == index {
        return Leader::None(Fault::MimicItself { joint: name }, Vec::new());
    }
    let leader = &model.joints[target];
    if leader.kind.value.is_fixed() {
        let fault = Fault::MimicOfFixed {
            joint: name,
            target: target_name,
        };
        return Leader::None(fault, vec![leader.kind.span]);
    }
    let compound = [joint, leader]
        .into_iter()
        .find(|j| !j.kind.value.is_simple());
    if let Some(compound) = compound {
        let fault = Fault::MimicOfSeveral {
            joint: name,
            target: target_name,
            which: Shown::from(&compound.name.value),
            kind: compound.kind.value.name(),
        };
        return Leader::None(fault, vec![compound.kind.span]);
    }
    Leader::Joint(target)
}
