//! Formulas as values of a program.

use super::formula::{Formula, FormulaAlgebra, FrameProduct, FrameVector};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Matrix3, Value, Vector3};

/// Two frames A and B, expressed in any common frame, and the numbers of a row, as values of a builder.
#[derive(Debug)]
pub struct FrameValues<'a> {
    /// The orientation of A, by rows: its columns are the axes of A.
    pub rotation_a: Matrix3,
    /// The orientation of B, by rows: its columns are the axes of B.
    pub rotation_b: Matrix3,
    /// d, the vector from A's origin to B's.
    pub offset: Vector3,
    /// The numbers of the row.
    pub numbers: &'a [Value],
}

impl FrameValues<'_> {
    /// The value of a formula.
    pub fn value(&self, b: &mut Builder, formula: &Formula) -> Value {
        formula.evaluate(&mut Evaluation { b, frames: self })
    }

    fn vector(&self, vector: FrameVector) -> Vector3 {
        match vector {
            FrameVector::AxisOfA(k) => self.rotation_a.map(|row| row[k]),
            FrameVector::AxisOfB(k) => self.rotation_b.map(|row| row[k]),
            FrameVector::Offset => self.offset,
        }
    }
}

struct Evaluation<'a> {
    b: &'a mut Builder,
    frames: &'a FrameValues<'a>,
}

impl FormulaAlgebra for Evaluation<'_> {
    type Scalar = Value;

    fn product(&mut self, factors: FrameProduct) -> Value {
        let [u, v] = factors.vectors().map(|vector| self.frames.vector(vector));
        self.b.dot(&u, &v)
    }

    fn square(&mut self, number: usize) -> Value {
        let number = self.frames.numbers[number];
        self.b.mul(number, number)
    }

    fn difference(&mut self, x: Value, y: Value) -> Value {
        self.b.sub(x, y)
    }

    fn half(&mut self, x: Value) -> Value {
        self.b.scale(&(integer(1) / integer(2)), x)
    }

    fn over(&mut self, x: Value, number: usize) -> Value {
        let one = self.b.one();
        let inverse = self.b.div(one, self.frames.numbers[number]);
        self.b.mul(x, inverse)
    }
}
