//! The shapes of results.

use super::Dimension;
use Dimension::{Constant, Positions, Rates, Rows, WrenchComponents};

/// The shape of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array with these dimensions, the outermost first; without dimensions, a number.
    Array(&'static [Dimension]),
    /// Rotation by rows, then translation.
    Pose,
    /// Several results with names.
    Record(&'static RecordShape),
}

/// Several results with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordShape {
    /// The struct of the runtime that has these fields; without one, each robot has a struct of its own.
    pub runtime_struct: Option<&'static str>,
    /// The results, in order.
    pub fields: &'static [Field],
}

/// One of several results of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its shape.
    pub shape: Shape,
    /// What it is, as a sentence.
    pub summary: &'static str,
    /// Whether the textbook algorithms, `multibody::reference`, compute it too.
    pub has_reference: bool,
}

impl Shape {
    /// One number.
    pub const SCALAR: Self = Self::Array(&[]);
    /// Three coordinates.
    pub const POINT: Self = Self::Array(&[Constant(3)]);
    /// Linear, then angular.
    pub const TWIST: Self = Self::Array(&[Constant(6)]);
    /// A number for each rate.
    pub const VECTOR: Self = Self::Array(&[Rates]);
    /// A row and a column for each rate.
    pub const MATRIX: Self = Self::Array(&[Rates, Rates]);
    /// A number for each triple of rates.
    pub const CUBE: Self = Self::Array(&[Rates, Rates, Rates]);
    /// A row for each coordinate of a point, a column for each rate.
    pub const POINT_BY_RATES: Self = Self::Array(&[Constant(3), Rates]);
    /// Six rows, a column for each rate.
    pub const JACOBIAN: Self = Self::Array(&[Constant(6), Rates]);
    /// A number for each constraint row.
    pub const CONSTRAINTS: Self = Self::Array(&[Rows]);
    /// A row for each constraint row, a column for each rate.
    pub const CONSTRAINT_ROWS: Self = Self::Array(&[Rows, Rates]);

    /// A row for each rate, a column for each component of the external wrenches.
    pub const BY_WRENCHES: Self = Self::Array(&[Rates, WrenchComponents]);

    /// Whether it is so large that a function also writes it into the caller's memory: a matrix, or a record that has one.
    #[must_use]
    pub fn is_large(self) -> bool {
        match self {
            Self::Array(dimensions) => dimensions.len() > 1,
            Self::Pose => false,
            Self::Record(record) => record.fields.iter().any(|field| field.shape.is_large()),
        }
    }

    /// The type in Rust; `size` returns the text for a dimension.
    #[must_use]
    pub fn rust_type(self, size: &dyn Fn(Dimension) -> String) -> String {
        match self {
            Self::Array(dimensions) => dimensions
                .iter()
                .rev()
                .fold("T".into(), |entry, dimension| {
                    format!("[{entry}; {}]", size(*dimension))
                }),
            Self::Pose => "([[T; 3]; 3], [T; 3])".into(),
            Self::Record(record) => match record.runtime_struct {
                Some(name) => {
                    let sizes: Vec<String> = record.dimensions().map(size).collect();
                    format!("multibody::{name}<T, {}>", sizes.join(", "))
                }
                None => {
                    let declarations = (record.fields.iter())
                        .map(|field| format!("{}: {}", field.name, field.shape.rust_type(size)));
                    format!("{{ {} }}", declarations.collect::<Vec<_>>().join(", "))
                }
            },
        }
    }
}

impl RecordShape {
    /// The dimensions of a robot that occur in the fields, in the order of the parameters of the runtime's struct.
    pub fn dimensions(&self) -> impl Iterator<Item = Dimension> {
        let is_used = |dimension: &Dimension| {
            let mut fields = self.fields.iter();
            fields.any(
                |field| matches!(field.shape, Shape::Array(dimensions) if dimensions.contains(dimension)),
            )
        };
        [Positions, Rates, Rows, WrenchComponents]
            .into_iter()
            .filter(is_used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of the runtime and of robots alike are written into the caller's memory if they have a matrix.
    #[test]
    fn records_with_matrices_are_in_place() {
        let field = |shape| Field {
            name: "of",
            shape,
            summary: "",
            has_reference: true,
        };
        let record = |runtime_struct, shape| {
            let fields = vec![field(Shape::VECTOR), field(shape)].leak();
            Shape::Record(Box::leak(Box::new(RecordShape {
                runtime_struct,
                fields,
            })))
        };
        for runtime_struct in [None, Some("Derivatives")] {
            assert!(record(runtime_struct, Shape::MATRIX).is_large());
            assert!(record(runtime_struct, Shape::CONSTRAINT_ROWS).is_large());
            assert!(!record(runtime_struct, Shape::CONSTRAINTS).is_large());
        }
        let name = Dimension::name;
        let text = record(Some("Derivatives"), Shape::CONSTRAINT_ROWS).rust_type(&name);
        assert_eq!(text, "multibody::Derivatives<T, NV, NC>");
        let text = record(None, Shape::JACOBIAN).rust_type(&name);
        assert_eq!(text, "{ of: [T; NV], of: [[T; NV]; 6] }");
    }
}
