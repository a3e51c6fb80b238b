//! Faults as errors of the compiler.

use multibody_codegen::fault::{Diagnostic, Report, Severity};
use multibody_codegen::internal::attribute::{Description, PATH_NOTE, ReadFile, Reports};
use multibody_codegen::internal::source::tokens::Places;
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// An error for each fault of an attribute, its struct and the file that it names.
pub fn errors(reports: &Reports) -> TokenStream {
    let places = &reports.places;
    let mut errors = TokenStream::new();
    for diagnostic in error_diagnostics(&reports.tokens) {
        let span = places.first_and_last_token(diagnostic.span);
        errors.extend(error(span, &diagnostic.fault.text()));
    }
    errors.extend(more_faults(
        &reports.tokens,
        (Span::call_site(), Span::call_site()),
    ));
    if let Some(file) = &reports.description {
        errors.extend(file_errors(file, places));
    }
    errors
}

/// The errors of a description file. The compiler cannot underline that file, so its errors are placed at its path in
/// the attribute. They contain an excerpt of the file, unless it could not be read.
fn file_errors(file: &Description, places: &Places) -> TokenStream {
    let span = places.first_and_last_token(file.path_as_written.span);
    let mut errors = TokenStream::new();
    if let Some(fault) = &file.unreadable {
        let text = fault.render_whole(&file.path_as_written.value);
        errors.extend(error(span, &format!("{text}{PATH_NOTE}")));
    }
    if let Some(ReadFile { source, report }) = &file.content {
        for diagnostic in error_diagnostics(report) {
            errors.extend(error(span, &diagnostic.render(source)));
        }
        errors.extend(more_faults(report, span));
    }
    errors
}

fn error_diagnostics(report: &Report) -> impl Iterator<Item = &Diagnostic> {
    let diagnostics = report.diagnostics.iter();
    diagnostics.filter(|diagnostic| diagnostic.fault.severity() == Severity::Error)
}

/// An error that counts the faults which are not listed, if there are any.
fn more_faults(report: &Report, span: (Span, Span)) -> TokenStream {
    if report.has_errors() && report.more > 0 {
        error(span, &format!("and {} more faults", report.more))
    } else {
        TokenStream::new()
    }
}

/// An error for a bug of the generator.
pub fn bug(description: &str) -> TokenStream {
    let message = format!(
        "bug in multibody {}: {description}\n  = help: please report it with the robot's file: {}/issues",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    error((Span::call_site(), Span::call_site()), &message)
}

/// `compile_error! { text }`, underlined from the first to the last token. The compiler adds `error:` itself.
fn error((first, last): (Span, Span), text: &str) -> TokenStream {
    let reason = text.strip_prefix("error: ").unwrap_or(text).trim_end();
    let mut message = Literal::string(reason);
    message.set_span(last);
    let mut braces = Group::new(Delimiter::Brace, TokenTree::from(message).into());
    braces.set_span(last);
    quote_spanned!(first=> ::core::compile_error! #braces)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use multibody_codegen::internal::attribute::{Annotated, Expansion, generate_annotated};
    use quote::quote;

    use super::*;

    /// The expansion of `Arm` described by `arm.urdf` with this text, in a folder of the test's own. The attribute misspells a link
    /// `hand`.
    fn expansion(test: &str, text: &str) -> Expansion {
        let folder =
            std::env::temp_dir().join(format!("multibody-macros-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("arm.urdf"), text).unwrap();
        let attribute = quote!(urdf = "arm.urdf", links(hnd));
        let annotated = Annotated::read(
            attribute,
            quote!(
                struct Arm;
            ),
            Path::new(&folder),
        );
        let cache = multibody_codegen::Cache::none();
        let expansion = generate_annotated(annotated, &cache, &mut |_| ());
        std::fs::remove_dir_all(&folder).unwrap();
        expansion
    }

    #[test]
    fn errors_become_compiler_errors_and_remarks_stay_text() {
        let result = expansion(
            "both",
            r#"<robot name="arm"><link name="a"/><link name="b"/>
            <joint name="elbow" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/></joint>
            <link name="c"/><joint name="wrist" type="fixed"><parent link="b"/><child link="c"/><mimic joint="elbow"/></joint></robot>"#,
        );
        let text = errors(&result.reports).to_string();
        assert!(
            text.contains("{ \"joint `elbow` has a zero axis\\n --> arm.urdf:2:"),
            "{text}"
        );
        let remarks = result.remarks();
        assert!(
            remarks.starts_with("note: the fixed joint `wrist`"),
            "{remarks}"
        );
    }

    #[test]
    fn a_name_that_the_file_does_not_have_is_a_fault_of_the_attribute() {
        let result = expansion(
            "name",
            r#"<robot name="arm"><link name="a"/><link name="hand"/>
            <joint name="elbow" type="continuous"><parent link="a"/><child link="hand"/></joint></robot>"#,
        );
        assert_eq!(
            (result.reports.tokens.errors, result.reports.errors()),
            (1, 1)
        );
        let text = errors(&result.reports).to_string();
        assert!(text.contains("did you mean `hand`?"), "{text}");
    }
}
