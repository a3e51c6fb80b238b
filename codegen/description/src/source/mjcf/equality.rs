//! Equalities: constraints between bodies, joints or tendons.

use std::collections::BTreeSet;

use super::body::{Body, Placed, WORLD, unused_name};
use super::classes::{Classes, Resolved};
use super::document::Node;
use super::place::place;
use super::pose::{Pose, zero};
use super::reader::Reader;
use super::tendon::{FixedTendon, Tendons};
use crate::constraint::FreeMotions;
use crate::constraint::loop_joint;
use crate::fault::Fault;
use crate::model::{
    Constraint, ConstraintKind, End, Frame, LocalInput, Model, Number, Span, Spanned,
};
use multibody_program::exact::{Rational, RationalMatrix, rotation};
use multibody_program::ir::{InputKind, Value};

const CONNECT: &str = "<connect body1=\"hand\" body2=\"link\" anchor=\"0 0 0.1\"/>";
const WELD: &str = "<weld body1=\"hand\" body2=\"tool\"/>";

/// A point of each of two bodies, and an orientation.
struct Meeting {
    bodies: [usize; 2],
    points: [[Number; 3]; 2],
    /// The axes of the second body in those of the first.
    rotation: RationalMatrix,
}

impl<'a> Reader<'_, 'a> {
    /// Adds the equalities that hold to the constraints of a model.
    pub(super) fn read_equalities(
        &mut self,
        root: &Node<'a>,
        bodies: &[Body<'a>],
        tendons: &Tendons,
        model: &mut Model,
    ) {
        let mut names = BTreeSet::new();
        let is_disabled = ["equality", "constraint"]
            .map(|flag| self.is_disabled(flag))
            .contains(&true);
        for (index, node) in root.section("equality").enumerate() {
            let element = self.resolve(node, "equality", Classes::MAIN);
            let span = node.element.tag_span();
            let name = self.name(&element, "name").unwrap_or(Spanned {
                value: format!("equality{index}"),
                span,
            });
            let name = self.claim_name("equalities", name, &mut names);
            if is_disabled || self.boolean(&element, "active") == Some(false) {
                let equality = place(node.element);
                self.faults.push(span, Fault::InactiveEquality { equality });
                continue;
            }
            let kind = match node.tag() {
                "connect" | "weld" => {
                    self.between_bodies(node.tag(), &element, &name, bodies, model)
                }
                tag @ ("joint" | "tendon") => {
                    self.between_lengths(tag, &element, bodies, tendons, model)
                }
                "flex" | "flexvert" | "flexstrain" => {
                    let tag = format!("<{}>", node.tag());
                    self.refuse(
                        span,
                        &tag,
                        "leave it out: there are no flexible bodies here",
                    );
                    None
                }
                // Unknown elements are reported where all are.
                _ => None,
            };
            model
                .constraints
                .extend(kind.map(|kind| Constraint { name, kind }));
        }
    }

    /// The constraint of a `connect` or a `weld`. None: a fault, or a body that a program moves.
    fn between_bodies(
        &mut self,
        tag: &str,
        element: &Resolved<'a>,
        name: &Spanned<String>,
        bodies: &[Body<'a>],
        model: &mut Model,
    ) -> Option<ConstraintKind> {
        let is_weld = tag == "weld";
        let span = element.element.tag_span();
        let meeting = match element.attribute("site1") {
            Some(_) => self.meeting_of_sites(element, bodies)?,
            None => self.meeting_of_bodies(is_weld, element, bodies)?,
        };
        let Meeting {
            bodies: ends,
            points,
            rotation,
        } = meeting;
        if ends.iter().any(|&body| is_carried_by_mocap(body, bodies)) {
            let equality = place(element.element);
            self.faults.push(span, Fault::MocapEquality { equality });
            return None;
        }
        let end = |body: usize, point: [Number; 3]| End {
            link: Spanned {
                value: bodies[body].name.value.clone(),
                span,
            },
            point: point.map(Into::into),
        };
        let [first, second] = points;
        let first = end(ends[0], first);
        let scale = self.number(element, "torquescale");
        let turns = is_weld && scale.is_none_or(|scale| scale.value != Rational::ZERO);
        let second = if turns && rotation != rotation::identity() {
            // A frame of the second body with the axes of the first.
            let pose = Pose {
                position: second,
                rotation: rotation::transpose(&rotation),
            };
            let End { link, point } = end(ends[1], zero(span));
            let frame_name = frame_name(&name.value, span, bodies, model);
            model.offered_frames.push(Frame {
                name: frame_name.clone(),
                link,
                origin: pose.origin(),
                is_at_com: false,
            });
            End {
                link: frame_name,
                point,
            }
        } else {
            end(ends[1], second)
        };
        let motions = if turns { FreeMotions::Nothing } else { FreeMotions::Ball };
        Some(ConstraintKind::Frames {
            ends: [first, second],
            rows: loop_joint::rows(motions),
            numbers: Vec::new(),
        })
    }

    /// What sites say: they need not meet in the pose as drawn.
    fn meeting_of_sites(&mut self, element: &Resolved<'a>, bodies: &[Body<'a>]) -> Option<Meeting> {
        let sites = ["site1", "site2"].map(|attribute| {
            let name = self.require_name(element, attribute, "<weld site1=\"a\" site2=\"b\"/>")?;
            self.site(&name, bodies)
        });
        let [(first, a), (second, b)] = [sites[0]?, sites[1]?];
        let back = rotation::transpose(&b.pose.rotation);
        Some(Meeting {
            bodies: [first, second],
            points: [a.pose.position.clone(), b.pose.position.clone()],
            rotation: rotation::product(&a.pose.rotation, &back),
        })
    }

    /// What bodies say; what they leave out is as drawn.
    fn meeting_of_bodies(
        &mut self,
        is_weld: bool,
        element: &Resolved<'a>,
        bodies: &[Body<'a>],
    ) -> Option<Meeting> {
        let span = element.element.tag_span();
        let example = if is_weld { WELD } else { CONNECT };
        let first_name = self.require_name(element, "body1", example);
        let first = first_name.and_then(|name| self.body(&name, bodies));
        let second = match self.name(element, "body2") {
            Some(name) => self.body(&name, bodies),
            None => Some(0),
        };
        let anchor: Option<[Number; 3]> = self.numbers(element, "anchor");
        let (first, second) = (first?, second?);
        let drawn_pose = relative_pose(bodies, first, second);
        if !is_weld {
            self.require_name(element, "anchor", example)?;
            let anchor = anchor?;
            return Some(Meeting {
                bodies: [first, second],
                points: [anchor.clone(), drawn_pose.inverse().point(&anchor)],
                rotation: drawn_pose.rotation,
            });
        }
        let point_of_second = anchor.unwrap_or_else(|| zero(span));
        let relative: Option<[Number; 7]> = self.numbers(element, "relpose");
        let relative_pose = relative.and_then(|[x, y, z, quaternion @ ..]| {
            let components = quaternion.map(|component| component.value);
            let is_unset = components
                .iter()
                .all(|component| *component == Rational::ZERO);
            (!is_unset).then(|| ([x, y, z], rotation::of_quaternion(&components)))
        });
        let (point, rotation) = match relative_pose {
            Some(pose) => pose,
            None => (drawn_pose.point(&point_of_second), drawn_pose.rotation),
        };
        Some(Meeting {
            bodies: [first, second],
            points: [point, point_of_second],
            rotation,
        })
    }

    /// The constraint of an equality between two joints or two tendons, or of one of them.
    fn between_lengths(
        &mut self,
        tag: &str,
        element: &Resolved<'a>,
        bodies: &[Body<'a>],
        tendons: &Tendons,
        model: &mut Model,
    ) -> Option<ConstraintKind> {
        let [first, second, example] = match tag {
            "joint" => [
                "joint1",
                "joint2",
                "<joint joint1=\"left\" joint2=\"right\"/>",
            ],
            _ => [
                "tendon1",
                "tendon2",
                "<tendon tendon1=\"a\" tendon2=\"b\"/>",
            ],
        };
        let names = [
            self.require_name(element, first, example),
            self.name(element, second),
        ];
        let lengths = names.map(|name| {
            let name = name?;
            if tag == "joint" {
                let joint = self.simple_joint(&name, bodies)?;
                let reference = joint.reference.as_ref().map(|number| &number.value);
                let (one, zero) = (Rational::ONE, Rational::ZERO);
                let terms = [(joint.name.value.as_str(), &one)];
                return Some(displacement(model, terms, reference.unwrap_or(&zero)));
            }
            let index = self.fixed_tendon(&name, tendons)?;
            let FixedTendon {
                tendon,
                drawn_length,
                ..
            } = &tendons.fixed[index];
            let terms = tendon.terms.iter();
            let factors =
                terms.map(|(joint, coefficient)| (joint.value.as_str(), &coefficient.value));
            Some(displacement(model, factors, drawn_length))
        });
        let [y, x] = lengths;
        self.polynomial(element, y?, x, model)
    }

    /// `y = a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4`, where y and x are 0 in the pose as drawn; without x, `y = a0`.
    fn polynomial(
        &mut self,
        element: &Resolved<'a>,
        y: Value,
        x: Option<Value>,
        model: &mut Model,
    ) -> Option<ConstraintKind> {
        let mut coefficients = [0, 1, 0, 0, 0].map(Rational::from);
        if element.attribute("polycoef").is_some() {
            let numbers = self.up_to(5, element, "polycoef")?;
            for (coefficient, number) in coefficients.iter_mut().zip(numbers) {
                *coefficient = number.value;
            }
        }
        let b = &mut model.builder;
        let argument = x.unwrap_or_else(|| b.zero());
        let polynomial = coefficients
            .iter()
            .rev()
            .fold(b.zero(), |sum, coefficient| {
                let higher = b.mul(sum, argument);
                let constant = b.constant(coefficient);
                b.add(higher, constant)
            });
        Some(ConstraintKind::Expression {
            value: b.sub(y, polynomial),
            is_velocity_level: false,
            span: element.element.tag_span(),
        })
    }

    /// The index of the body with this name; reports if there is none.
    fn body(&mut self, name: &Spanned<String>, bodies: &[Body<'a>]) -> Option<usize> {
        let names = bodies.iter().map(|body| body.name.value.as_str());
        self.find("body", name, names)
    }

    /// The body of the site with this name, and the site; reports if there is none.
    fn site<'b>(
        &mut self,
        name: &Spanned<String>,
        bodies: &'b [Body<'a>],
    ) -> Option<(usize, &'b Placed<'a>)> {
        let in_body =
            |(index, body): (usize, &'b Body<'a>)| body.sites.iter().map(move |s| (index, s));
        let sites: Vec<(usize, &Placed)> = bodies.iter().enumerate().flat_map(in_body).collect();
        let name_of = |site: &Placed<'a>| {
            let attribute = site.element.attribute("name");
            attribute.map_or("", |attribute| attribute.value)
        };
        let index = self.find("site", name, sites.iter().map(|(_, site)| name_of(site)))?;
        Some(sites[index])
    }

    /// The index of the fixed tendon with this name; reports if there is none.
    pub(super) fn fixed_tendon(
        &mut self,
        name: &Spanned<String>,
        tendons: &Tendons,
    ) -> Option<usize> {
        if tendons.is_spatial(&name.value) {
            let remedy = "only fixed tendons can be constrained; leave it out";
            self.refuse(name.span, "an equality of a spatial tendon", remedy);
            return None;
        }
        let fixed = tendons.fixed.iter();
        let names = fixed.map(|tendon| tendon.tendon.name.value.as_str());
        self.find("tendon", name, names)
    }
}

