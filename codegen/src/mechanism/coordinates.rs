//! Which joints are coordinates of their own, which follow others, which are held.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Structure;
use crate::exact::{Rational, integer};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{JointKind, Model, Span};
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
pub fn rules(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Rule> {
    let welds = welds(model, settings, faults);
    let followed = |at: usize| match settings.mimic {
        settings::Mimic::Independent => None,
        settings::Mimic::Resolve => structure.mimic[at],
    };
    (0..model.joints.len())
        .map(|at| rule(model, &welds, followed, at))
        .collect()
}

fn welds(model: &Model, settings: &Settings, faults: &mut Faults) -> BTreeMap<usize, Rational> {
    let named: BTreeMap<&str, usize> = model
        .joints
        .iter()
        .enumerate()
        .map(|(at, j)| (j.name.value.as_str(), at))
        .collect();
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
    welds: &BTreeMap<usize, Rational>,
    followed: impl Fn(usize) -> Option<usize>,
    start: usize,
) -> Rule {
    let (mut multiplier, mut offset, mut at) = (integer(1), integer(0), start);
    loop {
        if let Some(position) = welds.get(&at) {
            return Rule::Held(&multiplier * position + offset);
        }
        if model.joints[at].kind.value == JointKind::Fixed {
            return Rule::Held(integer(0));
        }
        let (Some(leader), Some(mimic)) = (followed(at), &model.joints[at].mimic) else {
            break;
        };
        offset += &multiplier * &mimic.offset.value;
        multiplier *= &mimic.multiplier.value;
        at = leader;
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
