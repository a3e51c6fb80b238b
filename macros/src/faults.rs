//! Faults of the description as errors of the compiler.

use multibody_codegen::fault::{Diagnostic, Fault, Report, Severity, Shown};
use multibody_codegen::model::Source;
use multibody_codegen::source::tokens::Places;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::LitStr;

use crate::arguments::Arguments;
use crate::errors::Errors;

/// An error for each fault of a file. The compiler cannot underline the file: the error stands at
/// its path and brings an excerpt.
pub fn of_file(
    found: &Report,
    source: &Source,
    path: &LitStr,
    arguments: &Arguments,
) -> syn::Error {
    errors(found, path.span(), |fault| match named(fault, arguments) {
        Some(span) => {
            let text = fault.fault.render_whole(&source.name);
            syn::Error::new(span, unheaded(&text).trim_end())
        }
        None => syn::Error::new(path.span(), unheaded(&fault.render(source)).trim_end()),
    })
}

/// An error for each fault of tokens, at its place.
pub fn of_tokens(
    found: &Report,
    places: &Places,
    name: &Ident,
    arguments: &Arguments,
) -> syn::Error {
    errors(found, name.span(), |fault| {
        let text = text_without_excerpt(fault);
        if let Some(span) = named(fault, arguments) {
            return syn::Error::new(span, text);
        }
        let (first, last) = places.tokens(fault.span);
        // The compiler underlines from the first token to the last.
        let ends = [first, last].map(|span| TokenTree::from(Ident::new("end", span)));
        syn::Error::new_spanned(ends.into_iter().collect::<TokenStream>(), text)
    })
}

fn errors(found: &Report, whole: Span, error: impl Fn(&Diagnostic) -> syn::Error) -> syn::Error {
    let mut errors = Errors::default();
    for fault in found.diagnostics.iter().filter(|found| is_error(found)) {
        errors.push(error(fault));
    }
    if found.more > 0 {
        let text = format!("and {} more faults", found.more);
        errors.push(syn::Error::new(whole, text));
    }
    let none = || bug(whole, "the generator failed without a reason");
    errors.finish(()).err().unwrap_or_else(none)
}

/// Where an option names what the description does not have.
fn named(found: &Diagnostic, arguments: &Arguments) -> Option<Span> {
    let Fault::SettingUnknown { name, .. } = &found.fault else {
        return None;
    };
    let mut names = arguments.names.iter();
    names
        .find(|n| Shown::from(&n.text) == *name)
        .map(|n| n.span)
}

/// Message and help: the compiler shows the place itself.
fn text_without_excerpt(found: &Diagnostic) -> String {
    let texts = found.fault.texts();
    match texts.help.is_empty() {
        true => texts.message,
        false => format!("{}\n  = help: {}", texts.message, texts.help),
    }
}

/// Warnings and notes about tokens.
pub fn remarks_without_excerpt(found: &Report) -> String {
    let rest = found.diagnostics.iter().filter(|found| !is_error(found));
    rest.map(|found| {
        let word = found.fault.severity().word();
        format!("{word}: {}\n", text_without_excerpt(found))
    })
    .collect()
}

/// Warnings and notes, which the compiler has no channel for.
pub fn remarks(found: &Report, source: &Source) -> String {
    found.render_remarks(source)
}

/// What is not the user's fault.
pub fn bug(at: Span, what: &str) -> syn::Error {
    let message = format!(
        "bug in multibody {}: {what}\n  = help: please report it with the robot's file: {}/issues",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    syn::Error::new(at, message)
}

/// A text without the word that the compiler puts in front again.
pub fn unheaded(text: &str) -> String {
    text.strip_prefix("error: ").unwrap_or(text).to_owned()
}

fn is_error(found: &Diagnostic) -> bool {
    found.fault.severity() == Severity::Error
}

#[cfg(test)]
mod tests {
    use multibody_codegen::fault::Faults;
    use multibody_codegen::model::Span;
    use quote::quote;

    use super::*;
    use crate::arguments::{Base, arguments};

    #[test]
    fn errors_are_for_the_compiler_and_remarks_for_the_reader() {
        let source = Source {
            name: "arm.urdf".into(),
            text: "<robot/>".into(),
        };
        let mut faults = Faults::new();
        faults.push(
            Span { start: 0, end: 8 },
            Fault::ZeroAxis {
                joint: "elbow".into(),
            },
        );
        faults.push(
            Span { start: 2, end: 8 },
            Fault::MimicOnFixed {
                joint: "wrist".into(),
            },
        );
        let found = faults.finish();
        let tokens = quote!(urdf = "arm.urdf");
        let Ok(arguments) = arguments(tokens, &syn::parse_quote!(Arm)) else {
            panic!("these arguments are right");
        };
        let Base::Urdf(path) = &arguments.base else {
            panic!("a path was given");
        };
        let text = of_file(&found, &source, path, &arguments).to_string();
        assert!(
            text.starts_with("joint `elbow` has a zero axis\n --> arm.urdf:1:1\n"),
            "{text}"
        );
        let text = remarks(&found, &source);
        assert!(text.starts_with("note: the fixed joint `wrist`"), "{text}");
    }
}
