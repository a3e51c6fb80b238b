//! Bodies, frames and what they contain; references to these by name.

use std::collections::{BTreeMap, BTreeSet};

use super::classes::{MAIN_CLASS, Resolved};
use super::document::{Node, place};
use super::joint::{BodyJoint, JointType};
use super::pose::Pose;
use super::reader::{Reader, is_not_zero, own_name};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Frame, Number, Span, Spanned};
use crate::source::xml::Element;

/// The name of the world in MuJoCo and here.
pub(super) const WORLD: &str = "world";
/// The remedy for elements that MuJoCo expands and this reader does not.
const SAVE_REMEDY: &str = "load the file in Python and save what MuJoCo made of it: mujoco.mj_saveLastXML(\"robot.xml\", model)";
/// The remedy for an inertia of the world.
const WORLD_REMEDY: &str = "the world does not move; put it into the <body> that has this inertia";
/// The remedy for joints that one body cannot have together.
const BODY_REMEDY: &str = "give it a body of its own around this one";
/// The hint for an unknown name if nothing of its kind has a name.
const NO_PART: Hint = Hint::Write("the file has none: add it, or leave out what names it");
/// The remedy for elements that are not made of rigid bodies.
pub(super) const NOT_RIGID_REMEDY: &str =
    "it is not made of rigid bodies and joints, and there is no remedy but to leave it out";

/// A body as MuJoCo reads it.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// Its name; a body without one is named by its index.
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
    /// Whether a program of the user moves it instead of forces. Here it is static.
    pub(super) is_mocap: bool,
    /// The part of its weight that is compensated, if it is not 0 and no flag disables it.
    pub(super) gravity_compensation: Option<Number>,
    /// The element, for messages.
    pub(super) element: Element<'a>,
}

impl<'a> Body<'a> {
    /// A body with nothing in it.
    fn new(name: Spanned<String>, parent: usize, pose: Pose, element: Element<'a>) -> Self {
        Body {
            name,
            parent,
            pose,
            joints: Vec::new(),
            inertial: None,
            geoms: Vec::new(),
            sites: Vec::new(),
            is_mocap: false,
            gravity_compensation: None,
            element,
        }
    }
}

/// An element with a pose in a body.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    /// The element.
    pub(super) element: Resolved<'a>,
    /// Its pose in the body, as the frames around it, `pos`, its orientation or `fromto` give it.
    pub(super) pose: Pose,
}

/// The surroundings of an element.
struct Surroundings {
    /// The index of its body.
    body: usize,
    /// The pose, in the body, of the frame that contains the element.
    frame: Pose,
    /// The index of the class that applies to elements that name none.
    class: usize,
}

impl Surroundings {
    /// The surroundings of an element directly in a body.
    fn of_body(body: usize, class: usize, span: Span) -> Self {
        let frame = Pose::identity(span);
        Surroundings { body, frame, class }
    }
}

