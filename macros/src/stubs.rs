//! What is emitted beside a fault: the functions that a sound robot would have, so that calls of them
//! are not reported as faults too.

use std::panic::{AssertUnwindSafe, catch_unwind};

use multibody_codegen::signatures;
use multibody_codegen::source::read_file;
use multibody_codegen::source::tokens::is_description;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Ident};

use crate::arguments::{Arguments, Base, arguments};
use crate::expand::absolute;
use crate::options::split;

/// The functions of a struct under a faulty attribute, or of a faulty robot; nothing where the struct
/// can have none.
pub fn stubs(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(structure) = syn::parse2::<DeriveInput>(item.clone()) else {
        return TokenStream::new();
    };
    let is_robot = matches!(structure.data, Data::Struct(_));
    if !is_robot || !structure.generics.params.is_empty() {
        return TokenStream::new();
    }
    let arguments = sound(attribute, &structure.ident);
    // The fault has been reported: whatever happens here must not add another one.
    let text = catch_unwind(AssertUnwindSafe(|| signatures_of(arguments, item)));
    let tokens = text.ok().map(|text| text.parse().unwrap_or_default());
    tokens.unwrap_or_default()
}

fn signatures_of(arguments: Arguments, item: TokenStream) -> String {
    let settings = &arguments.settings;
    match &arguments.base {
        Base::Urdf(path) => {
            let source = absolute(path).ok().and_then(|path| read_file(&path).ok());
            source.map_or_else(
                || signatures::of_unknown(settings),
                |source| signatures::of_file(&source, settings),
            )
        }
        Base::Tokens(items) => signatures::of_tokens(item, items.clone(), settings),
    }
}

/// The attribute without the options that are faulty.
fn sound(attribute: TokenStream, name: &Ident) -> Arguments {
    let is_base = |part: &TokenStream| {
        let mut words = part.clone().into_iter();
        is_description(part) || words.next().is_some_and(|word| word.to_string() == "urdf")
    };
    let (described, options): (Vec<_>, Vec<_>) = split(attribute).into_iter().partition(is_base);
    let read = |parts: &[TokenStream]| arguments(quote!(#(#parts),*), name).ok();
    let mut kept = match read(&described) {
        Some(_) => described,
        // A file that is not there: nothing is known but the options.
        None => vec![quote!(urdf = "")],
    };
    for option in options {
        kept.push(option);
        if read(&kept).is_none() {
            kept.pop();
        }
    }
    read(&kept).expect("each option was read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(attribute: TokenStream, item: TokenStream) -> String {
        stubs(attribute, item).to_string()
    }

    /// The functions with names and sizes that a misspelt option has no part in.
    #[test]
    fn a_faulty_option_leaves_the_rest() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/robots/planar_arm.urdf"
        );
        let arm = quote!(
            pub struct Arm;
        );
        let found = text(
            quote!(urdf = #path, rot = floating, links(tool)),
            arm.clone(),
        );
        assert!(found.contains("NV : usize = 2"), "{found}");
        for function in [
            "fn inverse_dynamics",
            "fn pose_of_tool",
            "impl multibody :: ForwardDynamics",
        ] {
            assert!(found.contains(function), "{function}: {found}");
        }
        let found = text(quote!(urdf = #path, snap = 7, root = floating), arm);
        assert!(
            found.contains("NV : usize = 8") && found.contains("NQ : usize = 9"),
            "{found}"
        );
    }

    #[test]
    fn a_faulty_description_leaves_sizes() {
        let found = text(
            quote!(
                joint hinge { revolute, parent: world, child: arm, axis: w, damping: frction },
                body arm { mass: m ^ 2, com: [0, 0, lenght] },
            ),
            quote!(
                struct Arm {
                    m: f64,
                    length: f64,
                }
            ),
        );
        assert!(found.contains("NV : usize = 1"), "{found}");
        for part in ["fn prepare", "struct ArmPrepared", "fn gravity"] {
            assert!(found.contains(part), "{part}: {found}");
        }
    }

    #[test]
    fn what_is_not_known_at_all_has_any_size() {
        for attribute in [quote!(urdf = "no/such.urdf"), quote!(), quote!(urdf = 1)] {
            let found = text(
                attribute,
                quote!(
                    struct Arm;
                ),
            );
            assert!(found.contains("const N : usize"), "{found}");
            assert!(found.contains("fn forward_dynamics"), "{found}");
        }
    }

    #[test]
    fn what_can_be_no_robot_has_nothing() {
        assert_eq!(
            text(
                quote!(urdf = "a"),
                quote!(
                    enum Arm {
                        A,
                    }
                )
            ),
            ""
        );
        assert_eq!(
            text(
                quote!(urdf = "a"),
                quote!(
                    struct Arm<T>(T);
                )
            ),
            ""
        );
    }
}
