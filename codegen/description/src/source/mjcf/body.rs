//! Bodies, frames and what they contain.

use std::collections::BTreeSet;

use super::classes::{ClassId, Classes, Resolved};
use super::document::Node;
use super::joint::{BodyJoint, JointType};
use super::place::place;
use super::pose::Pose;
use super::reader::Reader;
use crate::fault::Fault;
use crate::model::{Number, Spanned};
use crate::source::xml::Element;
use multibody_program::exact::Rational;

/// The name of the world in MuJoCo and here.
pub(super) const WORLD: &str = "world";
/// What MuJoCo can expand, and we cannot.
const SAVED: &str = "load the file in Python and save what MuJoCo made of it: mujoco.mj_saveLastXML(\"robot.xml\", model)";
/// What to do about an inertia of the world.
const IN_BODY: &str = "the world does not move; put it into the <body> that has this inertia";
/// What has no equivalent.
pub(super) const NO_RIGID_BODIES: &str =
    "it is not made of rigid bodies and joints, and there is no remedy but to leave it out";

/// A body as MuJoCo reads it.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// Its name; that of a body without one has its index in it.
    pub(super) name: Spanned<String>,
    /// The index of its parent: 0 is the world, which is its own parent.
    pub(super) parent: usize,
    /// Its pose in the parent, as drawn.
    pub(super) pose: Pose,
    /// Its joints, of which each carries those after it.
    pub(super) joints: Vec<BodyJoint<'a>>,
    /// Its `inertial`.
    pub(super) inertial: Option<Placed<'a>>,
    /// Its geoms.
    pub(super) geoms: Vec<Placed<'a>>,
    /// Its sites.
    pub(super) sites: Vec<Placed<'a>>,
    /// Whether a program moves it, and no force: here it is static.
    pub(super) is_mocap: bool,
    /// The part of its weight that is compensated, if it is not 0.
    pub(super) gravity_compensation: Option<Number>,
    /// For messages.
    pub(super) element: Element<'a>,
}

/// An element with a pose in a body.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    /// The element.
    pub(super) element: Resolved<'a>,
    /// Its pose in the body, as the frames around it, `pos`, its orientation or `fromto` give it.
    pub(super) pose: Pose,
}

/// Where an element stands: its body, the pose of its frame there, and the class that holds.
struct Surroundings {
    body: usize,
    frame: Pose,
    class: ClassId,
}

