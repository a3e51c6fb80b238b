//! Parses the text into a syntax tree, within limits that keep parsers from running out of stack.

use multibody_description::source::tokens::{check_statements, check_text, items};
use proc_macro2::{Span, TokenStream};
use syn::Item;

use crate::refusal::Refusal;

/// The items of a text.
///
/// # Errors
/// The text is no Rust, or exceeds a limit.
pub fn parse(text: &str) -> Result<Vec<Item>, Refusal> {
    check_text(text).map_err(|limit| {
        let message = format!("the file has more than {limit}");
        Refusal::of_file(message, "split it into several robots").of_valid_file()
    })?;
    let unknown = "it has a token that Rust does not have";
    let tokens = (text.parse::<TokenStream>()).map_err(|error| not_rust(error.span(), unknown))?;
    check_statements(&tokens)
        .map_err(|(span, reason)| Refusal::at(&span, reason).of_valid_file())?;
    items(tokens).map_err(|error| not_rust(error.span(), &error.to_string()))
}

/// The refusal of a text that is no Rust.
fn not_rust(span: Span, reason: &str) -> Refusal {
    let refusal = Refusal::at(&span, format!("this is no Rust: {reason}"));
    refusal.with_help("give a Rust file that `cargo multibody generate` has made")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_and_length_are_limited() {
        let message = |text: &str| parse(text).err().map(|refusal| refusal.message);
        assert_eq!(message("fn f() { 1 }"), None);
        let nested = format!(
            "fn f() {{ {}1{} }}",
            "(".repeat(100_000),
            ")".repeat(100_000)
        );
        assert_eq!(message(&nested).unwrap(), "brackets are nested too deeply");
        assert_eq!(
            message(&format!("{}fn f() {{ 1 }}", "/// a\n".repeat(1000))),
            None
        );
        for (text, expected) in [
            (
                "//! a\nfn f() {}",
                "inner attributes and `//!` are not emitted",
            ),
            (
                "impl A { #![b] fn f() {} }",
                "inner attributes and `//!` are not emitted",
            ),
            (
                &*format!("fn f() {{ {} }}", "1".repeat(1_000_000)),
                "this number has too many digits",
            ),
        ] {
            assert_eq!(message(text).unwrap(), expected);
        }
        for operator in ["-", "!", "&", "1+", "1.a()."] {
            let chain = format!("fn f() {{ {}1 }}", operator.repeat(100_000));
            let result = message(&chain).unwrap();
            assert_eq!(
                result, "this expression has too many operators",
                "{operator}"
            );
        }
        for text in ["fn f( {", "let", "\"", "fn f() { 1 } }"] {
            assert!(
                message(text).unwrap().starts_with("this is no Rust: "),
                "{text}"
            );
        }
    }
}
