//! Expands the attribute and its struct to tokens.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use multibody_codegen::Cache;
use multibody_codegen::internal::attribute::{
    Annotated, Expansion, generate_annotated, without_helpers,
};
use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::errors;

/// The struct without its helper attributes, and the emitted items; if there are faults, errors and the signatures of functions.
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let items = expand_items(attribute, item.clone());
    let item = without_helpers(item);
    quote!(#item #items)
}

/// Generates the items that follow the struct. If the generator panics, returns an error that requests a report.
fn expand_items(attribute: TokenStream, item: TokenStream) -> TokenStream {
    // Paths start from the folder of `Cargo.toml`.
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let expansion = catch_unwind(AssertUnwindSafe(|| {
        let mut annotated = Annotated::read_in_compiler(attribute, item, &folder);
        annotated.file = this_file(&folder);
        // The callback for progress does nothing, since the compiler cannot show progress.
        generate_annotated(annotated, &open_cache(), &mut |_| ())
    }));
    match expansion {
        Ok(expansion) => to_tokens(&expansion),
        Err(panic) => {
            let text = (panic.downcast_ref::<String>().map(String::as_str))
                .or(panic.downcast_ref::<&str>().copied());
            errors::bug(text.unwrap_or("a panic"))
        }
    }
}

/// Converts an expansion to tokens: its items or, if nothing was generated, signatures; an error for each fault; and constants that
/// make builds depend on the files and on the editor's variable.
fn to_tokens(expansion: &Expansion) -> TokenStream {
    // The reader of stderr may have closed it.
    let _ = write!(std::io::stderr(), "{}", expansion.remarks());
    let description = expansion.reports.description.as_ref();
    let files = description.into_iter().flat_map(|file| file.paths());
    let track_description: TokenStream = files.map(track).collect();
    let track_committed = (expansion.committed.as_deref()).map_or(TokenStream::new(), track);
    let errors = errors::errors(&expansion.reports);
    let text = match &expansion.generated {
        Some(generated) => &generated.definitions,
        None => &expansion.signatures,
    };
    let items: TokenStream = text
        .parse()
        .unwrap_or_else(|error| errors::bug(&format!("the emitted text is no Rust: {error}")));
    let track_editor = track_editor_variable();
    quote!(#track_description #track_committed #track_editor #errors #items)
}

/// Opens the cache of earlier builds. For an editor nothing is derived: it gets a cached result, or signatures.
fn open_cache() -> Cache {
    if is_editor() { Cache::of_user().without_deriving() } else { Cache::of_user() }
}

/// The file that the attribute is in, relative to the folder of `Cargo.toml`.
fn this_file(folder: &Path) -> String {
    let span_file = Span::call_site().local_file().unwrap_or_default();
    let span_file = std::path::absolute(&span_file).unwrap_or(span_file);
    let path_in_package = span_file.strip_prefix(folder).unwrap_or(&span_file);
    match path_in_package.to_str() {
        Some(path) if !path.is_empty() => path.to_owned(),
        _ => "src/lib.rs".to_owned(),
    }
}

/// Tokens that make cargo compile the crate again when the editor's variable is set or unset. An expansion for an editor
/// may contain signatures in place of functions, which must not become part of a program.
fn track_editor_variable() -> TokenStream {
    quote!(
        const _: ::core::option::Option<&str> = ::core::option_env!(#EDITOR_VARIABLE);
    )
}

/// Tokens that make the compiler run again when the file has changed.
fn track(path: &Path) -> TokenStream {
    match path.to_str() {
        Some(path) if Path::new(path).is_file() => quote!(
            const _: &[u8] = include_bytes!(#path);
        ),
        _ => TokenStream::new(),
    }
}

/// Whether an editor runs the macro, and not the compiler. An editor must not start a derivation: its macro server
/// communicates over stdout, where the computer algebra prints its banner, and runs the macro at each keystroke.
fn is_editor() -> bool {
    std::env::var_os(EDITOR_VARIABLE).is_some()
}

/// The variable that is set if an editor runs the macro.
const EDITOR_VARIABLE: &str = "RUST_ANALYZER_INTERNALS_DO_NOT_USE";

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after the struct, which stays unchanged.
    fn text_after_struct(attribute: TokenStream, item: TokenStream) -> String {
        let text = expand(attribute, item.clone()).to_string();
        let item_text = item.to_string();
        assert!(text.starts_with(&item_text), "{text}");
        text[item_text.len()..].to_owned()
    }

    #[test]
    fn faults_of_struct_and_tokens_are_reported_together() {
        let text = text_after_struct(
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
        let text = text_after_struct(
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
        let text = text_after_struct(
            quote!(urdf = "arm.urdf"),
            quote!(
                enum Arm {
                    A,
                }
            ),
        );
        assert!(text.contains("expected a struct"), "{text}");
    }

    /// The second attribute is removed once it is reported. If it were expanded too, it would emit all functions again.
    #[test]
    fn a_second_attribute_gives_one_message() {
        let (urdf, item) = (
            quote!(urdf = "no.urdf"),
            quote!(
                #[derive(Clone)]
                #[multibody::multibody(urdf = "other.urdf")]
                struct Arm;
            ),
        );
        let text = expand(urdf, item).to_string();
        assert!(
            text.contains("twice") && text.contains("struct Arm"),
            "{text}"
        );
        assert!(
            text.contains("derive") && !text.contains("other.urdf"),
            "{text}"
        );
    }

    /// Nothing is derived for an editor. This is tested in a separate process with an editor's environment.
    #[test]
    fn an_editor_gets_signatures() {
        if is_editor() {
            let path = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../tests/robots/planar_arm.urdf"
            );
            let text = text_after_struct(
                quote!(urdf = #path),
                quote!(
                    pub struct Arm;
                ),
            );
            assert!(text.contains("fn forward_dynamics") && text.contains("loop { }"));
            assert!(text.contains("include_bytes") && !text.contains("compile_error"));
            assert!(
                text.contains(&format!("option_env ! (\"{EDITOR_VARIABLE}\")")),
                "{text}"
            );
            return;
        }
        let status = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "expand::tests::an_editor_gets_signatures"])
            .env(EDITOR_VARIABLE, "1")
            .env("MULTIBODY_CACHE_DIR", "")
            .status();
        assert!(status.expect("a process").success());
    }

    /// A misspelt option is read as the nearest one, so names and sizes of the functions are those that the user means. An option with
    /// a faulty value keeps its default.
    #[test]
    fn a_faulty_option_keeps_the_functions() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/robots/planar_arm.urdf"
        );
        let text = text_after_struct(
            quote!(urdf = #path, rot = floating, links(tool)),
            quote!(
                struct Arm;
            ),
        );
        for part in [
            "compile_error",
            // `rot` is read as `root`.
            "NV : usize = 8",
            "fn pose_of_tool",
            "ForwardDynamics < T , 9",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let text = text_after_struct(
            quote!(urdf = #path, snap = 7, root = floating),
            quote!(
                struct Arm;
            ),
        );
        assert!(
            text.contains("NV : usize = 8") && text.contains("NQ : usize = 9"),
            "{text}"
        );
    }

    #[test]
    fn signatures_of_an_unreadable_robot_are_generic_over_its_size() {
        for attribute in [quote!(urdf = "no/such.urdf"), quote!(), quote!(urdf = 1)] {
            let text = text_after_struct(
                attribute,
                quote!(
                    struct Arm;
                ),
            );
            assert!(
                text.contains("compile_error") && text.contains("const N : usize"),
                "{text}"
            );
        }
        let text = text_after_struct(
            quote!(urdf = "a"),
            quote!(
                enum Arm {
                    A,
                }
            ),
        );
        assert!(!text.contains("impl"), "{text}");
    }

    #[test]
    fn the_fault_of_a_missing_committed_file_names_the_command() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/robots/planar_arm.urdf"
        );
        let attribute = quote!(urdf = #path, snap = 0, committed = "no/such.rs");
        let text = text_after_struct(
            attribute,
            quote!(
                struct Arm;
            ),
        );
        let command = format!("generate {path} --name Arm --snap false --out no/such.rs");
        assert!(
            text.contains("committed file cannot be read") && text.contains(&command),
            "{text}"
        );
        assert!(text.contains("fn inverse_dynamics"), "{text}");
        let attribute =
            quote!(joint a { revolute, child: b }, body b { mass: 1 }, committed = "b.rs");
        let text = text_after_struct(
            attribute,
            quote!(
                struct Arm;
            ),
        );
        assert!(text.contains(".rs --out b.rs"), "{text}");
    }

    /// The attribute has a fault, so that nothing is derived.
    #[test]
    fn all_files_of_a_description_are_read_again_when_they_change() {
        let name = format!("multibody-macros-{}-includes", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("arm.xml");
        std::fs::write(&path, "<mujoco><include file='rod.xml'/></mujoco>").expect("a file");
        std::fs::write(folder.join("rod.xml"), "<a/>").expect("a file");
        let main_file = path.to_str().expect("UTF-8");
        let text = text_after_struct(
            quote!(mjcf = #main_file, snap = 7),
            quote!(
                struct Arm;
            ),
        );
        std::fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(text.matches("include_bytes").count(), 2, "{text}");
        assert!(text.contains("rod.xml"), "{text}");
    }

    #[test]
    fn a_missing_file_is_named_as_it_was_written() {
        let text = text_after_struct(
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
