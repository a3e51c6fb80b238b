//! The indices at which Pinocchio has positions and rates, as constants of the type.

use multibody_description::system::{Pinocchio, System};
use multibody_support::foreign::Shown;

/// The names of the constants, for positions and for rates.
pub const NAMES: [&str; 2] = ["PINOCCHIO_Q", "PINOCCHIO_V"];

/// Maximum length of an array that rustfmt leaves on one line, and maximum length of a line of a longer one.
const ARRAY_WIDTH: usize = 60;
const WIDTH: usize = 100;

/// `PINOCCHIO_Q` and `PINOCCHIO_V`, if they are requested.
pub fn constants(system: &System) -> String {
    let Some(Pinocchio {
        q,
        v,
        pairs,
        nq,
        nv,
    }) = &system.pinocchio
    else {
        return String::new();
    };
    let [of_positions, of_rates] = NAMES;
    let mut text = format!(
        "\n    /// Where Pinocchio has each position, of {nq} in its model of the same file with the same root: `q[i]` is its\n    \
         /// `q[{of_positions}[i]]`.\n"
    );
    if !pairs.is_empty() {
        let pairs: Vec<String> = pairs
            .iter()
            .map(|name| format!("`{}`", Shown::from(name)))
            .collect();
        text += &format!(
            "    ///\n    /// That is the cosine of an angle, and the next one its sine, of {}:\n    \
             /// `q[i] = sine.atan2(cosine)`.\n",
            pairs.join(", ")
        );
    }
    text += &constant(of_positions, "NQ", q);
    text += &format!(
        "\n    /// Where Pinocchio has each rate, of {nv}: `qd[i]` is its `v[{of_rates}[i]]`; so it is with accelerations and\n    \
         /// generalized forces, and rows and columns of matrices.\n"
    );
    text += &constant(of_rates, "NV", v);
    text
}

fn constant(name: &str, count: &str, places: &[usize]) -> String {
    let head = format!("    pub const {name}: [usize; Self::{count}] = [");
    let items: Vec<String> = places.iter().map(ToString::to_string).collect();
    let line = items.join(", ");
    if line.len() + 2 <= ARRAY_WIDTH {
        return format!("{head}{line}];\n");
    }
    let mut text = head + "\n";
    let mut row = String::from("       ");
    for item in items {
        if row.len() + 1 + item.len() + 1 > WIDTH {
            text += &(row + "\n");
            row = String::from("       ");
        }
        row += &format!(" {item},");
    }
    format!("{text}{row}\n    ];\n")
}
