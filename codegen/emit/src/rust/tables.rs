//! The tables and other constants of the type, a row a line.

use super::table_entry::rows;
use super::text::{Writer, documented, tokens};
use crate::interface::{EQUATIONS, PINOCCHIO, constraint_rows, cost_rows, joint_rows, joint_table};
use multibody_description::system::Pinocchio;
use multibody_support::foreign::{Shown, raw_literal};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// All constants that follow the numbers of positions and rates.
pub fn constants(writer: &Writer<'_>) -> TokenStream {
    let all = [constraints, joints, pinocchio, operations, equations];
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
    let rows = writer.table(rows(writer, &constraint_rows(writer.system)));
    let count_of = size(count);
    let table = constant(
        "CONSTRAINTS",
        ["The constraints, in the order of multipliers."],
        &format!("[multibody::ConstraintInfo; {count}]"),
        &rows,
    );
    quote! {
        /// Number of constraints.
        pub const NC: usize = #count_of;
        #table
    }
}

fn joints(writer: &Writer<'_>) -> TokenStream {
    let rows = rows(writer, &joint_rows(writer.system));
    let of = format!("[multibody::JointInfo; {}]", rows.len());
    let mut lines = vec![
        "The independent joints: names, ranges in positions and rates, limits.".to_owned(),
        String::new(),
    ];
    lines.extend(joint_table(writer.system));
    constant("JOINTS", lines, &of, &writer.table(rows))
}

/// `PINOCCHIO_Q` and `PINOCCHIO_V`, if they are requested.
fn pinocchio(writer: &Writer<'_>) -> TokenStream {
    let Some(Pinocchio {
        q,
        v,
        pairs,
        nq,
        nv,
    }) = &writer.system.pinocchio
    else {
        return quote!();
    };
    let [of_positions, of_rates] = PINOCCHIO;
    let mut lines = vec![format!(
        "Where Pinocchio has each position, of {nq} in its model of the same file with the same root: `q[i]` is its \
         `q[{of_positions}[i]]`."
    )];
    if !pairs.is_empty() {
        let pairs = pairs.iter().map(|name| format!("`{}`", Shown::from(name)));
        let pairs: Vec<String> = pairs.collect();
        lines.push(String::new());
        lines.push(format!(
            "That is the cosine of an angle, and the next one its sine, of {}:",
            pairs.join(", ")
        ));
        lines.push("`q[i] = sine.atan2(cosine)`.".into());
    }
    let of_rate = format!(
        "Where Pinocchio has each rate, of {nv}: `qd[i]` is its `v[{of_rates}[i]]`; so it is with accelerations and \
         generalized forces, and rows and columns of matrices."
    );
    let places = |places: &[usize]| writer.lines(format!("{places:?}"));
    let positions = constant(of_positions, lines, "[usize; Self::NQ]", &places(q));
    let rates = constant(of_rates, [of_rate], "[usize; Self::NV]", &places(v));
    quote!(#positions #rates)
}

/// The operations of each function.
fn operations(writer: &Writer<'_>) -> TokenStream {
    let rows = rows(writer, &cost_rows(writer));
    let of = format!("[multibody::Cost; {}]", rows.len());
    let besides = match writer.is_parametric() {
        true => "; those of the struct take those of `prepare` besides",
        false => "",
    };
    let lines = [format!("Operations of each function{besides}.")];
    constant("COSTS", lines, &of, &writer.table(rows))
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
