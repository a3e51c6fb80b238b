//! Lists of the links, joints, springs, constraints and fields of a system.

use multibody_description::findings::ExaminedSystem;
use multibody_description::joint::JointPrograms;
use multibody_description::model::Number;
use multibody_description::source::tokens::WORLD;
use multibody_description::system::{Coordinate, End, Joint, Motion, System};
use multibody_outputs::report::{
    ConstraintReport, Freedom, JointCoordinates, JointLimit, JointReport, LinkReport,
    ParameterReport, SpringEnd, SpringReport,
};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::Value;

/// The link that represents the world, if there is one: it has the world's name and a fixed joint.
fn world(system: &System) -> Option<usize> {
    let mut root_joints = system.tree.joints.iter().filter(|j| j.parent.is_none());
    let link = root_joints.find(|joint| joint.motions.is_empty())?.child;
    (system.tree.links[link].name == WORLD).then_some(link)
}

/// The joints, except the one of the link that represents the world.
pub fn shown_joints(system: &System) -> impl Iterator<Item = &Joint> {
    let world = world(system);
    let joints = system.tree.joints.iter();
    joints.filter(move |joint| Some(joint.child) != world)
}

/// The link that carries a joint. `None`: the world does.
pub fn parent_link(system: &System, joint: &Joint) -> Option<usize> {
    joint.parent.filter(|&link| Some(link) != world(system))
}

/// The types of a joint's motions, each with its positions in q, and whether they are those of another joint, which it follows.
pub fn motion_text(system: &System, joint: &Joint) -> String {
    let motion_text = |motion: &Motion| {
        let coordinate = &system.coordinates[motion.coordinate];
        let follows = if coordinate.joint == joint.name { "" } else { ", follows" };
        let q = coordinate.q_range();
        let positions = match q.len() {
            1 => q.start.to_string(),
            _ => format!("{}..{}", q.start, q.end),
        };
        format!("{}{follows} q[{positions}]", motion.kind.name())
    };
    let motions: Vec<String> = joint.motions.iter().map(motion_text).collect();
    if motions.is_empty() { joint.kind().to_owned() } else { motions.join(", ") }
}

/// The joints that move a body: a joint, and those behind it up to the first link that is not intermediate. An intermediate link is
/// massless, between two joints of one body.
pub fn joints_of_body<'a>(system: &'a System, first: &'a Joint) -> Vec<&'a Joint> {
    let is_intermediate = |joint: &&Joint| system.tree.links[joint.child].is_intermediate;
    let next = |joint: &&'a Joint| {
        let link = Some(*joint).filter(is_intermediate)?.child;
        shown_joints(system).find(|joint| joint.parent == Some(link))
    };
    std::iter::successors(Some(first), next).collect()
}

/// The first joint of each body.
fn first_joints(system: &System) -> impl Iterator<Item = &Joint> {
    let is_first = |joint: &&Joint| {
        let parent = joint.parent.map(|link| &system.tree.links[link]);
        parent.is_none_or(|link| !link.is_intermediate)
    };
    shown_joints(system).filter(is_first)
}

/// The links, each with its joints, in the order of the joints.
#[must_use]
pub fn links(system: &System) -> Vec<LinkReport> {
    let tree = &system.tree;
    let index_of = |link| first_joints(system).position(|joint| tree.body(joint.child) == link);
    let report = |joint: &Joint| {
        let joints = joints_of_body(system, joint);
        let list = |text_of: &dyn Fn(&Joint) -> String| {
            let parts: Vec<String> = joints.iter().map(|joint| text_of(joint)).collect();
            parts.join(", ")
        };
        LinkReport {
            name: tree.links[tree.body(joint.child)].name.clone(),
            parent: parent_link(system, joint).and_then(index_of),
            joint: list(&|joint| joint.name.clone()),
            moves: list(&|joint| motion_text(system, joint)),
            freedom: freedom(joints.iter().flat_map(|joint| &joint.motions)),
        }
    };
    first_joints(system).map(report).collect()
}

/// Whether a series of motions turns, slides, does both or neither.
pub fn freedom<'a>(motions: impl Iterator<Item = &'a Motion>) -> Freedom {
    let freedoms = motions.map(|motion| JointPrograms::of(&*motion.kind).turns_and_slides());
    match freedoms.fold([false; 2], |a, b| [a[0] | b[0], a[1] | b[1]]) {
        [false, false] => Freedom::Fixed,
        [true, false] => Freedom::Turns,
        [false, true] => Freedom::Slides,
        [true, true] => Freedom::TurnsAndSlides,
    }
}

