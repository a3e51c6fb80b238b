//! Which joints are coordinates of their own, which follow others, which are held.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::{Rational, integer};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, JointKind, Model, Span};
use crate::settings::{self, Settings};

/// What decides a joint's position.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// It does not move; `position` in rad or m.
    Held(Rational),
    /// `multiplier * position of the joint leader + offset`; its own leader: itself.
    Follows {
        leader: usize,
        multiplier: Rational,
        offset: Rational,
    },
}

/// The rule of every joint of the model, mimic chains followed to their end.
pub fn rules(model: &Model, settings: &Settings, faults: &mut Faults) -> Vec<Rule> {
    let named: BTreeMap<&str, usize> = model
        .joints
        .iter()
        .enumerate()
        .map(|(at, j)| (j.name.value.as_str(), at))
        .collect();
    let welds = welds(model, &named, settings, faults);
    (0..model.joints.len())
        .map(|at| rule(model, &named, &welds, settings, at))
        .collect()
}

fn welds(
    model: &Model,
    named: &BTreeMap<&str, usize>,
    settings: &Settings,
    faults: &mut Faults,
) -> BTreeMap<usize, Rational> {
    let mut welds = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for weld in &settings.welds {
        let shown = || Shown::from(weld.joint.as_str());
        let Some(&at) = named.get(weld.joint.as_str()) else {
            let hint = faults.nearest(&weld.joint, named.keys().copied());
            let fault = Fault::SettingUnknown {
                what: "joint",
                name: shown(),
                hint,
            };
            faults.push(Span::default(), fault);
            continue;
        };
        let span = model.joints[at].name.span;
        if model.joints[at].kind.value == JointKind::Floating {
            faults.push(span, Fault::SettingWeldFloating { name: shown() });
        } else if !seen.insert(at) {
            faults.push(span, Fault::SettingWeldTwice { name: shown() });
        }
        welds.insert(at, weld.position.clone());
    }
    welds
}

fn rule(
    model: &Model,
    named: &BTreeMap<&str, usize>,
    welds: &BTreeMap<usize, Rational>,
    settings: &Settings,
    start: usize,
) -> Rule {
    let (mut multiplier, mut offset, mut at) = (integer(1), integer(0), start);
    // The check has excluded cycles; the bound keeps a broken promise from hanging.
    for _ in 0..=model.joints.len() {
        if let Some(position) = welds.get(&at) {
            return Rule::Held(&multiplier * position + offset);
        }
        let joint = &model.joints[at];
        if joint.kind.value == JointKind::Fixed {
            return Rule::Held(if at == start { integer(0) } else { offset });
        }
        let leader = followed(joint, named, settings);
        let Some((next, factor, shift)) = leader else {
            break;
        };
        offset += &multiplier * shift;
        multiplier *= factor;
        at = next;
    }
    if multiplier == Rational::ZERO {
        return Rule::Held(offset);
    }
    Rule::Follows {
        leader: at,
        multiplier,
        offset,
    }
}

/// The joint that a joint follows directly, with multiplier and offset.
fn followed<'a>(
    joint: &'a Joint,
    named: &BTreeMap<&str, usize>,
    settings: &Settings,
) -> Option<(usize, &'a Rational, &'a Rational)> {
    if settings.mimic == settings::Mimic::Independent {
        return None;
    }
    let mimic = joint.mimic.as_ref()?;
    let leader = *named.get(mimic.joint.value.as_str())?;
    Some((leader, &mimic.multiplier.value, &mimic.offset.value))
}
