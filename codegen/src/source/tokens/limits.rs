//! Limits of token streams, held before anything reads them that calls itself.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::fault::Fault;

/// How deep brackets may be nested in an attribute, its struct or a Rust file: nobody reads a tenth.
const DEPTH_LIMIT: usize = 256;
/// Most tokens of an attribute or of a struct: a hundred for each of a thousand bodies.
const TOKEN_LIMIT: usize = 200_000;
/// Most tokens of an expression: its values are computed one within the other.
const EXPRESSION_LIMIT: usize = 1000;

/// Where a stream passes a limit, and which.
pub type Exceeded = (Span, Fault);

/// Holds the limits against an attribute or a struct.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`].
pub fn check_attribute(stream: &TokenStream) -> Result<(), Exceeded> {
    walk(
        stream.clone(),
        TOKEN_LIMIT,
        "tokens in one attribute or struct",
    )
}

/// Holds the limit of nesting against a Rust file.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`].
pub fn check_file(stream: &TokenStream) -> Result<(), Exceeded> {
    walk(stream.clone(), usize::MAX, "tokens")
}

/// Holds the limit of tokens against an expression.
///
/// # Errors
/// [`Fault::TooMany`].
pub fn check_expression(tokens: &[TokenTree]) -> Result<(), Exceeded> {
    let stream = tokens.iter().cloned().collect();
    walk(stream, EXPRESSION_LIMIT, "tokens in one expression")
}

fn walk(stream: TokenStream, most: usize, what: &'static str) -> Result<(), Exceeded> {
    let mut open = vec![stream.into_iter()];
    let mut seen = 0;
    while let Some(innermost) = open.last_mut() {
        let Some(token) = innermost.next() else {
            open.pop();
            continue;
        };
        seen += 1;
        if seen > most {
            let limit = most;
            return Err((token.span(), Fault::TooMany { what, limit }));
        }
        if let TokenTree::Group(group) = token {
            if open.len() > DEPTH_LIMIT {
                let limit = DEPTH_LIMIT;
                return Err((group.span(), Fault::TokenNestedTooDeeply { limit }));
            }
            open.push(group.stream().into_iter());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(result: Result<(), Exceeded>) -> Option<&'static str> {
        result.err().map(|(_, fault)| fault.kind())
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| -> TokenStream {
            let text = ["(", ")"].map(|bracket| bracket.repeat(depth)).concat();
            text.parse().expect("tokens")
        };
        assert_eq!(kind(check_file(&nested(DEPTH_LIMIT))), None);
        for depth in [DEPTH_LIMIT + 1, 30_000] {
            let found = nested(depth);
            assert_eq!(kind(check_file(&found)), Some("TokenNestedTooDeeply"));
            assert_eq!(kind(check_attribute(&found)), Some("TokenNestedTooDeeply"));
        }
    }

    #[test]
    fn tokens_are_counted_inside_brackets_too() {
        let tokens = |count: usize| -> Vec<TokenTree> {
            let text = format!("({})", "a ".repeat(count - 1));
            let stream: TokenStream = text.parse().expect("tokens");
            stream.into_iter().collect()
        };
        assert_eq!(kind(check_expression(&tokens(EXPRESSION_LIMIT))), None);
        let more = tokens(EXPRESSION_LIMIT + 1);
        assert_eq!(kind(check_expression(&more)), Some("TooMany"));
        assert_eq!(kind(check_attribute(&more.into_iter().collect())), None);
    }
}
