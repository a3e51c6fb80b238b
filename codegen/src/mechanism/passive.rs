//! Which damping and friction of a description act.

use std::collections::BTreeMap;

use super::{Mechanism, Motion};
use crate::exact::Rational;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Model, Quantity, Span, Vocabulary};
use crate::settings::Settings;

/// Damping or friction that a description gives to a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passive {
    /// The joint.
    pub joint: String,
    /// `damping` or `friction`.
    pub what: &'static str,
    /// As the description has it; `a parameter`, if it is known only at run time.
    pub value: String,
    /// Why it does not act; none: it does.
    pub idle: Option<&'static str>,
}

/// Why damping does not act that would on request.
const NOT_ASKED_FOR: &str = "`passive` is false";

/// Why viscous damping of a joint does not act: of a URDF only if asked for, and only along one degree
/// of freedom. None: the force `-damping * rate` acts.
pub fn idle(
    vocabulary: Vocabulary,
    settings: &Settings,
    motions: &[Motion],
) -> Option<&'static str> {
    match motions {
        [] => Some("the joint does not move"),
        [only] if only.kind.nv() == 1 => match vocabulary {
            Vocabulary::Urdf if !settings.passive => Some(NOT_ASKED_FOR),
            _ => None,
        },
        _ => Some("only one degree of freedom is damped"),
    }
}

/// All damping and friction of a model. Of what could be expected to act and does not, `faults` hears.
pub fn passive(
    model: &Model,
    mechanism: &Mechanism,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Passive> {
    let motions: BTreeMap<&str, &[Motion]> = (mechanism.joints.iter())
        .map(|joint| (joint.name.as_str(), &joint.motions[..]))
        .collect();
    let mut found = Vec::new();
    let mut idle_damping: Vec<(Span, Shown)> = Vec::new();
    for joint in &model.joints {
        let found_motions = motions.get(joint.name.value.as_str());
        let motions = found_motions.copied().unwrap_or_default();
        let expected = model.vocabulary == Vocabulary::Urdf && settings.passive;
        let shown = || Shown::from(&joint.name.value);
        let mut add = |what, quantity: &Quantity, idle| {
            found.push(Passive {
                joint: joint.name.value.clone(),
                what,
                value: text(quantity),
                idle,
            });
        };
        if let Some(damping) = joint.damping.as_ref().filter(|d| !is_zero(d)) {
            let idle = idle(model.vocabulary, settings, motions);
            add("damping", damping, idle);
            if idle == Some(NOT_ASKED_FOR) {
                idle_damping.push((damping.span(), shown()));
            }
            let nv: usize = motions.iter().map(|motion| motion.kind.nv()).sum();
            if nv > 1 {
                let (joint, kind) = (shown(), joint.kind.value.name());
                let fault = Fault::SettingDampingSeveral { joint, kind };
                faults.push(damping.span(), fault);
            }
        }
        if let Some(friction) = joint.friction.as_ref().filter(|f| !is_zero(f)) {
            add("friction", friction, Some("dry friction is not smooth"));
            if expected && !motions.is_empty() {
                let fault = Fault::TokenFriction { joint: shown() };
                faults.push(friction.span(), fault);
            }
        }
    }
    let others = match idle_damping.len() {
        0 | 1 => String::new(),
        count => format!(" and of {} more", count - 1),
    };
    if let Some((span, joint)) = idle_damping.into_iter().next() {
        faults.push(span, Fault::SettingDampingIdle { joint, others });
    }
    found
}

fn is_zero(quantity: &Quantity) -> bool {
    quantity.exact().is_some_and(|n| n.value == Rational::ZERO)
}

fn text(quantity: &Quantity) -> String {
    quantity
        .exact()
        .map_or_else(|| "a parameter".into(), |number| number.text.clone())
}
