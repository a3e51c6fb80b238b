//! The documentation of functions as lines of Markdown, with links of Rust.

use super::text::{Writer, document};
use crate::interface::{
    CrossReference, Documentation, FunctionHead, Meaning, Owner, Returned, argument_name, meaning,
};
use multibody_program::ir::InputKind;
use proc_macro2::TokenStream;

/// The documentation of the function of a target.
pub fn of_function(
    writer: &Writer<'_>,
    documentation: &Documentation,
    head: &FunctionHead,
) -> TokenStream {
    let Documentation {
        summary,
        arguments,
        result,
        absence_reason,
        singular,
        is_dispatched,
        rounding,
        cost,
        source,
    } = documentation;
    let mut lines = summary.clone();
    lines.push(String::new());
    // `Self::JOINTS` exists only in the robot's own type.
    let has_tables = head.owner == Owner::Robot;
    lines.extend(
        arguments
            .iter()
            .map(|meaning| argument_line(writer, meaning, has_tables)),
    );
    lines.push(format!("- returns {result}"));
    lines.extend(nalgebra_line(&head.signature.result).map(str::to_owned));
    lines.push(String::new());
    lines.extend((absence_reason.iter()).flat_map(|reason| [reason.clone(), String::new()]));
    lines.push(format!(
        "No allocation, no panic; what depends on a NaN is NaN. Singular: {singular}."
    ));
    if *is_dispatched {
        lines.push("Compiled for several processors, see `multibody::dispatch`.".into());
    }
    lines.extend_from_slice(rounding);
    let cost = cost
        .as_ref()
        .map_or(String::new(), |cost| format!("{cost} "));
    let origin = source.replace("in a loop", "in a loop of `multibody::dense`");
    lines.push(format!("{cost}Source: {origin}."));
    document(lines)
}

/// The line that says what an argument means.
pub fn of_argument(writer: &Writer<'_>, kind: InputKind) -> String {
    argument_line(writer, &meaning(writer, kind), false)
}

/// The line about an argument. If `has_tables`, the type with the function has the tables to which the line may refer.
fn argument_line(writer: &Writer<'_>, meaning: &Meaning, has_tables: bool) -> String {
    let Meaning {
        kind,
        words,
        reference,
    } = meaning;
    let addition = reference.map_or(String::new(), |cross_reference| {
        reference_text(writer, cross_reference, has_tables)
    });
    format!("- `{}`: {words}{addition}", argument_name(*kind))
}

/// A reference after the words, with a space before it.
fn reference_text(writer: &Writer<'_>, reference: CrossReference, has_tables: bool) -> String {
    match (reference, has_tables) {
        (CrossReference::Joints, true) => " [`Self::JOINTS`]".to_owned(),
        (CrossReference::Joints, false) => format!(" [`{}::JOINTS`]", writer.name),
        (CrossReference::CriticalGains, _) => {
            " `multibody::feedback::critical` gives some".to_owned()
        }
    }
}

/// How to convert the result to a matrix of nalgebra. The conversion `From` of nalgebra would compile too, but it reads inner arrays
/// as columns; here they are rows.
fn nalgebra_line(result: &Returned) -> Option<&'static str> {
    match result {
        Returned::Array(sizes) if sizes.len() == 2 => Some(
            "- to nalgebra by `multibody::convert::to_matrix`: `SMatrix::from` gives the transpose",
        ),
        Returned::Pose => Some("- to nalgebra by `multibody::convert::to_isometry`"),
        _ => None,
    }
}
