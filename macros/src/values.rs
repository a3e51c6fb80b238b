//! Values of options: tokens to what they mean, or what to write instead.

use std::fmt::Write;
use std::str::FromStr;

use multibody_codegen::exact::{ParseError, Rational, decimal};
use multibody_codegen::fault::{Faults, Hint};
use multibody_codegen::settings::Unknown;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, Lit, LitBool, LitInt, LitStr, Token};

use crate::options::{each, split};

/// A word of a list.
pub struct Word<T>(pub T);

impl<T: FromStr<Err = Unknown>> Parse for Word<T> {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let word = input.call(Ident::parse_any)?;
        let value = word.unraw().to_string().parse();
        value.map(Word).map_err(|unknown: Unknown| {
            misspelt(
                word.span(),
                &format!("unknown `{word}`"),
                &word.to_string(),
                unknown.known,
            )
        })
    }
}

/// A name from the description: an identifier, or anything in quotes.
#[derive(Clone)]
pub struct Name {
    /// As the description has it.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Parse for Name {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(LitStr) {
            let literal: LitStr = input.parse()?;
            return Ok(Self {
                text: literal.value(),
                span: literal.span(),
            });
        }
        let word = input.call(Ident::parse_any).map_err(|error| {
            let help = "an identifier as it is, any other name in quotes: \"joint-1\"";
            syn::Error::new(error.span(), format!("expected a name; {help}"))
        })?;
        Ok(Self {
            text: word.unraw().to_string(),
            span: word.span(),
        })
    }
}

/// A decimal number with its exact value.
pub struct Number(pub Rational);

impl Parse for Number {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let minus: Option<Token![-]> = input.parse()?;
        let fault = |span, what| {
            syn::Error::new(
                span,
                format!("{what}; write a decimal number, e.g. -9.81 or 1e-3"),
            )
        };
        let (digits, suffix, span) = match input.parse::<Lit>() {
            Ok(Lit::Int(literal)) => (
                literal.to_string(),
                literal.suffix().to_owned(),
                literal.span(),
            ),
            Ok(Lit::Float(literal)) => (
                literal.to_string(),
                literal.suffix().to_owned(),
                literal.span(),
            ),
            Ok(other) => return Err(fault(other.span(), "this is not a number")),
            Err(error) => return Err(fault(error.span(), "this is not a number")),
        };
        if !suffix.is_empty() {
            return Err(fault(span, "a number has no type here"));
        }
        let value = decimal(&digits.replace('_', "")).map_err(|error| match error {
            ParseError::NotANumber | ParseError::NotFinite => {
                fault(span, "this is not a decimal number")
            }
            ParseError::OutOfRange => fault(span, "this is outside the range of f64, or too long"),
        })?;
        Ok(Self(if minus.is_some() { -value } else { value }))
    }
}

/// `[x, y, z]`
pub struct Vector(pub [Rational; 3]);

impl Parse for Vector {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let content;
        let bracket = syn::bracketed!(content in input);
        let numbers = each(split(content.parse()?), Number::parse)?;
        let count = numbers.len();
        let numbers: Result<[Number; 3], _> = numbers.try_into();
        let components = numbers.map_err(|_| {
            let message = format!("{count} instead of 3 numbers; write e.g. [0, 0, -9.81]");
            syn::Error::new(bracket.span.join(), message)
        })?;
        Ok(Self(components.map(|Number(value)| value)))
    }
}

/// `joint` or `joint = position`
pub struct WeldEntry {
    /// The joint.
    pub joint: Name,
    /// rad or m.
    pub position: Rational,
}

impl Parse for WeldEntry {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let joint: Name = input.parse()?;
        if input.is_empty() {
            return Ok(Self {
                joint,
                position: Rational::ZERO,
            });
        }
        let equals: Token![=] = input.parse()?;
        if input.is_empty() {
            let message = "a position is missing; write e.g. elbow = 0.5";
            return Err(syn::Error::new(equals.span, message));
        }
        let Number(position) = input.parse()?;
        Ok(Self { joint, position })
    }
}

/// `true`, `false`, `1` or `0`
pub struct Switch(pub bool);

impl Parse for Switch {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(LitBool) {
            return Ok(Self(input.parse::<LitBool>()?.value));
        }
        let fault = |span| syn::Error::new(span, "expected true or false");
        let literal: LitInt = input
            .parse()
            .map_err(|error: syn::Error| fault(error.span()))?;
        match literal.to_string().as_str() {
            "0" => Ok(Self(false)),
            "1" => Ok(Self(true)),
            _ => Err(fault(literal.span())),
        }
    }
}

/// A fault about a word that is none of a list, with the nearest of them, or else all.
pub fn misspelt(span: Span, what: &str, word: &str, known: &'static [&'static str]) -> syn::Error {
    let mut message = what.to_owned();
    let _ = match nearest(word, known) {
        Hint::None => write!(message, "; {}", Hint::Known(known)),
        hint => write!(message, "; {hint}"),
    };
    syn::Error::new(span, message)
}

fn nearest(word: &str, known: &'static [&'static str]) -> Hint {
    let mut search = Faults::new();
    let hint = search.nearest(word, known.iter().copied());
    drop(search.finish());
    hint
}
