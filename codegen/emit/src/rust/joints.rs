//! The table of a robot's joints.

use super::joint_table;
use multibody_description::joint::{JointType, Statement};
use multibody_description::model::{Limits, Number};
use multibody_description::system::{Coordinate, System};
use multibody_program::exact::nearest_f64;
use multibody_support::foreign::literal;

/// The constant `JOINTS`.
pub fn constant(system: &System) -> String {
    let coordinates = &system.coordinates;
    let mut text = String::from(
        "    /// The independent joints: names, ranges in positions and rates, limits.\n    ///\n",
    );
    for line in joint_table::lines(system) {
        text += format!("    /// {line}").trim_end();
        text.push('\n');
    }
    text += &format!(
        "    pub const JOINTS: [multibody::JointInfo; {}] = [\n",
        coordinates.len()
    );
    for coordinate in coordinates {
        text += &entry(coordinate);
    }
    text += "    ];\n";
    if coordinates.len() == 1 {
        hug_single(&text)
    } else {
        text
    }
}

/// The same entries again, on one line, for the description with which the constant `JOINTS` is compared.
pub fn copy(system: &System) -> String {
    let entries = system.coordinates.iter().map(entry);
    on_a_line(&entries.collect::<String>())
}

/// Joins the formatted entries of an array into an array on one line.
pub fn on_a_line(entries: &str) -> String {
    let words: Vec<&str> = entries.lines().map(str::trim).collect();
    format!("[{}]", words.join(" ").trim_end_matches(','))
}

/// Puts the only element of an array directly inside its brackets, as rustfmt does.
pub fn hug_single(text: &str) -> String {
    text.replacen("] = [\n        multibody::", "] = [multibody::", 1)
        .replace("        },\n    ];\n", "    }];\n")
        .replace("\n            ", "\n        ")
        .replace("\n                ", "\n            ")
}

fn entry(coordinate: &Coordinate) -> String {
    let kind = coordinate.kind.kind();
    let chart = chart(coordinate.kind.as_ref());
    format!(
        "        multibody::JointInfo {{\n            name: {},\n            \
             kind: multibody::JointKind::{kind},\n            chart: multibody::Chart::{chart},\n            \
             q: {},\n            nq: {},\n            \
             v: {},\n            nv: {},\n            limits: {},\n        }},\n",
        literal(&coordinate.name),
        coordinate.q,
        coordinate.kind.coordinates().len(),
        coordinate.v,
        coordinate.kind.nv(),
        limits(coordinate),
    )
}

/// The variant of `multibody::Chart`.
fn chart(kind: &dyn JointType) -> &'static str {
    let rates_are_derivatives = || Statement::of(kind).rate_map.is_none();
    match kind.chart() {
        Some(chart) => chart,
        None if rates_are_derivatives() => "Vector",
        None => "Other",
    }
}

fn limits(coordinate: &Coordinate) -> String {
    let Some(Limits {
        lower,
        upper,
        effort,
        velocity,
    }) = &coordinate.limits
    else {
        return "multibody::Limits::NONE".into();
    };
    // A continuous joint has no position limits, even if the description writes them.
    let ranged = |number: &Option<Number>, unlimited| {
        if coordinate.kind.is_endless() {
            infinity(unlimited)
        } else {
            float(number, unlimited)
        }
    };
    let lines = [
        ("lower", ranged(lower, -1.0)),
        ("upper", ranged(upper, 1.0)),
        ("velocity", float(velocity, 1.0)),
        ("effort", float(effort, 1.0)),
    ];
    let lines: String = lines
        .iter()
        .map(|(name, value)| format!("                {name}: {value},\n"))
        .collect();
    format!("multibody::Limits {{\n{lines}            }}")
}

fn float(number: &Option<Number>, unlimited: f64) -> String {
    match number {
        Some(number) => format!("{:?}", nearest_f64(&number.value)),
        None => infinity(unlimited),
    }
}

fn infinity(sign: f64) -> String {
    if sign < 0.0 {
        "f64::NEG_INFINITY".into()
    } else {
        "f64::INFINITY".into()
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
        assert_eq!(
            limits(&coordinate(Arc::new(Prismatic))),
            "multibody::Limits {
                lower: -0.5,
                upper: 1000.0,
                velocity: 2.0,
                effort: f64::INFINITY,
            }"
        );
        let none = Coordinate {
            limits: None,
            ..coordinate(Arc::new(Revolute { endless: false }))
        };
        assert_eq!(limits(&none), "multibody::Limits::NONE");
    }

    #[test]
    fn a_continuous_joint_has_no_range() {
        let text = entry(&coordinate(Arc::new(Revolute { endless: true })));
        assert!(
            text.contains("kind: multibody::JointKind::Continuous,"),
            "{text}"
        );
        assert!(text.contains("lower: f64::NEG_INFINITY,\n"), "{text}");
        assert!(text.contains("upper: f64::INFINITY,\n"), "{text}");
        assert!(text.contains("velocity: 2.0,\n"), "{text}");
    }
}
