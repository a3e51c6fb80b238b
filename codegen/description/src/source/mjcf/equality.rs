//! Equalities: constraints between bodies, joints or tendons.

use std::collections::BTreeSet;

use super::body::{Body, NOT_RIGID_REMEDY, Placed, frame_of, unused_name};
use super::classes::{MAIN_CLASS, Resolved};
use super::document::{Node, place};
use super::pose::{Pose, shorten_rotation, zero};
use super::reader::{Reader, is_not_zero};
use super::robot::Robot;
use super::tendon::{FixedTendon, Tendons};
use crate::constraint::{FreeMotions, loop_joint};
use crate::fault::Fault;
use crate::model::{Constraint, ConstraintKind, End, LocalInput, Model, Number, Spanned};
use multibody_program::exact::{Rational, rotation};
use multibody_program::ir::{Builder, InputKind, Value};

const CONNECT_EXAMPLE: &str = "<connect body1=\"hand\" body2=\"link\" anchor=\"0 0 0.1\"/>";
const WELD_EXAMPLE: &str = "<weld body1=\"hand\" body2=\"tool\"/>";
const JOINT_EXAMPLE: &str = "<joint joint1=\"left\" joint2=\"right\"/>";
const TENDON_EXAMPLE: &str = "<tendon tendon1=\"a\" tendon2=\"b\"/>";
const DIFFERENT_REMEDY: &str = "name two different ones";

/// A frame that is fixed to a body, with the index of the body.
type BodyFrame = (usize, Pose);

