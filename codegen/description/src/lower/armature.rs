//! Which armatures (apparent inertias of drives) are part of the equations.

use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Conventions, Joint, Quantity};
use multibody_program::exact::Rational;

/// The armature of each joint; `None` if it has none that is part of the equations.
pub fn armatures(
    joints: &[Joint],
    rules: &[Rule],
    conventions: &Conventions,
    faults: &mut Faults,
) -> Vec<Option<Quantity>> {
    joints
        .iter()
        .zip(rules)
        .map(|(joint, rule)| {
            let armature = joint.armature.clone();
            armature.filter(|armature| check_armature(joint, rule, armature, conventions, faults))
        })
        .collect()
}

/// Whether an armature is part of the equations. Reports one that cannot be, but not a 0 that an MJCF gives.
fn check_armature(
    joint: &Joint,
    rule: &Rule,
    armature: &Quantity,
    conventions: &Conventions,
    faults: &mut Faults,
) -> bool {
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
    let is_zero = armature.exact().is_some_and(|a| a.value == Rational::ZERO);
    if is_zero && conventions.acts_on_every_rate {
        return false;
    }
    let kind = &joint.kind.value;
    let is_for_every_rate = conventions.acts_on_every_rate && kind.allows_armature_on_every_rate();
    if !kind.is_fixed() && !kind.is_simple() && !is_for_every_rate {
        let fault = Fault::SettingSeveral {
            what: "an armature",
            joint: name,
            kind: kind.name(),
        };
        faults.push(armature.span(), fault);
        return false;
    }
    if rule.is_locked() {
        let noun = "armature";
        faults.push(
            armature.span(),
            Fault::SettingJointIdle {
                what: noun,
                joint: name,
            },
        );
        return false;
    }
    true
}
