//! Items from a committed file.

use std::path::{Path, PathBuf};

use multibody_codegen::Settings;
use multibody_codegen::committed::{self, Origin};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::LitStr;

use crate::expand::{absolute, tracked};
use crate::faults;

/// The items that the file `committed` holds, generated from a `description` of some text and name.
///
/// # Errors
/// There is no such file, or it is not what would be generated now.
pub fn items(
    committed: &LitStr,
    (description, name): (&str, &str),
    settings: &Settings,
) -> syn::Result<TokenStream> {
    let path = absolute(committed)?;
    let origin = Origin {
        description,
        settings,
    };
    let command = committed::command(name, &committed.value(), settings);
    let items = committed::items(&path, &origin, &command).map_err(|fault| {
        let text = fault.render_whole(&committed.value());
        syn::Error::new(committed.span(), faults::unheaded(&text).trim_end())
    })?;
    let items: TokenStream = items
        .parse()
        .map_err(|error| faults::bug(committed.span(), &format!("no Rust: {error}")))?;
    let tracked = tracked(&path);
    Ok(quote!(#tracked #items))
}

/// The file that the attribute stands in, as seen from the folder of `Cargo.toml`.
pub fn this_file() -> String {
    let here = Span::call_site().local_file().unwrap_or_default();
    let here = std::path::absolute(&here).unwrap_or(here);
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let inside = here.strip_prefix(&manifest).map(Path::to_owned);
    let path = inside.unwrap_or(here);
    match path.to_str() {
        Some(path) if !path.is_empty() => path.to_owned(),
        _ => "src/lib.rs".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use multibody_codegen::fault::Faults;
    use multibody_codegen::source::{read_file, tokens::text};
    use multibody_codegen::{Generated, Report};
    use std::fs;

    use super::*;
    use crate::expand::expand;

    /// A file that says it was generated from `description`, with one constant as its items.
    fn write(file: &Path, description: &str, settings: &Settings) {
        let origin = Origin {
            description,
            settings,
        };
        let made = Generated {
            structure: "pub struct Arm;\n".into(),
            items: format!("{}impl Arm {{}}\n", committed::BEGINNING),
            report: Report::default(),
            diagnostics: Faults::new().finish(),
        };
        let text = committed::text(&origin, ("arm.urdf", "arm.rs"), &made);
        fs::write(file, text).expect("a file");
    }

    fn settings() -> Settings {
        Settings {
            name: "Arm".into(),
            ..Settings::default()
        }
    }

    #[test]
    fn the_items_are_those_of_the_file_until_the_description_changes() {
        let folder = std::env::temp_dir().join(format!("multibody-macro-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (urdf, file) = (folder.join("arm.urdf"), folder.join("arm.rs"));
        fs::write(&urdf, "<robot/>").expect("a file");
        let paths = [&urdf, &file].map(|path| path.to_str().expect("a path").to_owned());
        let [urdf_path, file_path] = &paths;
        let expanded = || {
            let attribute = quote!(urdf = #urdf_path, committed = #file_path);
            expand(
                attribute,
                quote!(
                    pub struct Arm;
                ),
            )
            .to_string()
        };
        let command = format!("cargo multibody generate {urdf_path} --name Arm --out {file_path}");

        let text = expanded();
        assert!(text.contains("committed file cannot be read") && text.contains(&command));
        let description = read_file(&urdf).expect("a file").text;
        write(&file, &description, &settings());
        let text = expanded();
        assert!(
            text.contains("impl Arm { }") && !text.contains("compile_error"),
            "{text}"
        );
        assert_eq!(text.matches("struct Arm").count(), 1);
        // Both files are seen by the compiler, so that it asks again when they change.
        assert_eq!(text.matches("include_bytes").count(), 2);
        fs::write(&urdf, "<robot />").expect("a file");
        let text = expanded();
        assert!(
            text.contains("stale: the description") && text.contains(&command),
            "{text}"
        );
        fs::remove_dir_all(&folder).expect("the folder");
    }

    #[test]
    fn tokens_can_be_committed() {
        let name = format!("multibody-macro-tokens-{}.rs", std::process::id());
        let file = std::env::temp_dir().join(name);
        let path = file.to_str().expect("a path");
        let item = quote!(
            pub struct Arm {
                m: f64,
            }
        );
        let described = quote!(joint a { revolute, child: b }, body b { mass: m });
        let attribute = quote!(#described, committed = #path);
        write(&file, &text(&item, &described), &settings());
        let found = expand(attribute.clone(), item.clone()).to_string();
        assert!(
            found.contains("impl Arm { }") && !found.contains("compile_error"),
            "{found}"
        );
        let other = quote!(
            pub struct Arm {
                m: f32,
            }
        );
        let found = expand(attribute, other).to_string();
        assert!(found.contains("stale: the description"), "{found}");
        assert!(found.contains("cargo multibody generate "), "{found}");
        fs::remove_file(&file).expect("the file");
    }
}