impl<'a> Reader<'_, 'a> {
    /// Adds the active equalities to the constraints of the model.
    pub(super) fn read_equalities(&mut self, root: &Node<'a>, robot: &mut Robot<'a>) {
        let model = &robot.model;
        let links = model.links.iter().map(|link| &link.name);
        let frames = model.offered_frames.iter().map(|frame| &frame.name);
        let frame_names = links.chain(frames).map(|name| name.value.clone());
        let mut frame_names: BTreeSet<String> = frame_names.collect();
        let is_disabled = ["equality", "constraint"].map(|flag| self.is_disabled(flag));
        for (node, name) in self.with_names("equalities", "equality", root.section("equality")) {
            let element = self.resolve(node, "equality", MAIN_CLASS);
            let span = node.element.tag_span();
            if is_disabled.contains(&true) || self.boolean(&element, "active") == Some(false) {
                let equality = place(node.element);
                self.faults.push(span, Fault::InactiveEquality { equality });
                continue;
            }
            let kind = match node.tag() {
                "connect" | "weld" => {
                    let names = (name.value.as_str(), &mut frame_names);
                    self.constrain_bodies(node.tag(), &element, names, robot)
                }
                tag @ ("joint" | "tendon") => self.constrain_lengths(tag, &element, robot),
                tag @ ("flex" | "flexvert" | "flexstrain") => {
                    self.refuse(span, &format!("<{tag}>"), NOT_RIGID_REMEDY);
                    None
                }
                // Unknown elements are reported where all are.
                _ => None,
            };
            let constraint = kind.map(|kind| Constraint { name, kind });
            robot.model.constraints.extend(constraint);
        }
    }

    /// The constraint of a `connect` or a `weld`. None if it is faulty, which has been reported, or has a mocap body.
    fn constrain_bodies(
        &mut self,
        tag: &str,
        element: &Resolved<'a>,
        (name, frame_names): (&str, &mut BTreeSet<String>),
        robot: &mut Robot<'a>,
    ) -> Option<ConstraintKind> {
        let is_weld = tag == "weld";
        let bodies = &robot.bodies;
        let span = element.element.tag_span();
        let frames = match element.own("site1").or(element.own("site2")) {
            Some(site) => {
                let names = ["body1", "body2", "anchor", "relpose"];
                let others = names.into_iter().filter_map(|name| element.own(name));
                self.report_conflict(element, site, others);
                self.frames_of_sites(element, bodies)?
            }
            None => self.frames_of_bodies(is_weld, element, bodies)?,
        };
        let mut frame_bodies = frames.iter().map(|(body, _)| *body);
        if frame_bodies.any(|body| is_carried_by_mocap(body, bodies)) {
            let equality = place(element.element);
            self.faults.push(span, Fault::MocapEquality { equality });
            return None;
        }
        let scale = self.number(element, "torquescale");
        let constrains_rotation = is_weld && scale.as_ref().is_none_or(is_not_zero);
        let mut ends = frames.each_ref().map(|(body, pose)| End {
            link: Spanned::new(bodies[*body].name.value.clone(), span),
            point: pose.position.clone().map(Into::into),
        });
        let [(_, first_pose), (_, mut second_pose)] = frames;
        let inverse = rotation::transpose(&first_pose.rotation);
        second_pose.rotation = shorten_rotation(rotation::product(&second_pose.rotation, &inverse));
        if constrains_rotation && second_pose.rotation != rotation::identity() {
            // A frame of the second body, which has the axes of the first body where the weld is satisfied. Its name is new.
            let frame_name = Spanned::new(unused_name(format!("{name}_frame"), frame_names), span);
            let link = std::mem::replace(&mut ends[1].link, frame_name.clone());
            ends[1].point = zero(span).map(Into::into);
            let frame = frame_of(frame_name, link, &second_pose);
            robot.model.offered_frames.push(frame);
        }
        let motions = if constrains_rotation { FreeMotions::Nothing } else { FreeMotions::Ball };
        Some(ConstraintKind::Frames {
            ends,
            rows: loop_joint::rows(motions),
            lengths: Vec::new(),
        })
    }

    /// The frames of an equality that names two sites, which need not coincide in the pose as drawn.
    fn frames_of_sites(
        &mut self,
        element: &Resolved<'a>,
        bodies: &[Body<'a>],
    ) -> Option<[BodyFrame; 2]> {
        let [first, second] = ["site1", "site2"].map(|attribute| {
            let name = self.require_name(element, attribute, "<weld site1=\"a\" site2=\"b\"/>")?;
            self.site(&name, bodies)
        });
        Some([first?, second?])
    }

    /// The frames of an equality that names bodies; what it leaves out follows from the pose as drawn.
    fn frames_of_bodies(
        &mut self,
        is_weld: bool,
        element: &Resolved<'a>,
        bodies: &[Body<'a>],
    ) -> Option<[BodyFrame; 2]> {
        let example = if is_weld { WELD_EXAMPLE } else { CONNECT_EXAMPLE };
        let first_name = self.require_name(element, "body1", example);
        let first = first_name.and_then(|name| self.body(&name, bodies));
        let second = match self.name(element, "body2") {
            Some(name) => self.body(&name, bodies),
            None => Some(0),
        };
        if !is_weld {
            self.require(element, "anchor", example);
        }
        let anchor: Option<[Number; 3]> = self.numbers(element, "anchor");
        let (first, second) = (first?, second?);
        if first == second {
            let problem = "names one body twice";
            self.report_invalid(element.span(), element.element, problem, DIFFERENT_REMEDY);
        }
        let drawn_pose = relative_pose(bodies, first, second);
        if !is_weld {
            let anchor = Pose::at(anchor?);
            let in_second = drawn_pose.inverse().then(&anchor);
            return Some([(first, anchor), (second, in_second)]);
        }
        let in_second = Pose::at(anchor.unwrap_or_else(|| zero(element.element.tag_span())));
        let numbers: Option<[Number; 7]> = self.numbers(element, "relpose");
        let written_pose = numbers.and_then(|[x, y, z, quaternion @ ..]| {
            let components = quaternion.map(|component| component.value);
            // As in MuJoCo, a relative pose with the quaternion 0 counts as left out.
            let is_set = components.iter().any(|it| *it != Rational::ZERO);
            is_set.then(|| Pose {
                position: [x, y, z],
                rotation: rotation::of_quaternion(&components),
            })
        });
        let in_first = written_pose.unwrap_or_else(|| drawn_pose.then(&in_second));
        Some([(first, in_first), (second, in_second)])
    }

    /// The constraint of an equality between two joints or two tendons, or of one of them.
    fn constrain_lengths(
        &mut self,
        tag: &str,
        element: &Resolved<'a>,
        robot: &mut Robot<'a>,
    ) -> Option<ConstraintKind> {
        let is_joint = tag == "joint";
        let example = if is_joint { JOINT_EXAMPLE } else { TENDON_EXAMPLE };
        let first = self.require_name(element, &format!("{tag}1"), example);
        let names = [first, self.name(element, &format!("{tag}2"))];
        if let [Some(first), Some(second)] = &names
            && first.value == second.value
        {
            let problem = "names one of them twice";
            self.report_invalid(second.span, element.element, problem, DIFFERENT_REMEDY);
        }
        let displacements = names.map(|name| {
            let name = name?;
            if is_joint {
                let drawn_position = self.simple_joint(&name, &robot.bodies)?.drawn_position();
                let terms = [(name.clone(), Number::left_out(1, name.span))];
                return Some(displacement(&mut robot.model, &terms, &drawn_position));
            }
            let fixed = self.fixed_tendon(&name, &robot.tendons)?;
            let terms = &fixed.tendon.terms;
            Some(displacement(&mut robot.model, terms, &fixed.drawn_length))
        });
        let [y, x] = displacements;
        let value = self.polynomial(element, y?, x, &mut robot.model.builder);
        Some(ConstraintKind::Expression {
            value,
            is_velocity_level: false,
            span: element.element.tag_span(),
        })
    }

    /// `y - (a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4)`, where y and x are 0 in the pose as drawn; without x, `y - a0`.
    fn polynomial(
        &mut self,
        element: &Resolved<'a>,
        y: Value,
        x: Option<Value>,
        b: &mut Builder,
    ) -> Value {
        let mut coefficients = [0, 1, 0, 0, 0].map(Rational::from);
        let numbers = self.up_to(5, element, "polycoef").unwrap_or_default();
        for (coefficient, number) in coefficients.iter_mut().zip(numbers) {
            *coefficient = number.value;
        }
        let (argument, mut sum) = (x.unwrap_or_else(|| b.zero()), b.zero());
        for coefficient in coefficients.iter().rev() {
            let higher = b.mul(sum, argument);
            let constant = b.constant(coefficient);
            sum = b.add(higher, constant);
        }
        b.sub(y, sum)
    }

    /// The index of the body with this name; reports if there is none.
    fn body(&mut self, name: &Spanned<String>, bodies: &[Body<'a>]) -> Option<usize> {
        let names = bodies.iter().map(|body| body.name.value.as_str());
        self.find("body", name, names.zip(0..))
    }

    /// The frame of the site with this name; reports if there is none.
    fn site(&mut self, name: &Spanned<String>, bodies: &[Body<'a>]) -> Option<BodyFrame> {
        let indexed_bodies = bodies.iter().enumerate();
        let sites =
            indexed_bodies.flat_map(|(index, body)| body.sites.iter().map(move |it| (index, it)));
        let named_sites = sites.map(|(body, Placed { element, pose })| {
            let name = element.own("name").map_or("", |name| name.value);
            (name, (body, pose))
        });
        let (body, pose) = self.find("site", name, named_sites)?;
        Some((body, pose.clone()))
    }

    /// The fixed tendon with this name; reports if there is none.
    pub(super) fn fixed_tendon<'t>(
        &mut self,
        name: &Spanned<String>,
        tendons: &'t Tendons,
    ) -> Option<&'t FixedTendon> {
        if tendons.is_spatial(&name.value) {
            let remedy = "only fixed tendons can be constrained; leave it out";
            self.refuse(name.span, "an equality of a spatial tendon", remedy);
            return None;
        }
        let fixed = tendons.fixed.iter();
        let names = fixed.map(|tendon| (tendon.tendon.name.value.as_str(), tendon));
        self.find("tendon", name, names)
    }
}

/// The sum of positions times coefficients, less its value in the pose as drawn.
fn displacement(
    model: &mut Model,
    terms: &[(Spanned<String>, Number)],
    drawn_value: &Rational,
) -> Value {
    let mut sum = model.builder.constant(&-drawn_value.clone());
    for (joint, coefficient) in terms {
        let local_inputs = &mut model.symbolic.local_inputs;
        let input = LocalInput::Position(joint.value.clone());
        let known_index = local_inputs.iter().position(|entry| *entry == input);
        let index = known_index.unwrap_or(local_inputs.len());
        if known_index.is_none() {
            local_inputs.push(input);
        }
        let b = &mut model.builder;
        let position = b.input(InputKind::Local, index);
        let term = b.scale(&coefficient.value, position);
        sum = b.add(sum, term);
    }
    sum
}

/// The pose of the second body in the first, as drawn.
fn relative_pose(bodies: &[Body], first: usize, second: usize) -> Pose {
    let mut ends = [first, second];
    let mut poses = ends.map(|body| Pose::identity(bodies[body].element.tag_span()));
    // Parents precede their children, so that both ends arrive at the nearest body that carries both.
    while ends[0] != ends[1] {
        let later_end = usize::from(ends[1] > ends[0]);
        let body = &bodies[ends[later_end]];
        poses[later_end] = body.pose.then(&poses[later_end]);
        ends[later_end] = body.parent;
    }
    poses[0].inverse().then(&poses[1])
}

/// Whether a body is a mocap body, or is fixed to one.
fn is_carried_by_mocap(mut body: usize, bodies: &[Body<'_>]) -> bool {
    while body != 0 && bodies[body].joints.is_empty() {
        if bodies[body].is_mocap {
            return true;
        }
        body = bodies[body].parent;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ReadRobot, read};
    use super::*;
    use multibody_program::exact::{decimal, nearest_f64};
    use multibody_program::ir::{Floats, evaluate};

    fn with_equality(equality: &str) -> ReadRobot {
        read(&format!(
            "<mujoco><worldbody><body name=\"a\" pos=\"1 0 0\" euler=\"0 0 90\">\
             <joint name=\"ja\" axis=\"0 1 0\" ref=\"30\"/><geom size=\".1\" pos=\"0 0 .2\"/></body>\
             <body name=\"b\" pos=\"0 1 0\"><joint name=\"jb\" type=\"slide\" ref=\".25\"/><geom size=\".1\"/>\
             <site name=\"s\" pos=\".1 0 0\" euler=\"90 0 0\"/></body><body name=\"m\" mocap=\"true\"/></worldbody>\
             <tendon><fixed name=\"t\"><joint joint=\"ja\" coef=\"2\"/><joint joint=\"jb\" coef=\"4\"/></fixed></tendon>\
             <equality>{equality}</equality></mujoco>"
        ))
    }

    fn points(robot: &ReadRobot) -> Vec<(String, [Rational; 3])> {
        let ends = robot.model.constraints[0].kind.ends().iter();
        let point = |end: &End| {
            let numbers = end.point.each_ref().map(|x| x.exact().expect("a number"));
            (end.link.value.clone(), numbers.map(|x| x.value.clone()))
        };
        ends.map(point).collect()
    }

    fn decimals<const N: usize>(texts: [&str; N]) -> [Rational; N] {
        texts.map(|text| decimal(text).expect("a decimal"))
    }

    #[test]
    fn poses_left_out_are_as_drawn() {
        let connect = with_equality("<connect body1=\"a\" body2=\"b\" anchor=\".1 0 .5\"/>");
        let expected = [
            ("a", decimals([".1", "0", ".5"])),
            ("b", decimals(["1", "-.9", ".5"])),
        ];
        assert_eq!(
            points(&connect),
            expected.map(|(link, point)| (link.to_owned(), point))
        );
        let world = with_equality("<connect body1=\"a\" anchor=\".1 0 .5\"/>");
        assert_eq!(
            points(&world)[1],
            ("world".to_owned(), decimals(["1", ".1", ".5"]))
        );
        let weld = with_equality("<weld name=\"w\" body1=\"a\" body2=\"b\"/>");
        let expected = [
            ("a", decimals(["1", "1", "0"])),
            ("w_frame", decimals(["0", "0", "0"])),
        ];
        assert_eq!(
            points(&weld),
            expected.map(|(link, point)| (link.to_owned(), point))
        );
        let frame = weld.model.offered_frames.last().expect("a frame");
        assert_eq!(
            (frame.name.value.as_str(), frame.link.value.as_str()),
            ("w_frame", "b")
        );
    }

    /// The value of an equality's expression where all joints have these positions.
    fn residual(robot: &ReadRobot, positions: &[(&str, f64)]) -> f64 {
        let ConstraintKind::Expression { value, .. } = &robot.model.constraints[0].kind else {
            panic!("an expression")
        };
        let program = robot.model.builder.finish(&[*value]);
        let local = |input: &LocalInput| {
            let mut pairs = positions.iter();
            let pair = pairs.find(|(name, _)| *input == LocalInput::Position((*name).to_owned()));
            pair.expect("a joint").1
        };
        let values: Vec<f64> = robot
            .model
            .symbolic
            .local_inputs
            .iter()
            .map(local)
            .collect();
        let mut floats = Floats::default();
        floats.inputs.insert(InputKind::Local, &values);
        evaluate(&program, &mut floats)[0]
    }

    #[test]
    fn polynomials_are_of_displacements_from_the_drawn_pose() {
        let angle = std::f64::consts::FRAC_PI_6;
        let joint = with_equality("<joint joint1=\"ja\" joint2=\"jb\" polycoef=\".1 2 3\"/>");
        let expected = 0.5 - (0.1 + 2.0 * 0.2 + 3.0 * 0.04);
        assert!((residual(&joint, &[("ja", angle + 0.5), ("jb", 0.45)]) - expected).abs() < 1e-15);
        let single = with_equality("<joint joint1=\"ja\" polycoef=\".1 2 3\"/>");
        assert!((residual(&single, &[("ja", angle + 0.5)]) - 0.4).abs() < 1e-15);
        let tendon = with_equality("<tendon tendon1=\"t\" polycoef=\".1\"/>");
        let expected = 2.0 * 0.5 + 4.0 * 0.2 - 0.1;
        let value = residual(&tendon, &[("ja", angle + 0.5), ("jb", 0.45)]);
        assert!((value - expected).abs() < 1e-15);
    }

    #[test]
    fn inactive_equalities_are_noted() {
        let robot = with_equality(
            "<joint joint1=\"ja\" active=\"false\"/><weld body1=\"m\" body2=\"a\"/>\
             <weld body1=\"a\" body2=\"b\" torquescale=\"0\"/><weld site1=\"s\" site2=\"s\"/>",
        );
        assert_eq!(robot.fault_count("InactiveEquality"), 1);
        assert_eq!(robot.fault_count("MocapEquality"), 1);
        let rows = robot
            .model
            .constraints
            .iter()
            .map(|constraint| match &constraint.kind {
                ConstraintKind::Frames { rows, .. } => rows.len(),
                _ => 0,
            });
        assert_eq!(rows.collect::<Vec<_>>(), [3, 6]);
        assert_eq!(nearest_f64(&points(&robot)[0].1[0]), 1.0);
    }
}
