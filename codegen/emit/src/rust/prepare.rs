//! Values that depend only on parameters: the function that computes them, and their type.

<<<<<<< HEAD
use super::body::body_parts;
use super::dispatch::Arithmetic;
use super::text::{Writer, allowances, documented, table, tokens};
use super::{at_position, bundle, forms, links, traits, types};
use crate::interface::{Owner, Returned, Robot, Signature, cost};
use multibody_program::ir::{Count, InputKind, Limbs};
use proc_macro2::TokenStream;
use quote::quote;

/// The function `prepare` of the robot.
pub fn function(writer: &Writer<'_>) -> TokenStream {
=======
use super::dispatch::Arithmetic;
use super::signature::{Generics, Signature};
use super::{ALLOWANCES, Robot, at_position, body, bundle, function, links, spaced, traits};
use multibody_description::function::Layout;
use multibody_program::ir::{Count, InputKind, Limbs, Node, Program};

/// Maximum length of an array's contents that rustfmt leaves on one line.
const ARRAY_WIDTH: usize = 60;

/// The function `prepare` of the robot.
pub fn function(robot: &Robot<'_>) -> String {
>>>>>>> ht
    let Robot {
        name,
        prepare,
        visibility,
        ..
<<<<<<< HEAD
    } = **writer;
=======
    } = robot;
    if !robot.derived {
        let head = format!(
            "{}fn prepare<T: multibody::Real>(&self)",
            spaced(visibility)
        );
        return format!(
            "\n    /// Does once what only the parameters decide; the result has the same functions.\n    \
             {head} -> {name}Prepared<T> {{\n        loop {{}}\n    }}\n"
        );
    }
    let (cost, slots) = (Count::of_all(prepare), prepare.outputs().len());
>>>>>>> ht
    let signature = Signature {
        arguments: vec![InputKind::Parameter],
        result: Returned::Prepared(prepare.outputs().len()),
        takes_link: false,
    };
<<<<<<< HEAD
    let mut lines = vec![
        "Does once what only the parameters decide; the result has the same functions, which then do".into(),
        "only the rest.".into(),
    ];
    if let Some(cost) = cost(writer, Count::of_all(prepare), Owner::Prepared) {
        let rounded = "The fields are rounded to `T` once; all else is computed in `T`.";
        lines.extend([String::new(), format!("{cost} {rounded}")]);
    }
    let (documentation, visibility) = (documented(lines), tokens(visibility));
    let result = tokens(&types::result(writer, &signature.result, "T"));
    let body = match writer.derived {
        false => quote!(loop {}),
        true => {
            let whole = (prepare, &Limbs::default());
            let (body, out) = body_parts(&signature, whole, Arithmetic::OfNumbers);
            let parameters = parameters(writer, "T::lit(f64::from(", "))");
            writer.lines(format!("{parameters}{body}{name}Prepared {{ p: {out} }}\n"))
        }
    };
    quote! {
        #documentation
        #[allow(clippy::useless_conversion, reason = "generated: a field may be f32 or f64")]
        #visibility fn prepare<T: multibody::Real>(&self) -> #result { #body }
=======
    let whole = (*prepare, &Limbs::default());
    let body = body::body(&signature, whole, Arithmetic::OfNumbers);
    let body = body.strip_suffix("        out\n").unwrap_or(&body);
    format!(
        "\n    /// Does once what only the parameters decide; the result has the same functions, which then do\n    \
         /// only the rest.\n    ///\n    \
         /// Cost: {cost}. The fields are rounded to `T` once; all else is computed in `T`.\n    \
         #[allow(\n        clippy::useless_conversion,\n        \
             reason = \"generated: a field may be f32 or f64\"\n    )]\n    \
         {visibility}fn prepare<T: multibody::Real>(&self) -> {name}Prepared<T> {{\n\
         {}{body}        {name}Prepared {{ p: out }}\n    }}\n",
        parameters(robot, "T::lit(f64::from(", "))"),
        visibility = spaced(visibility),
    )
}

/// The additional cost of a function of the struct, for its documentation: the function prepares first.
pub fn before(robot: &Robot<'_>, generics: Generics) -> String {
    match robot.is_parametric() && generics == Generics::OfFunction {
        true => format!(
            ", and before that `{PREPARE}`: {}",
            Count::of_all(robot.prepare)
        ),
        false => String::new(),
>>>>>>> ht
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
<<<<<<< HEAD
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
    let functions = functions.map(|of| forms::function(writer, of.target, &of.program, owner));
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
=======
pub fn prepared(robot: &Robot<'_>) -> String {
    let Robot {
        name, visibility, ..
    } = robot;
    let slots = robot.prepare.outputs().len();
    let is_read = robot
        .functions
        .iter()
        .any(|(_, program)| has_parameters(program));
    let allowances = match robot.derived && is_read {
        true => "",
        false => ALLOWANCES,
    };
    let mut text = format!(
        "\n/// [`{name}`] with its parameters prepared, see [`{name}::prepare`]: the same functions at less cost.\n\
         {allowances}#[derive(Clone, Copy, Debug)]\n\
         {}struct {name}Prepared<T> {{\n    \
             /// What only the parameters decide.\n    \
             p: [T; {slots}],\n\
         }}\n\n\
         {ALLOWANCES}\
         impl<T: multibody::Real> {name}Prepared<T> {{\n",
        spaced(visibility),
    );
    for (at, (target, program)) in robot.functions.iter().enumerate() {
        text += if at > 0 { "\n" } else { "" };
        text += &function::function(robot, *target, program, Generics::PREPARED);
    }
    text += &bundle::functions(robot, Generics::PREPARED);
    text += &at_position::function(robot, Generics::PREPARED);
    text += "}\n";
    text += &traits::implementations(robot, Generics::PREPARED);
    text += &links::prepared_implementation(robot);
    text
}

fn has_parameters(program: &Program) -> bool {
    let is_parameter =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    program.nodes().iter().any(is_parameter)
>>>>>>> ht
}
