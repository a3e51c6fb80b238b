//! States with names: the pose as drawn, and keyframes.

use super::body::{Body, unused_name};
use super::classes::Resolved;
use super::document::Node;
use super::joint::JointType;
use super::reader::Reader;
use crate::model::{NamedJointState, NamedState, Number, Spanned};
use multibody_program::exact::{Rational, integer, long_square_root, rotation};

/// The name of the state in which the robot is drawn.
const DRAWN: &str = "qpos0";

/// Positions and rates in MuJoCo's conventions: the positions of a free joint are x, y, z and a quaternion w, x, y, z.
struct State {
    positions: Vec<Number>,
    rates: Vec<Number>,
}

impl<'a> Reader<'_, 'a> {
    /// The pose as drawn, and the keyframes of all sections.
    pub(super) fn read_keyframes(
        &mut self,
        root: &Node<'a>,
        bodies: &[Body<'a>],
    ) -> Vec<NamedState> {
        let keys = root.section("keyframe").filter(|node| node.tag() == "key");
        let keys = self.with_names("keyframes", "key", keys);
        let mut known_names = keys.iter().map(|(_, name)| name.value.clone()).collect();
        let name = unused_name(DRAWN.to_owned(), &mut known_names);
        let drawn_state = state_as_drawn(bodies);
        let name = Spanned::new(name, root.element.tag_span());
        let mut states = vec![convert_state(name, &drawn_state, bodies)];
        for (node, name) in keys {
            let element = Resolved::alone(node.element);
            let state = State {
                positions: self.fill(&element, "qpos", &drawn_state.positions),
                rates: self.fill(&element, "qvel", &drawn_state.rates),
            };
            states.push(convert_state(name, &state, bodies));
        }
        states
    }

    /// The numbers of an attribute; those that are left out have their values as drawn.
    fn fill(&mut self, element: &Resolved<'a>, name: &str, defaults: &[Number]) -> Vec<Number> {
        let mut numbers = (self.up_to(defaults.len(), element, name)).unwrap_or_default();
        numbers.extend_from_slice(&defaults[numbers.len()..]);
        numbers
    }
}

/// The state in which the robot is drawn, at rest.
fn state_as_drawn<'b, 'a>(bodies: &'b [Body<'a>]) -> State {
    let (mut positions, mut rates) = (Vec::new(), Vec::new());
    let body_and_joints = |body: &'b Body<'a>| body.joints.iter().map(move |joint| (body, joint));
    for (body, joint) in bodies.iter().flat_map(body_and_joints) {
        let span = joint.span();
        let number = |value: Rational| Number::derived(value, span);
        match joint.kind {
            JointType::Hinge | JointType::Slide => positions.push(number(joint.drawn_position())),
            JointType::Ball => positions.extend([1, 0, 0, 0].map(|x| number(integer(x)))),
            JointType::Free => {
                positions.extend_from_slice(&body.pose.position);
                let quaternion = rotation::quaternion_of(&body.pose.rotation);
                positions.extend(normalize(quaternion).map(number));
            }
        }
        let [_, count] = joint.kind.counts();
        rates.extend((0..count).map(|_| number(Rational::ZERO)));
    }
    State { positions, rates }
}

/// A state in our conventions: quaternions are x, y, z, w, and the linear rates of a free joint are in the axes of the body.
fn convert_state(name: Spanned<String>, state: &State, bodies: &[Body]) -> NamedState {
    let mut all_positions = state.positions.iter().cloned();
    let mut all_rates = state.rates.iter().cloned();
    let joints = bodies.iter().flat_map(|body| &body.joints).map(|joint| {
        let [nq, nv] = joint.kind.counts();
        let mut positions: Vec<Number> = all_positions.by_ref().take(nq).collect();
        let mut rates: Vec<Number> = all_rates.by_ref().take(nv).collect();
        // If a joint has four positions or more, the last four are a quaternion.
        if let Some([w, x, y, z]) = positions.last_chunk().cloned() {
            let span = w.span;
            let quaternion = normalize([w, x, y, z].map(|component| component.value));
            if let Some(linear) = rates.first_chunk_mut::<3>().filter(|_| nv == 6) {
                let rot_body_world = rotation::transpose(&rotation::of_quaternion(&quaternion));
                let linear_rates = linear.each_ref().map(|rate| rate.value.clone());
                let values = rotation::rotate(&rot_body_world, &linear_rates);
                for (rate, value) in linear.iter_mut().zip(values) {
                    *rate = Number::derived(value, rate.span);
                }
            }
            let [w, x, y, z] = quaternion;
            positions.truncate(nq - 4);
            positions.extend([x, y, z, w].map(|component| Number::derived(component, span)));
        }
        NamedJointState {
            joint: joint.model.name.value.clone(),
            positions,
            rates,
        }
    });
    NamedState {
        name,
        joints: joints.collect(),
    }
}

/// Scales a quaternion w, x, y, z to unit length; returns that of no rotation for 0.
fn normalize(quaternion: [Rational; 4]) -> [Rational; 4] {
    let square = rotation::dot(&quaternion, &quaternion);
    if square == Rational::ZERO {
        return [1, 0, 0, 0].map(integer);
    }
    let length = long_square_root(&square);
    quaternion.map(|component| component / &length)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;
    use multibody_program::exact::nearest_f64;

    /// The free joint is turned by 90 degrees about z in `turned`, so that the world's x is the body's -y.
    #[test]
    fn states_are_converted_to_our_conventions() {
        let model = read(
            "<mujoco><worldbody><body name=\"b\" pos=\"0 0 2\"><freejoint/><geom size=\".1\"/><body name=\"c\">\
             <joint name=\"h\" axis=\"0 1 0\" ref=\"90\"/><geom size=\".1\"/></body></body></worldbody><keyframe>\
             <key name=\"turned\" qpos=\"0 0 1 2 0 0 2\" qvel=\"1 0 0 4 5 6\"/></keyframe></mujoco>",
        )
        .model;
        let numbers = |numbers: &[Number]| -> Vec<f64> {
            numbers
                .iter()
                .map(|number| nearest_f64(&number.value))
                .collect()
        };
        let [first, second] = &model.keyframes[..] else {
            panic!("two states")
        };
        assert_eq!(first.name.value, "qpos0");
        assert_eq!(
            numbers(&first.joints[0].positions),
            [0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            numbers(&first.joints[1].positions),
            [std::f64::consts::FRAC_PI_2]
        );
        let root_of_half = 0.5_f64.sqrt();
        assert_eq!(
            numbers(&second.joints[0].positions),
            [0.0, 0.0, 1.0, 0.0, 0.0, root_of_half, root_of_half]
        );
        let rates = numbers(&second.joints[0].rates);
        assert!(
            (rates[0]).abs() < 1e-30 && (rates[1] + 1.0).abs() < 1e-30,
            "{rates:?}"
        );
        assert_eq!(rates[3..], [4.0, 5.0, 6.0]);
        assert_eq!(second.joints[1].joint, "h");
        assert_eq!(
            numbers(&second.joints[1].positions),
            [std::f64::consts::FRAC_PI_2]
        );
    }
}
