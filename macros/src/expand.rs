//! From the attribute and its struct to tokens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use multibody_codegen::model::Source;
use multibody_codegen::source::read_file;
use multibody_codegen::source::tokens::Places;
use multibody_codegen::{Cache, Generated};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, LitStr};

use crate::arguments::{Arguments, Base, arguments};
use crate::committed;
use crate::errors::Errors;
use crate::faults;
use crate::stubs::stubs;

/// The struct as it is, and its dynamics or what is wrong with it and functions that do nothing.
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let rest = dynamics(attribute.clone(), item.clone()).unwrap_or_else(|error| {
        let (faults, stubs) = (error.into_compile_error(), stubs(attribute, item.clone()));
        quote!(#faults #stubs)
    });
    quote!(#item #rest)
}

fn dynamics(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let structure: DeriveInput = syn::parse2(item.clone())?;
    let mut errors = Errors::default();
    errors.take(check(&structure));
    let arguments = errors.take(arguments(attribute, &structure.ident));
    let Some(arguments) = &arguments else {
        return errors.finish(TokenStream::new());
    };
    match &arguments.base {
        Base::Urdf(urdf) => {
            errors.take(check_fields(&structure));
            errors.finish(())?;
            of_file(urdf, arguments)
        }
        Base::Tokens(items) => {
            errors.finish(())?;
            of_tokens(items, item, &structure.ident, arguments)
        }
    }
}

/// The dynamics of a robot that a file describes.
fn of_file(urdf: &LitStr, arguments: &Arguments) -> syn::Result<TokenStream> {
    let path = absolute(urdf)?;
    let tracked = tracked(&path);
    let source = read(urdf, &path)?;
    if let Some(file) = &arguments.committed {
        let description = (&*source.text, &*urdf.value());
        let items = committed::items(file, description, &arguments.settings)?;
        return Ok(quote!(#tracked #items));
    }
    let call = || cache().generate(&source, &arguments.settings, &mut |_| ());
    let generated = caught(urdf.span(), call)?.map_err(|found| {
        eprint!("{}", faults::remarks(&found, &source));
        faults::of_file(&found, &source, urdf, arguments)
    })?;
    eprint!("{}", faults::remarks(&generated.diagnostics, &source));
    let items = parsed(urdf.span(), &generated)?;
    Ok(quote!(#tracked #items))
}

/// The dynamics of a robot that tokens describe.
fn of_tokens(
    items: &TokenStream,
    item: TokenStream,
    name: &syn::Ident,
    arguments: &Arguments,
) -> syn::Result<TokenStream> {
    if let Some(file) = &arguments.committed {
        let text = multibody_codegen::source::tokens::text(&item, items);
        let description = (&*text, &*committed::this_file());
        return committed::items(file, description, &arguments.settings);
    }
    let mut places = Places::default();
    let call = || {
        let settings = &arguments.settings;
        cache().generate_tokens(item, items.clone(), &mut places, settings, &mut |_| ())
    };
    let generated = caught(name.span(), call)?.map_err(|found| {
        eprint!("{}", faults::remarks_without_excerpt(&found));
        faults::of_tokens(&found, &places, name, arguments)
    })?;
    eprint!(
        "{}",
        faults::remarks_without_excerpt(&generated.diagnostics)
    );
    parsed(name.span(), &generated)
}

/// What earlier builds have left; an editor gets that or signatures.
fn cache() -> Cache {
    match asked_by_editor() {
        true => Cache::of_user().without_deriving(),
        false => Cache::of_user(),
    }
}

/// The one call into the generator, whose panics are our bugs.
fn caught<R>(at: Span, call: impl FnOnce() -> R) -> syn::Result<R> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        faults::bug(at, text.unwrap_or("a panic"))
    })
}

fn parsed(at: Span, generated: &Generated) -> syn::Result<TokenStream> {
    let items = generated.items.parse();
    items.map_err(|error| faults::bug(at, &format!("the emitted text is no Rust: {error}")))
}

/// Whether a file's robot has fields: its parameters are not fields yet.
fn check_fields(structure: &DeriveInput) -> syn::Result<()> {
    match &structure.data {
        Data::Struct(data) if !data.fields.is_empty() => Err(syn::Error::new_spanned(
            &data.fields,
            "fields, which will be parameters of a file's robot, are not supported yet; write a struct without",
        )),
        _ => Ok(()),
    }
}

/// Whether the struct can be a robot.
fn check(structure: &DeriveInput) -> syn::Result<()> {
    let fault =
        |tokens: &dyn quote::ToTokens, message| Err(syn::Error::new_spanned(tokens, message));
    let Data::Struct(_) = &structure.data else {
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
    Ok(())
}

/// The file that a path names, which starts from the folder of `Cargo.toml`.
pub fn absolute(urdf: &LitStr) -> syn::Result<PathBuf> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    std::path::absolute(Path::new(&manifest).join(urdf.value()))
        .map_err(|error| syn::Error::new(urdf.span(), error))
}

/// What makes the compiler run again when the file has changed.
pub fn tracked(path: &Path) -> TokenStream {
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
        // Calls of its functions are no faults.
        assert!(text.contains("pub fn forward_dynamics"), "{text}");
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

    /// What it asks for is not derived; in a process of its own, with an editor's environment.
    #[test]
    fn an_editor_gets_signatures() {
        if asked_by_editor() {
            let path = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../tests/robots/planar_arm.urdf"
            );
            let text = messages(
                quote!(urdf = #path),
                quote!(
                    pub struct Arm;
                ),
            );
            assert!(text.contains("fn forward_dynamics") && text.contains("loop { }"));
            assert!(text.contains("include_bytes") && !text.contains("compile_error"));
            return;
        }
        let status = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "expand::tests::an_editor_gets_signatures"])
            .env("RUST_ANALYZER_INTERNALS_DO_NOT_USE", "1")
            .env("MULTIBODY_CACHE_DIR", "")
            .status();
        assert!(status.expect("a process").success());
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