impl<'a> Reader<'_, 'a> {
    /// All bodies in MuJoCo's order; the first is the world.
    pub(super) fn read_bodies(&mut self, root: &Node<'a>) -> Vec<Body<'a>> {
        let span = root.element.tag_span();
        let world = Body {
            name: Spanned {
                value: WORLD.to_owned(),
                span,
            },
            parent: 0,
            pose: Pose::identity(span),
            joints: Vec::new(),
            inertial: None,
            geoms: Vec::new(),
            sites: Vec::new(),
            is_mocap: false,
            gravity_compensation: None,
            element: root.element,
        };
        let mut bodies = vec![world];
        for section in root.children_with("worldbody") {
            let surroundings = Surroundings {
                body: 0,
                frame: Pose::identity(section.element.tag_span()),
                class: Classes::MAIN,
            };
            self.read_contents(section, &surroundings, &mut bodies);
        }
        name_by_index(&mut bodies);
        bodies
    }

    /// Reads what is in a body, in the world or in a frame.
    fn read_contents(
        &mut self,
        node: &Node<'a>,
        surroundings: &Surroundings,
        bodies: &mut Vec<Body<'a>>,
    ) {
        for child in &node.children {
            let span = child.element.tag_span();
            let label = format!("<{}>", child.tag());
            match child.tag() {
                "body" => self.read_body(child, surroundings, bodies),
                "frame" => {
                    let pose = self.pose(&Resolved::alone(child));
                    let contents = Surroundings {
                        body: surroundings.body,
                        frame: surroundings.frame.then(&pose),
                        class: self.child_class(child, surroundings.class),
                    };
                    self.read_contents(child, &contents, bodies);
                }
                "joint" | "freejoint" => {
                    if surroundings.body == 0 {
                        self.faults.push(span, Fault::JointInWorld);
                        continue;
                    }
                    let joint = self.read_joint(child, surroundings.class, &surroundings.frame);
                    bodies[surroundings.body].joints.push(joint);
                }
                "inertial" if surroundings.body == 0 => {
                    self.refuse(span, "<inertial> in the world", IN_BODY)
                }
                "inertial" => self.read_inertial(child, surroundings, bodies),
                "geom" => {
                    let part = self.placed_element(child, "geom", surroundings);
                    bodies[surroundings.body].geoms.push(part);
                }
                "site" => {
                    let part = self.placed_element(child, "site", surroundings);
                    bodies[surroundings.body].sites.push(part);
                }
                "replicate" | "attach" => self.refuse(span, &label, SAVED),
                "composite" => self.refuse(span, &label, super::settings::NOT_IN_MUJOCO),
                "flexcomp" | "plugin" => self.refuse(span, &label, NO_RIGID_BODIES),
                _ => {}
            }
        }
    }

    fn read_body(
        &mut self,
        node: &Node<'a>,
        surroundings: &Surroundings,
        bodies: &mut Vec<Body<'a>>,
    ) {
        let element = Resolved::alone(node);
        let span = node.element.tag_span();
        let index = bodies.len();
        let pose = surroundings.frame.then(&self.pose(&element));
        let name = self.name(&element, "name");
        let is_mocap = self.boolean(&element, "mocap") == Some(true);
        let is_switched_off =
            self.is_disabled("gravity") || self.is_disabled("spring") && self.is_disabled("damper");
        let gravity_compensation = self
            .number(&element, "gravcomp")
            .filter(|_| !is_switched_off);
        bodies.push(Body {
            name: name.unwrap_or(Spanned {
                value: String::new(),
                span,
            }),
            parent: surroundings.body,
            pose,
            joints: Vec::new(),
            inertial: None,
            geoms: Vec::new(),
            sites: Vec::new(),
            is_mocap,
            gravity_compensation: gravity_compensation.filter(|part| part.value != Rational::ZERO),
            element: node.element,
        });
        let contents = Surroundings {
            body: index,
            frame: Pose::identity(span),
            class: self.child_class(node, surroundings.class),
        };
        self.read_contents(node, &contents, bodies);
        self.check_joints(index, bodies);
    }

    /// Reports joints that a body may not have.
    fn check_joints(&mut self, index: usize, bodies: &[Body<'a>]) {
        let body = &bodies[index];
        let is_free = |joint: &&BodyJoint| joint.kind == JointType::Free;
        if let Some(free_joint) = body.joints.iter().find(is_free) {
            if body.parent != 0 {
                let place = place(body.element);
                self.faults
                    .push(free_joint.span(), Fault::FreeJointBelow { place });
            } else if let Some(other) = body
                .joints
                .iter()
                .find(|other| other.span() != free_joint.span())
            {
                let place = place(body.element);
                let fault = Fault::FreeJointNotAlone { place };
                self.faults
                    .push_conflict(other.span(), vec![free_joint.span()], fault);
            }
        }
        if !body.is_mocap {
            return;
        }
        let mocap = body.element.attribute("mocap").map(|mocap| mocap.span);
        let (span, place) = (mocap.unwrap_or_default(), place(body.element));
        self.faults.push(
            span,
            if body.parent != 0 || !body.joints.is_empty() {
                Fault::MocapMoves { place }
            } else {
                Fault::MocapIsStatic { place }
            },
        );
    }

    fn read_inertial(
        &mut self,
        node: &Node<'a>,
        surroundings: &Surroundings,
        bodies: &mut [Body<'a>],
    ) {
        let element = Resolved::alone(node);
        let pose = surroundings.frame.then(&self.pose(&element));
        let body = &mut bodies[surroundings.body];
        if let Some(first) = &body.inertial {
            let fault = Fault::DuplicateElement {
                tag: "inertial",
                place: place(body.element),
            };
            let others = vec![first.element.element.tag_span()];
            return self
                .faults
                .push_conflict(node.element.tag_span(), others, fault);
        }
        body.inertial = Some(Placed { element, pose });
    }

    /// An element, with its class, at its pose in the body.
    fn placed_element(
        &mut self,
        node: &Node<'a>,
        tag: &str,
        surroundings: &Surroundings,
    ) -> Placed<'a> {
        let element = self.resolve(node, tag, surroundings.class);
        let pose = surroundings.frame.then(&self.pose(&element));
        Placed { element, pose }
    }
}

/// Gives names with their indices to bodies and joints that have none.
fn name_by_index(bodies: &mut [Body]) {
    let names = |name: &Spanned<String>| name.value.clone();
    let mut known_names: BTreeSet<String> = bodies.iter().map(|body| names(&body.name)).collect();
    for (index, body) in bodies.iter_mut().enumerate() {
        if body.name.value.is_empty() {
            body.name.value = unused_name(format!("body{index}"), &mut known_names);
        }
    }
    let joints = || bodies.iter().flat_map(|body| &body.joints);
    let mut known_names: BTreeSet<String> = joints().map(|joint| names(&joint.name)).collect();
    let joints = bodies.iter_mut().flat_map(|body| &mut body.joints);
    for (index, joint) in joints.enumerate() {
        if joint.name.value.is_empty() {
            joint.name.value = unused_name(format!("joint{index}"), &mut known_names);
        }
    }
}

/// A name like this one that is not used; it then is.
pub(super) fn unused_name(mut name: String, known_names: &mut BTreeSet<String>) -> String {
    while !known_names.insert(name.clone()) {
        name.push('_');
    }
    name
}
