//! Numbers of a description.

use super::source::Span;
use multibody_program::exact::{Rational, bits, integer, nearest_f64, round};

/// A number of the description: its exact value, its text and its place.
#[derive(Clone, Debug)]
pub struct Number {
    /// The exact value of the text; of a computed number, its value before it was rounded for the text.
    pub value: Rational,
    /// The text as written; empty if the description left the number out and it has its default value.
    pub text: String,
    /// Where it was written; if it was left out, where its element was written.
    pub span: Span,
}

impl Number {
    /// A number that was computed from others. Its text is the shortest decimal of the nearest float. Sums of many products may
    /// have thousands of digits, of which 77 are kept.
    #[must_use]
    pub fn derived(value: Rational, span: Span) -> Self {
        const MOST_BITS: usize = 1024;
        const KEPT_BITS: i64 = 256;
        let is_long = bits(&value) > MOST_BITS;
        let value = if is_long { round(&value, KEPT_BITS) } else { value };
        let text = nearest_f64(&value).to_string();
        Self { value, text, span }
    }

    /// A number that the description left out.
    #[must_use]
    pub fn left_out(value: i64, span: Span) -> Self {
        let (value, text) = (integer(value), String::new());
        Self { value, text, span }
    }
}
