//! The views that bind external wrenches and selectors of constraint rows, and their methods, which call functions of the robot.

use super::head::{self, Head};
use super::text::{Writer, allowances, documented, tokens};
use super::{documentation, links, types};
use crate::interface::{
    AtPosition, Owner, Signature, View, argument_name, binds, documentation_at_position,
    has_form_without_feedback, has_forward_dynamics_under_wrenches,
};
use multibody_description::function::{Function, Target};
use multibody_program::ir::{InputKind, Program};
use proc_macro2::TokenStream;
use quote::quote;

/// The types of views, and their methods for each type that has a view; nothing if there are none.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    let prepared = writer.is_parametric().then_some(Owner::Prepared);
    let owners = [Some(Owner::Robot), prepared, Some(Owner::At)];
    let owners = owners
        .into_iter()
        .flatten()
        .map(|owner| of_owner(writer, owner));
    let (under, selecting) = (under_wrenches(writer), selecting(writer));
    quote!(#under #selecting #(#owners)*)
}

/// The type of the view under external wrenches.
fn under_wrenches(writer: &Writer<'_>) -> Option<TokenStream> {
    binds(writer, Owner::Robot, View::is_under_wrenches).then(|| {
        let what = documented([format!(
            "[`{0}`] under external wrenches, see [`{0}::under`].",
            writer.name
        )]);
        let name = tokens(&types::under_wrenches(writer));
        let (visibility, allowances) = (tokens(writer.visibility), allowances());
        let wrenches =
            tokens(&types::argument(writer, InputKind::Wrench, "T").replace('&', "&'a "));
        let without_constraints = without_constraints(writer);
        quote! {
            #what
            #allowances
            #[derive(Clone, Copy, Debug)]
            #visibility struct #name<'a, R, T> {
                robot: &'a R,
                wrenches: #wrenches,
            }

            impl<R: multibody::Joints, T> multibody::Joints for #name<'_, R, T> {
                fn joints(&self) -> &'static [multibody::JointInfo] { self.robot.joints() }
            }

            #without_constraints
        }
    })
}

/// The function of the view under wrenches that leaves out constraints, if there are any.
fn without_constraints(writer: &Writer<'_>) -> Option<TokenStream> {
    let is_there = has_forward_dynamics_under_wrenches(writer) && writer.system.nc() > 0;
    let (name, allowances) = (tokens(&types::under_wrenches(writer)), allowances());
    is_there.then(|| {
        quote! {
            #allowances
            impl<R, T> #name<'_, R, T> {
                /// The robot under these wrenches as if it had no constraints, for integrators.
                #[must_use]
                pub fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {
                    multibody::WithoutConstraints::new(self)
                }
            }
        }
    })
}

/// The type of the view with selected constraint rows.
fn selecting(writer: &Writer<'_>) -> Option<TokenStream> {
    binds(writer, Owner::Robot, View::is_selecting).then(|| {
        let what = documented([format!(
            "[`{0}`] with selected constraint rows, see [`{0}::selecting`].",
            writer.name
        )]);
        let name = tokens(&types::selecting(writer));
        let (visibility, allowances) = (tokens(writer.visibility), allowances());
        let selectors =
            tokens(&types::argument(writer, InputKind::Selector, "T").replace('&', "&'a "));
        quote! {
            #what
            #allowances
            #[derive(Clone, Copy, Debug)]
            #visibility struct #name<'a, R, T> {
                robot: R,
                selectors: #selectors,
            }
        }
    })
}