/// The sum of positions times coefficients, less its value in the pose as drawn.
fn displacement<'n>(
    model: &mut Model,
    terms: impl IntoIterator<Item = (&'n str, &'n Rational)>,
    drawn_value: &Rational,
) -> Value {
    let mut sum = model.builder.constant(&-drawn_value.clone());
    for (joint, coefficient) in terms {
        let local_inputs = &mut model.symbolic.local_inputs;
        let input = LocalInput::Position(joint.to_owned());
        let place = local_inputs.iter().position(|entry| *entry == input);
        let index = place.unwrap_or(local_inputs.len());
        if place.is_none() {
            local_inputs.push(input);
        }
        let b = &mut model.builder;
        let position = b.input(InputKind::Local, index);
        let term = b.scale(coefficient, position);
        sum = b.add(sum, term);
    }
    sum
}

/// The pose of the second body in the first, as drawn.
fn relative_pose(bodies: &[Body], first: usize, second: usize) -> Pose {
    let ancestors = |body: usize| {
        let parent = |&body: &usize| (body != 0).then(|| bodies[body].parent);
        std::iter::successors(Some(body), parent)
    };
    let of_first: BTreeSet<usize> = ancestors(first).collect();
    let common = ancestors(second)
        .find(|body| of_first.contains(body))
        .unwrap_or(0);
    // What both have in common cancels.
    let pose_in_common = |body: usize| {
        let chain = ancestors(body).take_while(|&body| body != common);
        let identity = Pose::identity(bodies[body].element.tag_span());
        chain.fold(identity, |inner, body| bodies[body].pose.then(&inner))
    };
    pose_in_common(first)
        .inverse()
        .then(&pose_in_common(second))
}

