//! Joints of bodies.

use super::classes::Resolved;
use super::document::Node;
use super::pose::{Pose, zero};
use super::reader::{Reader, is_not_zero, own_name};
use super::settings::ALIGN_REMEDY;
use crate::fault::Fault;
use crate::joint::kind_of_word;
use crate::model::{
    ForceCoefficients, Joint, JointKind, Limits, Number, Origin, Quantity, Span, Spanned, Spring,
};
use multibody_program::exact::Rational;

/// In place of the name of the attribute that says whether a range limits: the range always limits.
pub(super) const ALWAYS: &str = "";
/// The remedy for a range that cannot limit.
pub(super) const RANGE_REMEDY: &str = "write a range from a number to a larger one";

/// The types of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointType {
    Hinge,
    Slide,
    Ball,
    Free,
}

/// A joint of a body. A hinge turns the body about an axis through the anchor, and a slide moves it along the axis; the axis and the
/// anchor are fixed to the body.
#[derive(Debug)]
pub(super) struct BodyJoint<'a> {
    /// The joint of the model, but not yet between links. A joint without a name is named by its index.
    pub(super) model: Joint,
    pub(super) kind: JointType,
    /// The point of the body that a hinge or ball joint does not move, m.
    pub(super) anchor: [Number; 3],
    /// The position at which its spring rests, rad or m. A tendon without `springlength` rests where all its joints are at theirs.
    pub(super) rest: Number,
    pub(super) element: Resolved<'a>,
}

impl JointType {
    /// How many positions and rates it has.
    pub(super) fn counts(self) -> [usize; 2] {
        match self {
            Self::Hinge | Self::Slide => [1, 1],
            Self::Ball => [4, 3],
            Self::Free => [7, 6],
        }
    }

    /// Whether it has one position.
    pub(super) fn is_simple(self) -> bool {
        matches!(self, Self::Hinge | Self::Slide)
    }

    /// The type of the joint in the model.
    fn model_kind(self, is_limited: bool) -> JointKind {
        let word = match self {
            Self::Hinge if is_limited => "revolute",
            Self::Hinge => "continuous",
            Self::Slide => "prismatic",
            Self::Ball => "ball",
            Self::Free => "floating",
        };
        let motion = kind_of_word(word);
        motion.map(JointKind::single).unwrap_or_default()
    }
}

impl BodyJoint<'_> {
    /// Where it is written.
    pub(super) fn span(&self) -> Span {
        self.element.span()
    }

    /// The position of a hinge or slide in the pose as drawn.
    pub(super) fn drawn_position(&self) -> Rational {
        let reference = self.model.reference.as_ref();
        reference.map_or(Rational::ZERO, |position| position.value.clone())
    }
}

