//! The view of a robot at a constant time, for robots on which time acts.

use super::text::{Writer, allowances, documented, tokens};
use super::{head, types};
use crate::interface::{Owner, View, binds};
use proc_macro2::TokenStream;
use quote::quote;

/// The type, and the functions that make it; nothing if time does not act.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    if !writer.system.is_timed() {
        return quote!();
    }
    let of = writer.name;
    let what = format!(
        "[`{of}`] at a constant time, see [`{of}::at_time`]: the traits of robots on which time does not act."
    );
    let (what, allowances) = (documented([what]), allowances());
    let (visibility, name) = (tokens(writer.visibility), tokens(&types::view(writer)));
    let own = function(writer, Owner::Robot);
    let prepared = writer
        .is_parametric()
        .then(|| function(writer, Owner::Prepared));
    let under = under_wrenches(writer);
    quote! {
        #what
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<'a, R, T> {
            robot: &'a R,
            t: T,
        }

        #own
        #prepared
        #under
    }
}

/// The function of the view under external wrenches that makes the view of this view.
fn under_wrenches(writer: &Writer<'_>) -> Option<TokenStream> {
    binds(writer, Owner::Robot, View::is_under_wrenches).then(|| {
        let (allowances, of) = (allowances(), tokens(&types::under_wrenches(writer)));
        let (visibility, view) = (tokens(writer.visibility), tokens(&types::view(writer)));
        quote! {
            #allowances
            impl<R, T: multibody::Real> #of<'_, R, T> {
                /// The robot under these wrenches at the time `t`, in s, which stays constant.
                #[must_use]
                #visibility fn at_time(&self, t: T) -> #view<'_, Self, T> {
                    #view { robot: self, t }
                }
            }
        }
    })
}

/// The function of a robot, or of the robot with prepared parameters, that makes the view.
fn function(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let (allowances, parameters) = (allowances(), head::parameters(owner));
    let of = tokens(&types::owner(writer, owner, "T"));
    let (visibility, view) = (tokens(writer.visibility), tokens(&types::view(writer)));
    let time = match owner {
        Owner::Robot => quote!(f64),
        _ => quote!(T),
    };
    quote! {
        #allowances
        impl #parameters #of {
            /// The robot at the time `t`, in s, which stays constant: for controllers and `linearize`. It is no `Acceleration`,
            /// so that no integrator stops time: integrators take the robot itself.
            #[must_use]
            #visibility fn at_time(&self, t: #time) -> #view<'_, Self, #time> {
                #view { robot: self, t }
            }
        }
    }
}
