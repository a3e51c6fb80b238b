//! States with names: the pose as drawn, and keyframes.

use std::collections::BTreeSet;

use super::body::{Body, unused_name};
use super::classes::Resolved;
use super::document::Node;
use super::joint::{BodyJoint, JointType};
use super::place::value_place;
use super::pose::turn;
use super::reader::Reader;
use crate::fault::Fault;
use crate::model::{NamedJointState, NamedState, Number, Spanned};
use multibody_program::exact::{Rational, integer, long_square_root, rotation};

/// The name of the state in which the robot is drawn.
const DRAWN: &str = "qpos0";

/// Positions and rates in MuJoCo's conventions: those of a free joint are x, y, z and a quaternion w, x, y, z.
struct State {
    positions: Vec<Number>,
    rates: Vec<Number>,
}

impl JointType {
    /// How many positions and rates it has.
    fn counts(self) -> [usize; 2] {
        match self {
            Self::Hinge | Self::Slide => [1, 1],
            Self::Ball => [4, 3],
            Self::Free => [7, 6],
        }
    }
}

impl<'a> Reader<'_, 'a> {
    /// The pose as drawn, and the keyframes of all sections.
    pub(super) fn read_keyframes(
        &mut self,
        root: &Node<'a>,
        bodies: &[Body<'a>],
    ) -> Vec<NamedState> {
        let span = root.element.tag_span();
        let spanned = |value: String, span| Spanned { value, span };
        let drawn_state = draw(bodies);
        let mut names = BTreeSet::from([DRAWN.to_owned()]);
        let mut states = vec![name_state(
            spanned(DRAWN.to_owned(), span),
            &drawn_state,
            bodies,
        )];
        let keys = root.section("keyframe").filter(|node| node.tag() == "key");
        for (index, node) in keys.enumerate() {
            let element = Resolved::alone(node);
            let own_name = self.name(&element, "name");
            let name = own_name.unwrap_or(spanned(format!("key{index}"), node.element.tag_span()));
            let state = State {
                positions: self.fill(&element, "qpos", &drawn_state.positions),
                rates: self.fill(&element, "qvel", &drawn_state.rates),
            };
            // A keyframe may have the name that the pose as drawn has here.
            let name = match name.value.as_str() {
                DRAWN => spanned(unused_name(name.value, &mut names), name.span),
                _ => self.claim_name("keyframes", name, &mut names),
            };
            states.push(name_state(name, &state, bodies));
        }
        states
    }

    /// The numbers of an attribute; those that are left out have their values as drawn.
    fn fill(&mut self, element: &Resolved<'a>, name: &str, defaults: &[Number]) -> Vec<Number> {
        let mut numbers = self.up_to(usize::MAX, element, name).unwrap_or_default();
        let (found_count, expected) = (numbers.len(), defaults.len());
        if let Some(attribute) = element.attribute(name).filter(|_| found_count > expected) {
            let fault = Fault::WrongCount {
                found: found_count,
                expected,
                place: value_place(attribute, element.element),
            };
            self.faults.push(attribute.span, fault);
        }
        numbers.truncate(expected);
        numbers.extend_from_slice(&defaults[numbers.len()..]);
        numbers
    }
}

/// All joints, each with its body.
fn joints<'b, 'a>(
    bodies: &'b [Body<'a>],
) -> impl Iterator<Item = (&'b Body<'a>, &'b BodyJoint<'a>)> {
    bodies
        .iter()
        .flat_map(|body| body.joints.iter().map(move |joint| (body, joint)))
}

/// The state in which the robot is drawn, at rest.
fn draw(bodies: &[Body]) -> State {
    let (mut positions, mut rates) = (Vec::new(), Vec::new());
    for (body, joint) in joints(bodies) {
        let span = joint.span();
        let number = |value: Rational| Number::derived(value, span);
        match joint.kind {
            JointType::Hinge | JointType::Slide => {
                let position = joint.reference.clone();
                positions.push(position.unwrap_or_else(|| number(Rational::ZERO)));
            }
            JointType::Ball => positions.extend([1, 0, 0, 0].map(|x| number(integer(x)))),
            JointType::Free => {
                positions.extend_from_slice(&body.pose.position);
                let quaternion = rotation::quaternion_of(&body.pose.rotation);
                positions.extend(unit(quaternion).map(number));
            }
        }
        let [_, count] = joint.kind.counts();
        rates.extend((0..count).map(|_| number(Rational::ZERO)));
    }
    State { positions, rates }
}

/// A state in our conventions: quaternions are x, y, z, w, and the linear rates of a free joint are in the axes of the body.
fn name_state(name: Spanned<String>, state: &State, bodies: &[Body]) -> NamedState {
    let (mut positions, mut rates) = (&state.positions[..], &state.rates[..]);
    let state_of = |(_, joint): (&Body, &BodyJoint)| {
        let [nq, nv] = joint.kind.counts();
        let (own_positions, own_rates);
        (own_positions, positions) = positions.split_at(nq);
        (own_rates, rates) = rates.split_at(nv);
        let (mut own_positions, mut own_rates) = (own_positions.to_vec(), own_rates.to_vec());
        // Only an orientation has four positions.
        if let Some([w, x, y, z]) = own_positions.last_chunk().cloned() {
            let span = w.span;
            let quaternion = unit([w, x, y, z].map(|component| component.value));
            if let Some(linear) = own_rates.first_chunk::<3>().filter(|_| nv == 6) {
                let back = rotation::transpose(&rotation::of_quaternion(&quaternion));
                let linear = turn(&back, &linear.each_ref().map(|rate| rate.value.clone()));
                for (rate, value) in own_rates.iter_mut().zip(linear) {
                    *rate = Number::derived(value, rate.span);
                }
            }
            let [w, x, y, z] = quaternion;
            own_positions.truncate(nq - 4);
            own_positions.extend([x, y, z, w].map(|component| Number::derived(component, span)));
        }
        NamedJointState {
            joint: joint.name.value.clone(),
            positions: own_positions,
            rates: own_rates,
        }
    };
    NamedState {
        joints: joints(bodies).map(state_of).collect(),
        name,
    }
}

/// A quaternion w, x, y, z of unit length; that of no turn if it is zero.
fn unit(quaternion: [Rational; 4]) -> [Rational; 4] {
    let square = quaternion.iter().fold(Rational::ZERO, |sum, x| sum + x * x);
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
    fn states_have_our_conventions() {
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
        let half = 0.5_f64.sqrt();
        assert_eq!(
            numbers(&second.joints[0].positions),
            [0.0, 0.0, 1.0, 0.0, 0.0, half, half]
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
