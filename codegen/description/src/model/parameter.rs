//! What is known only at run time.

use super::Spanned;
use multibody_program::exact::Rational;

/// A field of the robot's struct: one parameter, or an array of them.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Name of the field, as Rust writes it.
    pub field: Spanned<String>,
    /// How many parameters it holds.
    pub shape: FieldShape,
    /// Position of the first of them among all parameters.
    pub first: usize,
    /// What the description says, if it does.
    pub default: Option<Vec<Rational>>,
}

/// The type of a field, all of f32 or f64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldShape {
    /// A number.
    Scalar,
    /// An array of numbers.
    Array(usize),
}

impl FieldShape {
    /// The length of an array.
    #[must_use]
    pub fn array(self) -> Option<usize> {
        match self {
            Self::Scalar => None,
            Self::Array(count) => Some(count),
        }
    }

    /// Numbers that it holds.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Array(count) => count,
        }
    }
}

impl Parameter {
    /// Its numbers as Rust expressions over `self`.
    #[must_use]
    pub fn reads(&self) -> Vec<String> {
        let field = &self.field.value;
        match self.shape {
            FieldShape::Scalar => vec![format!("self.{field}")],
            FieldShape::Array(count) => (0..count).map(|k| format!("self.{field}[{k}]")).collect(),
        }
    }
}
