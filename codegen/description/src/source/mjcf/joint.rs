//! Joints of bodies.

use super::classes::{ClassId, Resolved};
use super::document::Node;
use super::pose::{Pose, zero};
use super::reader::{Reader, is_not_zero};
use super::settings::ALIGNED;
use crate::fault::Fault;
use crate::model::{Limits, Number, Span, Spanned, Spring};

/// The types of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointType {
    Hinge,
    Slide,
    Ball,
    Free,
}

/// A joint of a body: it moves the body about or along an axis through an anchor, both fixed to the body.
#[derive(Debug)]
pub(super) struct BodyJoint<'a> {
    /// Its name; that of a joint without one has its index in it.
    pub(super) name: Spanned<String>,
    /// Its type, and where it is written.
    pub(super) kind: JointType,
    pub(super) kind_span: Span,
    /// The point of the body that it does not move, m; a slide has none.
    pub(super) anchor: [Number; 3],
    /// Not necessarily of unit length.
    pub(super) axis: [Number; 3],
    pub(super) axis_span: Span,
    /// The position in the pose as drawn, rad or m.
    pub(super) reference: Option<Number>,
    /// The range of positions.
    pub(super) limits: Option<Limits>,
    /// Apparent inertia, kg or kg m^2.
    pub(super) armature: Option<Number>,
    /// Viscous damping.
    pub(super) damping: Option<Number>,
    /// Coulomb friction.
    pub(super) friction: Option<Number>,
    /// A spring; its rest position holds even where it has no stiffness.
    pub(super) spring: Option<Spring>,
    /// The position at which its spring rests, rad or m: also that of tendons.
    pub(super) rest: Number,
    pub(super) element: Resolved<'a>,
}

impl BodyJoint<'_> {
    /// Where it is written.
    pub(super) fn span(&self) -> Span {
        self.element.element.tag_span()
    }

    /// Whether it has one position.
    pub(super) fn is_simple(&self) -> bool {
        matches!(self.kind, JointType::Hinge | JointType::Slide)
    }
}

