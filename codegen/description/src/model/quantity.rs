//! Numbers of a description that may be known only at run time.

use super::number::Number;
use super::source::Span;
use multibody_program::ir::{Builder, Value};

/// A quantity: a number, or an expression of parameters.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A number that is known before run time.
    Exact(Number),
    /// An expression of parameters: a value of the model's builder.
    Expression(Value, Span),
}

impl Quantity {
    /// The number, unless it depends on parameters.
    #[must_use]
    pub fn exact(&self) -> Option<&Number> {
        match self {
            Self::Exact(number) => Some(number),
            Self::Expression(..) => None,
        }
    }

    /// Where it was written.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Exact(number) => number.span,
            Self::Expression(_, span) => *span,
        }
    }

    /// The quantity as a value of a builder that extends the model's.
    pub fn value(&self, b: &mut Builder) -> Value {
        match self {
            Self::Exact(number) => b.constant(&number.value),
            Self::Expression(value, _) => *value,
        }
    }

    /// The numbers, unless some depend on parameters.
    #[must_use]
    pub fn all_exact<const N: usize>(quantities: &[Self; N]) -> Option<[&Number; N]> {
        let numbers: Option<Vec<&Number>> = quantities.iter().map(Self::exact).collect();
        numbers?.try_into().ok()
    }
}

impl From<Number> for Quantity {
    fn from(number: Number) -> Self {
        Self::Exact(number)
    }
}