/// The joints, each after the joint that moves its parent.
#[must_use]
pub fn joints(system: &System) -> Vec<JointReport> {
    let tree = &system.tree;
    let name = |link: usize| tree.links[link].name.clone();
    let report = |joint: &Joint| {
        let parent = parent_link(system, joint).and_then(|link| tree.carrier(link));
        let coordinate_of = |motion: &Motion| &system.coordinates[motion.coordinate];
        let (first, last) = (
            joint.motions.first().map(coordinate_of),
            joint.motions.last().map(coordinate_of),
        );
        let own_coordinate = first.filter(|coordinate| coordinate.joint == joint.name);
        JointReport {
            name: joint.name.clone(),
            kind: joint.kind(),
            parent: parent.map(name),
            child: name(tree.body(joint.child)),
            coordinates: first.zip(last).map(|(first, last)| JointCoordinates {
                follows: own_coordinate.is_none().then(|| first.joint.clone()),
                q: first.q..last.q_range().end,
                v: first.v..last.v_range().end,
                limits: own_coordinate.map(limits).unwrap_or_default(),
            }),
            armature: armature(system, joint),
        }
    };
    shown_joints(system).map(report).collect()
}

/// The armature of a joint; `None` if it is 0.
fn armature(system: &System, joint: &Joint) -> Option<String> {
    let has_armature = !system.builder.is_zero(joint.armature);
    has_armature.then(|| number(system, joint.armature))
}

/// The text of a number. If it depends on parameters, the text says only this.
fn number(system: &System, value: Value) -> String {
    let number = system.builder.as_constant(value);
    number.map_or("a parameter".into(), |a| nearest_f64(a).to_string())
}

/// The constraint rows, then the rows that were left out, each with what it constrains: positions, rates, or nothing of its own.
#[must_use]
pub fn constraints(system: &ExaminedSystem) -> Vec<ConstraintReport> {
    let independent_rows = system.constraints.iter().map(|constraint| {
        let constrains = if constraint.row.is_holonomic() { "positions" } else { "rates" };
        (&constraint.name, constrains)
    });
    let left_out =
        (system.findings.left_out.iter()).map(|row| (&row.name, "nothing that others do not"));
    let rows = independent_rows
        .chain(left_out)
        .map(|(name, constrains)| ConstraintReport {
            name: name.clone(),
            constrains: constrains.to_owned(),
        });
    rows.collect()
}

/// The springs between points of links.
#[must_use]
pub fn springs(system: &System) -> Vec<SpringReport> {
    let end = |end: &End| SpringEnd {
        link: end.link.map(|link| system.tree.links[link].name.clone()),
        point: end.point.map(|x| number(system, x)),
    };
    let springs = system.point_springs.iter();
    springs
        .map(|spring| SpringReport {
            name: spring.name.clone(),
            ends: spring.ends.each_ref().map(end),
            stiffness: number(system, spring.stiffness),
            length: number(system, spring.length),
            damping: number(system, spring.damping),
        })
        .collect()
}

/// The limits of a coordinate that the description gives. A continuous joint has no lower or upper limit, even
/// if the description writes one.
fn limits(coordinate: &Coordinate) -> Vec<JointLimit> {
    let Some(limits) = &coordinate.limits else {
        return Vec::new();
    };
    let range_end = |number| Some(number).filter(|_| !coordinate.kind.is_endless());
    let candidates = [
        ("lower", range_end(&limits.lower)),
        ("upper", range_end(&limits.upper)),
        ("velocity", Some(&limits.velocity)),
        ("effort", Some(&limits.effort)),
    ];
    let limit = |(name, number): (_, Option<&Option<Number>>)| {
        let value = nearest_f64(&number?.as_ref()?.value);
        Some(JointLimit { name, value })
    };
    candidates.into_iter().filter_map(limit).collect()
}

/// The parameters, each with the values that the description gives it.
#[must_use]
pub fn parameters(system: &System) -> Vec<ParameterReport> {
    let value = |values: &Vec<Rational>| {
        let values: Vec<String> = values.iter().map(|v| nearest_f64(v).to_string()).collect();
        values.join(", ")
    };
    let parameters = system.parameters.iter();
    parameters
        .map(|parameter| ParameterReport {
            field: parameter.field.value.clone(),
            value: parameter.default.as_ref().map_or(String::new(), value),
        })
        .collect()
}
