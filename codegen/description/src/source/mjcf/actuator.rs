//! Actuators without a state of their own.

use std::collections::BTreeSet;

use super::body::Body;
use super::classes::Resolved;
use super::document::Node;
use super::joint::BodyJoint;
use super::law::{ACTUATORS, Law, default_number};
use super::reader::{Reader, is_not_zero};
use super::tendon::Tendons;
use crate::fault::{Fault, Shown};
use crate::model::{Actuator, ActuatorTarget, Model, Number, Quantity, Spanned};
use multibody_program::exact::{Rational, integer};

/// What an actuator may drive instead of a hinge, a slide or a fixed tendon.
const OTHER_TARGETS: [&str; 4] = ["site", "body", "cranksite", "slidersite"];

impl<'a> Reader<'_, 'a> {
    /// Adds the actuators of all sections; their armature and damping are added to those of what they drive.
    pub(super) fn read_actuators(
        &mut self,
        root: &Node<'a>,
        bodies: &[Body<'a>],
        tendons: &mut Tendons,
        model: &mut Model,
    ) {
        let mut names = BTreeSet::new();
        let is_disabled = self.is_disabled("actuation");
        for (index, node) in root.section("actuator").enumerate() {
            if !ACTUATORS.contains(&node.tag()) {
                // Unknown elements are reported where all are.
                continue;
            }
            let (element, laws) = self.resolve_actuator(node);
            let span = node.element.tag_span();
            let name = self.name(&element, "name").unwrap_or(Spanned {
                value: format!("actuator{index}"),
                span,
            });
            let law = self.law(node, &laws);
            let gears = self.up_to(6, &element, "gear").unwrap_or_default();
            let gear = gears
                .into_iter()
                .next()
                .unwrap_or_else(|| default_number(1));
            let Some(target) = self.target(&element, bodies, tendons) else {
                continue;
            };
            self.add_inertia(&element, &gear, &target, tendons, model);
            model.motors.extend(target.joints(tendons));
            let is_delayed = self
                .number(&element, "delay")
                .is_some_and(|delay| is_not_zero(&delay));
            let obstacle = match &target {
                Target::Other | Target::Joint(_, None) => Some(NO_TARGET),
                _ if is_delayed => Some("its control is delayed"),
                _ if is_disabled => Some("a flag disables it"),
                _ => law.obstacle(),
            };
            if let Some(reason) = obstacle {
                let actuator = Shown::from(&name.value);
                self.faults
                    .push(span, Fault::ActuatorLeftOut { actuator, reason });
                continue;
            }
            let name = self.claim_name("actuators", name, &mut names);
            let control_range = self.control_range(&element, &law, &target, tendons);
            let force_range = self.range(&element, "forcelimited", "forcerange");
            let [gain, bias] = law.terms();
            model.actuators.push(Actuator {
                name,
                target: match target {
                    Target::Joint(name, _) => ActuatorTarget::Joint(name),
                    Target::Tendon(name, _) => ActuatorTarget::Tendon(name),
                    Target::Other => continue,
                },
                gear,
                gain,
                bias,
                control_range,
                force_range,
            });
        }
    }

    /// What an actuator drives. None: a fault.
    fn target<'b>(
        &mut self,
        element: &Resolved<'a>,
        bodies: &'b [Body<'a>],
        tendons: &Tendons,
    ) -> Option<Target<'a, 'b>> {
        let joint = self.name(element, "joint");
        if let Some(name) = joint.or_else(|| self.name(element, "jointinparent")) {
            let joint = self.joint(&name, bodies)?;
            return Some(Target::Joint(
                name,
                Some(joint).filter(|joint| joint.is_simple()),
            ));
        }
        if let Some(name) = self.name(element, "tendon") {
            if tendons.is_spatial(&name.value) {
                return Some(Target::Other);
            }
            let index = self.fixed_tendon(&name, tendons)?;
            return Some(Target::Tendon(name, index));
        }
        let is_other = |name: &str| element.attribute(name).is_some();
        if OTHER_TARGETS.iter().any(|name| is_other(name)) {
            return Some(Target::Other);
        }
        self.require_name(element, "joint", "<motor joint=\"elbow\"/>")?;
        None
    }

    /// Adds armature and damping to those of the target: times the square of the gear, unless it is a ball or free joint.
    fn add_inertia(
        &mut self,
        element: &Resolved<'a>,
        gear: &Number,
        target: &Target<'a, '_>,
        tendons: &mut Tendons,
        model: &mut Model,
    ) {
        let armature = self.number(element, "armature").filter(is_not_zero);
        let damping = self
            .coefficient(element, "damping")
            .filter(|_| !self.is_disabled("damper"));
        let square = || &gear.value * &gear.value;
        let (factor, [old_armature, old_damping]) = match target {
            Target::Joint(name, joint) => {
                let mut joints = model.joints.iter_mut();
                let Some(joint_driven) = joints.find(|known| known.name.value == name.value) else {
                    return;
                };
                // On a ball or free joint MuJoCo does not multiply by the gear, but adds nothing if it is 0.
                let on_all_rates = integer(i64::from(is_not_zero(gear)));
                let factor = joint.map_or(on_all_rates, |_| square());
                (
                    factor,
                    [&mut joint_driven.armature, &mut joint_driven.damping],
                )
            }
            Target::Tendon(_, index) => {
                let tendon = &mut tendons.fixed[*index].tendon;
                (square(), [&mut tendon.armature, &mut tendon.damping])
            }
            Target::Other => {
                if let Some(armature) = armature {
                    self.refuse(
                        armature.span,
                        "the armature of a spatial tendon's actuator",
                        "leave it out, or give armature to joints",
                    );
                }
                if let Some(damping) = damping {
                    self.waits(damping.span, "the damping of a spatial tendon's actuator");
                }
                return;
            }
        };
        for (sum, number) in [(old_armature, armature), (old_damping, damping)] {
            let Some(number) = number else { continue };
            let sum_before = sum
                .as_ref()
                .and_then(Quantity::exact)
                .map(|number| &number.value);
            let value = number.value * &factor + sum_before.unwrap_or(&Rational::ZERO);
            *sum = Some(Number::derived(value, number.span).into());
        }
    }

    /// The range of the control; a servo may have the range of what it drives.
    fn control_range(
        &mut self,
        element: &Resolved<'a>,
        law: &Law,
        target: &Target<'a, '_>,
        tendons: &Tendons,
    ) -> Option<[Number; 2]> {
        let has_range = element.attribute("ctrlrange").is_some();
        let inherits = element.own("inheritrange").is_some() || !has_range;
        let part = self.number(element, "inheritrange").filter(is_not_zero);
        let Some(part) = part.filter(|_| inherits && law.is_servo()) else {
            let is_limited = if law.tag == "damper" { ALWAYS } else { "ctrllimited" };
            return self.range(element, is_limited, "ctrlrange");
        };
        let [lower, upper] = match target {
            Target::Joint(_, joint) => {
                let limits = joint.as_ref()?.limits.as_ref()?;
                [limits.lower.as_ref()?, limits.upper.as_ref()?]
            }
            Target::Tendon(_, index) => tendons.fixed[*index].range.as_ref()?.each_ref(),
            Target::Other => return None,
        };
        let half = || integer(1) / integer(2);
        let middle = (&lower.value + &upper.value) * half();
        let radius = (&upper.value - &lower.value) * half() * &part.value;
        let ends = [&middle - &radius, middle + radius];
        Some(ends.map(|end| Number::derived(end, part.span)))
    }

    /// A range that limits.
    fn range(&mut self, element: &Resolved<'a>, limited: &str, name: &str) -> Option<[Number; 2]> {
        let is_limited = limited == ALWAYS || self.is_limited(element, limited, name);
        let range: Option<[Number; 2]> = self.numbers(element, name);
        range.filter(|[lower, upper]| is_limited && lower.value < upper.value)
    }
}

