//! What the textbook algorithms need to check a robot: its description as read, and a way to call all of its functions.

use super::checks;
use super::table_entry::Printer;
use super::text::{Writer, names_function, tokens};
use crate::interface::{ReferenceModel, TableEntry};
use proc_macro2::TokenStream;
use quote::quote;

/// The implementation of `multibody::reference::Described`, which is compiled only with the feature `reference`. Nothing if it is
/// not requested, or if the textbook algorithms lack one of the joint types.
pub fn implementation(writer: &Writer<'_>) -> TokenStream {
    if !writer.settings.reference {
        return quote!();
    }
    let model = if writer.is_derived {
        match model(writer) {
            Some(text) => writer.lines(text),
            None => return quote!(),
        }
    } else {
        quote!(loop {})
    };
    // A user's struct cannot always be constructed here. So the model of a robot with parameters reads their values from the robot
    // that is checked. Any other model needs no robot.
    let (receiver, argument) = if writer.is_parametric() {
        (quote!(&self), quote!(self))
    } else {
        (quote!(), quote!())
    };
    let name = tokens(writer.name);
    let allowances = quote!(#[allow(
        unused,
        clippy::approx_constant,
        clippy::excessive_precision,
        clippy::pedantic,
        clippy::useless_conversion,
        reason = "generated: not every robot needs all, and not everyone checks"
    )]);
    let links = (writer.wrench_links.iter())
        .map(|&link| writer.system.tree.links[link].name.as_str())
        .collect();
    let wrench_links = names_function("wrench_links", links);
    let functions = checks::functions(writer);
    let items = writer.text_within(quote! {
        #allowances
        impl #name {
            /// The robot as read, for the generic algorithms.
            pub fn model(#receiver) -> multibody::reference::Model { #model }
        }

        #allowances
        impl multibody::reference::Described for #name {
            fn model(&self) -> multibody::reference::Model { Self::model(#argument) }
            #wrench_links
            #functions
        }
    });
    quote!(multibody::reference_items! { #items })
}

/// The body of the function that gives the model; `None` if the textbook algorithms lack one of the joint types.
fn model(writer: &Writer<'_>) -> Option<String> {
    let model = ReferenceModel::of(writer.system)?;
    let program = writer.system.builder.finish(&model.values);
    let (statements, operands) = super::body::statements(&program);
    let printer = Printer {
        robot: writer,
        path_prefix: "",
        computed: model.values.iter().copied().zip(operands).collect(),
    };
    let mut text = String::from(
        "use multibody::reference::{Constraint, Coordinate, Expressions, Frame, Joint, Level, Link, Model};\n\
         use multibody::reference::{Motion, PointSpring, Row};\n\
         use multibody::{Chart, ConstraintInfo, JointInfo, JointKind, Limits};\n",
    );
    if !writer.system.actuators.is_empty() {
        text += "use multibody::reference::Actuator;\n";
    }
    if writer.is_parametric() {
        text += "use multibody::Real as _;\ntype T = f64;\n";
        text += &super::prepare::parameters(writer, "f64::from(", ")");
        text += &statements;
    }
    text += &format!("let links = {};\n", printer.table(&model.links));
    text += &format!("let joints = {};\n", printer.table(&model.joints));
    text += &format!(
        "Model::new({}, links, joints)\n",
        printer.entry(&model.gravity)
    );
    for call in &model.calls {
        let arguments = match call.arguments.as_slice() {
            [TableEntry::Array(rows)] => printer.table(rows),
            [TableEntry::List(rows)] => format!("&{}", printer.table(rows)),
            arguments => printer.list(arguments),
        };
        text += &format!(
            "    .{}({})\n",
            call.function,
            arguments.replace('\n', "\n    ")
        );
    }
    Some(text)
}
