//! Rules of joints: independent joints, mimic joints and locked joints.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Structure;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Model, Span};
use crate::settings::{self, Settings};
use multibody_program::exact::{Rational, integer};

/// What determines a joint's position.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The joint does not move; its position in rad or m.
    Locked(Rational),
    /// `multiplier * position of the joint leader + offset`; an independent joint is its own leader.
    Follows {
        leader: usize,
        multiplier: Rational,
        offset: Rational,
    },
}

impl Rule {
    /// Whether the joint does not move.
    pub fn is_locked(&self) -> bool {
        matches!(self, Self::Locked(_))
    }

    /// Whether the joint with this index, whose rule this is, follows no other joint.
    pub fn is_independent(&self, index: usize) -> bool {
        matches!(self, Self::Follows { leader, .. } if *leader == index)
    }
}

/// The rule of every joint of the model, with mimic chains resolved.
pub fn rules(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Rule> {
    let welds = welds(model, settings, faults);
    let leader_of = |joint: usize| match settings.mimic {
        settings::Mimic::Independent => None,
        settings::Mimic::Resolve => structure.mimic[joint],
    };
    (0..model.joints.len())
        .map(|joint| rule(model, &welds, leader_of, joint))
        .collect()
}

/// The position of each joint that the settings weld.
fn welds(model: &Model, settings: &Settings, faults: &mut Faults) -> BTreeMap<usize, Rational> {
    let mut positions = BTreeMap::new();
    let mut welded_joints = BTreeSet::new();
    for weld in &settings.welds {
        let label = || Shown::from(weld.joint.as_str());
        let Some(index) = find_joint(model, &weld.joint, faults) else {
            continue;
        };
        let span = model.joints[index].name.span;
        let kind = &model.joints[index].kind.value;
        if kind.is_fixed() {
            faults.push(span, Fault::SettingWeldFixed { name: label() });
        } else if !kind.is_simple() {
            let (name, kind) = (label(), kind.name());
            faults.push(span, Fault::SettingWeldSeveral { name, kind });
        } else if !welded_joints.insert(index) {
            faults.push(span, Fault::SettingWeldTwice { name: label() });
        }
        positions.insert(index, weld.position.clone());
    }
    positions
}

/// Index of a joint that a setting names; reports an unknown name.
pub fn find_joint(model: &Model, name: &str, faults: &mut Faults) -> Option<usize> {
    let names = model.joints.iter().map(|joint| joint.name.value.as_str());
    let index = names.clone().position(|candidate| candidate == name);
    if index.is_none() {
        let hint = faults.nearest_or_some(name, names);
        let (noun, name) = ("joint", Shown::from(name));
        let fault = Fault::SettingUnknown {
            what: noun,
            name,
            hint,
        };
        faults.push(Span::default(), fault);
    }
    index
}

/// The rule of the joint `start`, found along its mimic chain, which ends at an independent joint or at one that does
/// not move.
fn rule(
    model: &Model,
    welds: &BTreeMap<usize, Rational>,
    leader_of: impl Fn(usize) -> Option<usize>,
    start: usize,
) -> Rule {
    // The position of `start` is `multiplier * position of joint + offset`.
    let (mut multiplier, mut offset, mut joint) = (integer(1), integer(0), start);
    loop {
        if let Some(position) = welds.get(&joint) {
            return Rule::Locked(&multiplier * position + offset);
        }
        if model.joints[joint].kind.value.is_fixed() {
            return Rule::Locked(integer(0));
        }
        let (Some(leader), Some(mimic)) = (leader_of(joint), &model.joints[joint].mimic) else {
            break;
        };
        offset += &multiplier * &mimic.offset.value;
        multiplier *= &mimic.multiplier.value;
        joint = leader;
    }
    if multiplier == Rational::ZERO {
        return Rule::Locked(offset);
    }
    Rule::Follows {
        leader: joint,
        multiplier,
        offset,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::model::Source;
    use crate::settings::Weld;
    use crate::source::urdf;
    use multibody_program::exact::decimal;

    /// Joints a, b = 2 a + 0.1, c = -3 b + 0.5, d = 0 a + 0.7.
    fn rules_of(settings: &Settings) -> Vec<Rule> {
        let joint = |name: &str, mimic: &str| {
            format!(
                "<joint name=\"{name}\" type=\"continuous\"><parent link=\"base\"/><child link=\"of_{name}\"/>\
                 {mimic}</joint><link name=\"of_{name}\"/>"
            )
        };
        let follows = |target: &str, multiplier: &str, offset: &str| {
            format!("<mimic joint=\"{target}\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>")
        };
        let text = format!(
            "<robot name=\"chain\"><link name=\"base\"/>{}{}{}{}</robot>",
            joint("a", ""),
            joint("b", &follows("a", "2", "0.1")),
            joint("c", &follows("b", "-3", "0.5")),
            joint("d", &follows("a", "0", "0.7")),
        );
        let source = Source::new("chain.urdf", text);
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let rules = rules(&model, &structure, settings, &mut faults);
        assert!(!faults.finish().has_errors());
        rules
    }

    fn follows(leader: usize, multiplier: i64, offset: &str) -> Rule {
        let (multiplier, offset) = (integer(multiplier), decimal(offset).unwrap());
        Rule::Follows {
            leader,
            multiplier,
            offset,
        }
    }

    fn lock(position: &str) -> Rule {
        Rule::Locked(decimal(position).unwrap())
    }

    #[test]
    fn mimic_chains_are_followed_to_their_end() {
        let expected = [
            follows(0, 1, "0"),
            follows(0, 2, "0.1"),
            follows(0, -6, "0.2"),
            lock("0.7"),
        ];
        assert_eq!(rules_of(&Settings::default()), expected);
    }

    #[test]
    fn followers_of_welded_joints_are_locked() {
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position: decimal(position).unwrap(),
        };
        let welded = |joint, position| {
            rules_of(&Settings {
                welds: vec![weld(joint, position)],
                ..Settings::default()
            })
        };
        assert_eq!(
            welded("a", "0.5"),
            [lock("0.5"), lock("1.1"), lock("-2.8"), lock("0.7")]
        );
        let expected = [follows(0, 1, "0"), lock("1"), lock("-2.5"), lock("0.7")];
        assert_eq!(welded("b", "1"), expected);
    }

    #[test]
    fn independent_joints_follow_themselves() {
        let settings = Settings {
            mimic: settings::Mimic::Independent,
            ..Settings::default()
        };
        let expected: Vec<Rule> = (0..4).map(|joint| follows(joint, 1, "0")).collect();
        assert_eq!(rules_of(&settings), expected);
    }
}
