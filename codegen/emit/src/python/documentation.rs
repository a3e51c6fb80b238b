//! The documentation of methods, in lines, with the names that things have in Python.

use crate::interface::{
    CrossReference, Documentation, Meaning, Robot, Signature, argument_name, meaning,
};
use multibody_support::foreign::python_identifier;

/// The documentation of a method that calls a single function of the robot.
pub fn of_function(
    robot: &Robot<'_>,
    signature: &Signature,
    documentation: Documentation,
) -> Vec<String> {
    let mut lines = documentation.summary;
    lines.push(String::new());
    lines.extend(of_arguments(robot, signature));
    lines.push(format!("- returns {}", with_tables(documentation.result)));
    lines.push(String::new());
    let absence = documentation.absence_reason.into_iter();
    lines.extend(absence.flat_map(|reason| [reason, String::new()]));
    lines.push(format!(
        "What depends on a NaN is NaN. Singular: {}.",
        documentation.singular
    ));
    lines.extend(documentation.rounding);
    let cost = documentation.cost.map_or(String::new(), |cost| cost + " ");
    lines.push(format!("{cost}Source: {}.", documentation.source));
    lines
}

/// The lines that say what the arguments of a function mean.
pub fn of_arguments(robot: &Robot<'_>, signature: &Signature) -> Vec<String> {
    let kinds = signature.arguments.iter();
    kinds
        .map(|&kind| of_argument(&meaning(robot, kind)))
        .collect()
}

fn of_argument(meaning: &Meaning) -> String {
    let words = with_tables(&meaning.words);
    let words = match meaning.reference {
        Some(CrossReference::Joints) => format!("{words} `joints`"),
        Some(CrossReference::CriticalGains) | None => words.trim_end_matches(';').to_owned(),
    };
    format!(
        "- `{}`: {words}",
        python_identifier(argument_name(meaning.kind))
    )
}

/// The same words, with the names that tables have in Python.
fn with_tables(words: &str) -> String {
    let tables = ["CONSTRAINTS", "ACTUATORS", "LINKS"].iter();
    tables.fold(words.to_owned(), |words, table| {
        words.replace(
            &format!("`{table}`"),
            &format!("`{}`", table.to_lowercase()),
        )
    })
}
