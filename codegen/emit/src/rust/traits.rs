//! The traits of the runtime that a robot implements, as Rust writes the implementations.

use super::text::{Writer, tokens};
use super::types::{self, array};
use super::{functions, head, steps};
use crate::interface::{
    Bound, Implementation, Owner, Robot, TraitTable, View, ViewOf, has_acceleration,
    has_acceleration_under_wrenches, has_function, implementations, is_linearizable, trait_sizes,
};
use multibody_description::function::Function;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementations of all traits whose functions the type has, for the robot or the robot with prepared parameters, and for its
/// views. The functions of `steps.rs` are among the items.
pub fn of_owner(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let views = ViewOf::without_wrenches(writer, owner).into_iter();
    let joints = views.map(|viewed| joints_impl(writer, viewed));
    let trait_items = all(writer, implementations(writer, ViewOf::of(writer, owner)));
    let view = View::Itself;
    let acceleration_impl =
        has_acceleration(writer).then(|| acceleration(writer, ViewOf { owner, view }));
    let steps = steps::functions(writer, owner);
    let has_wrenches = Bound::Wrenches.exists_for(writer, owner);
    let wrench_impls = has_wrenches.then(|| under_wrenches(writer, owner));
    let selector_impls = View::WITH_SELECTORS
        .into_iter()
        .map(|view| all(writer, implementations(writer, ViewOf { owner, view })));
    quote!(#(#joints)* #trait_items #acceleration_impl #steps #wrench_impls #(#selector_impls)*)
}

/// The implementations for the view under external wrenches.
fn under_wrenches(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let viewed = ViewOf::under_wrenches(writer, owner);
    // Only views at a constant time need an implementation of `Joints` here: that of other views is generic over the viewed type.
    let joints = viewed
        .view
        .binds(Bound::Time)
        .then(|| joints_impl(writer, viewed));
    let traits = all(writer, implementations(writer, viewed));
    let view = View::UnderWrenches;
    let acceleration_impl = has_acceleration_under_wrenches(writer)
        .then(|| acceleration(writer, ViewOf { owner, view }));
    let linearizable_impl = is_linearizable(writer, viewed).then(|| linearizable(writer, viewed));
    quote!(#joints #traits #acceleration_impl #linearizable_impl)
}

/// The implementation of `Linearizable` for a view under wrenches. The wrenches fix the number type of the view. So the blanket
/// implementation of the runtime, for robots that compute in any number type, does not apply.
fn linearizable(writer: &Writer<'_>, viewed: ViewOf) -> TokenStream {
    let path = tokens(&path(writer, "Linearizable", "T"));
    let self_type = tokens(&types::view_type(writer, viewed, "'_", "T"));
    let [q, v] = [writer.system.nq(), writer.system.nv()].map(|size| tokens(&array(&[size], "T")));
    let is_timed = viewed.view.binds(Bound::Time);
    let derivatives = Function::ForwardDynamicsDerivativesWithWrenches;
    let body = match (has_function(writer, derivatives), is_timed) {
        (true, false) => quote!(self.forward_dynamics_derivatives(q, qd, tau).into()),
        (true, true) => quote!(
            self.robot
                .forward_dynamics_derivatives(self.t, q, qd, tau)
                .into()
        ),
        (false, false) => quote! {
            let wrenches = multibody::in_dual_numbers(self.wrenches);
            multibody::derivatives_by_dual_numbers(self, &self.robot.under(&wrenches), q, qd, tau)
        },
        (false, true) => quote! {
            let (wrenches, t) = (multibody::in_dual_numbers(self.robot.wrenches), multibody::Dual::constant(self.t));
            multibody::derivatives_by_dual_numbers(self, &self.robot.robot.under(&wrenches).at_time(t), q, qd, tau)
        },
    };
    let nv = proc_macro2::Literal::usize_unsuffixed(writer.system.nv());
    quote! {
        impl<T: multibody::Real> #path for #self_type {
            fn derivatives_of_acceleration(
                &self,
                q: &#q,
                qd: &#v,
                tau: &#v,
            ) -> multibody::ForwardDynamicsDerivatives<T, #nv> {
                #body
            }
        }
    }
}

/// Several implementations.
pub fn all(writer: &Writer<'_>, implementations: Vec<Implementation<'_>>) -> TokenStream {
    let name = tokens(writer.name);
    let items = implementations.iter().map(|implementation| {
        let path = tokens(&path(writer, implementation.trait_name, "T"));
        let self_type = tokens(&types::view_type(writer, implementation.implementor, "'_", "T"));
        let table = implementation.table.map(|table| match table {
            TraitTable::Constraints => quote! {
                fn constraints(&self) -> &'static [multibody::ConstraintInfo] { &#name::CONSTRAINTS }
            },
            TraitTable::Links => {
                let link = tokens(&head::link_type(writer));
                quote! {
                    type Link = #link;

                    fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &#name::LINKS }
                }
            }
        });
        let functions = functions::all(writer, &implementation.functions);
        quote!(impl<T: multibody::Real> #path for #self_type { #table #functions })
    });
    items.collect()
}

/// The path of a trait with its generic arguments.
pub fn path(robot: &Robot<'_>, trait_name: &str, number: &str) -> String {
    let sizes = trait_sizes(robot, trait_name).into_iter();
    let sizes: String = sizes.map(|size| format!(", {size}")).collect();
    format!("multibody::{trait_name}<{number}{sizes}>")
}

/// The implementation of `Joints`.
fn joints_impl(writer: &Writer<'_>, viewed: ViewOf) -> TokenStream {
    let (name, self_type) = (
        tokens(writer.name),
        types::view_type(writer, viewed, "'_", "T"),
    );
    let parameters = if viewed.is_under_wrenches() {
        quote!(<T: multibody::Real>)
    } else {
        head::generic_parameters(viewed.owner)
    };
    let self_type = tokens(&self_type);
    quote! {
        impl #parameters multibody::Joints for #self_type {
            fn joints(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }
        }
    }
}

/// The implementation of `Acceleration`, which integrators require.
fn acceleration(writer: &Writer<'_>, viewed: ViewOf) -> TokenStream {
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let sizes = tokens(&format!("{}, {}", sizes[0], sizes[1]));
    let self_type = tokens(&types::view_type(writer, viewed, "'_", "T"));
    let (time, time_argument) = if writer.system.is_timed() {
        (quote!(t), quote!(t,))
    } else {
        (quote!(_), quote!())
    };
    quote! {
        impl<T: multibody::Real> multibody::Acceleration<T, #sizes> for #self_type {
            fn acceleration(&self, #time: T, q: &#q, qd: &#v, tau: &#v) -> #v {
                self.forward_dynamics(#time_argument q, qd, tau)
            }
        }
    }
}
