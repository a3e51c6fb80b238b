//! Armatures of floating joints.
//!
//! MJCF gives such an armature to linear rates in world axes. In body axes it would have a bias force, as a mass has. So a floating
//! joint with an armature becomes three slides and a ball joint: the positions are the same, and the linear rates are their
//! derivatives.

use crate::joint::kind_of_word;
use crate::model::{ElementaryMotion, Joint, JointKind, Model, NamedJointState, Number};
use multibody_program::exact::{Rational, rotation};

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
        let is_floating = match joint.kind.value.motions() {
            [motion] => motion.kind.nv() == 6,
            _ => false,
        };
        if is_floating {
            joint.kind.value = slides_and_ball(joint);
            let states = model
                .keyframes
                .iter_mut()
                .flat_map(|state| &mut state.joints);
            states
                .filter(|state| state.joint == joint.name.value)
                .for_each(turn_linear_rates);
        }
    }
}

/// Turns the linear rates of a floating joint from the axes of the body to those of the world.
fn turn_linear_rates(state: &mut NamedJointState) {
    let values = state.positions.iter().map(|number| number.value.clone());
    let [_, _, _, x, y, z, w] = &values.collect::<Vec<_>>()[..] else {
        return;
    };
    let rotation = rotation::of_quaternion(&[w, x, y, z].map(Clone::clone));
    let Some(linear) = state.rates.first_chunk_mut::<3>() else {
        return;
    };
    let in_body = linear.each_ref().map(|rate| rate.value.clone());
    for (rate, row) in linear.iter_mut().zip(&rotation) {
        let value = row.iter().zip(&in_body).map(|(entry, x)| entry * x);
        *rate = Number::derived(value.fold(Rational::ZERO, |sum, x| sum + x), rate.span);
    }
}

/// Three slides along x, y and z of the joint's frame, then a ball joint.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Faults;
    use crate::model::Source;
    use multibody_program::exact::nearest_f64;

    /// The body is turned by 90 degrees about z. The reader turns the linear rates from world axes to those of the body, and the
    /// split has to turn them back.
    #[test]
    fn named_states_keep_linear_rates_of_the_world() {
        let text = "<mujoco><worldbody><body name=\"b\"><joint name=\"j\" type=\"free\" armature=\".5\"/><geom size=\".1\"/>\
             </body></worldbody><keyframe><key name=\"k\" qpos=\"0 0 5 1 0 0 1\" qvel=\"1 2 3 4 5 6\"/></keyframe></mujoco>";
        let mut faults = Faults::new();
        let model = crate::source::read(&Source::new("test.xml", text), &mut faults);
        assert!(!faults.finish().has_errors());
        let mut robot = model.expect("a robot");
        split_floating_joints(&mut robot);
        let state = robot.keyframes.iter().find(|state| state.name.value == "k");
        let rates = &state.expect("a keyframe").joints[0].rates;
        let rates: Vec<f64> = rates.iter().map(|rate| nearest_f64(&rate.value)).collect();
        assert_eq!(rates, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
