//! The text as syntax tree, within limits that keep parsers from running out of stack.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::File;

use crate::refusal::Refusal;

/// The maximum number of bytes of a file.
pub const LARGEST: usize = 64 << 20;
/// The maximum depth of brackets.
const DEEPEST: usize = 48;
/// The maximum number of operators between two commas or semicolons.
const LONGEST: usize = 400;

/// The items of a text.
///
/// # Errors
/// It is no Rust, or exceeds a limit.
pub fn parse(text: &str) -> Result<File, Refusal> {
    if text.len() > LARGEST {
        let message = format!("the file has more than {} MiB", LARGEST >> 20);
        return Err(Refusal::of_file(message, "split it into several robots").expected());
    }
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        not_rust(
            error.span().start().line,
            "it has a token that Rust does not have",
        )
    })?;
    within_limits(tokens.clone())?;
    syn::parse2(tokens).map_err(|error| not_rust(error.span().start().line, &error.to_string()))
}

/// The items of tokens that have been within limits.
pub fn parse_items(tokens: TokenStream) -> Result<File, Refusal> {
    syn::parse2(tokens).map_err(|error| not_rust(error.span().start().line, &error.to_string()))
}

fn not_rust(line: usize, what: &str) -> Refusal {
    Refusal {
        help: "give a Rust file that `cargo multibody generate` has made".into(),
        ..Refusal::in_line(line, format!("this is no Rust: {what}"))
    }
}

/// Checks the limits without recursion.
fn within_limits(tokens: TokenStream) -> Result<(), Refusal> {
    let mut open = vec![tokens.into_iter()];
    let mut operators = vec![0];
    while let Some(tokens) = open.last_mut() {
        let Some(token) = tokens.next() else {
            open.pop();
            operators.pop();
            continue;
        };
        let span = token.span();
        let count = operators.last_mut().expect("one for each group");
        match token {
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => *count = 0,
            TokenTree::Punct(_) => *count += 1,
            TokenTree::Group(group) => {
                *count = match group.delimiter() {
                    Delimiter::Brace => 0,
                    _ => *count + 1,
                };
                open.push(group.stream().into_iter());
                operators.push(0);
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        if operators.iter().any(|&count| count > LONGEST) {
            return Err(Refusal::at(span, "this expression has too many operators").expected());
        }
        if open.len() > DEEPEST {
            return Err(Refusal::at(span, "brackets are nested too deeply").expected());
        }
    }
    Ok(())
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
