//! The table of a robot's links as read.

use super::links::{LinkVariant, link_variants};
use super::robot::Robot;
use super::table_entry::TableEntry;
use multibody_description::system::{Link, LinkTree, System};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::Value;

/// The rows of the table, in the order of the description.
pub fn link_rows<'a>(robot: &Robot<'a>) -> Vec<TableEntry<'a>> {
    let (system, variants) = (robot.system, link_variants(robot));
    let links = system.tree.links.iter().enumerate();
    let rows = links.map(|(at, link)| row(system, at, link, &variants));
    rows.collect()
}

fn row<'a>(
    system: &'a System,
    at: usize,
    link: &'a Link,
    variants: &[LinkVariant],
) -> TableEntry<'a> {
    let LinkTree { joints, .. } = &system.tree;
    // What is emitted of a faulty description has no joints.
    let joint = joints.iter().find(|joint| joint.child == at);
    let name = joint.map_or("", |joint| &joint.name);
    let variant = variants.iter().find(|variant| variant.link == at);
    let variant = variant.map(|variant| Box::new(TableEntry::Link(variant.name.clone())));
    let number = |value: Value| {
        let constant = system.builder.as_constant(value)?;
        Some(TableEntry::Number(nearest_f64(constant)))
    };
    let vector = |v: &[Value; 3]| {
        let numbers: Option<Vec<TableEntry<'_>>> = v.iter().map(|&x| number(x)).collect();
        Some(TableEntry::Array(numbers?))
    };
    let matrix = || {
        let rows: Option<Vec<TableEntry<'_>>> = link.inertia.iter().map(vector).collect();
        Some(TableEntry::Array(rows?))
    };
    let optional = |value: Option<TableEntry<'a>>| TableEntry::Optional(value.map(Box::new));
    let fields = vec![
        ("name", TableEntry::Text((&link.name).into())),
        ("link", TableEntry::Optional(variant)),
        (
            "parent",
            TableEntry::optional_index(joint.and_then(|of| of.parent)),
        ),
        ("joint", TableEntry::Text(name.into())),
        ("mass", optional(number(link.mass))),
        ("com", optional(vector(&link.com))),
        ("inertia", optional(matrix())),
    ];
    TableEntry::record("LinkInfo", fields)
}
