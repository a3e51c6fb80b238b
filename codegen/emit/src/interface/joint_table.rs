//! A robot's joints as a table for the documentation of `JOINTS`, which shows for example which joint `q[3]` belongs to.

use multibody_description::joint;
use multibody_description::model::{Limits, Number};
use multibody_description::system::{Coordinate, System};
use multibody_program::exact::nearest_f64;
use multibody_support::foreign::cell;

/// A table with more rows is folded.
const MAX_UNFOLDED_ROWS: usize = 24;

/// The table as lines of Markdown.
pub fn lines(system: &System) -> Vec<String> {
    let coordinates = &system.coordinates;
    let columns: Vec<Column> = columns().filter(|c| (c.is_shown)(coordinates)).collect();
    let row = |cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = columns.iter().map(cell).collect();
        format!("| {} |", cells.join(" | "))
    };
    let mut table = vec![
        row(&|column| column.title.to_owned()),
        row(&|_| "---".to_owned()),
    ];
    table.extend((coordinates.iter()).map(|c| row(&|column| (column.cell)(c))));
    if coordinates.len() > MAX_UNFOLDED_ROWS {
        let summary = format!("<details><summary>all {}</summary>", coordinates.len());
        table.splice(0..0, [summary, String::new()]);
        table.extend([String::new(), "</details>".into()]);
    }
    table
}

/// A column of the table.
struct Column {
    title: &'static str,
    cell: fn(&Coordinate) -> String,
    /// Whether the column has content for these joints.
    is_shown: fn(&[Coordinate]) -> bool,
}

fn columns() -> impl Iterator<Item = Column> {
    let column = |title, text, is_shown| Column {
        title,
        cell: text,
        is_shown,
    };
    [
        column("q, qd, tau", positions, has_equal_indices),
        column("q", positions, |c| !has_equal_indices(c)),
        column("qd, tau", rates, |c| !has_equal_indices(c)),
        column("joint", |c| cell(&c.name), |_| true),
        column("kind", kind, |_| true),
        column("unit of q", units, |_| true),
        column("limits", limits, |coordinates| {
            coordinates.iter().any(|c| !limits(c).is_empty())
        }),
    ]
    .into_iter()
}

/// Whether positions and rates have the same indices.
fn has_equal_indices(coordinates: &[Coordinate]) -> bool {
    coordinates.iter().all(|c| positions(c) == rates(c))
}

fn positions(coordinate: &Coordinate) -> String {
    index_range(coordinate.q, coordinate.kind.positions().len())
}

fn rates(coordinate: &Coordinate) -> String {
    index_range(coordinate.v, coordinate.kind.nv())
}

fn index_range(first: usize, count: usize) -> String {
    match count {
        1 => first.to_string(),
        _ => format!("{first}..{}", first + count),
    }
}

fn kind(coordinate: &Coordinate) -> String {
    coordinate.kind.name().into()
}

fn units(coordinate: &Coordinate) -> String {
    let mut positions = coordinate.kind.positions().to_vec();
    // The components of an orientation are one entry.
    positions.dedup_by(|a, b| matches!(a, joint::PositionKind::Orientation(_)) && a == b);
    let units = positions.into_iter().map(joint::PositionKind::unit);
    units.collect::<Vec<_>>().join(", ")
}

/// Range, speed and effort of a joint with one coordinate, as far as they are limited.
fn limits(coordinate: &Coordinate) -> String {
    let (Some(limits), [position]) = (&coordinate.limits, coordinate.kind.positions()) else {
        return String::new();
    };
    let (unit, force_unit) = match position {
        joint::PositionKind::Length => ("m", "N"),
        _ => ("rad", "N m"),
    };
    let Limits {
        lower,
        upper,
        velocity,
        effort,
    } = limits;
    let range = match (number_text(lower), number_text(upper)) {
        _ if coordinate.kind.is_endless() => None,
        (Some(lower), Some(upper)) => Some(format!("{lower} to {upper} {unit}")),
        (Some(lower), None) => Some(format!("from {lower} {unit}")),
        (None, Some(upper)) => Some(format!("up to {upper} {unit}")),
        (None, None) => None,
    };
    let speed = number_text(velocity).map(|speed| format!("{speed} {unit}/s"));
    let effort = number_text(effort).map(|effort| format!("{effort} {force_unit}"));
    let parts: Vec<String> = [range, speed, effort].into_iter().flatten().collect();
    parts.join(", ")
}

fn number_text(number: &Option<Number>) -> Option<String> {
    let text = format!("{:?}", nearest_f64(&number.as_ref()?.value));
    Some(text.trim_end_matches(".0").to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use multibody_description::joint::{Floating, Kind, Prismatic, Revolute};
    use multibody_description::model::Span;
    use multibody_program::exact::decimal;

    fn coordinate(name: &str, kind: Kind, q: usize, v: usize) -> Coordinate {
        let number = |text: &str| {
            let (value, text, span) = (decimal(text).unwrap(), text.into(), Span::default());
            Some(Number { value, text, span })
        };
        Coordinate {
            name: name.into(),
            joint: name.into(),
            kind,
            q,
            v,
            limits: Some(Limits {
                lower: number("-0.5"),
                upper: number("1e3"),
                effort: None,
                velocity: number("2"),
            }),
        }
    }

    #[test]
    fn a_row_shows_indices_units_and_limits() {
        let slide = coordinate("slide", Arc::new(Prismatic), 0, 0);
        assert_eq!(limits(&slide), "-0.5 to 1000 m, 2 m/s");
        let wheel = coordinate("wheel", Arc::new(Revolute { is_endless: true }), 0, 0);
        assert_eq!(
            (kind(&wheel), limits(&wheel)),
            ("continuous".into(), "2 rad/s".into())
        );
        let root = coordinate("root", Arc::new(Floating), 0, 0);
        assert_eq!(
            (positions(&root), rates(&root)),
            ("0..7".into(), "0..6".into())
        );
        assert_eq!(units(&root), "m, m, m, quaternion x y z w");
        assert_eq!(limits(&root), "");
    }
}
