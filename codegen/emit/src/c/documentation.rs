//! Documentation as comments of Doxygen.

use super::writer::CWriter;
use crate::interface::{
    CrossReference, Documentation, Meaning, Signature, argument_name, meaning, summary_of_robot,
};
use multibody_description::function::Target;
use multibody_description::settings::Triangle;
use multibody_support::foreign::{Shown, c_comment};
use std::collections::BTreeMap;

/// Lines as a comment; nothing if there are none.
pub fn comment(lines: &[String], indent: &str) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("{indent}/** {} */\n", c_comment(line)),
        lines => {
            let starred = lines
                .iter()
                .map(|line| format!("{indent} * {}", c_comment(line)));
            let lines: String = starred
                .map(|line| line.trim_end().to_owned() + "\n")
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

/// The comment at the beginning of the header: what it is about, and which macros its user can define. `notes` has remarks, each
/// with the names of functions to which it applies.
pub fn of_file(writer: &CWriter<'_>, notes: &BTreeMap<&'static str, Vec<String>>) -> String {
    let order = if writer.settings.layout.columns { "columns" } else { "rows" };
    let mut lines = vec![
        "@file".to_owned(),
        format!("{}.", summary_of_robot(writer)),
        String::new(),
        format!("Functions write all numbers of their results to `out`, which overlaps no argument. Matrices are stored by {order}."),
        "Results have the bits of the Rust crate `multibody` with its feature `same-bits`, if the compiler contracts no products:".to_owned(),
        "`-ffp-contract=off`. `exp` and `log` are those of the C library.".to_owned(),
        String::new(),
        "Macros that can be defined, for the source and for all that includes this header: `real`, the type of numbers, `double` or".to_owned(),
        "`float`; `MULTIBODY_API`, before each function of the header; for the source, `MULTIBODY_INTERNAL`, before each static one,".to_owned(),
        "and `MULTIBODY_MUL_ADD(a, b, c)`, `a * b + c` otherwise.".to_owned(),
    ];
    if writer.settings.layout.casadi {
        lines.push(String::new());
        let line = "The source also has functions for CasADi's `external`, without `c_` in their names, and their Jacobians.";
        lines.push(line.to_owned());
        lines.push("Functions of derivatives are in Jacobians.".to_owned());
    }
    for (text, names) in notes {
        let quoted = names.iter().map(|name| format!("`{}`", Shown::from(name)));
        let list: Vec<String> = quoted.collect();
        lines.push(format!("{text}: {}.", list.join(", ")));
    }
    if writer.settings.layout.acados {
        lines.push(String::new());
        lines.push("The source also has the model for acados: `expl_ode_fun`, `expl_vde_forw`, `expl_vde_adj`, and with a step of the".to_owned());
        lines.push("semi-implicit Euler method, whose time step is `p`, `dyn_disc_phi_fun` and `dyn_disc_phi_fun_jac`.".to_owned());
        let text = if writer.settings.layout.casadi {
            "acados needs `-Dcasadi_int=int`; without it `casadi_int` is that of CasADi, `long long int`."
        } else {
            "The macro `casadi_int` is that of acados, `int`, unless it is defined."
        };
        lines.push(text.to_owned());
    }
    comment(&lines, "")
}

/// How a function treats the entries of a matrix that it does not write.
pub const REST_STAYS: &str = "the rest stays";

/// The documentation of the function of a target, in lines.
pub fn of_function(
    writer: &CWriter<'_>,
    target: Target,
    signature: &Signature,
    documentation: Documentation,
) -> Vec<String> {
    let mut lines = documentation.summary;
    lines.push(String::new());
    lines.extend(of_arguments(writer, signature));
    let order = if writer.settings.layout.columns { "by columns" } else { "by rows" };
    let result = documentation.result.replace("by rows", order);
    let result_as_written = match writer.triangle(target) {
        Triangle::Both => result,
        Triangle::Lower => {
            let half = format!("its diagonal and what is below ({REST_STAYS})");
            result.replace("both triangles", &half)
        }
    };
    lines.push(format!(
        "@param[out] out {}",
        with_tables(writer, &result_as_written)
    ));
    lines.push(String::new());
    let absence = documentation.absence_reason.into_iter();
    lines.extend(absence.flat_map(|reason| [reason, String::new()]));
    let singular = documentation.singular;
    lines.push(format!(
        "What depends on a NaN is NaN. Singular: {singular}."
    ));
    let rounding = documentation.rounding.iter();
    lines.extend(rounding.map(|line| {
        line.replace("in f64", "in double")
            .replace("in f32", "in float")
    }));
    let cost = documentation.cost.map_or(String::new(), |cost| cost + " ");
    lines.push(format!("{cost}Source: {}.", documentation.source));
    lines
}

/// The lines that say what the arguments of a function mean.
pub fn of_arguments(writer: &CWriter<'_>, signature: &Signature) -> Vec<String> {
    let kinds = signature.arguments.iter();
    kinds
        .map(|&kind| of_argument(writer, &meaning(writer, kind)))
        .collect()
}

/// The same words, with the names that tables have in C.
fn with_tables(writer: &CWriter<'_>, words: &str) -> String {
    let names = ["CONSTRAINTS", "ACTUATORS"].iter();
    names.fold(words.to_owned(), |words, name| {
        words.replace(&format!("`{name}`"), &format!("`{}`", writer.name_of(name)))
    })
}

fn of_argument(writer: &CWriter<'_>, meaning: &Meaning) -> String {
    let words = with_tables(writer, &meaning.words);
    let words = match meaning.reference {
        Some(CrossReference::Joints) => format!("{words} `{}`", writer.name_of("JOINTS")),
        Some(CrossReference::CriticalGains) | None => words.trim_end_matches(';').to_owned(),
    };
    format!("@param[in] {} {words}", argument_name(meaning.kind))
}
