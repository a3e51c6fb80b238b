//! The constants of the type that describe constraints.

use super::joints::{hug_single, on_a_line};
use multibody_description::system::System;
use multibody_support::foreign::literal;

/// The entries of the table again, on one line, for the description with which the table is compared.
pub fn copy(system: &System) -> String {
    on_a_line(&entries(system))
}

fn entries(system: &System) -> String {
    let entries = system.constraints.iter().map(|constraint| {
        format!(
            "        multibody::ConstraintInfo {{\n            name: {},\n            of_rates: {},\n        }},\n",
            literal(&constraint.name),
            !constraint.row.is_holonomic(),
        )
    });
    entries.collect()
}

/// The number and names of the constraints; nothing if there are none.
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
    table += &entries(system);
    table += "    ];\n\n";
    text += &match count {
        1 => hug_single(&table),
        _ => table,
    };
    text
}
