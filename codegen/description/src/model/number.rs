//! Numbers of a description.

use super::source::Span;
use multibody_program::exact::Rational;

/// A number of the description: its exact value, its text and its place.
#[derive(Clone, Debug)]
pub struct Number {
    /// The exact value of the text.
    pub value: Rational,
    /// The text as written; empty if the description left the number out and it has its default value.
    pub text: String,
    /// Where it was written; if it was left out, where its element was written.
    pub span: Span,
}
