//! The model of the bodies: a link for each, and joints, with massless links between the joints of one body.

use std::collections::BTreeSet;

use super::body::{Body, NO_RIGID_BODIES, unused_name};
use super::document::Node;
use super::joint::{BodyJoint, JointType};
use super::pose::{Pose, zero};
use super::reader::{Reader, is_not_zero};
use crate::joint;
use crate::model::{
    Conventions, Frame, Inertial, Joint, JointKind, Link, Model, Number, Quantity, Span, Spanned,
};

impl<'a> Reader<'_, 'a> {
    /// Reads the whole description.
    pub(super) fn read_robot(mut self, root: &Node<'a>) -> Model {
        let ignored = self.survey(root);
        self.read_settings();
        self.read_classes(root);
        let bodies = self.read_bodies(root);
        for flex in root
            .section("deformable")
            .filter(|child| child.tag() == "flex")
        {
            self.refuse(flex.element.tag_span(), "<flex>", NO_RIGID_BODIES);
        }
        let name = root.element.attribute("model");
        let name = Spanned {
            value: name.map_or("mujoco", |name| name.value).to_owned(),
            span: name.map_or(root.element.tag_span(), |name| name.value_span),
        };
        let mut model = Model::new(name, Conventions::MJCF);
        model.ignored = ignored;
        model.gravity = self.gravity();
        let inertials = self.read_inertials(&bodies);
        add_links(&bodies, inertials, &mut model);
        model.offered_frames = sites(&bodies);
        let mut tendons = self.read_tendons(root, &bodies);
        self.read_equalities(root, &bodies, &tendons, &mut model);
        self.read_actuators(root, &bodies, &mut tendons, &mut model);
        model.tendons = tendons.into_tendons();
        model.keyframes = self.read_keyframes(root, &bodies);
        self.note_unread_forces(&bodies);
        model.unread_forces = std::mem::take(&mut self.waiting);
        model
    }

    /// Notes forces that no body or joint has alone.
    fn note_unread_forces(&mut self, bodies: &[Body<'a>]) {
        let option = self.settings.option.clone();
        for name in ["density", "viscosity"] {
            if let Some(number) = self.number(&option, name).filter(is_not_zero) {
                self.waits(number.span, "the force of a fluid");
            }
        }
        if !bodies
            .iter()
            .any(|body| body.gravity_compensation.is_some())
        {
            return;
        }
        for joint in bodies.iter().flat_map(|body| &body.joints) {
            if self.boolean(&joint.element, "actuatorgravcomp") == Some(true) {
                self.waits(joint.span(), "gravity compensation by actuators");
            }
        }
    }

    /// The acceleration of gravity, if the description has it.
    fn gravity(&mut self) -> Option<[Quantity; 3]> {
        let option = self.settings.option.clone();
        let gravity = self.numbers(&option, "gravity");
        if self.is_disabled("gravity") {
            let flag = self.settings.flag.attribute("gravity")?;
            return Some(zero(flag.span).map(Into::into));
        }
        Some(gravity?.map(Into::into))
    }
}

/// Adds the links and joints of all bodies.
fn add_links(bodies: &[Body], inertials: Vec<Option<Inertial>>, model: &mut Model) {
    let names = |name: &Spanned<String>| name.value.clone();
    let mut links: BTreeSet<String> = bodies.iter().map(|body| names(&body.name)).collect();
    let all_joints = bodies.iter().flat_map(|body| &body.joints);
    let mut joints: BTreeSet<String> = all_joints.map(|joint| names(&joint.name)).collect();
    for (index, (body, inertial)) in bodies.iter().zip(inertials).enumerate() {
        let mut link = Link::new(body.name.clone(), inertial);
        link.gravity_compensation
            .clone_from(&body.gravity_compensation);
        if index == 0 {
            model.links.push(link);
            continue;
        }
        let parent = bodies[body.parent].name.clone();
        let mut chain = Chain {
            body,
            parent,
            pose: body.pose.clone(),
            links: &mut links,
            model: &mut *model,
        };
        let count = body.joints.len();
        // The anchor of the last joint, if it is not the origin of the body, needs a link of its own.
        for (number, joint) in body.joints.iter().enumerate() {
            let anchor = anchor_of(joint);
            chain.pose = chain.pose.then(&at(anchor.clone()));
            let is_last = number + 1 == count && at(anchor.clone()).is_identity();
            chain.add_joint(joint, is_last);
            chain.pose = at(anchor).inverse();
        }
        let is_attached = body
            .joints
            .last()
            .is_some_and(|joint| at(anchor_of(joint)).is_identity());
        if !is_attached {
            let name = Spanned {
                value: unused_name(format!("{}_fixed", body.name.value), &mut joints),
                span: body.name.span,
            };
            let kind = Spanned {
                value: JointKind::default(),
                span: body.name.span,
            };
            let ends = [chain.parent.clone(), body.name.clone()];
            let joint = Joint::new(name, kind, ends, chain.pose.origin());
            chain.model.joints.push(joint);
        }
        model.links.push(link);
    }
}

