//! Reads a long Rust file, such as a generated one, item by item. The parser copies the tokens that it reads, so this keeps
//! the whole file from being in memory twice.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::Parse;
use syn::{Error, ImplItem, Item, ItemImpl, Result};

/// The items of a file without inner attributes.
///
/// # Errors
/// The parser's error, with its place, if the tokens are not Rust.
pub fn items(tokens: TokenStream) -> Result<Vec<Item>> {
    split_items(tokens).map(parse_item).collect()
}

/// Splits tokens into items. An item ends with a semicolon or a block; constants and imports, which may contain blocks, end
/// with a semicolon. Tokens after the last end are no item; the parser reports them.
fn split_items(tokens: TokenStream) -> impl Iterator<Item = Vec<TokenTree>> {
    let mut stream = tokens.into_iter();
    std::iter::from_fn(move || {
        let (mut piece, mut keyword) = (Vec::new(), None);
        for token in stream.by_ref() {
            let is_end = match &token {
                TokenTree::Punct(sign) => sign.as_char() == ';',
                TokenTree::Group(group) => {
                    let has_semicolon = matches!(
                        keyword.as_deref(),
                        Some("const" | "static" | "type" | "use")
                    );
                    group.delimiter() == Delimiter::Brace && !has_semicolon
                }
                TokenTree::Ident(ident) => {
                    // `const fn` begins a function, and `pub` decides nothing.
                    if ident == "fn" || *ident != "pub" && keyword.is_none() {
                        keyword = Some(ident.to_string());
                    }
                    false
                }
                TokenTree::Literal(_) => false,
            };
            piece.push(token);
            if is_end {
                break;
            }
        }
        (!piece.is_empty()).then_some(piece)
    })
}

fn parse_item(mut tokens: Vec<TokenTree>) -> Result<Item> {
    match tokens.pop() {
        Some(TokenTree::Group(body)) if is_implementation(&tokens) => {
            let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
            empty.set_span(body.span());
            tokens.push(empty.into());
            let mut implementation: ItemImpl = parse(tokens)?;
            let inner = split_items(body.stream()).map(parse::<ImplItem>);
            implementation.items = inner.collect::<Result<_>>()?;
            Ok(Item::Impl(implementation))
        }
        last => {
            tokens.extend(last);
            parse(tokens)
        }
    }
}

/// Parses one item. If it ends too early, syn's error has no place, which means the start of the file: the last token is a
/// better place.
fn parse<T: Parse>(piece: Vec<TokenTree>) -> Result<T> {
    let first_and_last = piece
        .first()
        .zip(piece.last())
        .map(|(first, last)| (first.span(), last.span()));
    syn::parse2(piece.into_iter().collect()).map_err(|error| match first_and_last {
        Some((first, last)) if error.span().start() < first.start() => Error::new(last, error),
        _ => error,
    })
}

/// Whether the first word after attributes is `impl`.
fn is_implementation(tokens: &[TokenTree]) -> bool {
    let mut words = tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word),
        _ => None,
    });
    words.next().is_some_and(|word| word == "impl")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// The items are those that syn finds in the whole file, and there is an error only if syn reports one.
    #[test]
    fn items_are_those_of_the_whole_file() {
        for text in [
            "#[derive(Clone)] pub struct A; impl A { #[inline] pub fn f() { { 1 } } const B: [u8; 2] = [1, 2]; }",
            "impl<T: X> m::Y<T, 2> for A<'_, T> where T: Z { type B = C; fn g(&self) -> [T; 2] { [a; 2] } }",
            "m::n!(); m::o! { impl A { fn f() {} } } enum E { A, B } struct S { a: u8 }",
            "pub fn f() -> u8 { 1 } unsafe impl A for B {} use a::{b, c};",
            "impl A {} ;",
            "impl A { fn f() }",
            "impl A { 1 }",
            "const A: S = S { a: 1 }; pub(crate) static B: u8 = { 1 }; const fn f() {} pub type C = [u8; { 1 }];",
            "impl A { const A: S = S { a: 1 }; }",
            "struct A",
            "pub",
            "#[a] #[b]",
        ] {
            let expected = syn::parse_str::<syn::File>(text);
            let Ok(list) = items(text.parse().unwrap()) else {
                assert!(expected.is_err(), "{text}");
                continue;
            };
            let show = |items: &[Item]| {
                let streams = items.iter().map(ToTokens::to_token_stream);
                streams.collect::<TokenStream>().to_string()
            };
            assert_eq!(show(&list), show(&expected.unwrap().items), "{text}");
        }
    }

    #[test]
    fn errors_of_unfinished_items_have_a_place() {
        for text in [
            "struct A;\nimpl A {\n  fn f()\n}\nstruct B;",
            "struct A;\nimpl A {\n  const B: u8\n}",
            "struct A;\nstruct B;\npub struct",
        ] {
            let error = items(text.parse().unwrap()).expect_err("no Rust");
            assert_eq!(error.span().start().line, 3, "{text}");
        }
    }
}
