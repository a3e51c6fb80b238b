//! The rows of the tables of joints and links: indices of parents, charts, limits and masses as floats.

use super::{Coordinate, Joint, Link, System};
use crate::joint::JointPrograms;
use crate::model::{Limits, Number};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::Value;

/// The row of a coordinate.
#[derive(Clone, Debug)]
pub struct JointRow<'a> {
    /// The coordinate.
    pub coordinate: &'a Coordinate,
    /// The name of its chart at run time.
    pub chart: &'static str,
    /// The next coordinate towards the root.
    pub parent: Option<usize>,
    /// The row of the link that its joint moves; `None` without a joint.
    pub link: Option<usize>,
    /// The lowest and the highest position, the highest rate and effort; infinite where they are not limited.
    pub limits: Option<[f64; 4]>,
}

/// The row of a link. Numbers that depend on parameters are left out.
#[derive(Clone, Debug)]
pub struct LinkRow<'a> {
    /// The link.
    pub link: &'a Link,
    /// Its index among all links.
    pub index: usize,
    /// The row of the link that carries it.
    pub parent: Option<usize>,
    /// The name of the joint that moves it, the last one if there are several.
    pub joint: &'a str,
    /// Its mass, kg.
    pub mass: Option<f64>,
    /// Its centre of mass in its own frame, m.
    pub com: Option<[f64; 3]>,
    /// Its inertia about the centre of mass, in its own axes, kg m^2.
    pub inertia: Option<[[f64; 3]; 3]>,
}

/// The rows of all coordinates, in the order of positions.
#[must_use]
pub fn joint_rows(system: &System) -> Vec<JointRow<'_>> {
    let coordinates = system.coordinates.iter().enumerate();
    let row = |(index, coordinate): (usize, &'_ Coordinate)| {
        let owner = owner(system, index);
        JointRow {
            chart: chart(coordinate),
            parent: owner.and_then(|(joint, motion)| parent_coordinate(system, joint, motion)),
            link: owner.map(|(joint, _)| {
                let tree = &system.tree;
                tree.row(tree.body(tree.joints[joint].child))
            }),
            limits: coordinate.limits.as_ref().map(|l| limits(coordinate, l)),
            coordinate: &system.coordinates[index],
        }
    };
    coordinates.map(row).collect()
}

/// The joint to which a coordinate belongs, and the index of the motion among those of the joint. Joints that mimic
/// this joint do not count.
fn owner(system: &System, coordinate: usize) -> Option<(usize, usize)> {
    let name = &system.coordinates[coordinate].joint;
    let joints = &system.tree.joints;
    let joint = joints.iter().position(|joint| joint.name == *name)?;
    let mut motions = joints[joint].motions.iter();
    let motion = motions.position(|motion| motion.coordinate == coordinate)?;
    Some((joint, motion))
}

/// The next coordinate towards the root from a motion of a joint.
fn parent_coordinate(system: &System, joint: usize, motion: usize) -> Option<usize> {
    // The last coordinate of its own that a joint has among its first `count` motions. Mimic joints have none.
    let own_coordinate = |joint: &Joint, count: usize| {
        let motions = joint.motions[..count].iter().rev();
        let mut coordinates = motions.map(|motion| motion.coordinate);
        coordinates.find(|index| system.coordinates[*index].joint == joint.name)
    };
    let mut joint = &system.tree.joints[joint];
    let mut coordinate = own_coordinate(joint, motion);
    while coordinate.is_none() {
        let carrier = joint.parent?;
        joint = (system.tree.joints.iter()).find(|joint| joint.child == carrier)?;
        coordinate = own_coordinate(joint, joint.motions.len());
    }
    coordinate
}

/// The variant of `multibody::Chart`.
fn chart(coordinate: &Coordinate) -> &'static str {
    let kind = coordinate.kind.as_ref();
    let rates_are_derivatives = || JointPrograms::of(kind).rate_map.is_none();
    match kind.chart() {
        Some(chart) => chart,
        None if rates_are_derivatives() => "Vector",
        None => "Other",
    }
}

/// The limits as floats. A continuous joint has no limits of its position, even if the description gives some.
fn limits(coordinate: &Coordinate, limits: &Limits) -> [f64; 4] {
    let float = |number: &Option<Number>, unlimited: f64| {
        let value = number.as_ref().map(|number| nearest_f64(&number.value));
        value.unwrap_or(unlimited)
    };
    let [lower, upper] = if coordinate.kind.is_endless() {
        [&None, &None]
    } else {
        [&limits.lower, &limits.upper]
    };
    [
        float(lower, f64::NEG_INFINITY),
        float(upper, f64::INFINITY),
        float(&limits.velocity, f64::INFINITY),
        float(&limits.effort, f64::INFINITY),
    ]
}

/// The rows of the links that are not intermediate, in the order of the description.
#[must_use]
pub fn link_rows(system: &System) -> Vec<LinkRow<'_>> {
    let number = |value: Value| system.builder.as_constant(value).map(nearest_f64);
    let vector = |[x, y, z]: [Value; 3]| Some([number(x)?, number(y)?, number(z)?]);
    let matrix = |[x, y, z]: [[Value; 3]; 3]| Some([vector(x)?, vector(y)?, vector(z)?]);
    let (tree, joints) = (&system.tree, &system.tree.joints);
    let links = (tree.links.iter().enumerate()).filter(|(_, link)| !link.is_intermediate);
    let row = |(index, link): (usize, &'_ Link)| {
        // Tables are emitted for a faulty description too, whose system may have no joints.
        let joint = joints.iter().find(|joint| joint.child == index);
        LinkRow {
            link: &system.tree.links[index],
            index,
            parent: joint
                .and_then(|joint| tree.carrier(joint.parent?))
                .map(|link| tree.row(link)),
            joint: joint.map_or("", |joint| &joint.name),
            mass: number(link.mass),
            com: vector(link.com),
            inertia: matrix(link.inertia),
        }
    };
    links.map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::joint::{Kind, Prismatic, Revolute};
    use crate::model::Span;
    use multibody_program::exact::decimal;

    fn number(text: &str) -> Option<Number> {
        let (value, text, span) = (decimal(text).unwrap(), text.into(), Span::default());
        Some(Number { value, text, span })
    }

    fn numbers(kind: Kind) -> [f64; 4] {
        let bounds = Limits {
            lower: number("-0.5"),
            upper: number("1e3"),
            effort: None,
            velocity: number("2"),
        };
        let coordinate = Coordinate {
            name: "elbow".into(),
            joint: "elbow".into(),
            kind,
            q: 1,
            v: 1,
            limits: None,
        };
        limits(&coordinate, &bounds)
    }

    #[test]
    fn limits_are_floats_and_missing_ones_are_infinite() {
        let values = numbers(Arc::new(Prismatic));
        assert_eq!(values, [-0.5, 1000.0, 2.0, f64::INFINITY]);
    }

    #[test]
    fn a_continuous_joint_has_no_range() {
        let values = numbers(Arc::new(Revolute { is_endless: true }));
        let infinite = f64::INFINITY;
        assert_eq!(values, [-infinite, infinite, 2.0, infinite]);
    }
}
