//! Vectors, matrices and poses of values.

use super::{Builder, Value, ValueHint, ValueSymbol};

/// Three components.
pub type Vector3 = [Value; 3];
/// Rows of a 3x3 matrix.
pub type Matrix3 = [[Value; 3]; 3];

/// A placement: `x_parent = rotation x + translation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pose {
    /// Axes of the frame, as columns, in the parent.
    pub rotation: Matrix3,
    /// Origin of the frame, in the parent.
    pub translation: Vector3,
}

impl Builder {
    /// Gives hints to the components of a vector.
    pub fn hint_vector(&mut self, name: impl Into<ValueSymbol>, index: usize, vector: &Vector3) {
        let symbol = name.into();
        for (axis, &value) in vector.iter().enumerate() {
            self.hint(value, ValueHint::along(symbol, index, axis));
        }
    }

    /// Gives hints to the entries of a matrix.
    pub fn hint_matrix(&mut self, name: impl Into<ValueSymbol>, index: usize, matrix: &Matrix3) {
        let symbol = name.into();
        for (row, entries) in matrix.iter().enumerate() {
            for (column, &value) in entries.iter().enumerate() {
                self.hint(value, ValueHint::axes(symbol, index, [row, column]));
            }
        }
    }

    /// The zero vector.
    #[must_use]
    pub fn zeros(&self) -> Vector3 {
        [self.zero(); 3]
    }

    /// The unit matrix.
    #[must_use]
    pub fn identity(&self) -> Matrix3 {
        let (zero, one) = (self.zero(), self.one());
        [[one, zero, zero], [zero, one, zero], [zero, zero, one]]
    }

    /// The rotation about the coordinate axis 0, 1 or 2.
    pub fn turn(&mut self, axis: usize, angle: Value) -> Matrix3 {
        let (sin, cos) = self.sin_cos(angle);
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut rotation = self.identity();
        (rotation[i][i], rotation[j][j]) = (cos, cos);
        (rotation[j][i], rotation[i][j]) = (sin, self.neg(sin));
        rotation
    }

    /// Sum of values.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = Value>) -> Value {
        terms
            .into_iter()
            .fold(self.zero(), |sum, term| self.add(sum, term))
    }

    /// `a . b`
    pub fn dot(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut sum = self.zero();
        for (&x, &y) in a.iter().zip(b) {
            let term = self.mul(x, y);
            sum = self.add(sum, term);
        }
        sum
    }

    /// `a + b`
    pub fn add3(&mut self, a: &Vector3, b: &Vector3) -> Vector3 {
        std::array::from_fn(|k| self.add(a[k], b[k]))
    }

    /// `a - b`
    pub fn sub3(&mut self, a: &Vector3, b: &Vector3) -> Vector3 {
        std::array::from_fn(|k| self.sub(a[k], b[k]))
    }

    /// `factor a`
    pub fn scale3(&mut self, factor: Value, a: &Vector3) -> Vector3 {
        a.map(|x| self.mul(factor, x))
    }

    /// `-a`
    pub fn neg3(&mut self, a: &Vector3) -> Vector3 {
        a.map(|x| self.neg(x))
    }

    /// `a x b`
    pub fn cross(&mut self, a: &Vector3, b: &Vector3) -> Vector3 {
        std::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let (left, right) = (self.mul(a[i], b[j]), self.mul(a[j], b[i]));
            self.sub(left, right)
        })
    }

    /// `m v`
    pub fn mul_vec(&mut self, m: &Matrix3, v: &Vector3) -> Vector3 {
        std::array::from_fn(|k| self.dot(&m[k], v))
    }

    /// `m^T v`
    pub fn transpose_mul_vec(&mut self, m: &Matrix3, v: &Vector3) -> Vector3 {
        std::array::from_fn(|k| self.dot(&[m[0][k], m[1][k], m[2][k]], v))
    }

    /// `a b`
    pub fn mul_mat(&mut self, a: &Matrix3, b: &Matrix3) -> Matrix3 {
        let columns: [Vector3; 3] = std::array::from_fn(|j| {
            let column = [b[0][j], b[1][j], b[2][j]];
            self.mul_vec(a, &column)
        });
        std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]))
    }

    /// `m^T`
    #[must_use]
    pub fn transpose(m: &Matrix3) -> Matrix3 {
        std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
    }

    /// `a b`: the frame `b`, given in the frame `a`, expressed in the parent of `a`.
    pub fn compose(&mut self, a: &Pose, b: &Pose) -> Pose {
        let offset = self.mul_vec(&a.rotation, &b.translation);
        Pose {
            rotation: self.mul_mat(&a.rotation, &b.rotation),
            translation: self.add3(&a.translation, &offset),
        }
    }

    /// The identity placement.
    #[must_use]
    pub fn identity_pose(&self) -> Pose {
        Pose {
            rotation: self.identity(),
            translation: self.zeros(),
        }
    }
}
