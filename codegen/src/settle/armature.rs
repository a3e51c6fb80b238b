//! Which joints have an armature: the apparent inertia of what drives them.

use super::rules::{Rule, named_joint};
use crate::exact::{Rational, nearest_f64};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, Model, Number, Quantity};
use crate::settings::Settings;

/// The armature of each joint of the model, from the description or the settings. None: it has none, or does
/// not move.
pub fn armatures(
    model: &Model,
    rules: &[Rule],
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<Option<Quantity>> {
    let described = model.joints.iter().map(|joint| joint.armature.clone());
    let mut armatures: Vec<Option<Quantity>> = described.collect();
    for armature in &settings.armatures {
        let Some(at) = named_joint(model, &armature.joint, faults) else {
            continue;
        };
        let name = &model.joints[at].name;
        let number = Number {
            value: armature.inertia.clone(),
            text: nearest_f64(&armature.inertia).to_string(),
            span: name.span,
        };
        if armatures[at].replace(number.into()).is_some() {
            let joint = Shown::from(&name.value);
            faults.push(name.span, Fault::SettingArmatureTwice { joint });
        }
    }
    let joints = model.joints.iter().zip(rules).zip(armatures);
    joints
        .map(|((joint, rule), armature)| armature.filter(|a| acts(joint, rule, a, faults)))
        .collect()
}

/// Whether an armature goes into the equations; reports one that cannot.
fn acts(joint: &Joint, rule: &Rule, armature: &Quantity, faults: &mut Faults) -> bool {
    let name = Shown::from(&joint.name.value);
    if let Some(number) = armature.exact().filter(|a| a.value < Rational::ZERO) {
        let inertia = Shown::from(&number.text);
        let fault = Fault::SettingArmatureNegative {
            joint: name,
            inertia,
        };
        faults.push(number.span, fault);
        return false;
    }
    let kind = &joint.kind.value;
    if !kind.is_fixed() && !kind.is_simple() {
        let kind = kind.name();
        let fault = Fault::SettingArmatureSeveral { joint: name, kind };
        faults.push(armature.span(), fault);
        return false;
    }
    if rule.multiplier().is_none() {
        faults.push(armature.span(), Fault::SettingArmatureIdle { joint: name });
        return false;
    }
    true
}
