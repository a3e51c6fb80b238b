//! Armatures of floating joints.
//!
//! MJCF gives such an armature to linear rates in world axes. In body axes it would have a bias force, as a mass has. So a floating
//! joint with an armature becomes three slides and a ball joint: the positions are the same, and the linear rates are their
//! derivatives.

use crate::joint::kind_of_word;
use crate::model::{ElementaryMotion, Joint, JointKind, Model, Number};
use multibody_program::exact::Rational;

/// Changes the floating joints with an armature.
pub fn split_floating_joints(model: &mut Model) {
    if !model.conventions.acts_on_every_rate {
        return;
    }
    let has_armature = |joint: &&mut Joint| {
        let armature = joint
            .armature
            .as_ref()
            .and_then(|armature| armature.exact());
        armature.is_some_and(|number| number.value != Rational::ZERO)
    };
    for joint in model.joints.iter_mut().filter(has_armature) {
        let is_floating = match &joint.kind.value.0[..] {
            [motion] => motion.kind.nv() == 6,
            _ => false,
        };
        if is_floating {
            joint.kind.value = slides_and_ball(joint);
        }
    }
}

fn slides_and_ball(joint: &Joint) -> JointKind {
    let span = joint.kind.span;
    let mut kinds = JointKind::of(
        ["prismatic", "prismatic", "prismatic", "ball"]
            .map(|word| kind_of_word(word).expect("a known word")),
    );
    for (k, motion) in kinds.0.iter_mut().take(3).enumerate() {
        let axis = [0, 1, 2].map(|i| Number::left_out(i64::from(i == k), span));
        *motion = ElementaryMotion {
            axis: Some(axis),
            ..motion.clone()
        };
    }
    kinds
}
