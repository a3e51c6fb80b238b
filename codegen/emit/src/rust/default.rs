//! The values that a description gives to parameters.

use super::allowances::ALLOWANCES;
use super::robot::Robot;
use multibody_description::model::{FieldShape, Parameter};
use multibody_program::exact::nearest_f64;

/// Maximum length of an array that rustfmt leaves on one line.
const ARRAY_WIDTH: usize = 60;

/// Maximum length of a number that rustfmt does not put on a line of its own.
const SHORT: usize = 10;

/// The implementation of `Default`, if the description gives a value to every field; nothing otherwise.
pub fn default(robot: &Robot<'_>) -> String {
    if !is_there(robot) {
        return String::new();
    }
    let fields: String = robot.system.parameters.iter().filter_map(field).collect();
    let name = robot.name;
    format!(
        "\n{ALLOWANCES}impl Default for {name} {{\n    \
             /// The values of the description.\n    \
             fn default() -> Self {{\n        Self {{\n{fields}        }}\n    }}\n}}\n"
    )
}

/// Whether there are fields and the description gives a value to each.
pub fn is_there(robot: &Robot<'_>) -> bool {
    let fields = &robot.system.parameters;
    !fields.is_empty() && fields.iter().all(|field| field.default.is_some())
}

fn field(parameter: &Parameter) -> Option<String> {
    let values = parameter.default.as_ref()?;
    let values: Vec<String> = (values.iter())
        .map(|value| format!("{:?}", nearest_f64(value)))
        .collect();
    let line = values.join(", ");
    let value = match parameter.shape {
        FieldShape::Scalar => line,
        FieldShape::Array(_) if line.len() + 2 <= ARRAY_WIDTH => format!("[{line}]"),
        // As rustfmt does: short numbers side by side, others one below the other.
        FieldShape::Array(_) if values.iter().all(|value| value.len() <= SHORT) => {
            format!("[\n                {line},\n            ]")
        }
        FieldShape::Array(_) => {
            let lines: String = (values.iter())
                .map(|value| format!("                {value},\n"))
                .collect();
            format!("[\n{lines}            ]")
        }
    };
    Some(format!("            {}: {value},\n", parameter.field.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::model::{Span, Spanned};
    use multibody_program::exact::decimal;

    fn text(values: &[&str]) -> String {
        let span = Span::default();
        field(&Parameter {
            field: Spanned {
                value: "a".into(),
                span,
            },
            shape: FieldShape::Array(values.len()),
            first: 0,
            default: Some(values.iter().map(|v| decimal(v).unwrap()).collect()),
        })
        .unwrap()
    }

    #[test]
    fn arrays_are_as_rustfmt_has_them() {
        assert_eq!(
            text(&["1", "0.5", "-2"]),
            "            a: [1.0, 0.5, -2.0],\n"
        );
        let number = "0.12345678";
        let line = [number; 6].join(", ");
        assert_eq!(
            text(&[number; 6]),
            format!("            a: [\n                {line},\n            ],\n")
        );
        let number = "0.12345678901";
        let lines = format!("                {number},\n").repeat(6);
        assert_eq!(
            text(&[number; 6]),
            format!("            a: [\n{lines}            ],\n")
        );
    }
}
