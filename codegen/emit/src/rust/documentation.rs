//! The documentation of functions as lines of Markdown, with links of Rust.

use super::text::{Writer, documented};
use crate::interface::{
    CrossReference, Documentation, Meaning, Owner, View, argument_name, meaning,
};
use multibody_description::function::{Function, Layout, Sizes, Target};
use multibody_program::ir::{InputKind, Program};
use proc_macro2::TokenStream;

/// The documentation of a function.
pub fn of_function(
    writer: &Writer<'_>,
    target: Target,
    program: &Program,
    owner: Owner,
) -> TokenStream {
    let Documentation {
        summary,
        arguments,
        result,
        absent,
        singular,
        is_dispatched,
        rounding,
        cost,
        source,
    } = Documentation::of(writer, target, program, owner);
    let mut lines = summary;
    lines.push(String::new());
    let arguments = arguments.into_iter();
    // Only the robot itself has tables.
    let has_tables = owner == Owner::Robot && View::of(target.function).is_none();
    lines.extend(arguments.map(|meaning| item(writer, meaning, has_tables)));
    lines.push(format!("- returns {result}"));
    lines.extend(to_nalgebra(target.function).map(str::to_owned));
    lines.push(String::new());
    lines.extend(
        absent
            .into_iter()
            .flat_map(|reason| [reason, String::new()]),
    );
    lines.push(format!(
        "No allocation, no panic; what depends on a NaN is NaN. Singular: {singular}."
    ));
    if is_dispatched {
        lines.push("Compiled for several processors, see `multibody::dispatch`.".into());
    }
    lines.extend(rounding);
    let cost = cost.map_or(String::new(), |sentences| sentences + " ");
    lines.push(format!("{cost}Source: {source}."));
    documented(lines)
}

/// The line that says what an argument means.
pub fn of_argument(writer: &Writer<'_>, kind: InputKind) -> String {
    item(writer, meaning(writer, kind), false)
}

fn item(writer: &Writer<'_>, meaning: Meaning, has_tables: bool) -> String {
    let Meaning {
        kind,
        words,
        reference,
    } = meaning;
    let reference = reference.map_or(String::new(), |to| refer(writer, to, has_tables));
    format!("- `{}`: {words}{reference}", argument_name(kind))
}

/// What words refer to, after a space.
fn refer(writer: &Writer<'_>, to: CrossReference, has_tables: bool) -> String {
    match (to, has_tables) {
        (CrossReference::Joints, true) => " [`Self::JOINTS`]".to_owned(),
        (CrossReference::Joints, false) => format!(" [`{}::JOINTS`]", writer.name),
        (CrossReference::CriticalGains, _) => {
            " `multibody::feedback::critical` gives some".to_owned()
        }
    }
}

/// How to convert the result to a matrix of nalgebra, whose own conversion of arrays would compile but be wrong.
fn to_nalgebra(function: Function) -> Option<&'static str> {
    match function.row().shape.layout(Sizes { nv: 1, nc: 1 }) {
        Layout::Matrix(..) => Some(
            "- to nalgebra by `multibody::convert::to_matrix`: `SMatrix::from` gives the transpose",
        ),
        Layout::Pose => Some("- to nalgebra by `multibody::convert::to_isometry`"),
        Layout::Scalar | Layout::Vector(_) | Layout::Cube(_) | Layout::Record(..) => None,
    }
}
