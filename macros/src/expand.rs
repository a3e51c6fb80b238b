//! From the attribute and its struct to tokens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use multibody_codegen::Generated;
use multibody_codegen::model::Source;
use multibody_codegen::source::read_file;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, LitStr};

use crate::arguments::{Arguments, arguments};
use crate::errors::Errors;
use crate::faults;

/// The struct as it is, and its dynamics or what is wrong.
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let rest = dynamics(attribute, item.clone()).unwrap_or_else(|error| error.into_compile_error());
    quote!(#item #rest)
}

fn dynamics(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let structure: DeriveInput = syn::parse2(item)?;
    let mut errors = Errors::default();
    errors.take(check(&structure));
    let arguments = errors.take(arguments(attribute, &structure.ident));
    let arguments = errors.finish(arguments)?.expect("no error, so it is there");

    let urdf = &arguments.urdf;
    let path = absolute(urdf)?;
    let tracked = tracked(&path);
    if asked_by_editor() {
        return Ok(tracked);
    }
    let source = read(urdf, &path)?;
    let generated = derive(&source, &arguments)?;
    let items: TokenStream = generated
        .items
        .parse()
        .map_err(|error| faults::bug(urdf, &format!("the emitted text is no Rust: {error}")))?;
    eprint!("{}", faults::remarks(&generated.diagnostics, &source));
    Ok(quote!(#tracked #items))
}

/// Whether the struct can be a robot: its parameters are not fields yet.
fn check(structure: &DeriveInput) -> syn::Result<()> {
    let fault =
        |tokens: &dyn quote::ToTokens, message| Err(syn::Error::new_spanned(tokens, message));
    let Data::Struct(data) = &structure.data else {
        return fault(
            &structure.ident,
            "#[multibody] stands on a struct; write e.g. pub struct Arm;",
        );
    };
    if !structure.generics.params.is_empty() {
        return fault(
            &structure.generics,
            "a robot has no generic parameters; its functions take f32 and f64 alike",
        );
    }
    if !data.fields.is_empty() {
        return fault(
            &data.fields,
            "fields, which will be parameters of the robot, are not supported yet; write a struct without",
        );
    }
    Ok(())
}

/// The file that a path names, which starts from the folder of `Cargo.toml`.
fn absolute(urdf: &LitStr) -> syn::Result<PathBuf> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    std::path::absolute(Path::new(&manifest).join(urdf.value()))
        .map_err(|error| syn::Error::new(urdf.span(), error))
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

/// The description, called as the user called it.
fn read(urdf: &LitStr, path: &Path) -> syn::Result<Source> {
    let name = urdf.value();
    let source = read_file(path).map_err(|fault| {
        let text = fault.render_whole(&name);
        let note = "  = note: the path starts from the folder of Cargo.toml";
        syn::Error::new(urdf.span(), faults::unheaded(&text) + note)
    })?;
    Ok(Source {
        name: name.into(),
        ..source
    })
}

/// The one call into the generator.
fn derive(source: &Source, arguments: &Arguments) -> syn::Result<Generated> {
    let call = || multibody_codegen::generate(source, &arguments.settings, &mut |_| ());
    let result = catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        faults::bug(&arguments.urdf, text.unwrap_or("a panic"))
    })?;
    result.map_err(|found| {
        eprint!("{}", faults::remarks(&found, source));
        faults::errors(&found, source, arguments)
    })
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
        assert!(
            text.contains("no generic parameters") && text.contains("no robot is described"),
            "{text}"
        );
        let text = messages(
            quote!(urdf = "arm.urdf"),
            quote!(
                struct Arm {
                    mass: f64,
                }
            ),
        );
        assert!(text.contains("not supported yet"), "{text}");
        let text = messages(
            quote!(urdf = "arm.urdf"),
            quote!(
                enum Arm {
                    A,
                }
            ),
        );
        assert!(text.contains("stands on a struct"), "{text}");
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
