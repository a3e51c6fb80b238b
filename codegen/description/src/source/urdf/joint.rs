//! The joints of a URDF.

use super::place::place;
use super::reader::UrdfReader;
use super::values::default_number;
use crate::fault::{Fault, Hint, Shown};
use crate::joint;
use crate::model::{ForceCoefficients, Joint, JointKind, Limits, Mimic, Number, Span, Spanned};
use crate::source::xml::Element;

/// The joint types of URDF.
const TYPES: &[&str] = &[
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "floating",
];

/// Joint types of other formats, which URDF does not have.
const OTHER_TYPES: &[&str] = &[
    "ball",
    "spherical",
    "screw",
    "helical",
    "universal",
    "cylindrical",
    "revolute2",
];

impl UrdfReader<'_> {
    /// A joint; missing names are empty.
    pub(super) fn read_joint(&mut self, joint: Element) -> Joint {
        self.survey_unread_names(joint);
        let name = self.name(joint, "name", "<joint name=\"elbow\" type=\"revolute\">");
        let kind = self.joint_kind(joint);
        let parent = self.end(joint, "parent", "<parent link=\"base\"/>");
        let child = self.end(joint, "child", "<child link=\"arm\"/>");
        let origin = self.origin(joint);
        let (axis, axis_span) = self.axis(joint);
        let limits = self.child(joint, "limit").map(|limit| self.limits(limit));
        let dynamics = self.child(joint, "dynamics");
        let damping = dynamics.and_then(|dynamics| self.quantity(dynamics, "damping"));
        let friction = dynamics.and_then(|dynamics| self.quantity(dynamics, "friction"));
        let mimic = self.child(joint, "mimic").map(|mimic| self.mimic(mimic));
        Joint {
            name,
            kind,
            parent,
            child,
            origin,
            axis,
            axis_span,
            run_time_axis: None,
            reference: None,
            limits,
            armature: None,
            forces: ForceCoefficients {
                damping,
                friction,
                spring: None,
            },
            mimic,
        }
    }

    /// The type; fixed if it cannot be read.
    fn joint_kind(&mut self, element: Element) -> Spanned<JointKind> {
        let Some(attribute) = self.survey.attribute(element, "type") else {
            self.report_missing(element, &["type"], "type=\"revolute\"");
            return Spanned {
                value: JointKind::default(),
                span: element.tag_span(),
            };
        };
        let span = attribute.value_span;
        if TYPES.contains(&attribute.value) {
            let kind = joint::kind_of_word(attribute.value);
            let value = kind.map(JointKind::single).unwrap_or_default();
            return Spanned { value, span };
        }
        let hint = match self.faults.nearest(attribute.value, TYPES.iter().copied()) {
            Hint::None if OTHER_TYPES.contains(&attribute.value) => Hint::Write(
                "URDF has no such type; describe the robot in tokens, which have ball and screw joints and sequences of motions",
            ),
            Hint::None => Hint::Known(TYPES),
            nearest => nearest,
        };
        let fault = Fault::UnknownJointType {
            found: Shown::from(attribute.value),
            joint: place(element),
            hint,
        };
        self.faults.push(span, fault);
        Spanned {
            value: JointKind::default(),
            span,
        }
    }

    /// The name of the link in the element `tag`: parent or child.
    fn end(&mut self, joint: Element, tag: &'static str, example: &'static str) -> Spanned<String> {
        match self.require(joint, tag, example) {
            Some(end) => self.name(end, "link", example),
            None => Spanned {
                value: String::new(),
                span: joint.tag_span(),
            },
        }
    }

    /// The axis and its place; 1 0 0 if it is left out.
    fn axis(&mut self, joint: Element) -> ([Number; 3], Span) {
        let axis = self.child(joint, "axis");
        let span = axis.unwrap_or(joint).tag_span();
        let default = [1, 0, 0].map(|component| default_number(component, span));
        let Some(axis) = axis else {
            return (default, span);
        };
        let Some(attribute) = self.survey.attribute(axis, "xyz") else {
            self.report_missing(axis, &["xyz"], "<axis xyz=\"0 0 1\"/>");
            return (default, span);
        };
        (self.numbers(axis, "xyz").unwrap_or(default), attribute.span)
    }

    fn limits(&mut self, limit: Element) -> Limits {
        Limits {
            lower: self.number(limit, "lower"),
            upper: self.number(limit, "upper"),
            effort: self.number(limit, "effort"),
            velocity: self.number(limit, "velocity"),
        }
    }

    fn mimic(&mut self, mimic: Element) -> Mimic {
        let span = mimic.tag_span();
        Mimic {
            joint: self.name(mimic, "joint", "<mimic joint=\"finger\"/>"),
            multiplier: self
                .number(mimic, "multiplier")
                .unwrap_or_else(|| default_number(1, span)),
            offset: self
                .number(mimic, "offset")
                .unwrap_or_else(|| default_number(0, span)),
        }
    }
}
