//! The traits of the runtime that a robot implements: those for which it has all functions.

use super::head::{self, Head};
use super::steps;
use super::text::{Writer, tokens};
use super::types::{self, array};
use crate::interface::{
    CONSTRAINED_DYNAMICS, Implementor, Owner, Robot, Signature, View, argument_name, binds,
    has_acceleration, has_acceleration_under_wrenches, trait_sizes,
};
use multibody_description::function::Function;
use multibody_program::ir::InputKind;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementations of all traits whose functions the robot has, or the robot with prepared parameters.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let joints = Implementor::all(writer, owner).into_iter();
    let joints = joints.map(|of| joints_of(writer, of));
    let own = all_traits(writer, Implementor::of(writer, owner));
    let integrated = Implementor::Itself(owner);
    let integrated = has_acceleration(writer).then(|| acceleration(writer, integrated));
    let steps = steps::functions(writer, owner);
    let under = under_wrenches(writer, owner);
    quote!(#(#joints)* #own #integrated #steps #under)
}

/// The implementations for the view under external wrenches.
fn under_wrenches(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    if !binds(writer, owner, View::is_under_wrenches) {
        return quote!();
    }
    let of = Implementor::under_wrenches(writer, owner);
    // The view itself implements it for every type that it is a view of.
    let joints = matches!(of, Implementor::UnderWrenchesAtTime(_)).then(|| joints_of(writer, of));
    let traits = all_traits(writer, of);
    let integrated = Implementor::UnderWrenches(owner);
    let integrated =
        has_acceleration_under_wrenches(writer).then(|| acceleration(writer, integrated));
    quote!(#joints #traits #integrated)
}

/// The implementations of all traits for a type.
fn all_traits(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let of_type = tokens(&types::implementor(writer, of, "T"));
    let traits = of.traits(writer).into_iter();
    let traits = traits.map(|each| {
        let path = tokens(&path(writer, each.name, "T"));
        let table = (each.name == CONSTRAINED_DYNAMICS).then(|| constraints(writer));
        let functions = each.functions.into_iter().map(|function| {
            let signature = Signature::of(writer, function);
            forwarding(writer, function, signature, of)
        });
        quote! {
            impl<T: multibody::Real> #path for #of_type { #table #(#functions)* }
        }
    });
    traits.collect()
}

/// The path of a trait with its arguments.
pub fn path(robot: &Robot<'_>, of: &str, number: &str) -> String {
    let sizes = trait_sizes(robot, of).into_iter();
    let sizes: String = sizes.map(|size| format!(", {size}")).collect();
    format!("multibody::{of}<{number}{sizes}>")
}

/// The implementation of the trait that names the joints.
fn joints_of(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let (name, of_type) = (tokens(writer.name), types::implementor(writer, of, "T"));
    let parameters = match of.is_under_wrenches() {
        true => quote!(<T: multibody::Real>),
        false => head::parameters(of.owner()),
    };
    let of_type = tokens(&of_type);
    quote! {
        impl #parameters multibody::Joints for #of_type {
            fn joints(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }
        }
    }
}

/// The function that returns the constraint rows.
fn constraints(writer: &Writer<'_>) -> TokenStream {
    let name = tokens(writer.name);
    quote! {
        fn constraints(&self) -> &'static [multibody::ConstraintInfo] { &#name::CONSTRAINTS }
    }
}

/// A function of a trait, which calls the function of the same name: that of the robot or, if wrenches change it, of the view.
pub fn forwarding(
    writer: &Writer<'_>,
    function: Function,
    mut signature: Signature,
    of: Implementor,
) -> TokenStream {
    let arguments = signature.arguments.iter().map(|&kind| argument(kind, of));
    let link = signature.takes_link.then_some("link");
    let arguments: Vec<&str> = link.into_iter().chain(arguments).collect();
    let name = &function.method(function.name());
    let is_changed = function.under_wrenches().is_some();
    let receiver = match (of, is_changed) {
        (Implementor::Itself(_), _) | (Implementor::UnderWrenches(_), true) => "self",
        (Implementor::UnderWrenchesAtTime(_), false) => "self.robot.robot",
        _ => "self.robot",
    };
    let call = format!("{receiver}.{name}({})", arguments.join(", "));
    // What takes no argument has the number type of the fields.
    let call = match arguments.is_empty() && of.owner() == Owner::Robot {
        true => format!("T::lit({call})"),
        false => call,
    };
    signature.arguments.retain(|kind| *kind != InputKind::Time);
    let head = Head::by_value(name, &signature, Owner::Prepared).of_trait(writer);
    let call = tokens(&call);
    quote!(#head { #call })
}

/// The value that is passed for an argument.
fn argument(kind: InputKind, of: Implementor) -> &'static str {
    match (kind, of) {
        (InputKind::Time, Implementor::AtTime(Owner::Robot)) => "T::lit(self.t)",
        (InputKind::Time, Implementor::AtTime(_) | Implementor::UnderWrenchesAtTime(_)) => "self.t",
        _ => argument_name(kind),
    }
}

/// The implementation of `Acceleration`, which integrators require.
fn acceleration(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let sizes = tokens(&format!("{}, {}", sizes[0], sizes[1]));
    let of = tokens(&types::implementor(writer, of, "T"));
    let (time, passed) = match writer.system.is_timed() {
        true => (quote!(t), quote!(t,)),
        false => (quote!(_), quote!()),
    };
    quote! {
        impl<T: multibody::Real> multibody::Acceleration<T, #sizes> for #of {
            fn acceleration(&self, #time: T, q: &#q, qd: &#v, tau: &#v) -> #v {
                self.forward_dynamics(#passed q, qd, tau)
            }
        }
    }
}
