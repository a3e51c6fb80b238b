//! Actuators; those with a state of their own are left out.

use super::classes::{MAIN_CLASS, Resolved};
use super::document::{Node, missing_attribute};
use super::joint::{ALWAYS, RANGE_REMEDY};
use super::law::{Law, default_number};
use super::reader::{Reader, is_not_zero, name_in};
use super::robot::Robot;
use super::shortcut::{NEGATIVE_PROBLEM, NEGATIVE_REMEDY};
use super::tendon::FixedTendon;
use super::vocabulary::actuator_tag;
use crate::fault::{Fault, Shown};
use crate::model::{Actuator, ActuatorTarget, DriveArmature, Number, Quantity};
use multibody_program::exact::{Rational, integer};

/// The attributes that name what an actuator drives. Of several MuJoCo uses the last in this order, even if it is blank.
const TARGETS: &str = "joint jointinparent tendon slidersite cranksite site body";

impl<'a> Reader<'_, 'a> {
    /// Adds the actuators of all sections; their armature and damping are added to those of what they drive.
    pub(super) fn read_actuators(&mut self, root: &Node<'a>, robot: &mut Robot<'a>) {
        let is_disabled = self.is_disabled("actuation");
        // Unknown elements are reported where all are.
        let is_known = |node: &&Node| actuator_tag(node.tag()).is_some();
        let nodes = root.section("actuator").filter(is_known);
        for (node, name) in self.with_names("actuators", "actuator", nodes) {
            let element = self.resolve(node, node.tag(), MAIN_CLASS);
            let laws = self.laws(node);
            let law = self.law(node, &laws);
            let mut gears = self.up_to(6, &element, "gear").into_iter().flatten();
            let gear = gears.next().unwrap_or_else(|| default_number(1));
            let Some(target) = self.target(&element, robot) else {
                continue;
            };
            self.add_armature_and_damping(&element, (&name.value, &gear), &target, robot);
            let delay = self.number(&element, "delay").filter(is_not_zero);
            if target.is_simple {
                robot.model.motors.extend(target.joints);
            }
            let obstacle = match &delay {
                _ if !target.is_simple => Some("it drives no hinge, slide or fixed tendon"),
                Some(_) => Some("its control is delayed"),
                None if is_disabled => Some("a flag disables it"),
                None => law.obstacle(),
            };
            if let Some(reason) = obstacle {
                let actuator = Shown::from(&name.value);
                let fault = Fault::ActuatorLeftOut { actuator, reason };
                self.faults.push(element.span(), fault);
                continue;
            }
            let control_range = self.control_range(&element, &law, target.range);
            let force_range = self.range(&element, "forcelimited", "forcerange");
            let [gain, bias] = law.terms();
            let actuator = target.in_model.map(|target| Actuator {
                name,
                target,
                gear,
                gain,
                bias,
                control_range,
                force_range,
            });
            robot.model.actuators.extend(actuator);
        }
    }

    /// What an actuator drives; none if that is missing or unknown, which has been reported.
    fn target(&mut self, element: &Resolved<'a>, robot: &Robot<'a>) -> Option<Target> {
        let attribute = TARGETS.split(' ').rev().find_map(|name| element.own(name));
        let kind = attribute.map_or("joint", |attribute| attribute.name);
        let Some(name) = name_in(attribute) else {
            let fault = missing_attribute(element.element, kind, "<motor joint=\"elbow\"/>");
            self.faults.push(element.span(), fault);
            return None;
        };
        if kind == "tendon" && !robot.tendons.is_spatial(&name.value) {
            let FixedTendon { tendon, range, .. } = self.fixed_tendon(&name, &robot.tendons)?;
            let joints = tendon.terms.iter().map(|(joint, _)| joint.value.clone());
            return Some(Target {
                is_simple: true,
                joints: joints.collect(),
                range: range.clone(),
                in_model: Some(ActuatorTarget::Tendon(name)),
                ..Target::default()
            });
        }
        if !["joint", "jointinparent"].contains(&kind) {
            return Some(Target {
                is_spatial: kind == "tendon",
                ..Target::default()
            });
        }
        let joint = self.joint(&name, &robot.bodies)?;
        let limits = joint.model.limits.iter();
        let mut ranges = limits.filter_map(|it| Some([it.lower.clone()?, it.upper.clone()?]));
        // MuJoCo uses a range that does not limit too, but without a conversion from degrees.
        let limiting_range = ranges.next();
        let range = limiting_range.or_else(|| self.numbers(&joint.element, "range"));
        Some(Target {
            is_simple: joint.kind.is_simple(),
            joints: vec![name.value.clone()],
            range: range.filter(|[lower, upper]| lower.value < upper.value),
            in_model: Some(ActuatorTarget::Joint(name)),
            is_spatial: false,
        })
    }

    /// Adds armature and damping of an actuator to those of its target, times the square of the first number of the gear.
    fn add_armature_and_damping(
        &mut self,
        element: &Resolved<'a>,
        (actuator, gear): (&str, &Number),
        target: &Target,
        robot: &mut Robot<'a>,
    ) {
        if target.is_spatial {
            return self.report_spatial(element, "a spatial tendon's actuator");
        }
        let factor = &gear.value * &gear.value;
        let scale = |number: Number| Number::derived(number.value * &factor, number.span);
        let addends = [self.armature(element), self.damping(element)].map(|it| it.map(scale));
        let Some(model_target) = &target.in_model else {
            for addend in addends.into_iter().flatten() {
                let problem = "has armature or damping, but drives no joint and no tendon";
                self.report_invalid(addend.span, element.element, problem, "leave it out");
            }
            return;
        };
        let mut joints = robot.model.joints.iter_mut();
        let mut tendons = robot.tendons.fixed.iter_mut();
        let sums = match model_target {
            ActuatorTarget::Joint(name) => joints
                .find(|joint| joint.name.value == name.value)
                .map(|joint| [&mut joint.armature, &mut joint.forces.damping]),
            ActuatorTarget::Tendon(name) => tendons
                .find(|it| it.tendon.name.value == name.value)
                .map(|it| [&mut it.tendon.armature, &mut it.tendon.forces.damping]),
        };
        let drive = addends[0].clone().map(|armature| DriveArmature {
            actuator: actuator.to_owned(),
            target: model_target.clone(),
            armature,
        });
        robot.model.drive_armatures.extend(drive);
        for (sum, addend) in sums.into_iter().flatten().zip(addends) {
            let Some(mut total) = addend else { continue };
            if let Some(number) = sum.as_ref().and_then(Quantity::exact) {
                total = Number::derived(total.value + &number.value, total.span);
            }
            *sum = Some(total.into());
        }
    }

    /// The range of the control; a servo may have the range of what it drives.
    fn control_range(
        &mut self,
        element: &Resolved<'a>,
        law: &Law,
        target_range: Option<[Number; 2]>,
    ) -> Option<[Number; 2]> {
        let own_element = Resolved::alone(element.element);
        let [own_range, own_fraction] =
            ["ctrlrange", "inheritrange"].map(|name| own_element.attribute(name));
        // A negative `inheritrange` inherits nothing, as 0 does.
        let number = self.number(element, "inheritrange");
        let fraction = number.filter(|it| it.value > Rational::ZERO);
        if let (Some(range), Some(_)) = (own_range, &fraction) {
            self.report_conflict(element, range, own_fraction);
        }
        let has_range = element.attribute("ctrlrange").is_some();
        let inherits = own_fraction.is_some() || !has_range;
        let Some(fraction) = fraction.filter(|_| inherits && law.is_servo()) else {
            let limited = if law.tag == "damper" { ALWAYS } else { "ctrllimited" };
            let range = self.range(element, limited, "ctrlrange");
            let lower = range.as_ref().map(|[lower, _]| lower);
            if let Some(lower) = lower.filter(|it| law.tag == "damper" && it.value < Rational::ZERO)
            {
                self.report_invalid(
                    lower.span,
                    element.element,
                    NEGATIVE_PROBLEM,
                    NEGATIVE_REMEDY,
                );
            }
            return range;
        };
        let Some([lower, upper]) = target_range else {
            let problem = "has the range of what it drives, but that has none";
            self.report_invalid(fraction.span, element.element, problem, RANGE_REMEDY);
            return None;
        };
        let half = || integer(1) / integer(2);
        let middle = (&lower.value + &upper.value) * half();
        let radius = (&upper.value - &lower.value) * half() * &fraction.value;
        let ends = [&middle - &radius, middle + radius];
        Some(ends.map(|end| Number::derived(end, fraction.span)))
    }
}