/// The functions of a type that make views, and the methods of these views.
fn of_owner(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let makers = makers(writer, owner);
    let views = View::ALL.map(|view| of_view(writer, owner, view));
    quote!(#makers #(#views)*)
}

/// The functions that make views.
fn makers(writer: &Writer<'_>, owner: Owner) -> Option<TokenStream> {
    let under = binds(writer, owner, View::is_under_wrenches)
        .then(|| maker(writer, owner, InputKind::Wrench));
    let selecting =
        has(writer, owner, View::Selecting).then(|| maker(writer, owner, InputKind::Selector));
    let of = tokens(&types::owner(writer, owner, "T"));
    let (allowances, parameters) = (allowances(), head::parameters(owner));
    (under.is_some() || selecting.is_some())
        .then(|| quote!(#allowances impl #parameters #of { #under #selecting }))
}

fn has(writer: &Writer<'_>, owner: Owner, view: View) -> bool {
    !view.targets(writer, owner).is_empty()
}

/// The method that makes the view which binds this argument.
fn maker(writer: &Writer<'_>, owner: Owner, kind: InputKind) -> TokenStream {
    let generics = match owner {
        Owner::Robot => quote!(<'a, T: multibody::Real>),
        _ => quote!(<'a>),
    };
    let visibility = tokens(writer.visibility);
    let of = tokens(&types::argument(writer, kind, "T").replace('&', "&'a "));
    let (meaning, argument) = (
        documentation::of_argument(writer, kind),
        tokens(argument_name(kind)),
    );
    match kind {
        InputKind::Wrench => {
            let view = tokens(&types::under_wrenches(writer));
            let lines = [
                "The robot under external wrenches. It has the functions with the option `wrenches`, under their plain names.".to_owned(),
                String::new(),
                meaning,
            ];
            let documentation = documented(lines);
            quote! {
                #documentation
                #[must_use]
                #visibility fn under #generics (&'a self, #argument: #of) -> #view<'a, Self, T> {
                    #view { robot: self, #argument }
                }
            }
        }
        _ => {
            let view = tokens(&types::selecting(writer));
            let documentation = documented([SELECTING.to_owned(), String::new(), meaning]);
            quote! {
                #documentation
                #[must_use]
                #visibility fn selecting #generics (&'a self, #argument: #of) -> #view<'a, &'a Self, T> {
                    #view { robot: self, #argument }
                }
            }
        }
    }
}

/// The first line of the documentation of `selecting`.
const SELECTING: &str = "The robot with selected constraint rows. It has the functions with the option `selectors`, under their plain names.";

/// The methods of the view of a type; the view under wrenches also selects constraint rows, if there are functions for both.
fn of_view(writer: &Writer<'_>, owner: Owner, view: View) -> Option<TokenStream> {
    let selecting = (view == View::UnderWrenches
        && has(writer, owner, View::SelectingUnderWrenches))
    .then(|| selecting_under_wrenches(writer));
    let methods: TokenStream = match owner {
        Owner::At => at_position(writer, view),
        _ => {
            let all = writer.functions.iter();
            let all = all.filter(|of| View::of(of.target.function) == Some(view));
            all.map(|of| documented_method(writer, of.target, &of.program, owner))
                .collect()
        }
    };
    let of_links = (view == View::UnderWrenches).then(|| links::changed_by_wrenches(writer, owner));
    if methods.is_empty() && selecting.is_none() {
        return None;
    }
    let (lifetime, generics) = match selecting.is_some() {
        true => ("'a", quote!(<'a, T: multibody::Real>)),
        false => ("'_", quote!(<T: multibody::Real>)),
    };
    let of = tokens(&types::viewed(writer, owner, view, lifetime));
    let allowances = allowances();
    Some(quote!(#allowances impl #generics #of { #selecting #methods #of_links }))
}

/// The function of the view under wrenches that selects constraint rows.
fn selecting_under_wrenches(writer: &Writer<'_>) -> TokenStream {
    let (visibility, view) = (tokens(writer.visibility), tokens(&types::selecting(writer)));
    let under = tokens(&types::under_wrenches(writer));
    let of = tokens(&types::argument(writer, InputKind::Selector, "T").replace('&', "&'a "));
    let meaning = documentation::of_argument(writer, InputKind::Selector);
    let documentation = documented([SELECTING.to_owned(), String::new(), meaning]);
    quote! {
        #documentation
        #[must_use]
        #visibility fn selecting(&self, selectors: #of) -> #view<'a, Self, T> {
            let robot = #under { robot: self.robot, wrenches: self.wrenches };
            #view { robot, selectors }
        }
    }
}

/// The methods of a view of the robot at a position.
fn at_position(writer: &Writer<'_>, view: View) -> TokenStream {
    let Some(at) = AtPosition::of(writer) else {
        return quote!();
    };
    let all = at.targets.iter().zip(&at.cut.functions);
    let all = all.filter(|(target, _)| View::of(target.function) == Some(view));
    let methods = all.map(|(&target, program)| {
        let whole = types::view_of(writer, view);
        let documentation = documented(documentation_at_position(writer, &whole, program));
        let methods = methods(writer, target, Owner::At);
        quote!(#documentation #methods)
    });
    methods.collect()
}

fn documented_method(
    writer: &Writer<'_>,
    target: Target,
    program: &Program,
    owner: Owner,
) -> TokenStream {
    let documentation = documentation::of_function(writer, target, program, owner);
    let methods = methods(writer, target, owner);
    quote!(#documentation #methods)
}

/// The method that calls a function with what the view binds and, if the function has feedback, one without it.
fn methods(writer: &Writer<'_>, target: Target, owner: Owner) -> TokenStream {
    let function = target.function;
    let called = Signature::of_owner(writer, function, owner);
    let signature = called.clone().of_view();
    let name = writer.method_name(target);
    let method = method(
        writer,
        &name,
        &signature,
        &call(writer, target, &called, |_| None),
    );
    let without = has_form_without_feedback(function).then(|| {
        let own = without_feedback(&name);
        let mut signature = signature.clone();
        signature
            .arguments
            .retain(|kind| *kind != InputKind::Feedback);
        let zero = |kind| (kind == InputKind::Feedback).then_some("&[T::ZERO; 2]");
        let call = call(writer, target, &called, zero);
        let documentation = documented([format!("[`Self::{name}`] without feedback.")]);
        let method = self::method(writer, own, &signature, &call);
        quote!(#documentation #method)
    });
    quote!(#method #without)
}

/// The name of a method without the suffix for feedback.
fn without_feedback(name: &str) -> &str {
    name.trim_end_matches("_with_feedback")
}

fn method(writer: &Writer<'_>, name: &str, signature: &Signature, call: &str) -> TokenStream {
    let head = Head::by_value(name, signature, Owner::Prepared).public(writer);
    let call = tokens(call);
    quote!(#head { #call })
}

/// The call of a function by a view.
fn call(
    writer: &Writer<'_>,
    target: Target,
    signature: &Signature,
    given: impl Fn(InputKind) -> Option<&'static str>,
) -> String {
    let selects = View::of(target.function).is_some_and(View::is_selecting);
    let wrenches = match selects {
        true => "self.robot.wrenches",
        false => "self.wrenches",
    };
    let arguments = signature.arguments.iter().map(|&kind| match kind {
        InputKind::Wrench => wrenches,
        InputKind::Selector => "self.selectors",
        _ => given(kind).unwrap_or_else(|| argument_name(kind)),
    });
    let arguments: Vec<&str> = arguments.collect();
    let receiver = match View::of(target.function) {
        Some(View::SelectingUnderWrenches) => "self.robot.robot",
        _ => "self.robot",
    };
    format!(
        "{receiver}.{}({})",
        writer.function_name(target),
        arguments.join(", ")
    )
}

/// The expression of the view that has a function.
pub fn viewed(function: Function, receiver: &str) -> String {
    match View::of(function) {
        None => receiver.to_owned(),
        Some(View::UnderWrenches) => format!("{receiver}.under(wrenches)"),
        Some(View::Selecting) => format!("{receiver}.selecting(selectors)"),
        Some(View::SelectingUnderWrenches) => {
            format!("{receiver}.under(wrenches).selecting(selectors)")
        }
    }
}
