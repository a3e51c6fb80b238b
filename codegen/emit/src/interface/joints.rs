//! The tables of a robot's joints and constraints.

use super::table_entry::TableEntry;
use multibody_description::joint::{JointType, Statement};
use multibody_description::model::{Limits, Number};
use multibody_description::system::{Coordinate, Joint, LinkTree, System};
use multibody_program::exact::nearest_f64;

/// The rows of the table, in the order of positions.
pub fn joint_rows(system: &System) -> Vec<TableEntry<'_>> {
    let coordinates = system.coordinates.iter().enumerate();
    coordinates.map(|(at, of)| row(system, at, of)).collect()
}

/// The rows of the table of constraints, in the order of multipliers.
pub fn constraint_rows(system: &System) -> Vec<TableEntry<'_>> {
    let constraints = system.constraints.iter();
    let rows = constraints.map(|constraint| {
        let of_rates = TableEntry::Truth(!constraint.row.is_holonomic());
        let fields = vec![
            ("name", TableEntry::Text((&constraint.name).into())),
            ("of_rates", of_rates),
        ];
        TableEntry::record("ConstraintInfo", fields)
    });
    rows.collect()
}

/// Where a coordinate is in the tree.
struct Place {
    /// The joint that has it.
    joint: usize,
    /// Which of the joint's motions it is.
    motion: usize,
}

/// The place of a coordinate in the joint that it belongs to, rather than in one that mimics this joint.
fn place(tree: &LinkTree, system: &System, coordinate: usize) -> Option<Place> {
    let name = &system.coordinates[coordinate].joint;
    let joint = tree.joints.iter().position(|joint| joint.name == *name)?;
    let mut motions = tree.joints[joint].motions.iter();
    let motion = motions.position(|motion| motion.coordinate == coordinate)?;
    Some(Place { joint, motion })
}

/// The next coordinate inboard of a place.
fn inboard(tree: &LinkTree, system: &System, place: &Place) -> Option<usize> {
    let own = |joint: &Joint, motions: usize| {
        let mut motions = joint.motions[..motions].iter().rev();
        motions
            .find(|motion| system.coordinates[motion.coordinate].joint == joint.name)
            .map(|motion| motion.coordinate)
    };
    let mut joint = &tree.joints[place.joint];
    let mut found = own(joint, place.motion);
    while found.is_none() {
        let carrier = joint.parent?;
        joint = tree.joints.iter().find(|joint| joint.child == carrier)?;
        found = own(joint, joint.motions.len());
    }
    found
}

fn row<'a>(system: &System, at: usize, coordinate: &'a Coordinate) -> TableEntry<'a> {
    let place = place(&system.tree, system, at);
    let parent = place
        .as_ref()
        .and_then(|place| inboard(&system.tree, system, place));
    let link = place.map(|place| system.tree.joints[place.joint].child);
    let kind = coordinate.kind.as_ref();
    let limits = coordinate.limits.as_ref();
    let fields = vec![
        ("name", TableEntry::Text((&coordinate.name).into())),
        ("kind", joint_kind(kind)),
        ("chart", variant("Chart", chart(kind))),
        ("q", TableEntry::Index(coordinate.q)),
        ("nq", TableEntry::Index(kind.coordinates().len())),
        ("v", TableEntry::Index(coordinate.v)),
        ("nv", TableEntry::Index(kind.nv())),
        ("parent", TableEntry::optional_index(parent)),
        ("link", TableEntry::optional_index(link)),
        (
            "limits",
            limits.map_or(variant("Limits", "NONE"), |of| limited(of, kind)),
        ),
    ];
    TableEntry::record("JointInfo", fields)
}

fn variant<'a>(of: &str, name: &str) -> TableEntry<'a> {
    TableEntry::Made(format!("{of}::{name}"), Vec::new())
}

fn joint_kind<'a>(kind: &dyn JointType) -> TableEntry<'a> {
    match kind.kind() {
        Some(name) => variant("JointKind", name),
        None => {
            let name = TableEntry::Text(kind.name().into());
            TableEntry::Made("JointKind::Other".into(), vec![name])
        }
    }
}

/// The name of the chart.
fn chart(kind: &dyn JointType) -> &'static str {
    let rates_are_derivatives = || Statement::of(kind).rate_map.is_none();
    match kind.chart() {
        Some(chart) => chart,
        None if rates_are_derivatives() => "Vector",
        None => "Other",
    }
}

/// The limits, which are infinite where nothing is limited.
fn limited<'a>(limits: &Limits, kind: &dyn JointType) -> TableEntry<'a> {
    let float = |number: &Option<Number>, unlimited: f64| {
        let value = number.as_ref().map(|number| nearest_f64(&number.value));
        TableEntry::Number(value.unwrap_or(unlimited))
    };
    // A continuous joint has no position limits, even if the description writes them.
    let position = |number: &Option<Number>, unlimited: f64| match kind.is_endless() {
        true => TableEntry::Number(unlimited),
        false => float(number, unlimited),
    };
    let fields = vec![
        ("lower", position(&limits.lower, f64::NEG_INFINITY)),
        ("upper", position(&limits.upper, f64::INFINITY)),
        ("velocity", float(&limits.velocity, f64::INFINITY)),
        ("effort", float(&limits.effort, f64::INFINITY)),
    ];
    TableEntry::record("Limits", fields)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use multibody_description::joint::{Kind, Prismatic, Revolute};
    use multibody_description::model::Span;
    use multibody_program::exact::decimal;

    fn number(text: &str) -> Option<Number> {
        let (value, text, span) = (decimal(text).unwrap(), text.into(), Span::default());
        Some(Number { value, text, span })
    }

    fn coordinate(kind: Kind) -> Coordinate {
        Coordinate {
            name: "elbow".into(),
            joint: "elbow".into(),
            kind,
            q: 1,
            v: 1,
            limits: Some(Limits {
                lower: number("-0.5"),
                upper: number("1e3"),
                effort: None,
                velocity: number("2"),
            }),
        }
    }

    fn numbers(kind: Kind) -> Vec<f64> {
        let coordinate = coordinate(kind);
        let limits = coordinate.limits.as_ref().expect("it has some");
        let TableEntry::Record(_, fields) = limited(limits, coordinate.kind.as_ref()) else {
            panic!("a record");
        };
        let number = |(_, entry)| match entry {
            TableEntry::Number(number) => number,
            other => panic!("{other:?}"),
        };
        fields.into_iter().map(number).collect()
    }

    #[test]
    fn limits_are_floats_and_what_is_left_out_is_infinite() {
        let found = numbers(Arc::new(Prismatic));
        assert_eq!(found, [-0.5, 1000.0, 2.0, f64::INFINITY]);
    }

    #[test]
    fn a_continuous_joint_has_no_range() {
        let found = numbers(Arc::new(Revolute { endless: true }));
        let infinite = f64::INFINITY;
        assert_eq!(found, [-infinite, infinite, 2.0, infinite]);
    }
}
