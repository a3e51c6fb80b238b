//! Constants of the type about constraints.

use super::joints::{hug_single, on_a_line};
use multibody_description::system::System;
use multibody_support::foreign::literal;

/// The table on one line, a second time: the description that the first is compared with.
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
    table += &entries(system);
    table += "    ];\n\n";
    text += &match count {
        1 => hug_single(&table),
        _ => table,
    };
    text
}
