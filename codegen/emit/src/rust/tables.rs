//! The tables and other constants of the type, a row a line.

use super::head::link_type;
use super::table_entry::rows;
use super::text::{Writer, documented, table, tokens};
use crate::interface::{
    EQUATIONS, PINOCCHIO, constraint_rows, cost_rows, documentation_of_pinocchio, joint_rows,
    joint_table, link_rows, link_variants,
};
use multibody_support::foreign::raw_literal;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// What the paths of records begin with.
const MULTIBODY: &str = "multibody::";

/// All constants that follow the numbers of positions and rates.
pub fn constants(writer: &Writer<'_>) -> TokenStream {
    let all = [constraints, joints, links, pinocchio, operations, equations];
    all.iter().map(|of| of(writer)).collect()
}

/// A number of something.
pub fn size(count: usize) -> Literal {
    Literal::usize_unsuffixed(count)
}

/// A constant with its documentation.
fn constant<S: AsRef<str>>(
    name: &str,
    lines: impl IntoIterator<Item = S>,
    of: &str,
    value: &TokenStream,
) -> TokenStream {
    let (documentation, name, of) = (documented(lines), tokens(name), tokens(of));
    quote!(#documentation pub const #name: #of = #value;)
}

/// The number and names of the constraints; nothing if there are none.
fn constraints(writer: &Writer<'_>) -> TokenStream {
    let count = writer.system.nc();
    if count == 0 {
        return quote!();
    }
    let rows = rows(writer, MULTIBODY, &constraint_rows(writer.system));
    let count_of = size(count);
    let table = constant(
        "CONSTRAINTS",
        ["The constraints, in the order of multipliers."],
        &format!("[multibody::ConstraintInfo; {count}]"),
        &writer.lines(table(rows)),
    );
    quote! {
        /// Number of constraints.
        pub const NC: usize = #count_of;
        #table
    }
}

fn joints(writer: &Writer<'_>) -> TokenStream {
    let rows = rows(writer, MULTIBODY, &joint_rows(writer.system));
    let of = format!("[multibody::JointInfo; {}]", rows.len());
    let mut lines = vec![
        "The independent joints: names, ranges in positions and rates, limits.".to_owned(),
        String::new(),
    ];
    lines.extend(joint_table(writer.system));
    constant("JOINTS", lines, &of, &writer.lines(table(rows)))
}

fn links(writer: &Writer<'_>) -> TokenStream {
    let rows = rows(writer, MULTIBODY, &link_rows(writer));
    let of = match link_variants(writer).is_empty() {
        true => "multibody::LinkInfo".to_owned(),
        false => format!("multibody::LinkInfo<{}>", link_type(writer)),
    };
    let of = format!("[{of}; {}]", rows.len());
    let lines = ["The links as read: names, parents, masses."];
    constant("LINKS", lines, &of, &writer.lines(table(rows)))
}

/// `PINOCCHIO_Q` and `PINOCCHIO_V`, if they are requested.
fn pinocchio(writer: &Writer<'_>) -> TokenStream {
    let Some(pinocchio) = &writer.system.pinocchio else {
        return quote!();
    };
    let ([of_positions, of_rates], of) = (PINOCCHIO, documentation_of_pinocchio(pinocchio));
    let places = |places: &[usize]| writer.lines(format!("{places:?}"));
    let positions = constant(
        of_positions,
        of.q,
        "[usize; Self::NQ]",
        &places(&pinocchio.q),
    );
    let rates = constant(of_rates, of.v, "[usize; Self::NV]", &places(&pinocchio.v));
    quote!(#positions #rates)
}

/// The operations of each function.
fn operations(writer: &Writer<'_>) -> TokenStream {
    let rows = rows(writer, MULTIBODY, &cost_rows(writer));
    let of = format!("[multibody::Cost; {}]", rows.len());
    let besides = match writer.is_parametric() {
        true => "; those of the struct take those of `prepare` besides",
        false => "",
    };
    let lines = [format!("Operations of each function{besides}.")];
    constant("COSTS", lines, &of, &writer.lines(table(rows)))
}

/// The equations of motion, if they are requested.
fn equations(writer: &Writer<'_>) -> TokenStream {
    let Some(equations) = writer.equations else {
        return quote!();
    };
    let [in_plain_text, in_latex] = EQUATIONS;
    let constant = |name: &str, what: &str, text: &str| {
        let lines = [format!("The equations of motion, {what}.")];
        constant(name, lines, "&str", &writer.literal(raw_literal(text)))
    };
    let plain = constant(in_plain_text, "in plain text", &equations.plain);
    let latex = "in LaTeX, for a document with amsmath";
    let latex = constant(in_latex, latex, &equations.latex);
    quote!(#plain #latex)
}