/// A name for the frame of a weld that no body, site or frame has.
fn frame_name(weld: &str, span: Span, bodies: &[Body], model: &Model) -> Spanned<String> {
    let links = model.links.iter().map(|link| &link.name.value);
    let frames = model.offered_frames.iter().map(|frame| &frame.name.value);
    let body_names = bodies.iter().map(|body| &body.name.value);
    let mut names: BTreeSet<String> = links.chain(frames).chain(body_names).cloned().collect();
    names.insert(WORLD.to_owned());
    let value = unused_name(format!("{weld}_frame"), &mut names);
    Spanned { value, span }
}

/// Whether a body is a mocap body, or does not move relative to one.
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
    use super::super::tests::{Read, read};
    use super::*;
    use multibody_program::exact::{decimal, nearest_f64};
    use multibody_program::ir::{Floats, evaluate};

    fn with_equality(equality: &str) -> Read {
        read(&format!(
            "<mujoco><worldbody><body name=\"a\" pos=\"1 0 0\" euler=\"0 0 90\">\
             <joint name=\"ja\" axis=\"0 1 0\" ref=\"30\"/><geom size=\".1\" pos=\"0 0 .2\"/></body>\
             <body name=\"b\" pos=\"0 1 0\"><joint name=\"jb\" type=\"slide\" ref=\".25\"/><geom size=\".1\"/>\
             <site name=\"s\" pos=\".1 0 0\" euler=\"90 0 0\"/></body><body name=\"m\" mocap=\"true\"/></worldbody>\
             <tendon><fixed name=\"t\"><joint joint=\"ja\" coef=\"2\"/><joint joint=\"jb\" coef=\"4\"/></fixed></tendon>\
             <equality>{equality}</equality></mujoco>"
        ))
    }

    fn points(robot: &Read) -> Vec<(String, [Rational; 3])> {
        let ends = robot.model.constraints[0].kind.ends().iter();
        let point = |end: &End| {
            let numbers = end.point.each_ref().map(|x| x.exact().expect("a number"));
            (end.link.value.clone(), numbers.map(|x| x.value.clone()))
        };
        ends.map(point).collect()
    }

    fn n<const N: usize>(texts: [&str; N]) -> [Rational; N] {
        texts.map(|text| decimal(text).expect("a decimal"))
    }

    #[test]
    fn what_is_left_out_is_as_drawn() {
        let connect = with_equality("<connect body1=\"a\" body2=\"b\" anchor=\".1 0 .5\"/>");
        let expected = [("a", n([".1", "0", ".5"])), ("b", n(["1", "-.9", ".5"]))];
        assert_eq!(
            points(&connect),
            expected.map(|(link, point)| (link.to_owned(), point))
        );
        let world = with_equality("<connect body1=\"a\" anchor=\".1 0 .5\"/>");
        assert_eq!(
            points(&world)[1],
            ("world".to_owned(), n(["1", ".1", ".5"]))
        );
        let weld = with_equality("<weld name=\"w\" body1=\"a\" body2=\"b\"/>");
        let expected = [("a", n(["1", "1", "0"])), ("w_frame", n(["0", "0", "0"]))];
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
    fn residual(robot: &Read, positions: &[(&str, f64)]) -> f64 {
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
    fn polynomials_are_about_the_pose_as_drawn() {
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
        assert_eq!(robot.notes("InactiveEquality"), 1);
        assert_eq!(robot.notes("MocapEquality"), 1);
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
