//! What the type says of its constraints.

use super::joints::hug_single;
use crate::foreign::literal;
use crate::system::System;

/// Their number and names; nothing where there are none.
pub fn constants(system: &System) -> String {
    let count = system.nc();
    if count == 0 {
        return String::new();
    }
    let mut text = format!(
        "    /// Number of constraints.\n    \
         pub const NC: usize = {count};\n\n"
    );
    let mut table = format!(
        "    /// The constraints, in the order of multipliers.\n    \
         pub const CONSTRAINTS: [multibody::ConstraintInfo; {count}] = [\n"
    );
    for constraint in &system.constraints {
        table += &format!(
            "        multibody::ConstraintInfo {{\n            name: {},\n            of_rates: {},\n        }},\n",
            literal(&constraint.name),
            !constraint.row.is_of_positions(),
        );
    }
    table += "    ];\n\n";
    text += &match count {
        1 => hug_single(&table),
        _ => table,
    };
    text
}