impl<'a> Reader<'_, 'a> {
    /// A joint of a body; `frame` is the pose, in the body, of the frame that contains the joint.
    pub(super) fn read_joint(
        &mut self,
        node: &Node<'a>,
        class: usize,
        frame: &Pose,
    ) -> BodyJoint<'a> {
        let span = node.element.tag_span();
        let is_free_joint = node.tag() == "freejoint";
        // A freejoint has nothing from a class.
        let element = if is_free_joint {
            Resolved::alone(node.element)
        } else {
            self.resolve(node, "joint", class)
        };
        let kind = if is_free_joint { JointType::Free } else { self.joint_type(&element) };
        let kind_span = element
            .attribute("type")
            .map_or(span, |kind| kind.value_span);
        if is_free_joint {
            self.refuse_last(&element, "align", "auto false true", ALIGN_REMEDY);
        }
        let anchor = self.numbers(&element, "pos").unwrap_or_else(|| zero(span));
        let axis = self.numbers(&element, "axis");
        let z = [0, 0, 1].map(|component| Number::left_out(component, span));
        let [reference, spring_position] = ["ref", "springref"].map(|name| {
            let position = self.number(&element, name)?;
            Some(self.in_radians(kind, position))
        });
        let rest = spring_position.unwrap_or_else(|| Number::left_out(0, span));
        let limits = self.limits(&element, kind);
        let (armature, mut forces) = self.passive(&element, &rest);
        if let Some(spring) = forces.spring.take_if(|_| !kind.is_simple()) {
            let span = spring.stiffness.span();
            self.note_unread_force(span, "the spring of a ball or free joint");
        }
        if let Some(friction) = forces.friction.take_if(|_| kind == JointType::Free) {
            self.note_unread_force(friction.span(), "the friction of a free joint");
        }
        let name = own_name(node.element);
        let motion = Spanned::new(kind.model_kind(limits.is_some()), kind_span);
        // The links at its ends are set when the links are made.
        let ends = [(); 2].map(|()| name.clone());
        let model = Joint {
            axis: frame.direction(&axis.unwrap_or(z)),
            axis_span: element.span_of("axis"),
            reference: reference.filter(|it| kind.is_simple() && is_not_zero(it)),
            limits,
            armature,
            forces,
            ..Joint::new(name, motion, ends, Origin::identity(span))
        };
        BodyJoint {
            model,
            kind,
            anchor: if kind == JointType::Free { zero(span) } else { frame.point(&anchor) },
            rest,
            element,
        }
    }

    /// The armature of a joint or a tendon, and the forces along it: those that are not 0, and that no flag disables. Its spring
    /// rests at `rest`. What is not read is noted.
    pub(super) fn passive(
        &mut self,
        element: &Resolved<'a>,
        rest: &Number,
    ) -> (Option<Quantity>, ForceCoefficients) {
        let stiffness = self.coefficient(element, "stiffness");
        for name in ["springdamper", "springyield"] {
            let numbers = self.up_to(2, element, name).unwrap_or_default();
            // Without a spring nothing yields.
            let is_idle = name == "springyield" && stiffness.is_none();
            if let Some(number) = numbers.iter().find(|it| is_not_zero(it) && !is_idle) {
                self.note_unread_force(number.span, name);
            }
        }
        let has_springs = !self.is_disabled("spring");
        let friction_flags = ["frictionloss", "constraint"].map(|flag| !self.is_disabled(flag));
        let friction = (self.number(element, "frictionloss").filter(is_not_zero))
            .filter(|_| friction_flags == [true; 2]);
        let spring = stiffness.filter(|_| has_springs).map(|stiffness| Spring {
            stiffness: stiffness.into(),
            rest: rest.clone().into(),
        });
        let forces = ForceCoefficients {
            damping: self.damping(element).map(Quantity::from),
            friction: friction.map(Quantity::from),
            spring,
        };
        (self.armature(element).map(Quantity::from), forces)
    }

    /// The armature, if it is not 0.
    pub(super) fn armature(&mut self, element: &Resolved<'a>) -> Option<Number> {
        self.number(element, "armature").filter(is_not_zero)
    }

    /// The damping, if it is not 0 and not disabled.
    pub(super) fn damping(&mut self, element: &Resolved<'a>) -> Option<Number> {
        let has_dampers = !self.is_disabled("damper");
        self.coefficient(element, "damping").filter(|_| has_dampers)
    }

    fn joint_type(&mut self, element: &Resolved<'a>) -> JointType {
        match self.word(element, "type", "hinge slide ball free") {
            "slide" => JointType::Slide,
            "ball" => JointType::Ball,
            "free" => JointType::Free,
            _ => JointType::Hinge,
        }
    }

    /// A position of a joint; that of a hinge is an angle, which is converted.
    fn in_radians(&self, kind: JointType, position: Number) -> Number {
        if kind == JointType::Hinge { self.radians(position) } else { position }
    }

    /// The stiffness or damping, if it is not 0. Those of higher order are not read.
    fn coefficient(&mut self, element: &Resolved<'a>, name: &str) -> Option<Number> {
        let numbers = self.up_to(3, element, name)?;
        let (first, others) = numbers.split_first()?;
        if let Some(other) = others.iter().find(|other| is_not_zero(other)) {
            self.note_unread_force(other.span, &format!("a {name} that is a polynomial"));
            return None;
        }
        Some(first.clone()).filter(is_not_zero)
    }

    fn limits(&mut self, element: &Resolved<'a>, kind: JointType) -> Option<Limits> {
        if let Some(range) = element.attribute("range").filter(|_| !kind.is_simple())
            && self.reported.insert(range.span.start)
        {
            let names = "`range` of a ball or free joint".to_owned();
            self.faults.push(range.span, Fault::IgnoredNames { names });
        }
        if kind == JointType::Free {
            return None;
        }
        let range = self.range(element, "limited", "range")?;
        if kind == JointType::Ball {
            let remedy = "let the range begin at 0, the least angle of a turn";
            if let Some(lower) = range.first().filter(|it| is_not_zero(it)) {
                self.report_invalid(lower.span, element.element, "has a range of angles", remedy);
            }
            return None;
        }
        let [lower, upper] = range.map(|end| Some(self.in_radians(kind, end)));
        Some(Limits {
            lower,
            upper,
            effort: None,
            velocity: None,
        })
    }

    /// The range in the attribute `name`, if it limits. The attribute `limited` says so, unless it is [`ALWAYS`].
    pub(super) fn range(
        &mut self,
        element: &Resolved<'a>,
        limited: &str,
        name: &str,
    ) -> Option<[Number; 2]> {
        let word = if limited == ALWAYS { "true" } else { self.limit_word(element, limited, name) };
        let numbers: Option<[Number; 2]> = self.numbers(element, name);
        let range = numbers.filter(|[lower, upper]| lower.value < upper.value);
        if word == "true" && range.is_none() {
            let problem = "is limited, but has no range";
            self.report_invalid(
                element.span_of(limited),
                element.element,
                problem,
                RANGE_REMEDY,
            );
        }
        range.filter(|_| word != "false")
    }

    /// Whether a range limits: `true`, `false`, or `auto`, which means that it does if there is one.
    fn limit_word(&mut self, element: &Resolved<'a>, limited: &str, range: &str) -> &'static str {
        let word = self.word(element, limited, "auto false true");
        if let Some(range) = element.attribute(range).filter(|_| word == "auto")
            && !self.settings.has_automatic_limits
            && self.reported.insert(range.span.start)
        {
            let limited = limited.to_owned();
            let fault = Fault::RangeWithoutLimited { limited };
            self.faults.push(range.span, fault);
        }
        word
    }
}
