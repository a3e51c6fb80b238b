//! The views that bind time, external wrenches and selectors of constraint rows.

use super::text::{Writer, allowances, document, tokens};
use super::{documentation, functions, head, types};
use crate::interface::{
    Bound, Owner, View, ViewOf, argument_name, functions_of_any_link_under_wrenches,
    has_forward_dynamics_under_wrenches, methods,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The types of views, the functions that make views, and the methods of views; nothing if there are none.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    let [time, wrenches, selectors] =
        [Bound::Time, Bound::Wrenches, Bound::Selectors].map(|bound| {
            bound
                .exists_for(writer, Owner::Robot)
                .then(|| view_struct(writer, bound))
        });
    let time_makers = time.is_some().then(|| time_makers(writer));
    let unconstrained_dynamics = wrenches.as_ref().and_then(|_| without_constraints(writer));
    let prepared = writer.is_parametric().then_some(Owner::Prepared);
    let owners = [Some(Owner::Robot), prepared, Some(Owner::At)].into_iter();
    let items = owners.flatten().map(|owner| owner_items(writer, owner));
    quote!(#time #time_makers #wrenches #unconstrained_dynamics #selectors #(#items)*)
}

/// The struct of the views that bind one argument.
fn view_struct(writer: &Writer<'_>, bound: Bound) -> TokenStream {
    let (documentation, allowances) = (document([bound.documentation(writer)]), allowances());
    let (visibility, name) = (tokens(writer.visibility), tokens(&bound.type_name(writer)));
    let robot_type = match bound {
        Bound::Time | Bound::Wrenches => quote!(&'a R),
        Bound::Selectors => quote!(R),
    };
    let (field, value_type) = (
        tokens(argument_name(bound.kind())),
        field_type(writer, bound, "T"),
    );
    // For views at a constant time, `traits.rs` implements `Joints` once for each viewed type.
    let joints = (bound != Bound::Time).then(|| {
        quote! {
            impl<R: multibody::Joints, T> multibody::Joints for #name<'_, R, T> {
                fn joints(&self) -> &'static [multibody::JointInfo] { self.robot.joints() }
            }
        }
    });
    quote! {
        #documentation
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<'a, R, T> {
            robot: #robot_type,
            #field: #value_type,
        }

        #joints
    }
}

/// The type of the field that stores the bound argument.
fn field_type(writer: &Writer<'_>, bound: Bound, number: &str) -> TokenStream {
    let argument_type = types::argument(writer, bound.kind(), number);
    tokens(&argument_type.replace('&', "&'a "))
}