/// The joints of a body, as they are added one after the other.
struct Chain<'c, 'b> {
    body: &'c Body<'b>,
    /// The last link.
    parent: Spanned<String>,
    /// The pose of the body's frame in it, where no joint further on moves.
    pose: Pose,
    /// All names of links.
    links: &'c mut BTreeSet<String>,
    model: &'c mut Model,
}

impl Chain<'_, '_> {
    /// Adds a joint, and the link behind it unless that is the body.
    fn add_joint(&mut self, joint: &BodyJoint, is_last: bool) {
        let child = if is_last {
            self.body.name.clone()
        } else {
            let name = format!("{}_{}", self.body.name.value, joint.name.value);
            let name = Spanned {
                value: unused_name(name, self.links),
                span: joint.span(),
            };
            let mut link = Link::new(name.clone(), None);
            link.is_intermediate = true;
            self.model.links.push(link);
            name
        };
        // A free joint's position is the pose of the body in the world.
        let is_free = joint.kind == JointType::Free;
        let origin = if is_free { Pose::identity(joint.span()) } else { self.pose.clone() };
        let kind = Spanned {
            value: kind_of(joint),
            span: joint.kind_span,
        };
        let ends = [self.parent.clone(), child.clone()];
        let mut new_joint = Joint::new(joint.name.clone(), kind, ends, origin.origin());
        let quantity = |number: &Option<Number>| number.clone().map(Quantity::from);
        new_joint.axis.clone_from(&joint.axis);
        new_joint.axis_span = joint.axis_span;
        new_joint.reference.clone_from(&joint.reference);
        new_joint.limits.clone_from(&joint.limits);
        new_joint.armature = quantity(&joint.armature);
        new_joint.damping = quantity(&joint.damping);
        new_joint.friction = quantity(&joint.friction);
        new_joint.spring.clone_from(&joint.spring);
        self.model.joints.push(new_joint);
        self.parent = child;
    }
}

/// The motion of a joint.
fn kind_of(joint: &BodyJoint) -> JointKind {
    let word = match joint.kind {
        JointType::Hinge if joint.limits.is_some() => "revolute",
        JointType::Hinge => "continuous",
        JointType::Slide => "prismatic",
        JointType::Ball => "ball",
        JointType::Free => "floating",
    };
    joint::kind_of_word(word)
        .map(JointKind::single)
        .unwrap_or_default()
}

/// The point that a joint turns about; the origin if it does not turn.
fn anchor_of(joint: &BodyJoint) -> [Number; 3] {
    match joint.kind {
        JointType::Slide => zero(joint.span()),
        _ => joint.anchor.clone(),
    }
}

/// A frame at a point.
fn at(point: [Number; 3]) -> Pose {
    Pose {
        position: point,
        ..Pose::identity(Span::default())
    }
}

/// The sites with names.
fn sites(bodies: &[Body]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for body in bodies {
        for site in &body.sites {
            let Some(name) = site
                .element
                .own("name")
                .filter(|name| !name.value.is_empty())
            else {
                continue;
            };
            frames.push(Frame {
                name: Spanned {
                    value: name.value.to_owned(),
                    span: name.value_span,
                },
                link: body.name.clone(),
                origin: site.pose.origin(),
                is_at_com: false,
            });
        }
    }
    frames
}