/// In place of the attribute that says whether a range limits.
const ALWAYS: &str = "";
const NO_TARGET: &str = "it drives no hinge, slide or fixed tendon";

/// What an actuator drives.
enum Target<'a, 'b> {
    /// A joint, which is known if it is a hinge or a slide.
    Joint(Spanned<String>, Option<&'b BodyJoint<'a>>),
    /// A fixed tendon and its index.
    Tendon(Spanned<String>, usize),
    Other,
}

impl Target<'_, '_> {
    /// The hinges and slides that it drives.
    fn joints(&self, tendons: &Tendons) -> Vec<String> {
        match self {
            Self::Joint(name, Some(_)) => vec![name.value.clone()],
            Self::Tendon(_, index) => {
                let terms = tendons.fixed[*index].tendon.terms.iter();
                terms.map(|(joint, _)| joint.value.clone()).collect()
            }
            Self::Joint(_, None) | Self::Other => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Read, read};
    use super::*;
    use multibody_program::exact::nearest_f64;

    /// A robot with actuators and with defaults of theirs.
    fn with_actuators(defaults: &str, actuators: &str) -> Read {
        read(&format!(
            "<mujoco><default>{defaults}</default><worldbody><body name=\"b\"><joint name=\"j\" range=\"-90 90\"/>\
             <geom size=\".1\"/></body></worldbody><tendon><fixed name=\"t\" range=\"1 3\"><joint joint=\"j\" coef=\"2\"/></fixed>\
             </tendon><actuator>{actuators}</actuator></mujoco>"
        ))
    }

    /// Gain, bias and gear of each actuator.
    fn laws(robot: &Read) -> Vec<[f64; 7]> {
        let actuators = robot.model.actuators.iter();
        let law = |actuator: &Actuator| {
            let gain_and_bias = actuator.gain.iter().chain(&actuator.bias);
            let numbers = gain_and_bias.chain([&actuator.gear]);
            let values: Vec<f64> = numbers.map(|n| nearest_f64(&n.value)).collect();
            values.try_into().expect("seven numbers")
        };
        actuators.map(law).collect()
    }

    /// Values by MuJoCo 4.0.0.
    #[test]
    fn gains_are_inherited_from_the_same_shortcut_and_from_general() {
        let general = "<general gainprm=\"400\" biasprm=\"0 -300 -20\" biastype=\"affine\"/>";
        let inner = "<position kp=\"10\" kv=\"2\"/><default class=\"c\">";
        for (defaults, actuator, [gain, length, rate]) in [
            (general.to_owned(), "<position joint=\"j\"/>", [400.0, -400.0, -20.0]),
            (general.to_owned(), "<position joint=\"j\" kp=\"7\"/>", [7.0, -7.0, -20.0]),
            (general.to_owned(), "<velocity joint=\"j\"/>", [400.0, 0.0, -400.0]),
            (general.to_owned(), "<motor joint=\"j\"/>", [1.0, 0.0, 0.0]),
            (
                format!("{inner}<general gainprm=\"5\"/></default>"),
                "<position class=\"c\" joint=\"j\"/>",
                [5.0, -5.0, -2.0],
            ),
            (
                format!("{inner}<general gainprm=\"5\"/></default>"),
                "<general class=\"c\" joint=\"j\"/>",
                [5.0, -10.0, -2.0],
            ),
            (
                format!("{inner}<velocity kv=\"3\"/></default>"),
                "<position class=\"c\" joint=\"j\"/>",
                [10.0, -10.0, -2.0],
            ),
            (
                format!("{inner}<velocity kv=\"3\"/></default>"),
                "<general class=\"c\" joint=\"j\"/>",
                [3.0, 0.0, -3.0],
            ),
            (
                "<position kp=\"10\"/><velocity kv=\"4\"/>".to_owned(),
                "<position joint=\"j\"/>",
                [1.0, -1.0, 0.0],
            ),
            (
                "<general gaintype=\"affine\" gainprm=\"7 0 -4\"/>".to_owned(),
                "<velocity joint=\"j\"/>",
                [1.0, 0.0, -1.0],
            ),
            (
                "<position kp=\"5\"/><default class=\"c\"><velocity kv=\"2\"/><default class=\"d\"><general gear=\"2\"/>\
                 </default></default>"
                    .to_owned(),
                "<position class=\"d\" joint=\"j\"/>",
                [2.0, -2.0, -2.0],
            ),
            (
                "<position kp=\"10\" dampratio=\"1\"/>".to_owned(),
                "<position joint=\"j\" kv=\"2\"/>",
                [10.0, -10.0, -2.0],
            ),
        ] {
            let all_laws = laws(&with_actuators(&defaults, actuator));
            assert_eq!(all_laws.len(), 1, "{defaults} {actuator}");
            let [first, .., bias_length, bias_rate, _] = all_laws[0];
            assert_eq!(
                [first, bias_length, bias_rate],
                [gain, length, rate],
                "{defaults} {actuator}"
            );
        }
    }

    #[test]
    fn gear_and_ranges_go_to_all_kinds() {
        let robot = with_actuators(
            "<position kp=\"10\" ctrlrange=\"0 1\" gear=\"2 3\"/>",
            "<motor joint=\"j\"/><damper joint=\"j\" kv=\"4\" gear=\"5\"/><position tendon=\"t\" inheritrange=\".5\"/>",
        );
        assert_eq!(
            laws(&robot),
            [
                [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0],
                [0.0, 0.0, -4.0, 0.0, 0.0, 0.0, 5.0],
                [10.0, 0.0, 0.0, 0.0, -10.0, 0.0, 2.0]
            ]
        );
        let ranges = robot.model.actuators.iter().map(|actuator| {
            let range = actuator.control_range.as_ref().expect("a range");
            range.each_ref().map(|end| nearest_f64(&end.value))
        });
        let ranges: Vec<[f64; 2]> = ranges.collect();
        assert_eq!(ranges, [[0.0, 1.0], [0.0, 1.0], [1.5, 2.5]]);
    }

    #[test]
    fn actuators_with_a_state_are_left_out_but_not_their_armature() {
        let robot = with_actuators(
            "<general dyntype=\"integrator\"/>",
            "<general joint=\"j\" armature=\".2\" gear=\"3\"/><position joint=\"j\" dampratio=\"1\"/><motor joint=\"j\"/>\
             <position joint=\"j\" timeconst=\".1\"/><intvelocity joint=\"j\"/><motor site=\"s\"/>",
        );
        assert_eq!(laws(&robot).len(), 1);
        assert_eq!(robot.notes("ActuatorLeftOut"), 5);
        assert_eq!(robot.model.motors, ["j"; 5]);
        let armature = robot.model.joints[0].armature.as_ref();
        let number = armature.and_then(Quantity::exact).expect("a number");
        assert_eq!(number.value, integer(9) / integer(5));
    }
}
