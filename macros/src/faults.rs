//! Faults of the description as errors of the compiler.

use multibody_codegen::fault::{Diagnostic, Fault, Report, Severity, Shown};
use multibody_codegen::model::Source;
use syn::LitStr;

use crate::arguments::Arguments;
use crate::errors::Errors;

/// An error for each fault.
pub fn errors(found: &Report, source: &Source, arguments: &Arguments) -> syn::Error {
    let path = &arguments.urdf;
    let mut errors = Errors::default();
    for fault in found.diagnostics.iter().filter(|found| is_error(found)) {
        errors.push(error(fault, source, arguments));
    }
    if found.more > 0 {
        errors.push(syn::Error::new(
            path.span(),
            format!("and {} more faults", found.more),
        ));
    }
    let none = || bug(path, "the generator failed without a reason");
    errors.finish(()).err().unwrap_or_else(none)
}

/// A name that the description does not have is underlined. The compiler cannot underline the
/// description itself: all else stands at its path and brings an excerpt.
fn error(found: &Diagnostic, source: &Source, arguments: &Arguments) -> syn::Error {
    if let Fault::SettingUnknown { name, .. } = &found.fault
        && let Some(written) = arguments
            .names
            .iter()
            .find(|n| Shown::from(&n.text) == *name)
    {
        let text = found.fault.render_whole(&source.name);
        return syn::Error::new(written.span, unheaded(&text).trim_end());
    }
    syn::Error::new(
        arguments.urdf.span(),
        unheaded(&found.render(source)).trim_end(),
    )
}

/// Warnings and notes, which the compiler has no channel for.
pub fn remarks(found: &Report, source: &Source) -> String {
    let rest = found.diagnostics.iter().filter(|found| !is_error(found));
    rest.map(|found| found.render(source) + "\n").collect()
}

/// What is not the user's fault.
pub fn bug(path: &LitStr, what: &str) -> syn::Error {
    let message = format!(
        "bug in multibody {}: {what}\n  = help: please report it with the robot's file: {}/issues",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    syn::Error::new(path.span(), message)
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
    use crate::arguments::arguments;

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
        let text = errors(&found, &source, &arguments).to_string();
        assert!(
            text.starts_with("joint `elbow` has a zero axis\n --> arm.urdf:1:1\n"),
            "{text}"
        );
        let text = remarks(&found, &source);
        assert!(text.starts_with("note: the fixed joint `wrist`"), "{text}");
    }
}
