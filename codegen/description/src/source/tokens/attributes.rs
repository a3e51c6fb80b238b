//! Attributes of a struct and its fields, identified by their paths. The rest of an attribute may be anything, and is
//! not parsed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Path;
use syn::parse::{ParseStream, Parser};

/// The attributes in a run of tokens, each with the index of its sign `#`.
pub fn attributes(tokens: &[TokenTree]) -> impl Iterator<Item = (usize, &Group)> {
    let pairs = tokens.windows(2).enumerate();
    pairs.filter_map(|(index, pair)| match pair {
        [TokenTree::Punct(sign), TokenTree::Group(brackets)]
            if sign.as_char() == '#' && brackets.delimiter() == Delimiter::Bracket =>
        {
            Some((index, brackets))
        }
        _ => None,
    })
}

/// The path of an attribute, and the tokens after it.
fn read_path(brackets: &Group) -> Option<(Path, TokenStream)> {
    let parser = |input: ParseStream<'_>| Ok((Path::parse_mod_style(input)?, input.parse()?));
    parser.parse2(brackets.stream()).ok()
}

/// Whether an attribute of a field is about the robot: `#[parameter(..)]`.
pub fn is_parameter(brackets: &Group) -> bool {
    read_path(brackets).is_some_and(|(path, _)| path.is_ident("parameter"))
}

/// Whether an attribute makes code conditional: `cfg` or `cfg_attr`.
pub fn is_condition(brackets: &Group) -> bool {
    read_path(brackets).is_some_and(|(path, _)| path.is_ident("cfg") || path.is_ident("cfg_attr"))
}

/// The tokens in the parentheses of `[multibody(..)]`; the path may have any prefix. `None` for another attribute.
pub fn multibody_arguments(brackets: &Group) -> Option<TokenStream> {
    let (path, tail) = read_path(brackets)?;
    if path.segments.last()?.ident != "multibody" {
        return None;
    }
    let tail: Vec<TokenTree> = tail.into_iter().collect();
    match &tail[..] {
        [] => Some(TokenStream::new()),
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Parenthesis => {
            Some(list.stream())
        }
        _ => None,
    }
}

/// A struct without the attributes, its own and those of its fields, for which `is_removed` is true.
pub fn without_attributes(item: TokenStream, is_removed: &dyn Fn(&Group) -> bool) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let indices: Vec<usize> = attributes(&tokens)
        .filter(|(_, brackets)| is_removed(brackets))
        .flat_map(|(pound, _)| [pound, pound + 1])
        .collect();
    let others = tokens
        .into_iter()
        .enumerate()
        .filter(|(index, _)| indices.binary_search(index).is_err());
    others
        .map(|(_, token)| match token {
            TokenTree::Group(fields) if fields.delimiter() == Delimiter::Brace => {
                let mut group = Group::new(
                    Delimiter::Brace,
                    without_attributes(fields.stream(), is_removed),
                );
                group.set_span(fields.span());
                group.into()
            }
            token => token,
        })
        .collect()
}