impl<'a> Reader<'_, 'a> {
    /// A joint of a body, in a frame there.
    pub(super) fn read_joint(
        &mut self,
        node: &Node<'a>,
        class: ClassId,
        frame: &Pose,
    ) -> BodyJoint<'a> {
        let span = node.element.tag_span();
        let is_free_joint = node.tag() == "freejoint";
        // A freejoint has nothing from a class.
        let element = if is_free_joint {
            Resolved::alone(node)
        } else {
            self.resolve(node, "joint", class)
        };
        let kind = if is_free_joint { JointType::Free } else { self.joint_type(&element) };
        let attribute = |name: &str| element.attribute(name);
        let kind_span = attribute("type").map_or(span, |kind| kind.value_span);
        let axis_span = attribute("axis").map_or(span, |axis| axis.span);
        if is_free_joint && self.word(&element, "align", &["auto", "false", "true"]) == "true" {
            let place = element.own("align").map_or(span, |align| align.span);
            self.refuse(place, "align=\"true\"", ALIGNED);
        }
        let is_simple = matches!(kind, JointType::Hinge | JointType::Slide);
        let anchor = self.numbers(&element, "pos").unwrap_or_else(|| zero(span));
        let axis = self.numbers(&element, "axis");
        let z = [0, 0, 1].map(|component| Number::left_out(component, span));
        let reference = self
            .joint_position(&element, "ref", kind)
            .filter(|_| is_simple);
        let spring_reference = self.joint_position(&element, "springref", kind);
        let rest = spring_reference.unwrap_or_else(|| Number::left_out(0, span));
        let damping = self.coefficient(&element, "damping");
        let has_springs = !self.is_disabled("spring");
        let has_dampers = !self.is_disabled("damper");
        let coefficient = self.coefficient(&element, "stiffness");
        let stiffness = coefficient.filter(|_| has_springs);
        if let Some(stiffness) = stiffness.as_ref().filter(|_| !is_simple) {
            self.waits(stiffness.span, "the spring of a ball or free joint");
        }
        self.note_unread_springs(&element);
        let armature = self.number(&element, "armature");
        let mut friction = self.number(&element, "frictionloss").filter(is_not_zero);
        friction = friction.filter(|_| self.has_friction());
        if kind == JointType::Free
            && let Some(friction) = friction.take()
        {
            self.waits(friction.span, "the friction of a free joint");
        }
        let limits = self.limits(&element, kind);
        BodyJoint {
            name: self.name(&element, "name").unwrap_or(Spanned {
                value: String::new(),
                span,
            }),
            kind,
            kind_span,
            anchor: if kind == JointType::Free { zero(span) } else { frame.point(&anchor) },
            axis: frame.direction(&axis.unwrap_or(z)),
            axis_span,
            reference: reference.filter(is_not_zero),
            limits,
            armature: armature.filter(is_not_zero),
            damping: damping.filter(|_| has_dampers),
            friction,
            spring: stiffness.filter(|_| is_simple).map(|stiffness| Spring {
                stiffness: stiffness.into(),
                rest: rest.clone().into(),
            }),
            rest,
            element,
        }
    }

    /// Whether friction acts.
    pub(super) fn has_friction(&mut self) -> bool {
        !self.is_disabled("frictionloss") && !self.is_disabled("constraint")
    }

    fn joint_type(&mut self, element: &Resolved<'a>) -> JointType {
        match self.word(element, "type", &["hinge", "slide", "ball", "free"]) {
            "slide" => JointType::Slide,
            "ball" => JointType::Ball,
            "free" => JointType::Free,
            _ => JointType::Hinge,
        }
    }

    /// A position of a joint: an angle, unless it is a slide.
    fn joint_position(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        kind: JointType,
    ) -> Option<Number> {
        let number = self.number(element, name)?;
        Some(if kind == JointType::Hinge { self.radians(number) } else { number })
    }

    /// The stiffness or damping, if it is not 0. Those of higher order are not read.
    pub(super) fn coefficient(&mut self, element: &Resolved<'a>, name: &str) -> Option<Number> {
        let numbers = self.up_to(3, element, name)?;
        let (first, others) = numbers.split_first()?;
        if let Some(other) = others.iter().find(|other| is_not_zero(other)) {
            self.waits(other.span, &format!("a {name} that is a polynomial"));
            return None;
        }
        Some(first.clone()).filter(is_not_zero)
    }

    /// Notes attributes of springs that are not read.
    pub(super) fn note_unread_springs(&mut self, element: &Resolved<'a>) {
        for name in ["springdamper", "springyield"] {
            let numbers = self.up_to(2, element, name).unwrap_or_default();
            if let Some(number) = numbers.iter().find(|number| is_not_zero(number)) {
                self.waits(number.span, name);
            }
        }
    }

    fn limits(&mut self, element: &Resolved<'a>, kind: JointType) -> Option<Limits> {
        let range = element.attribute("range");
        let is_limited = self.is_limited(element, "limited", "range");
        let [lower, upper] = self.numbers(element, "range")?;
        if range.is_none() || !is_limited || lower.value >= upper.value {
            return None;
        }
        let [lower, upper] = match kind {
            JointType::Hinge => [lower, upper].map(|limit| self.radians(limit)),
            JointType::Slide => [lower, upper],
            JointType::Ball | JointType::Free => return None,
        };
        Some(Limits {
            lower: Some(lower),
            upper: Some(upper),
            effort: None,
            velocity: None,
        })
    }

    /// Whether a range limits: with `auto`, if there is a range.
    pub(super) fn is_limited(
        &mut self,
        element: &Resolved<'a>,
        limited: &str,
        range: &str,
    ) -> bool {
        let range = element.attribute(range);
        match self.word(element, limited, &["auto", "false", "true"]) {
            "true" => true,
            "false" => false,
            _ => {
                if let Some(range) = range.filter(|_| !self.settings.has_automatic_limits)
                    && self.reported.insert(range.span.start)
                {
                    let limited = limited.to_owned();
                    self.faults
                        .push(range.span, Fault::RangeWithoutLimited { limited });
                }
                range.is_some()
            }
        }
    }
}
