//! Tendons: those whose length is a weighted sum of joint positions, and those with a path in space, which are not read.

use super::body::Body;
use super::classes::{MAIN_CLASS, Resolved};
use super::document::{Node, place};
use super::joint::RANGE_REMEDY;
use super::law::default_number;
use super::reader::Reader;
use crate::fault::{Fault, Shown};
use crate::model::{Number, Spanned, Spring, Tendon};
use multibody_program::exact::{Rational, integer};

/// The remedy for an armature along a path in space.
const ARMATURE_REMEDY: &str = "leave it out, or give armature to joints";

/// The tendons of a description.
#[derive(Debug, Default)]
pub(super) struct Tendons {
    pub(super) fixed: Vec<FixedTendon>,
    /// Names of tendons with a path in space.
    spatial: Vec<String>,
}

/// A tendon whose length is a weighted sum of joint positions.
#[derive(Debug)]
pub(super) struct FixedTendon {
    pub(super) tendon: Tendon,
    /// Its least and its greatest length.
    pub(super) range: Option<[Number; 2]>,
    /// Its length in the pose as drawn.
    pub(super) drawn_length: Rational,
}

impl Tendons {
    /// Whether a tendon with this name has a path in space.
    pub(super) fn is_spatial(&self, name: &str) -> bool {
        self.spatial.iter().any(|known| known == name)
    }
}

