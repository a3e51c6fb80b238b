//! Which armatures (apparent inertias of drives) are part of the equations.

use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{ActuatorTarget, Conventions, Joint, Model, Quantity};
use multibody_program::exact::Rational;

/// The armature of a tendon, or what the drive of an actuator contributes to the armature of its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmatureReport {
    /// The name of the tendon or of the actuator.
    pub owner: String,
    /// Its value a, kg m^2 or kg; for an actuator, the armature of its drive times the square of the gear.
    pub value: String,
    /// For a tendon, its joints and their coefficients c: the armature adds `a c c^T` to M.
    pub along: Vec<(String, String)>,
    /// For an actuator, the joint or tendon that it drives.
    pub part_of: Option<String>,
}

/// The armatures of tendons, then those of actuators.
#[must_use]
pub fn armature_reports(model: &Model) -> Vec<ArmatureReport> {
    let tendons = model.tendons.iter().filter_map(|tendon| {
        let armature = tendon.armature.as_ref()?.exact()?;
        let terms = tendon.terms.iter();
        Some(ArmatureReport {
            owner: tendon.name.value.clone(),
            value: armature.text.clone(),
            along: terms
                .map(|(joint, factor)| (joint.value.clone(), factor.text.clone()))
                .collect(),
            part_of: None,
        })
    });
    let drives = model.drive_armatures.iter().map(|drive| {
        let (ActuatorTarget::Joint(target) | ActuatorTarget::Tendon(target)) = &drive.target;
        ArmatureReport {
            owner: drive.actuator.clone(),
            value: drive.armature.text.clone(),
            along: Vec::new(),
            part_of: Some(target.value.clone()),
        }
    });
    tendons.chain(drives).collect()
}

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

/// Whether an armature is part of the equations. Reports one that cannot be, unless an MJCF gives it as 0.
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
