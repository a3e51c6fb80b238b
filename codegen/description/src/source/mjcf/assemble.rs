//! The model of the bodies: a link for each, and joints, with massless links between the joints of one body.

use std::collections::{BTreeMap, BTreeSet};

use super::body::{Body, NOT_RIGID_REMEDY, Placed, frame_of, unused_name};
use super::document::Node;
use super::joint::{BodyJoint, JointType};
use super::pose::{Pose, zero};
use super::reader::{Reader, is_not_zero, name_in};
use super::robot::Robot;
use crate::model::{
    Conventions, Frame, Inertial, Joint, JointKind, Link, Model, Quantity, Spanned,
};

impl<'a> Reader<'_, 'a> {
    /// Reads the whole description.
    pub(super) fn read_robot(mut self, root: &Node<'a>) -> Model {
        self.survey(root);
        self.read_settings();
        self.read_classes(root);
        let bodies = self.read_bodies(root);
        let deformable = root.section("deformable");
        for flex in deformable.filter(|child| child.tag() == "flex") {
            self.refuse(flex.element.tag_span(), "<flex>", NOT_RIGID_REMEDY);
        }
        let unnamed = || Spanned::new("mujoco".to_owned(), root.element.tag_span());
        let name = name_in(root.element.attribute("model")).unwrap_or_else(unnamed);
        let mut model = Model::new(name, Conventions::MJCF);
        model.gravity = self.gravity();
        let inertials = self.read_inertials(&bodies);
        add_links(&bodies, inertials, &mut model);
        model.offered_frames = self.sites(&bodies);
        model.keyframes = self.read_keyframes(root, &bodies);
        let tendons = self.read_tendons(root, &bodies);
        let mut robot = Robot {
            bodies,
            tendons,
            model,
        };
        self.read_equalities(root, &mut robot);
        self.read_actuators(root, &mut robot);
        self.note_unread_forces(&robot.bodies);
        let mut model = robot.model;
        let tendons = robot.tendons.fixed.into_iter();
        model.tendons = tendons.map(|fixed| fixed.tendon).collect();
        model.unread_forces = std::mem::take(&mut self.unread_forces);
        model
    }

    /// Notes forces that are not read and do not depend on a single body or joint.
    fn note_unread_forces(&mut self, bodies: &[Body<'a>]) {
        let option = self.settings.option.clone();
        let has_no_passive_force =
            ["spring", "damper"].map(|flag| self.is_disabled(flag)) == [true; 2];
        for name in ["density", "viscosity"]
            .into_iter()
            .filter(|_| !has_no_passive_force)
        {
            if let Some(number) = self.number(&option, name).filter(is_not_zero) {
                self.note_unread_force(number.span, "the force of a fluid");
            }
        }
        let is_compensated = |body: &Body| body.gravity_compensation.is_some();
        let mut joints = bodies.iter().flat_map(|body| &body.joints);
        let mut is_by_actuator =
            |it: &&BodyJoint<'a>| self.boolean(&it.element, "actuatorgravcomp");
        let joint = joints.find(|joint| is_by_actuator(joint) == Some(true));
        if let Some(joint) = joint.filter(|_| bodies.iter().any(is_compensated)) {
            self.note_unread_force(joint.span(), "gravity compensation by actuators");
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
    let mut link_names: BTreeSet<_> = bodies.iter().map(|body| body.name.value.clone()).collect();
    let all_joints = bodies.iter().flat_map(|body| &body.joints);
    let mut joint_names: BTreeSet<_> = all_joints.map(|it| it.model.name.value.clone()).collect();
    for (index, (body, inertial)) in bodies.iter().zip(inertials).enumerate() {
        let mut link = Link::new(body.name.clone(), inertial);
        link.gravity_compensation = body.gravity_compensation.clone();
        if index == 0 {
            model.links.push(link);
            continue;
        }
        // The last link so far, and the pose in it of the body's frame if no further joint moves.
        let mut parent = bodies[body.parent].name.clone();
        let mut pose = body.pose.clone();
        for (joint_index, joint) in body.joints.iter().enumerate() {
            let anchor = anchor_of(joint);
            pose = pose.then(&anchor);
            // The anchor of the last joint, if it is not the origin of the body, needs a link of its own.
            let is_last = joint_index + 1 == body.joints.len() && anchor.is_identity();
            let child = if is_last {
                body.name.clone()
            } else {
                let name = format!("{}_{}", body.name.value, joint.model.name.value);
                let name = Spanned::new(unused_name(name, &mut link_names), joint.span());
                let mut link = Link::new(name.clone(), None);
                link.is_intermediate = true;
                model.links.push(link);
                name
            };
            // A free joint's position is the pose of the body in the world.
            let is_free = joint.kind == JointType::Free;
            let origin = if is_free { Pose::identity(joint.span()) } else { pose };
            model.joints.push(Joint {
                parent,
                child: child.clone(),
                origin: origin.origin(),
                ..joint.model.clone()
            });
            (parent, pose) = (child, anchor.inverse());
        }
        if parent != body.name {
            let name = unused_name(format!("{}_fixed", body.name.value), &mut joint_names);
            let name = Spanned::new(name, body.name.span);
            let kind = Spanned::new(JointKind::default(), body.name.span);
            let joint = Joint::new(name, kind, [parent, body.name.clone()], pose.origin());
            model.joints.push(joint);
        }
        model.links.push(link);
    }
}

/// A frame at the point that a joint turns about; at the origin if it does not turn.
fn anchor_of(joint: &BodyJoint) -> Pose {
    match joint.kind {
        JointType::Slide => Pose::identity(joint.span()),
        _ => Pose::at(joint.anchor.clone()),
    }
}

impl<'a> Reader<'_, 'a> {
    /// The sites with names; reports names that occur twice.
    fn sites(&mut self, bodies: &[Body<'a>]) -> Vec<Frame> {
        let (mut frames, mut first_names) = (Vec::new(), BTreeMap::new());
        for body in bodies {
            for Placed { element, pose } in &body.sites {
                let Some(name) = name_in(element.own("name")) else {
                    continue;
                };
                self.is_repeated("sites", &name, &mut first_names);
                frames.push(frame_of(name, body.name.clone(), pose));
            }
        }
        frames
    }
}
