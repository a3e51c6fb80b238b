//! Lowering of force elements: which elements of the description and of the settings act.

use std::collections::BTreeMap;

use super::joints_with_settings;
use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::force::{self, Element, Kind};
use crate::model::{Conventions, Joint, Model, Quantity, Span, Waiting};
use crate::settings::Settings;
use crate::system::{self, System};
use multibody_program::exact::Rational;
use multibody_program::ir::Builder;

/// A force element, or friction, that a description gives to a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passive {
    /// The joint.
    pub joint: String,
    /// The name of its type, or `friction`.
    pub what: &'static str,
    /// As written in the description; `a parameter` if it is known only at run time.
    pub value: String,
    /// Why it does not act; `None` if it acts.
    pub idle: Option<&'static str>,
}

/// Why a force element does not act that would act if the settings requested it.
const NOT_REQUESTED: &str = "`passive` is false";

/// Why a force element does not act on a joint with `nv` rates; `None` if it acts. Every element acts along one degree
/// of freedom only. Some elements of a file act only if requested.
fn why_idle(
    kind: Kind,
    conventions: &Conventions,
    settings: &Settings,
    nv: usize,
) -> Option<&'static str> {
    let waits = match conventions.waiting {
        Waiting::Nothing => false,
        Waiting::Dissipation => kind.is_passive(),
        Waiting::Everything => true,
    };
    let is_unrequested = waits && !settings.passive;
    match nv {
        0 => Some("the joint does not move"),
        1 if is_unrequested => Some(NOT_REQUESTED),
        1 => None,
        _ => Some("the joint has several degrees of freedom"),
    }
}

/// The force elements that act on a joint with `nv` rates; `index` is the index of the joint in the system.
pub fn acting_elements(
    b: &mut Builder,
    joint: &Joint,
    index: usize,
    nv: usize,
    conventions: &Conventions,
    settings: &Settings,
) -> Vec<Element> {
    let elements = force::read(joint, settings)
        .filter(|(kind, _)| why_idle(*kind, conventions, settings, nv).is_none());
    elements
        .map(|(kind, coefficients)| Element {
            kind,
            joint: index,
            coefficients: coefficients.iter().map(|q| q.value(b)).collect(),
        })
        .collect()
}

/// Reports springs with negative stiffness or on joints that do not move, and force elements on joints with several
/// degrees of freedom. Damping and friction of a file are not reported, since a file may have them for any joint.
pub fn check(
    joints: &[Joint],
    rules: &[Rule],
    conventions: &Conventions,
    settings: &Settings,
    faults: &mut Faults,
) {
    for (joint, rule) in joints.iter().zip(rules) {
        let name = || Shown::from(&joint.name.value);
        for (kind, coefficients) in force::read(joint, settings) {
            let first = &coefficients[0];
            let motion = &joint.kind.value;
            let is_from_file = conventions.option.is_some() && kind.is_passive();
            if let Some(number) = first.exact().filter(|n| n.value < Rational::ZERO)
                && force::stores(kind)
            {
                let (joint, stiffness) = (name(), Shown::from(&number.text));
                let fault = Fault::SettingSpringNegative { joint, stiffness };
                faults.push(number.span, fault);
            } else if !motion.is_fixed() && !motion.is_simple() && !is_from_file {
                let (noun, joint, kind) = (kind.with_article(), name(), motion.name());
                faults.push(
                    first.span(),
                    Fault::SettingSeveral {
                        what: noun,
                        joint,
                        kind,
                    },
                );
            } else if rule.multiplier().is_none() && force::stores(kind) {
                let (noun, joint) = (kind.name(), name());
                faults.push(first.span(), Fault::SettingJointIdle { what: noun, joint });
            }
        }
    }
}

/// All force elements of a model. Reports those that users may expect to act, but that do not.
pub fn passive_forces(
    model: &Model,
    system: &System,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Passive> {
    let rates: BTreeMap<&str, usize> = (system.tree.joints.iter())
        .map(|joint| (joint.name.as_str(), system::Joint::nv(joint)))
        .collect();
    // These faults have been reported when the model was lowered.
    let mut reported = Faults::new();
    let joints = joints_with_settings(model, settings, &mut reported);
    let _reported_already = reported.finish();
    let mut elements = Vec::new();
    let mut unrequested: Vec<(&'static str, Span, Shown)> = Vec::new();
    for joint in &joints {
        let nv = rates.get(joint.name.value.as_str()).copied().unwrap_or(0);
        let name = || Shown::from(&joint.name.value);
        for (kind, coefficients) in force::read(joint, settings) {
            let (noun, span) = (kind.name(), coefficients[0].span());
            let idle = why_idle(kind, &model.conventions, settings, nv);
            let texts: Vec<String> = coefficients.iter().map(value_text).collect();
            elements.push(Passive {
                joint: joint.name.value.clone(),
                what: noun,
                value: kind.text(&texts),
                idle,
            });
            if idle == Some(NOT_REQUESTED) {
                unrequested.push((noun, span, name()));
            }
            if nv > 1 {
                let (joint, kind) = (name(), joint.kind.value.name());
                faults.push(
                    span,
                    Fault::SettingForceSeveral {
                        what: noun,
                        joint,
                        kind,
                    },
                );
            }
        }
    }
    let others = match unrequested.len() {
        0 | 1 => String::new(),
        count => format!(" and of {} more", count - 1),
    };
    if let Some((noun, span, joint)) = unrequested.into_iter().next() {
        let fault = Fault::SettingForceIdle {
            what: noun,
            joint,
            others,
        };
        faults.push(span, fault);
    }
    elements
}

fn value_text(quantity: &Quantity) -> String {
    match quantity.exact() {
        None => "a parameter".into(),
        Some(number) if number.text.is_empty() => "0".into(),
        Some(number) => number.text.clone(),
    }
}
