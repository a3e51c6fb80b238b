//! The table of a robot's links as read.

use super::links::link_variants;
use super::robot::Robot;
use super::table_entry::TableEntry;
use multibody_description::system;

/// The rows of the table, in the order of the description.
pub fn link_rows<'a>(robot: &Robot<'a>) -> Vec<TableEntry<'a>> {
    let variants = link_variants(robot);
    let rows = system::link_rows(robot.system).into_iter();
    let row = |row: system::LinkRow<'a>| {
        let variant = (variants.iter())
            .find(|variant| variant.link == row.index)
            .map(|variant| Box::new(TableEntry::Link(variant.name.clone())));
        let number = TableEntry::Number;
        let vector = |vector: [f64; 3]| TableEntry::Array(vector.map(number).into());
        let matrix = |matrix: [[f64; 3]; 3]| TableEntry::Array(matrix.map(vector).into());
        let optional = |value: Option<TableEntry<'a>>| TableEntry::Optional(value.map(Box::new));
        let fields = vec![
            ("name", TableEntry::Text((&row.link.name).into())),
            ("link", TableEntry::Optional(variant)),
            ("parent", TableEntry::optional_index(row.parent)),
            ("joint", TableEntry::Text(row.joint.into())),
            ("mass", optional(row.mass.map(number))),
            ("com", optional(row.com.map(vector))),
            ("inertia", optional(row.inertia.map(matrix))),
        ];
        TableEntry::record("LinkInfo", fields)
    };
    rows.map(row).collect()
}