/// What an actuator drives.
#[derive(Default)]
struct Target {
    /// The target in the model; none if it is neither a joint nor a fixed tendon.
    in_model: Option<ActuatorTarget>,
    /// Whether it is a tendon with a path in space.
    is_spatial: bool,
    /// Whether it has a single position.
    is_simple: bool,
    /// The joints that it moves.
    joints: Vec<String>,
    /// The range of its position.
    range: Option<[Number; 2]>,
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ReadRobot, read};
    use super::*;
    use multibody_program::exact::nearest_f64;

    /// A robot with these actuators and defaults.
    fn with_actuators(defaults: &str, actuators: &str) -> ReadRobot {
        read(&format!(
            "<mujoco><default>{defaults}</default><worldbody><body name=\"b\"><joint name=\"j\" range=\"-90 90\"/>\
             <geom size=\".1\"/></body></worldbody><tendon><fixed name=\"t\" range=\"1 3\"><joint joint=\"j\" coef=\"2\"/></fixed>\
             </tendon><actuator>{actuators}</actuator></mujoco>"
        ))
    }

    /// Gain, bias and gear of each actuator.
    fn laws(robot: &ReadRobot) -> Vec<[f64; 7]> {
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
            let [constant_gain, .., bias_length, bias_rate, _] = all_laws[0];
            assert_eq!(
                [constant_gain, bias_length, bias_rate],
                [gain, length, rate],
                "{defaults} {actuator}"
            );
        }
    }

    #[test]
    fn actuators_of_all_kinds_inherit_gear_and_ranges() {
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

    /// Values by MuJoCo 4.0.0.
    #[test]
    fn a_negative_inheritrange_inherits_nothing() {
        let robot = read(
            "<mujoco><worldbody><body><joint name=\"j\" limited=\"false\" range=\"-90 90\"/><geom size=\".1\"/></body></worldbody>\
             <actuator><position joint=\"j\" inheritrange=\"1\"/><position joint=\"j\" inheritrange=\"-1\"/></actuator></mujoco>",
        );
        let ranges = robot
            .model
            .actuators
            .iter()
            .map(|it| it.control_range.as_ref());
        let floats = |range: &[Number; 2]| range.each_ref().map(|end| nearest_f64(&end.value));
        let ranges: Vec<_> = ranges.map(|range| range.map(floats)).collect();
        assert_eq!(ranges, [Some([-90.0, 90.0]), None]);
    }

    #[test]
    fn actuators_with_a_state_are_left_out_but_not_their_armature() {
        let robot = with_actuators(
            "<general dyntype=\"integrator\"/>",
            "<general joint=\"j\" armature=\".2\" gear=\"3\"/><position joint=\"j\" dampratio=\"1\"/><motor joint=\"j\"/>\
             <position joint=\"j\" timeconst=\".1\"/><intvelocity joint=\"j\"/><motor site=\"s\"/>",
        );
        assert_eq!(laws(&robot).len(), 1);
        assert_eq!(robot.fault_count("ActuatorLeftOut"), 5);
        assert_eq!(robot.model.motors, ["j"; 5]);
        let armature = robot.model.joints[0].armature.as_ref();
        let number = armature.and_then(Quantity::exact).expect("a number");
        assert_eq!(number.value, integer(9) / integer(5));
    }
}
