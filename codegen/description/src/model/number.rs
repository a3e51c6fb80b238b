//! Numbers of a description.

use super::source::Span;
use multibody_program::exact::Rational;

/// A number as written: its exact value, its text and its place.
#[derive(Clone, Debug)]
pub struct Number {
    /// The exact value of the text.
    pub value: Rational,
    /// What was written; empty where the description left the number out and a default stands in.
    pub text: String,
    /// Where it was written, or the element that left it out.
    pub span: Span,
}