impl<'a> Reader<'_, 'a> {
    /// The tendons of all sections.
    pub(super) fn read_tendons(&mut self, root: &Node<'a>, bodies: &[Body<'a>]) -> Tendons {
        let mut tendons = Tendons::default();
        for (node, name) in self.with_names("tendons", "tendon", root.section("tendon")) {
            let element = self.resolve(node, "tendon", MAIN_CLASS);
            match node.tag() {
                "fixed" => {
                    let tendon = self.read_fixed(node, &element, name, bodies);
                    tendons.fixed.extend(tendon);
                }
                "spatial" => {
                    self.report_spatial(&element, "a spatial tendon");
                    tendons.spatial.push(name.value);
                }
                // Unknown elements are reported where all are.
                _ => {}
            }
        }
        tendons
    }

    /// A fixed tendon, if its terms can be read.
    fn read_fixed(
        &mut self,
        node: &Node<'a>,
        element: &Resolved<'a>,
        name: Spanned<String>,
        bodies: &[Body<'a>],
    ) -> Option<FixedTendon> {
        let example = "<joint joint=\"elbow\" coef=\"0.5\"/>";
        let mut terms: Vec<(Spanned<String>, Number)> = Vec::new();
        let [mut rest, mut drawn_length] = [Rational::ZERO, Rational::ZERO];
        let mut is_readable = true;
        for term in node.children_with("joint") {
            let term = Resolved::alone(term.element);
            let joint = self.require_name(&term, "joint", example);
            self.require(&term, "coef", example);
            let coefficient = self.number(&term, "coef");
            let joint_and_name =
                joint.and_then(|name| Some((self.simple_joint(&name, bodies)?, name)));
            let (Some((joint, name)), Some(coefficient)) = (joint_and_name, coefficient) else {
                is_readable = false;
                continue;
            };
            rest += &coefficient.value * &joint.rest.value;
            drawn_length += &coefficient.value * &joint.drawn_position();
            match terms.iter().find(|(known, _)| known.value == name.value) {
                Some((first, _)) => {
                    let joint = Shown::from(&name.value);
                    let fault = Fault::RepeatedTerm { joint };
                    self.faults
                        .push_conflict(name.span, vec![first.span], fault);
                    is_readable = false;
                }
                None => terms.push((name, coefficient)),
            }
        }
        if is_readable && terms.is_empty() {
            let fault = Fault::MissingElement {
                tag: "joint",
                place: place(element.element),
                example,
            };
            self.faults.push(element.element.tag_span(), fault);
        }
        let rest = Number::derived(rest, name.span);
        let (armature, mut forces) = self.passive(element, &rest);
        forces.spring = forces.spring.and_then(|it| self.spring(element, it));
        let tendon = Tendon {
            name,
            terms,
            armature,
            forces,
        };
        // This only reports an invalid range: controls may inherit one that does not limit.
        self.range(element, "limited", "range");
        let range = self.numbers(element, "range");
        is_readable.then_some(FixedTendon {
            tendon,
            range,
            drawn_length,
        })
    }

    /// A tendon's spring, which rests at `springlength`; without it, or if it is -1, where the springs of the joints do. A spring
    /// that is slack between two lengths is noted, and left out.
    fn spring(&mut self, element: &Resolved<'a>, spring: Spring) -> Option<Spring> {
        let mut lengths = self.up_to(2, element, "springlength").unwrap_or_default();
        // A single length is both ends of the range, even if the class has two lengths.
        let attribute = element.attribute("springlength");
        if attribute.is_some_and(|attribute| attribute.words(self.text).count() == 1) {
            lengths.truncate(1);
        }
        if let [first, second] = &lengths[..]
            && first.value > second.value
        {
            let problem = "has a reversed range of lengths";
            self.report_invalid(second.span, element.element, problem, RANGE_REMEDY);
        }
        match &lengths[..] {
            [first, second] if first.value != second.value => {
                self.note_unread_force(
                    second.span,
                    "a spring that rests at all lengths of a range",
                );
                None
            }
            [length, ..] if length.value != integer(-1) => Some(Spring {
                rest: length.clone().into(),
                ..spring
            }),
            _ => Some(spring),
        }
    }

    /// Reports the armature and the passive forces of a spatial tendon, or of an actuator of such a tendon.
    pub(super) fn report_spatial(&mut self, element: &Resolved<'a>, owner: &str) {
        let (armature, forces) = self.passive(element, &default_number(0));
        if let Some(armature) = armature {
            let label = format!("the armature of {owner}");
            self.refuse(armature.span(), &label, ARMATURE_REMEDY);
        }
        let stiffness = forces.spring.map(|spring| ("stiffness", spring.stiffness));
        let damping = forces.damping.map(|it| ("damping", it));
        let friction = forces.friction.map(|it| ("frictionloss", it));
        for (name, quantity) in [stiffness, damping, friction].into_iter().flatten() {
            self.note_unread_force(quantity.span(), &format!("the {name} of {owner}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use multibody_program::exact::nearest_f64;

    #[test]
    fn a_tendon_rests_where_the_springs_of_its_joints_do() {
        let rest_length = |attributes: &str| {
            let model = read(&format!(
                "<mujoco><default><default class=\"slack\"><tendon springlength=\".4 .5\"/></default></default>\
                 <worldbody><body name=\"b\"><joint name=\"x\" type=\"slide\"/>\
                 <joint name=\"y\" ref=\"20\" springref=\"40\"/><geom size=\".1\"/></body></worldbody><tendon>\
                 <fixed name=\"t\" stiffness=\"10\" {attributes}><joint joint=\"x\" coef=\"2\"/>\
                 <joint joint=\"y\" coef=\"-3\"/></fixed></tendon></mujoco>"
            ))
            .model;
            let spring = model.tendons[0].forces.spring.as_ref();
            let rest = spring.map(|spring| spring.rest.exact().expect("a number"));
            rest.map(|rest| nearest_f64(&rest.value))
        };
        let expected = -2.0 / 3.0 * std::f64::consts::PI;
        assert!(rest_length("").is_some_and(|rest| (rest - expected).abs() < 1e-15));
        assert_eq!(rest_length("springlength=\"-1\""), rest_length(""));
        assert_eq!(rest_length("springlength=\".5\""), Some(0.5));
        assert_eq!(rest_length("springlength=\".5 .6\""), None);
        assert_eq!(rest_length("class=\"slack\""), None);
        assert_eq!(
            rest_length("class=\"slack\" springlength=\".3\""),
            Some(0.3)
        );
    }
}
