//! What a description says of forces, and which of it acts.

use std::collections::BTreeMap;

use crate::fault::{Fault, Faults, Shown};
use crate::force::{Element, is_zero, read};
use crate::ir::Builder;
use crate::model::{self, Model, Quantity, Span, Vocabulary};
use crate::report::Passive;
use crate::settings::Settings;
use crate::system::{Joint, System};

/// Why a force element does not act that would on request.
const NOT_ASKED_FOR: &str = "`passive` is false";

/// Why a force element does not act on a joint that moves in `nv` ways: of a URDF it does only if asked for,
/// and only along one degree of freedom. None: it acts.
pub fn idle(vocabulary: Vocabulary, settings: &Settings, nv: usize) -> Option<&'static str> {
    match (nv, vocabulary) {
        (0, _) => Some("the joint does not move"),
        (1, Vocabulary::Urdf) if !settings.passive => Some(NOT_ASKED_FOR),
        (1, _) => None,
        _ => Some("the joint has several degrees of freedom"),
    }
}

/// The elements of a joint, at position `at` among those of the system, that moves in `nv` ways.
pub fn acting(
    b: &mut Builder,
    joint: &model::Joint,
    (at, nv): (usize, usize),
    (vocabulary, settings): (Vocabulary, &Settings),
) -> Vec<Element> {
    if idle(vocabulary, settings, nv).is_some() {
        return Vec::new();
    }
    let element = |(kind, coefficients): (_, Vec<&Quantity>)| Element {
        kind,
        joint: at,
        coefficients: coefficients.into_iter().map(|q| q.value(b)).collect(),
    };
    read(joint).map(element).collect()
}

/// All force elements and friction of a model. Of what could be expected to act and does not, `faults` hears.
pub fn passive(
    model: &Model,
    system: &System,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Passive> {
    let rates: BTreeMap<&str, usize> = (system.tree.joints.iter())
        .map(|joint| (joint.name.as_str(), Joint::nv(joint)))
        .collect();
    let mut found = Vec::new();
    let mut waiting: Vec<(&'static str, Span, Shown)> = Vec::new();
    for joint in &model.joints {
        let nv = rates.get(joint.name.value.as_str()).copied().unwrap_or(0);
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
        for (kind, coefficients) in read(joint) {
            let (what, first) = (kind.name(), coefficients[0]);
            let idle = idle(model.vocabulary, settings, nv);
            add(what, first, idle);
            if idle == Some(NOT_ASKED_FOR) {
                waiting.push((what, first.span(), shown()));
            }
            if nv > 1 {
                let (joint, kind) = (shown(), joint.kind.value.name());
                let fault = Fault::SettingForceSeveral { what, joint, kind };
                faults.push(first.span(), fault);
            }
        }
        if let Some(friction) = joint.friction.as_ref().filter(|f| !is_zero(f)) {
            add("friction", friction, Some("dry friction is not smooth"));
            if expected && nv > 0 {
                let fault = Fault::TokenFriction { joint: shown() };
                faults.push(friction.span(), fault);
            }
        }
    }
    let others = match waiting.len() {
        0 | 1 => String::new(),
        count => format!(" and of {} more", count - 1),
    };
    if let Some((what, span, joint)) = waiting.into_iter().next() {
        let fault = Fault::SettingForceIdle {
            what,
            joint,
            others,
        };
        faults.push(span, fault);
    }
    found
}

fn text(quantity: &Quantity) -> String {
    quantity
        .exact()
        .map_or_else(|| "a parameter".into(), |number| number.text.clone())
}
