//! The tables of a robot's joints and constraints.

use super::table_entry::TableEntry;
use multibody_description::joint::JointType;
use multibody_description::system::{self, JointRow, System};

/// The rows of the table of joints, in the order of positions.
pub fn joint_rows(system: &System) -> Vec<TableEntry<'_>> {
    system::joint_rows(system).into_iter().map(row).collect()
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

/// A row of the table of joints.
fn row(row: JointRow<'_>) -> TableEntry<'_> {
    let (coordinate, kind) = (row.coordinate, row.coordinate.kind.as_ref());
    let fields = vec![
        ("name", TableEntry::Text((&coordinate.name).into())),
        ("kind", joint_kind(kind)),
        ("chart", variant("Chart", row.chart)),
        ("q", TableEntry::Index(coordinate.q)),
        ("nq", TableEntry::Index(kind.positions().len())),
        ("v", TableEntry::Index(coordinate.v)),
        ("nv", TableEntry::Index(kind.nv())),
        ("parent", TableEntry::optional_index(row.parent)),
        ("link", TableEntry::optional_index(row.link)),
        (
            "limits",
            row.limits.map_or(variant("Limits", "NONE"), limit_entry),
        ),
    ];
    TableEntry::record("JointInfo", fields)
}

fn variant<'a>(kind: &str, name: &str) -> TableEntry<'a> {
    TableEntry::Call(format!("{kind}::{name}"), Vec::new())
}

fn joint_kind<'a>(kind: &dyn JointType) -> TableEntry<'a> {
    match kind.kind() {
        Some(name) => variant("JointKind", name),
        None => {
            let name = TableEntry::Text(kind.name().into());
            TableEntry::Call("JointKind::Other".into(), vec![name])
        }
    }
}

fn limit_entry<'a>(limits: [f64; 4]) -> TableEntry<'a> {
    let names = ["lower", "upper", "velocity", "effort"].into_iter();
    let fields = names.zip(limits.map(TableEntry::Number));
    TableEntry::record("Limits", fields.collect())
}
