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
    /// The multiplier of a joint that moves; none if it is locked.
    pub fn multiplier(&self) -> Option<&Rational> {
        match self {
            Self::Locked(_) => None,
            Self::Follows { multiplier, .. } => Some(multiplier),
        }
    }

    /// Whether the joint with this index is independent, if this is its rule.
    pub fn is_of(&self, at: usize) -> bool {
        matches!(self, Self::Follows { leader, .. } if *leader == at)
    }
}

/// The rule of every joint of the model; mimic chains are resolved.
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
    let mut welds = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for weld in &settings.welds {
        let shown = || Shown::from(weld.joint.as_str());
        let Some(at) = named_joint(model, &weld.joint, faults) else {
            continue;
        };
        let span = model.joints[at].name.span;
        let kind = &model.joints[at].kind.value;
        if kind.is_fixed() {
            faults.push(span, Fault::SettingWeldFixed { name: shown() });
        } else if !kind.is_simple() {
            let (name, kind) = (shown(), kind.name());
            faults.push(span, Fault::SettingWeldSeveral { name, kind });
        } else if !seen.insert(at) {
            faults.push(span, Fault::SettingWeldTwice { name: shown() });
        }
        welds.insert(at, weld.position.clone());
    }
    welds
}

/// Index of a joint that a setting names; reports an unknown name.
pub fn named_joint(model: &Model, name: &str, faults: &mut Faults) -> Option<usize> {
    let known = model.joints.iter().map(|joint| joint.name.value.as_str());
    let found = known.clone().position(|known| known == name);
    if found.is_none() {
        let hint = faults.nearest_or_some(name, known);
        let (what, name) = ("joint", Shown::from(name));
        let fault = Fault::SettingUnknown { what, name, hint };
        faults.push(Span::default(), fault);
    }
    found
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
            return Rule::Locked(&multiplier * position + offset);
        }
        if model.joints[at].kind.value.is_fixed() {
            return Rule::Locked(integer(0));
        }
        let (Some(leader), Some(mimic)) = (followed(at), &model.joints[at].mimic) else {
            break;
        };
        offset += &multiplier * &mimic.offset.value;
        multiplier *= &mimic.multiplier.value;
        at = leader;
    }
    if multiplier == Rational::ZERO {
        return Rule::Locked(offset);
    }
    Rule::Follows {
        leader: at,
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
        let follows = |of: &str, multiplier: &str, offset: &str| {
            format!("<mimic joint=\"{of}\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>")
        };
        let text = format!(
            "<robot name=\"chain\"><link name=\"base\"/>{}{}{}{}</robot>",
            joint("a", ""),
            joint("b", &follows("a", "2", "0.1")),
            joint("c", &follows("b", "-3", "0.5")),
            joint("d", &follows("a", "0", "0.7")),
        );
        let source = Source {
            name: "chain.urdf".into(),
            text: text.into(),
        };
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

    fn locked(position: &str) -> Rule {
        Rule::Locked(decimal(position).unwrap())
    }

    #[test]
    fn chains_are_followed_to_their_end() {
        let expected = [
            follows(0, 1, "0"),
            follows(0, 2, "0.1"),
            follows(0, -6, "0.2"),
            locked("0.7"),
        ];
        assert_eq!(rules_of(&Settings::default()), expected);
    }

    #[test]
    fn what_follows_a_welded_joint_is_fixed() {
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
            [locked("0.5"), locked("1.1"), locked("-2.8"), locked("0.7")]
        );
        let behind_b = [
            follows(0, 1, "0"),
            locked("1"),
            locked("-2.5"),
            locked("0.7"),
        ];
        assert_eq!(welded("b", "1"), behind_b);
    }

    #[test]
    fn independent_joints_follow_themselves() {
        let settings = Settings {
            mimic: settings::Mimic::Independent,
            ..Settings::default()
        };
        let expected: Vec<Rule> = (0..4).map(|at| follows(at, 1, "0")).collect();
        assert_eq!(rules_of(&settings), expected);
    }
}
