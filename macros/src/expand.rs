//! From the attribute and its struct to tokens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use multibody_codegen::attribute::{Annotated, Expansion, without_helpers};
use proc_macro2::TokenStream;
use quote::quote;

use crate::errors;

/// The struct as it is, and its dynamics or what is wrong.
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let rest = dynamics(attribute, item.clone());
    let item = without_helpers(item);
    quote!(#item #rest)
}

fn dynamics(attribute: TokenStream, item: TokenStream) -> TokenStream {
    // Paths start from the folder of `Cargo.toml`.
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let expansion = catch_unwind(AssertUnwindSafe(|| {
        let annotated = Annotated::read(attribute, item, &folder);
        match asked_by_editor() {
            true => annotated.finish(),
            false => annotated.generate(&mut |_| ()),
        }
    }));
    match expansion {
        Ok(expansion) => tokens(&expansion),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied());
            errors::bug(text.unwrap_or("a panic"))
        }
    }
}

/// The items, or an error for each fault.
fn tokens(expansion: &Expansion) -> TokenStream {
    eprint!("{}", expansion.remarks());
    let description = expansion.description.as_ref();
    let tracked = description.map_or(TokenStream::new(), |file| tracked(&file.path));
    let errors = errors::errors(expansion);
    let items = match &expansion.generated {
        Some(generated) => generated
            .items
            .parse()
            .unwrap_or_else(|error| errors::bug(&format!("the emitted text is no Rust: {error}"))),
        None => TokenStream::new(),
    };
    quote!(#tracked #errors #items)
}

/// What makes the compiler run again when the file has changed.
fn tracked(path: &Path) -> TokenStream {
    match path.to_str() {
        Some(path) if Path::new(path).is_file() => quote!(
            const _: &[u8] = include_bytes!(#path);
        ),
        _ => TokenStream::new(),
    }
}

/// Whether an editor asks, for its own purposes, rather than the compiler. Its macro server speaks
/// over stdout, where the computer algebra prints its banner; and it asks at each keystroke.
fn asked_by_editor() -> bool {
    std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The struct stays, and the messages follow.
    fn messages(attribute: TokenStream, item: TokenStream) -> String {
        let text = expand(attribute, item.clone()).to_string();
        let item = item.to_string();
        assert!(text.starts_with(&item), "{text}");
        text[item.len()..].to_owned()
    }

    #[test]
    fn faults_of_struct_and_tokens_come_together() {
        let text = messages(
            quote!(gravity = 1),
            quote!(
                struct Arm<T> {
                    mass: T,
                }
            ),
        );
        for message in [
            "no generic parameters",
            "no robot is described",
            "three numbers",
        ] {
            assert!(text.contains(message), "{message}: {text}");
        }
        let text = messages(
            quote!(
                joint hinge { revolute, parent: world, child: arm, axis: w, damping: frction },
                body arm { mass: m ^ 2, com: [0, 0, lenght] },
            ),
            quote!(
                struct Arm {
                    m: f64,
                    length: f64,
                    friction: f64,
                }
            ),
        );
        for message in ["an axis", "`friction`?", "powi(2)", "`length`?"] {
            assert!(text.contains(message), "{message}: {text}");
        }
        let text = messages(
            quote!(urdf = "arm.urdf"),
            quote!(
                enum Arm {
                    A,
                }
            ),
        );
        assert!(text.contains("expected a struct"), "{text}");
    }

    #[test]
    fn a_missing_file_is_named_as_it_was_written() {
        let text = messages(
            quote!(urdf = "no/such.urdf"),
            quote!(
                pub struct Arm;
            ),
        );
        assert!(
            text.contains("no/such.urdf") && text.contains("folder of Cargo.toml"),
            "{text}"
        );
        assert!(!text.contains("error: "), "{text}");
    }
}
