//! Parameters: numbers that are known only at run time.

use super::Spanned;
use multibody_program::exact::Rational;

/// A field of the robot's struct: one parameter, or an array of them.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Name of the field in Rust.
    pub field: Spanned<String>,
    /// Whether it is one parameter or an array.
    pub shape: FieldShape,
    /// Index of its first parameter among all parameters.
    pub first: usize,
    /// The values in the description, if it has any.
    pub default: Option<Vec<Rational>>,
    /// Which value of the description it replaces, with its unit; `None` if it occurs in expressions instead.
    pub meaning: Option<String>,
}

/// The shape of a field; its numbers are all f32 or all f64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldShape {
    /// A number.
    Scalar,
    /// An array of numbers.
    Array(usize),
}

impl FieldShape {
    /// The length of an array; `None` for a scalar.
    #[must_use]
    pub fn length(self) -> Option<usize> {
        match self {
            Self::Scalar => None,
            Self::Array(count) => Some(count),
        }
    }

    /// How many numbers the field contains.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Array(count) => count,
        }
    }
}

impl Parameter {
    /// The Rust expressions that read its numbers from `self`.
    #[must_use]
    pub fn accesses(&self) -> Vec<String> {
        let field = &self.field.value;
        match self.shape {
            FieldShape::Scalar => vec![format!("self.{field}")],
            FieldShape::Array(count) => (0..count).map(|k| format!("self.{field}[{k}]")).collect(),
        }
    }
}
