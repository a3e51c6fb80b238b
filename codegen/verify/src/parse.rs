//! The text as syntax tree, within limits that keep parsers from running out of stack.

use multibody_description::source::GENERATED_SIZE_LIMIT;
use multibody_description::source::tokens::{check_statements, items};
use proc_macro2::{Span, TokenStream};
use syn::Item;

use crate::refusal::Refusal;

/// The maximum number of words and signs of a file, comments included, each of which takes up to 400 bytes.
const MOST_WORDS: usize = 1 << 22;

/// The items of a text.
///
/// # Errors
/// It is no Rust, or exceeds a limit.
pub fn parse(text: &str) -> Result<Vec<Item>, Refusal> {
    let limit = match () {
        () if text.len() as u64 > GENERATED_SIZE_LIMIT => {
            format!("{} MiB", GENERATED_SIZE_LIMIT >> 20)
        }
        () if words(text) > MOST_WORDS => format!("{MOST_WORDS} words and signs"),
        () => return items_within_limits(text),
    };
    let message = format!("the file has more than {limit}");
    Err(Refusal::of_file(message, "split it into several robots").expected())
}

fn items_within_limits(text: &str) -> Result<Vec<Item>, Refusal> {
    let unknown = "it has a token that Rust does not have";
    let tokens = text.parse::<TokenStream>();
    let tokens = tokens.map_err(|error| not_rust(error.span(), unknown))?;
    check_statements(&tokens).map_err(|(span, what)| Refusal::at(&span, what).expected())?;
    items(tokens).map_err(|error| not_rust(error.span(), &error.to_string()))
}

/// A bound of the number of tokens: words begin where no letter or digit is before.
fn words(text: &str) -> usize {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let pairs = text.bytes().zip([b' '].into_iter().chain(text.bytes()));
    let begins = |&(byte, before): &(u8, u8)| {
        !(byte.is_ascii_whitespace() || is_word(byte) && is_word(before))
    };
    pairs.filter(begins).count()
}

fn not_rust(at: Span, what: &str) -> Refusal {
    let refusal = Refusal::at(&at, format!("this is no Rust: {what}"));
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
            let long = format!("fn f() {{ {}1 }}", operator.repeat(100_000));
            let found = message(&long).unwrap();
            assert_eq!(
                found, "this expression has too many operators",
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