impl<'a> Reader<'_, 'a> {
    /// All bodies in MuJoCo's order; the first is the world.
    pub(super) fn read_bodies(&mut self, root: &Node<'a>) -> Vec<Body<'a>> {
        let span = root.element.tag_span();
        let name = Spanned::new(WORLD.to_owned(), span);
        let mut bodies = vec![Body::new(name, 0, Pose::identity(span), root.element)];
        for section in root.children_with("worldbody") {
            let surroundings = Surroundings::of_body(0, MAIN_CLASS, span);
            self.read_contents(section, &surroundings, &mut bodies);
        }
        let names = bodies.iter_mut().map(|body| &mut body.name);
        name_by_index("body", names.collect());
        let joints = bodies.iter_mut().flat_map(|body| &mut body.joints);
        name_by_index("joint", joints.map(|joint| &mut joint.model.name).collect());
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
                    let element = Resolved::alone(child.element);
                    for name in ["scale", "massscale"] {
                        if let Some(attribute) = element.attribute(name) {
                            self.refuse(attribute.span, &format!("{name} of {label}"), SAVE_REMEDY);
                        }
                    }
                    let pose = self.pose(&element);
                    let inner_surroundings = Surroundings {
                        body: surroundings.body,
                        frame: surroundings.frame.then(&pose),
                        class: self.class(child, "childclass", surroundings.class),
                    };
                    self.read_contents(child, &inner_surroundings, bodies);
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
                    self.refuse(span, "<inertial> in the world", WORLD_REMEDY)
                }
                "inertial" => {
                    let element = Resolved::alone(child.element);
                    let pose = surroundings.frame.then(&self.pose(&element));
                    let body = &mut bodies[surroundings.body];
                    if let Some(first) = &body.inertial {
                        let first_span = first.element.element.tag_span();
                        let (tag, place) = ("inertial", place(body.element));
                        let fault = Fault::DuplicateElement { tag, place };
                        self.faults.push_conflict(span, vec![first_span], fault);
                    } else {
                        body.inertial = Some(Placed { element, pose });
                    }
                }
                tag @ ("geom" | "site") => {
                    let element = self.resolve(child, tag, surroundings.class);
                    let pose = surroundings.frame.then(&self.pose(&element));
                    let Body { geoms, sites, .. } = &mut bodies[surroundings.body];
                    let parts = if tag == "geom" { geoms } else { sites };
                    parts.push(Placed { element, pose });
                }
                "replicate" | "attach" => self.refuse(span, &label, SAVE_REMEDY),
                "composite" => self.refuse(span, &label, super::settings::NOT_IN_MUJOCO),
                "flexcomp" | "plugin" => self.refuse(span, &label, NOT_RIGID_REMEDY),
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
        let element = Resolved::alone(node.element);
        let span = node.element.tag_span();
        let index = bodies.len();
        let pose = surroundings.frame.then(&self.pose(&element));
        let name = own_name(node.element);
        let is_mocap = self.boolean(&element, "mocap") == Some(true);
        // In MuJoCo gravity compensation is a passive force, and none of these acts if the flags `spring` and `damper` are disabled.
        let is_switched_off =
            self.is_disabled("gravity") || self.is_disabled("spring") && self.is_disabled("damper");
        let compensation = self.number(&element, "gravcomp").filter(is_not_zero);
        bodies.push(Body {
            is_mocap,
            gravity_compensation: compensation.filter(|_| !is_switched_off),
            ..Body::new(name, surroundings.body, pose, node.element)
        });
        let class = self.class(node, "childclass", surroundings.class);
        self.read_contents(node, &Surroundings::of_body(index, class, span), bodies);
        self.check_joints(index, bodies);
    }

    /// Reports joints that a body may not have.
    fn check_joints(&mut self, index: usize, bodies: &[Body<'a>]) {
        let body = &bodies[index];
        let is_free = |joint: &&BodyJoint| joint.kind == JointType::Free;
        let place = place(body.element);
        let rates = body.joints.iter().map(|joint| joint.kind.counts()[1]);
        if let Some(free_joint) = body.joints.iter().find(is_free) {
            let span = free_joint.span();
            let mut others = body.joints.iter().map(BodyJoint::span);
            let place = place.clone();
            if body.parent != 0 {
                self.faults.push(span, Fault::FreeJointBelow { place });
            } else if let Some(other) = others.find(|other| *other != span) {
                let fault = Fault::FreeJointNotAlone { place };
                self.faults.push_conflict(other, vec![span], fault);
            }
        } else if rates.sum::<usize>() > 6 {
            let problem = "has joints with more than 6 rates";
            self.report_invalid(body.name.span, body.element, problem, BODY_REMEDY);
        }
        let mut is_turned = false;
        for joint in &body.joints {
            if is_turned && matches!(joint.kind, JointType::Ball | JointType::Hinge) {
                let problem = "turns what a ball joint of the same body has turned";
                self.report_invalid(joint.span(), joint.element.element, problem, BODY_REMEDY);
            }
            is_turned |= joint.kind == JointType::Ball;
        }
        if body.is_mocap {
            let mocap = body.element.attribute("mocap").map(|mocap| mocap.span);
            let fault = if body.parent != 0 || !body.joints.is_empty() {
                Fault::MocapMoves { place }
            } else {
                Fault::MocapIsStatic { place }
            };
            self.faults.push(mocap.unwrap_or_default(), fault);
        }
    }
}

