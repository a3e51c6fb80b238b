//! The joints of a model, with the armatures and springs from the settings.

use super::rules::find_joint;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Joint, Model, Number, Quantity, Span, Spring};
use crate::settings::Settings;
use multibody_program::exact::{Rational, nearest_f64};

/// The joints of a model, with the armatures and springs from the settings.
pub fn joints_with_settings(model: &Model, settings: &Settings, faults: &mut Faults) -> Vec<Joint> {
    let mut joints = model.joints.clone();
    for armature in &settings.armatures {
        if let Some(index) = find_joint(model, &armature.joint, faults) {
            let span = joints[index].name.span;
            let slot = &mut joints[index].armature;
            let is_second = slot.replace(exact(&armature.inertia, span)).is_some();
            report_second(is_second, "armature", &joints[index], faults);
        }
    }
    for spring in &settings.springs {
        if let Some(index) = find_joint(model, &spring.joint, faults) {
            let span = joints[index].name.span;
            let replacement = Spring {
                stiffness: exact(&spring.stiffness, span),
                rest: exact(&spring.rest, span),
            };
            let is_second = joints[index].forces.spring.replace(replacement).is_some();
            report_second(is_second, "spring", &joints[index], faults);
        }
    }
    joints
}

/// A number from the settings, which have no spans: it gets that of the joint's name.
fn exact(value: &Rational, span: Span) -> Quantity {
    let number = Number {
        value: value.clone(),
        text: nearest_f64(value).to_string(),
        span,
    };
    number.into()
}

/// Reports a joint that has such a value already.
fn report_second(is_second: bool, noun: &'static str, joint: &Joint, faults: &mut Faults) {
    if is_second {
        let name = Shown::from(&joint.name.value);
        let fault = Fault::SettingJointTwice {
            what: noun,
            joint: name,
        };
        faults.push(joint.name.span, fault);
    }
}
