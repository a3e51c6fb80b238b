//! Expressions, parsed by syn. Lists in brackets are parsed part by part, so that all faults are found and not only
//! the first.

use proc_macro2::{Delimiter, Group, Span as TokenSpan, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprArray, ExprCall, Token, token};

use super::limits::check_expression;
use super::piece::{Context, Piece, display_token};
use crate::fault::{Fault, Hint, Shown};
use crate::model::Span;

/// What is expected in place of a value.
pub const VALUE: &str = "a number, a field or a function";

impl Piece {
    /// Parses all tokens as an expression. A faulty part of a list is reported, and replaced by an expression without
    /// tokens.
    pub fn expression(&self, expected: &'static str, context: &mut Context<'_>) -> Option<Expr> {
        // Two levels: a matrix is a list of lists.
        self.expression_or_list(expected, 2, context)
    }

    /// Parses an expression or a list. Lists may have more tokens than an expression; `depth` is how deeply they may
    /// be nested.
    fn expression_or_list(
        &self,
        expected: &'static str,
        depth: usize,
        context: &mut Context<'_>,
    ) -> Option<Expr> {
        match self.tokens() {
            _ if depth == 0 => {}
            [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => {
                let span = list.delim_span();
                return Some(Expr::Array(ExprArray {
                    attrs: Vec::new(),
                    bracket_token: token::Bracket { span },
                    elems: elements(list, depth - 1, context),
                }));
            }
            [word @ TokenTree::Ident(_), TokenTree::Group(list)]
                if list.delimiter() == Delimiter::Parenthesis =>
            {
                let span = list.delim_span();
                let word = TokenStream::from(word.clone());
                return Some(Expr::Call(ExprCall {
                    attrs: Vec::new(),
                    func: Box::new(parse(word, self.at(0), expected, context)?),
                    paren_token: token::Paren { span },
                    args: elements(list, depth - 1, context),
                }));
            }
            _ => {}
        }
        if let Err((location, fault)) = check_expression(self.stream()) {
            context.report(location, fault);
            return None;
        }
        if let Some(sign) = find_attribute(self.stream()) {
            return context.refuse_at(sign, VALUE, "#".into());
        }
        parse(self.stream(), self.at(usize::MAX), expected, context)
    }
}

/// The place of the first attribute, if there is one. Attributes are not allowed in an expression here, but syn would
/// accept one as a separate part of the expression.
fn find_attribute(stream: TokenStream) -> Option<TokenSpan> {
    stream.into_iter().find_map(|token| match token {
        TokenTree::Punct(sign) => (sign.as_char() == '#').then(|| sign.span()),
        TokenTree::Group(group) => find_attribute(group.stream()),
        _ => None,
    })
}

/// The expressions between the commas of a group; one that cannot be parsed is replaced by an expression without tokens.
fn elements(group: &Group, depth: usize, context: &mut Context<'_>) -> Punctuated<Expr, Token![,]> {
    let pieces = Piece::inside(group).split().into_iter();
    let placeholder = || Expr::Verbatim(TokenStream::new());
    let expressions = pieces.map(|piece| {
        piece
            .expression_or_list(VALUE, depth, context)
            .unwrap_or_else(placeholder)
    });
    expressions.collect()
}

/// Parses a whole stream with syn; `end` is the place of its end.
pub fn parse<T: Parse + ToTokens>(
    stream: TokenStream,
    end: TokenSpan,
    expected: &'static str,
    context: &mut Context<'_>,
) -> Option<T> {
    // The stream is put into a group because the end of a group has a place; syn reports there that something is
    // missing.
    let mut group = Group::new(Delimiter::Brace, stream);
    group.set_span(end);
    let mut excess = None;
    let parser = |input: ParseStream<'_>| {
        let content;
        syn::braced!(content in input);
        let value = content.parse::<T>()?;
        excess = content.cursor().token_tree().map(|(token, _)| token);
        content.parse::<TokenStream>().map(|_| value)
    };
    let result = parser.parse2(TokenTree::from(group).into());
    match (result, excess) {
        (Ok(value), None) => Some(value),
        (Ok(value), Some(TokenTree::Ident(unit))) if ends_with_number(&value) => {
            let (word, hint) = (Shown::from(&unit.to_string()), Hint::WITHOUT_UNIT);
            context.report(unit.span(), Fault::TokenUnit { word, hint });
            None
        }
        (Ok(_), Some(token)) => context.refuse_at(
            token.span(),
            "an operator, or a comma",
            display_token(&token),
        ),
        (Err(error), _) => {
            context.report(error.span(), fault_of_error(&error, expected));
            None
        }
    }
}

fn ends_with_number(tokens: &impl ToTokens) -> bool {
    let last = tokens.to_token_stream().into_iter().last();
    matches!(last, Some(TokenTree::Literal(_)))
}

/// The fault for an error of syn.
fn fault_of_error(error: &syn::Error, expected: &'static str) -> Fault {
    const END: &str = "unexpected end of input, ";
    let message = error.to_string();
    let (reason, label) = match message.strip_prefix(END) {
        Some(reason) => (reason, "nothing".into()),
        None => (&message[..], source_token(error.span())),
    };
    match reason {
        "expected an expression" | "expected `struct`" => Fault::TokenUnexpected {
            expected,
            found: label,
        },
        _ => {
            // Syn puts signs between backticks; our messages use these for names.
            let reason = Shown::from(&message.replace('`', "'"));
            Fault::TokenMalformed { reason }
        }
    }
}

/// The first token at a place, as written in the source.
fn source_token(location: TokenSpan) -> Shown {
    let text = location.source_text().unwrap_or_default();
    let tokens = text.parse::<TokenStream>().unwrap_or_default();
    let first = tokens.into_iter().next();
    first.map_or_else(
        || Shown::from(text.get(..1).unwrap_or("this")),
        |token| display_token(&token),
    )
}

impl Context<'_> {
    /// The place of an expression.
    pub fn place(&mut self, expression: &impl ToTokens) -> Span {
        let tokens = piece_of(expression);
        self.places.between(tokens.at(0), tokens.at(usize::MAX))
    }

    /// The place of the first token of an expression.
    pub fn first_token(&self, expression: &impl ToTokens) -> TokenSpan {
        piece_of(expression).at(0)
    }

    /// Reports that something else is expected in place of an expression, unless a fault in it has been reported.
    pub fn refuse<T>(&mut self, expression: &impl ToTokens, expected: &'static str) -> Option<T> {
        match piece_of(expression) {
            // A faulty part, which has been reported, was replaced by an expression without tokens.
            placeholder if placeholder.is_empty() => None,
            tokens => tokens.refuse(0, expected, self),
        }
    }
}

fn piece_of(expression: &impl ToTokens) -> Piece {
    Piece::new(expression.to_token_stream(), TokenSpan::call_site())
}
