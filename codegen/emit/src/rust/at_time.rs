//! The view of a robot at a constant time, for robots on which time acts.

<<<<<<< HEAD
use super::text::{Writer, allowances, documented, tokens};
use super::{head, types};
use crate::interface::Owner;
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
    }
}

/// The function of a robot, or of the robot with prepared parameters, that makes the view.
fn function(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let (allowances, (parameters, of)) = (allowances(), head::owner(writer, owner));
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
=======
use super::signature::Generics;
use super::{ALLOWANCES, Robot, spaced};

/// The type of the view of a robot, or of one with prepared parameters.
pub fn of(robot: &Robot<'_>, generics: Generics) -> String {
    let name = robot.name;
    match generics {
        Generics::OfFunction => format!("{name}AtTime<'_, {name}, f64>"),
        Generics::OfType(_) => format!("{name}AtTime<'_, {name}Prepared<T>, T>"),
    }
}

/// The type, and the function that makes it; nothing if time does not act.
pub fn items(robot: &Robot<'_>) -> String {
    if !robot.system.is_timed() {
        return String::new();
    }
    let (name, visibility) = (robot.name, spaced(robot.visibility));
    let mut text = format!(
        "\n/// [`{name}`] at a constant time, see [`{name}::at_time`]: the traits of robots on which time does not act.\n\
         {ALLOWANCES}#[derive(Clone, Copy, Debug)]\n{visibility}struct {name}AtTime<'a, R, T> {{\n    \
         robot: &'a R,\n    t: T,\n}}\n"
    );
    text += &function(robot, name, "f64", "");
    if robot.is_parametric() {
        let of = format!("{name}Prepared<T>");
        text += &function(robot, &of, "T", "<T: multibody::Real>");
    }
    text
}

/// The function `at_time` of a robot, or of one with prepared parameters.
fn function(robot: &Robot<'_>, of: &str, time: &str, generics: &str) -> String {
    let (name, visibility) = (robot.name, spaced(robot.visibility));
    format!(
        "\n{ALLOWANCES}impl{generics} {of} {{\n    \
         /// The robot at the time `t`, in s, which stays constant: for controllers and `linearize`. It is no `Acceleration`, so\n    \
         /// that no integrator stops time: pass the robot itself to integrators.\n    #[must_use]\n    \
         {visibility}fn at_time(&self, t: {time}) -> {name}AtTime<'_, Self, {time}> {{\n        \
         {name}AtTime {{ robot: self, t }}\n    }}\n}}\n"
    )
>>>>>>> ht
}
