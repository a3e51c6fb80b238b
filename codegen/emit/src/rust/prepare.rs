//! Values that depend only on parameters: the function that computes them, and their type.

use super::body::{self, BodyParts, BodyStyle};
use super::dispatch::Arithmetic;
use super::text::{Writer, allowances, documented, table, tokens};
use super::{at_position, bundle, forms, links, traits, types};
use crate::interface::{Owner, Returned, Robot, Signature, documentation_of_prepare};
use multibody_program::ir::{InputKind, Limbs};
use proc_macro2::TokenStream;
use quote::quote;

/// The function `prepare` of the robot.
pub fn function(writer: &Writer<'_>) -> TokenStream {
    let Robot {
        name,
        prepare,
        visibility,
        ..
    } = **writer;
    let signature = Signature {
        arguments: vec![InputKind::Parameter],
        result: Returned::Prepared(prepare.outputs().len()),
        takes_link: false,
        names_number: false,
    };
    let (documentation, visibility) = (
        documented(documentation_of_prepare(writer)),
        tokens(visibility),
    );
    let result = tokens(&types::result(writer, &signature.result, "T"));
    let body = match writer.derived {
        false => quote!(loop {}),
        true => {
            let style = BodyStyle {
                limbs: &Limbs::default(),
                ..BodyStyle::of(writer, Arithmetic::OfNumbers)
            };
            let body = body::parts(&signature, prepare, style);
            let BodyParts { lines, result } = body;
            let parameters = parameters(writer, "T::lit(f64::from(", "))");
            writer.lines(format!(
                "{parameters}{lines}{name}Prepared {{ p: {result} }}\n"
            ))
        }
    };
    quote! {
        #documentation
        #[allow(clippy::useless_conversion, reason = "generated: a field may be f32 or f64")]
        #visibility fn prepare<T: multibody::Real>(&self) -> #result { #body }
    }
}

/// The parameters as an array `p`, each one between `before` and `after`.
pub fn parameters(robot: &Robot<'_>, before: &str, after: &str) -> String {
    let reads = robot.system.parameters.iter().flat_map(|p| p.reads());
    format!(
        "let p = {};\n",
        table(reads.map(|read| format!("{before}{read}{after}")))
    )
}

/// The type with the prepared values, and all functions of the robot on it.
pub fn prepared(writer: &Writer<'_>) -> TokenStream {
    let of = writer.name;
    let what = format!(
        "[`{of}`] with its parameters prepared, see [`{of}::prepare`]: the same functions at less cost."
    );
    let (what, visibility) = (documented([what]), tokens(writer.visibility));
    let (name, allowances) = (tokens(&format!("{of}Prepared")), allowances());
    let slots = tokens(&types::array(&[writer.prepare.outputs().len()], "T"));
    let functions = writer.functions.iter();
    let is_read = functions
        .clone()
        .any(|of| forms::reads_parameters(&of.program));
    let of_type = (!writer.derived || !is_read).then_some(&allowances);
    let owner = Owner::Prepared;
    let functions = functions.map(|of| forms::function(writer, of, owner));
    let bundles = bundle::functions(writer, owner);
    let position = at_position::function(writer, owner);
    let traits = traits::implementations(writer, owner);
    let links = links::implementations(writer, owner);
    quote! {
        #what
        #of_type
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> {
            /// What only the parameters decide.
            p: #slots,
        }

        #allowances
        impl<T: multibody::Real> #name<T> { #(#functions)* #bundles #position }

        #traits
        #links
    }
}