/// The functions that make views at a constant time.
fn time_makers(writer: &Writer<'_>) -> TokenStream {
    let prepared = writer.is_parametric().then_some(Owner::Prepared);
    let owners = [Some(Owner::Robot), prepared].into_iter().flatten();
    let makers = owners.map(|owner| {
        let view = View::Itself;
        let maker = maker(writer, ViewOf { owner, view }, Bound::Time);
        inherent_impl(writer, owner, &maker)
    });
    let wrench_maker = Bound::Wrenches.exists_for(writer, Owner::Robot).then(|| {
        let (owner, view) = (Owner::Robot, View::UnderWrenches);
        let maker = maker(writer, ViewOf { owner, view }, Bound::Time);
        let (allowances, view_name) = (allowances(), tokens(&Bound::Wrenches.type_name(writer)));
        quote!(#allowances impl<R, T: multibody::Real> #view_name<'_, R, T> { #maker })
    });
    quote!(#(#makers)* #wrench_maker)
}

/// The `impl` of a type, without a trait, that has these functions.
fn inherent_impl(writer: &Writer<'_>, owner: Owner, functions: &TokenStream) -> TokenStream {
    let (allowances, parameters) = (allowances(), head::generic_parameters(owner));
    let self_type = tokens(&types::owner(writer, owner, "T"));
    quote!(#allowances impl #parameters #self_type { #functions })
}

/// The function `without_constraints` of views under external wrenches. `None`: the robot has no constraints, or no forward
/// dynamics under wrenches.
fn without_constraints(writer: &Writer<'_>) -> Option<TokenStream> {
    let has_function = has_forward_dynamics_under_wrenches(writer) && writer.system.nc() > 0;
    has_function.then(|| {
        let (name, allowances) = (tokens(&Bound::Wrenches.type_name(writer)), allowances());
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

/// The functions of a type that make views, and the methods of these views.
fn owner_items(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let view = View::Itself;
    let has_selectors = View::Selecting.exists_for(writer, owner);
    let candidates = [
        (Bound::Wrenches.exists_for(writer, owner), Bound::Wrenches),
        (has_selectors, Bound::Selectors),
    ];
    let bindings = candidates.into_iter().filter(|(is_there, _)| *is_there);
    let makers: TokenStream = bindings
        .map(|(_, bound)| maker(writer, ViewOf { owner, view }, bound))
        .collect();
    let makers = (!makers.is_empty()).then(|| inherent_impl(writer, owner, &makers));
    let views = View::OF_FUNCTIONS.map(|view| view_items(writer, ViewOf { owner, view }));
    quote!(#makers #(#views)*)
}

/// The function of a type, or of its view under wrenches, that makes a view which binds one more argument.
fn maker(writer: &Writer<'_>, viewed: ViewOf, bound: Bound) -> TokenStream {
    let is_of_view = viewed.view != View::Itself;
    let mut lines = bound.documentation_of_maker(viewed.view);
    if bound != Bound::Time {
        lines.extend([
            String::new(),
            documentation::of_argument(writer, bound.kind()),
        ]);
    }
    let documentation = document(lines);
    let number = match (viewed.owner, is_of_view, bound) {
        (Owner::Robot, false, Bound::Time) => "f64",
        _ => "T",
    };
    let (receiver, generics, lifetime) = match (bound, viewed.owner) {
        (Bound::Time, _) => (quote!(&self), quote!(), quote!('_)),
        _ if is_of_view => (quote!(&self), quote!(), quote!('a)),
        (_, Owner::Robot) => (
            quote!(&'a self),
            quote!(<'a, T: multibody::Real>),
            quote!('a),
        ),
        _ => (quote!(&'a self), quote!(<'a>), quote!('a)),
    };
    let reference = (bound == Bound::Selectors && !is_of_view).then(|| quote!(&'a));
    let [name, view, argument] = [
        bound.maker(),
        &bound.type_name(writer),
        argument_name(bound.kind()),
    ]
    .map(tokens);
    // A view with selectors owns the view under wrenches, since this may be a temporary.
    let body = if is_of_view && bound == Bound::Selectors {
        let wrench_view = tokens(&Bound::Wrenches.type_name(writer));
        quote! {
            let robot = #wrench_view { robot: self.robot, wrenches: self.wrenches };
            #view { robot, #argument }
        }
    } else {
        quote!(#view { robot: self, #argument })
    };
    let (visibility, argument_type, number) = (
        tokens(writer.visibility),
        field_type(writer, bound, number),
        tokens(number),
    );
    quote! {
        #documentation
        #[must_use]
        #visibility fn #name #generics (#receiver, #argument: #argument_type) -> #view<#lifetime, #reference Self, #number> {
            #body
        }
    }
}

/// The methods of a view. The view under wrenches also has the function that selects constraint rows, if there are functions with
/// both arguments.
fn view_items(writer: &Writer<'_>, viewed: ViewOf) -> Option<TokenStream> {
    let has_wrenches = viewed.view == View::UnderWrenches;
    let can_select = has_wrenches && View::SelectingUnderWrenches.exists_for(writer, viewed.owner);
    let selector_maker = can_select.then(|| maker(writer, viewed, Bound::Selectors));
    let mut methods = methods(writer, viewed);
    if has_wrenches {
        methods.extend(functions_of_any_link_under_wrenches(writer, viewed.owner));
    }
    if methods.is_empty() && selector_maker.is_none() {
        return None;
    }
    let (lifetime, generics) = if selector_maker.is_some() {
        ("'a", quote!(<'a, T: multibody::Real>))
    } else {
        ("'_", quote!(<T: multibody::Real>))
    };
    let (allowances, name) = (
        allowances(),
        tokens(&types::view_type(writer, viewed, lifetime, "T")),
    );
    let methods = functions::all(writer, &methods);
    Some(quote!(#allowances impl #generics #name { #selector_maker #methods }))
}
