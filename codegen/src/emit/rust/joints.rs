//! The table of a robot's joints.

use crate::exact::nearest_f64;
use crate::mechanism::{Coordinate, Mechanism};
use crate::model::{Limits, Number};

/// The constant `JOINTS`.
pub fn constant(mechanism: &Mechanism) -> String {
    let coordinates = &mechanism.coordinates;
    let mut text = format!(
        "    /// The independent joints: names, ranges in positions and rates, limits.\n    \
         pub const JOINTS: [multibody::JointInfo; {}] = [\n",
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

/// rustfmt sets the only element of an array against its brackets.
pub fn hug_single(text: &str) -> String {
    text.replacen("] = [\n        multibody::", "] = [multibody::", 1)
        .replace("        },\n    ];\n", "    }];\n")
        .replace("\n            ", "\n        ")
        .replace("\n                ", "\n            ")
}

fn entry(coordinate: &Coordinate) -> String {
    let kind = match (coordinate.kind.name(), coordinate.continuous) {
        ("revolute", true) => "Continuous",
        ("revolute", false) => "Revolute",
        ("prismatic", _) => "Prismatic",
        _ => "Floating",
    };
    format!(
        "        multibody::JointInfo {{\n            name: {:?},\n            \
             kind: multibody::JointKind::{kind},\n            q: {},\n            nq: {},\n            \
             v: {},\n            nv: {},\n            limits: {},\n        }},\n",
        coordinate.joint,
        coordinate.q,
        coordinate.kind.coordinates().len(),
        coordinate.v,
        coordinate.kind.nv(),
        limits(coordinate),
    )
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
    // A continuous joint turns without end, whatever else is written.
    let ranged = |number: &Option<Number>, unlimited| {
        if coordinate.continuous {
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