impl<'a> Reader<'_, 'a> {
    /// The joint with this name; reports if there is none.
    pub(super) fn joint<'b>(
        &mut self,
        name: &Spanned<String>,
        bodies: &'b [Body<'a>],
    ) -> Option<&'b BodyJoint<'a>> {
        let joints = bodies.iter().flat_map(|body| &body.joints);
        let named_joints = joints.map(|joint| (joint.model.name.value.as_str(), joint));
        self.find("joint", name, named_joints)
    }

    /// The hinge or slide with this name; reports if there is none.
    pub(super) fn simple_joint<'b>(
        &mut self,
        name: &Spanned<String>,
        bodies: &'b [Body<'a>],
    ) -> Option<&'b BodyJoint<'a>> {
        let joint = self.joint(name, bodies)?;
        if !joint.kind.is_simple() {
            let joint = Shown::from(&name.value);
            let fault = Fault::NotHingeOrSlide { joint };
            self.faults.push(name.span, fault);
            return None;
        }
        Some(joint)
    }

    /// Elements of one kind with unique names; reports names that occur twice. An element without a name is named by its index;
    /// if the file uses that name, anywhere, underscores are added.
    pub(super) fn with_names<'n>(
        &mut self,
        noun: &'static str,
        prefix: &str,
        nodes: impl Iterator<Item = &'n Node<'a>>,
    ) -> Vec<(&'n Node<'a>, Spanned<String>)>
    where
        'a: 'n,
    {
        let nodes: Vec<_> = nodes.collect();
        let mut names: Vec<_> = nodes.iter().map(|node| own_name(node.element)).collect();
        let mut known_names = name_by_index(prefix, names.iter_mut().collect());
        let mut first_names = BTreeMap::new();
        for (index, name) in names.iter_mut().enumerate() {
            if self.is_repeated(noun, name, &mut first_names) {
                name.value = unused_name(format!("{}_{index}", name.value), &mut known_names);
            }
        }
        nodes.into_iter().zip(names).collect()
    }

    /// Whether an earlier part of this kind has the same name; reports this.
    pub(super) fn is_repeated(
        &mut self,
        kind: &'static str,
        name: &Spanned<String>,
        first_names: &mut BTreeMap<String, Span>,
    ) -> bool {
        let first = *first_names.entry(name.value.clone()).or_insert(name.span);
        if first == name.span {
            return false;
        }
        let (span, name) = (name.span, Shown::from(&name.value));
        let fault = Fault::RepeatedName { what: kind, name };
        self.faults.push_conflict(span, vec![first], fault);
        true
    }

    /// The part with a name, among parts with their names; reports if there is none.
    pub(super) fn find<'n, T>(
        &mut self,
        noun: &'static str,
        name: &Spanned<String>,
        parts: impl Iterator<Item = (&'n str, T)> + Clone,
    ) -> Option<T> {
        let part = parts.clone().find(|(known, _)| *known == name.value);
        if part.is_none() {
            let names = parts.map(|(known, _)| known);
            let fault = Fault::UnknownReference {
                what: noun,
                name: Shown::from(&name.value),
                hint: self.faults.nearest_or_some(&name.value, names).or(NO_PART),
            };
            self.faults.push(name.span, fault);
        }
        part.map(|(_, part)| part)
    }
}

/// A frame of the model at a pose in a link.
pub(super) fn frame_of(name: Spanned<String>, link: Spanned<String>, pose: &Pose) -> Frame {
    Frame {
        name,
        link,
        origin: pose.origin(),
        is_at_com: false,
    }
}

/// Replaces each empty name by `prefix` and its index; returns all names.
fn name_by_index(prefix: &str, names: Vec<&mut Spanned<String>>) -> BTreeSet<String> {
    let mut known_names = names.iter().map(|name| name.value.clone()).collect();
    for (index, name) in names.into_iter().enumerate() {
        if name.value.is_empty() {
            name.value = unused_name(format!("{prefix}{index}"), &mut known_names);
        }
    }
    known_names
}

/// The name, with underscores if it is known already. Adds the result to the known names.
pub(super) fn unused_name(mut name: String, known_names: &mut BTreeSet<String>) -> String {
    while !known_names.insert(name.clone()) {
        name.push('_');
    }
    name
}
