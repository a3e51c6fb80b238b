//! C99 that is C++17 too: a header and a source. Results have the bits of Rust with its feature `same-bits`.
//!
//! Every argument of a function is explicit, and the function writes its result to memory of the caller. There are no views, no
//! traits and no links as values: each function has one name.

mod acados;
mod body;
mod calls;
mod casadi;
mod charts;
pub mod cpp;
mod documentation;
mod functions;
mod helpers;
mod jacobians;
pub mod jax;
mod macros;
mod matrices;
mod names;
mod number;
mod results;
mod solvers;
mod state;
mod steps;
mod tables;
mod types;
mod writer;

use crate::interface::{Robot, RobotText};
use functions::{CFunction, FunctionNames};
use multibody_support::foreign::c_identifier;
use solvers::Solvers;
use state::StateSpace;
use std::collections::BTreeMap;
use types::Records;
use writer::CWriter;

/// The texts of the header and of the source. The source lacks the line that includes the header, since only the caller knows
/// the header's file name.
#[must_use]
pub fn texts(robot: &Robot<'_>) -> [String; 2] {
    let text = text(robot);
    [text.declarations, text.definitions]
}

/// The header and the source as declarations and definitions.
pub(crate) fn text(robot: &Robot<'_>) -> RobotText {
    let writer = &CWriter::new(robot);
    let mut names = FunctionNames::of(writer);
    let mut functions = functions::all(writer, &mut names);
    functions.extend(steps::all(writer, &mut names));
    let layout = writer.settings.layout;
    // Solvers pass arrays, but no prepared parameters. Without a derivation, there is nothing that they could call.
    if !(layout.casadi || layout.acados) || writer.is_parametric() || !writer.is_derived {
        return RobotText {
            declarations: header(writer, &functions, None),
            definitions: source(writer, &functions),
            without_jacobian: Vec::new(),
        };
    }
    let mut solvers = Solvers::new(writer, &functions, names);
    if layout.casadi {
        casadi::add(&mut solvers);
    }
    if let Some(space) = StateSpace::of(&mut solvers) {
        let linearization = space.add_linearization(&mut solvers);
        if layout.casadi {
            casadi::add_state_derivative(&space, &linearization, &mut solvers);
        }
        if layout.acados {
            acados::add(&space, &linearization, &mut solvers);
        }
    }
    let declarations = header(writer, &functions, Some(&solvers));
    let acados = layout.acados.then_some(helpers::ACADOS);
    let types = solver_types(writer)
        .map(|(name, definition)| format!("#ifndef {name}\n{definition}#endif\n"))
        .concat();
    let preamble: Vec<&str> = [&types, helpers::SOLVERS]
        .into_iter()
        .chain(acados)
        .collect();
    let without_jacobian = std::mem::take(&mut solvers.without_jacobian);
    let definitions = [source(writer, &functions), solvers.text(&preamble)].join("\n");
    RobotText {
        declarations,
        definitions,
        without_jacobian,
    }
}

const HEADER_START: &str = "\
#ifndef MULTIBODY_API
#define MULTIBODY_API
#endif

#ifdef __cplusplus
extern \"C\" {
#endif
";

const HEADER_END: &str = "\
#ifdef __cplusplus
}
#endif
";

/// The macros for the number types of solvers, each with the line that defines it.
fn solver_types(writer: &CWriter<'_>) -> [(&'static str, String); 2] {
    let integer = if writer.settings.layout.casadi { "long long int" } else { "int" };
    [("casadi_int", integer), ("casadi_real", "double")]
        .map(|(name, number)| (name, format!("#define {name} {number}\n")))
}

/// The text of the header.
fn header(writer: &CWriter<'_>, functions: &[CFunction], solvers: Option<&Solvers<'_>>) -> String {
    let guard = c_identifier(&format!("MULTIBODY_{}_H", writer.prefix.to_uppercase()));
    let package = cpp::package_name(writer.name);
    let [real, no_real] = macros::real(&cpp::macro_prefix(&package), "MULTIBODY_REAL");
    let mut parts = vec![
        documentation::of_file(
            writer,
            solvers.map_or(&BTreeMap::new(), |solvers| &solvers.notes),
        ),
        format!("#ifndef {guard}\n#define {guard}\n"),
        real + HEADER_START,
    ];
    parts.extend(tables::declarations(writer));
    let results = functions.iter().map(|function| &function.signature.result);
    parts.extend(Records::of(results).types(writer));
    parts.extend(types::structs_of_values(writer));
    let declarations = functions.iter().map(|function| {
        let documentation = documentation::comment(&function.documentation, "");
        format!("{documentation}{};\n", function.head)
    });
    parts.extend(declarations);
    parts.extend(solvers.map(|solvers| {
        let names = solvers.declared.iter();
        let declarations: String = names.map(|name| format!("MULTIBODY_DECLARE({name});\n")).collect();
        let types = solver_types(writer);
        let [[integer, no_integer], [number, no_number]] =
            types.map(|(name, definition)| macros::of_header(name, &definition, &format!("MULTIBODY_{name}")));
        let declare = include_str!("text/declare.c");
        format!("{integer}{number}{declare}{declarations}#undef MULTIBODY_DECLARE\n{no_integer}{no_number}")
    }));
    parts.extend([HEADER_END.to_owned(), no_real, "#endif\n".to_owned()]);
    parts.join("\n")
}

/// The helper functions that bodies call: the beginning of their names, and their text. Later ones may call earlier ones.
const CALLED_HELPERS: [(&str, &str); 3] = [
    ("multibody_sine", helpers::SINES),
    ("multibody_stumpff", helpers::STUMPFF),
    ("multibody_dense", helpers::DENSE),
];

/// The text of the source without functions for solvers.
fn source(writer: &CWriter<'_>, functions: &[CFunction]) -> String {
    let bodies: String = functions
        .iter()
        .map(|function| function.definition.as_str())
        .collect();
    let mut called: Vec<&str> = Vec::new();
    // Stumpff's functions need sines.
    for (name, text) in CALLED_HELPERS.iter().rev() {
        let is_called = |text: &str| text.contains(name);
        if is_called(&bodies) || called.iter().any(|later| is_called(later)) {
            called.push(text);
        }
    }
    let order = if writer.settings.layout.columns {
        "(j) * (rows) + (i)"
    } else {
        "(i) * (columns) + (j)"
    };
    let by_columns = u8::from(writer.settings.layout.columns);
    let entry = format!(
        "#ifndef MULTIBODY_ENTRY\n#define MULTIBODY_COLUMNS {by_columns}\n\
         #define MULTIBODY_ENTRY(a, rows, columns, i, j) (a)[{order}]\n#elif MULTIBODY_COLUMNS != {by_columns}\n\
         #error \"matrices by rows and by columns are in one translation unit\"\n#endif\n"
    );
    let mut parts = vec![format!("{}{entry}", include_str!("text/start.c"))];
    parts.extend(called.into_iter().rev().map(str::to_owned));
    parts.extend(tables::definitions(writer));
    parts.extend(functions.iter().map(|function| function.definition.clone()));
    parts.join("\n")
}
