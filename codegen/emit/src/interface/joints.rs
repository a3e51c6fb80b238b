//! The table of a robot's joints.

use multibody_description::joint::{JointType, Statement};
use multibody_description::model::{Limits, Number};
use multibody_description::system::{Coordinate, System};
use multibody_program::exact::nearest_f64;

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRow<'a> {
    /// Its name.
    pub name: &'a str,
    /// The name of its kind, in upper camel case.
    pub kind: String,
    /// The name of the chart of its positions, in upper camel case.
    pub chart: &'static str,
    /// The index of its first position, and their number.
    pub q: (usize, usize),
    /// The index of its first rate, and their number.
    pub v: (usize, usize),
    /// Its limits, if the description has any.
    pub limits: Option<Range>,
}

/// Limits as numbers, which are infinite where nothing is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least position.
    pub lower: f64,
    /// The greatest position.
    pub upper: f64,
    /// The greatest rate.
    pub velocity: f64,
    /// The greatest force or moment.
    pub effort: f64,
}

/// The rows of the table, in the order of positions.
pub fn joint_rows(system: &System) -> Vec<JointRow<'_>> {
    system.coordinates.iter().map(row).collect()
}

fn row(coordinate: &Coordinate) -> JointRow<'_> {
    let kind = coordinate.kind.as_ref();
    JointRow {
        name: &coordinate.name,
        kind: kind.kind().to_string(),
        chart: chart(kind),
        q: (coordinate.q, kind.coordinates().len()),
        v: (coordinate.v, kind.nv()),
        limits: coordinate.limits.as_ref().map(|of| range(of, kind)),
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

fn range(limits: &Limits, kind: &dyn JointType) -> Range {
    let float = |number: &Option<Number>, unlimited: f64| {
        number
            .as_ref()
            .map_or(unlimited, |number| nearest_f64(&number.value))
    };
    // A continuous joint has no position limits, even if the description writes them.
    let position = |number: &Option<Number>, unlimited: f64| match kind.is_endless() {
        true => unlimited,
        false => float(number, unlimited),
    };
    Range {
        lower: position(&limits.lower, f64::NEG_INFINITY),
        upper: position(&limits.upper, f64::INFINITY),
        velocity: float(&limits.velocity, f64::INFINITY),
        effort: float(&limits.effort, f64::INFINITY),
    }
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

    #[test]
    fn limits_are_floats_and_what_is_left_out_is_infinite() {
        let slide = coordinate(Arc::new(Prismatic));
        let expected = Range {
            lower: -0.5,
            upper: 1000.0,
            velocity: 2.0,
            effort: f64::INFINITY,
        };
        assert_eq!(row(&slide).limits, Some(expected));
        let none = Coordinate {
            limits: None,
            ..coordinate(Arc::new(Revolute { endless: false }))
        };
        assert_eq!(row(&none).limits, None);
    }

    #[test]
    fn a_continuous_joint_has_no_range() {
        let wheel = coordinate(Arc::new(Revolute { endless: true }));
        let row = row(&wheel);
        assert_eq!(row.kind, "Continuous");
        let range = row.limits.expect("its rate is limited");
        assert_eq!(
            (range.lower, range.upper),
            (f64::NEG_INFINITY, f64::INFINITY)
        );
        assert_eq!(range.velocity, 2.0);
    }
}
