//! One option of the attribute: `name = value` or `name(list)`.

use proc_macro2::{TokenStream, TokenTree};
use syn::Ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};

use crate::errors::Errors;

/// An option as written.
pub struct Written {
    /// Its name, for messages about it.
    pub name: Ident,
    form: Form,
}

enum Form {
    /// `= value`
    Value(TokenStream),
    /// `(entries)`
    List(TokenStream),
}

impl Parse for Written {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any).map_err(|error| {
            let help = "write options as name = value, first of all urdf = \"robots/arm.urdf\"";
            syn::Error::new(
                error.span(),
                format!("expected the name of an option; {help}"),
            )
        })?;
        if input.peek(syn::Token![=]) {
            input.parse::<syn::Token![=]>()?;
            return Ok(Self {
                name,
                form: Form::Value(input.parse()?),
            });
        }
        if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            return Ok(Self {
                name,
                form: Form::List(content.parse()?),
            });
        }
        Err(syn::Error::new(
            name.span(),
            format!("option `{name}` needs `= value` or `(list)`"),
        ))
    }
}

impl Written {
    /// The value after `=`.
    ///
    /// # Errors
    /// None there, or another kind than `T`; shows the `example`.
    pub fn value<T: Parse>(&self, example: &str) -> syn::Result<T> {
        match &self.form {
            Form::Value(value) if !value.is_empty() => syn::parse2(value.clone()),
            _ => Err(syn::Error::new(
                self.name.span(),
                format!("`{}` needs a value; write e.g. {example}", self.name),
            )),
        }
    }

    /// The entries between parentheses.
    ///
    /// # Errors
    /// None there, or another kind than `T`, all of them at once; shows the `example`.
    pub fn list<T: Parse>(&self, example: &str) -> syn::Result<Vec<T>> {
        let entries = match &self.form {
            Form::List(list) => split(list.clone()),
            Form::Value(_) => Vec::new(),
        };
        if entries.is_empty() {
            return Err(syn::Error::new(
                self.name.span(),
                format!("`{}` needs a list; write e.g. {example}", self.name),
            ));
        }
        each(entries, T::parse)
    }
}

/// Tokens between commas; a comma at the end adds nothing.
pub fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                // A part without tokens keeps the comma, which no parser takes: the fault has a place.
                match parts.last_mut() {
                    Some(last) if last.is_empty() => last.extend([token]),
                    _ => {}
                }
                parts.push(TokenStream::new());
            }
            _ => parts
                .last_mut()
                .expect("there is one from the start")
                .extend([token]),
        }
    }
    parts.pop_if(|last| last.is_empty());
    parts
}

/// Parses each part, and finds the faults of all.
pub fn each<T>(
    parts: Vec<TokenStream>,
    parser: fn(ParseStream) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    let mut errors = Errors::default();
    let found = parts
        .into_iter()
        .filter_map(|part| errors.take(parser.parse2(part)))
        .collect();
    errors.finish(found)
}
