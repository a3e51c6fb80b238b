//! Products of matrices of values, by rows.

use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// A matrix by rows.
pub type Matrix = Vec<Vec<Value>>;

/// `A x = y`
pub struct LinearSystem {
    /// A.
    pub matrix: Matrix,
    /// y.
    pub right_side: Vec<Value>,
}

/// `X Y^T`, for factors whose product is symmetric.
pub fn symmetric_product(b: &mut Builder, x: &Matrix, y: &Matrix) -> Matrix {
    let mut matrix = vec![vec![b.zero(); y.len()]; x.len()];
    for i in 0..x.len() {
        for j in 0..=i {
            let entry = b.dot(&x[i], &y[j]);
            (matrix[i][j], matrix[j][i]) = (entry, entry);
        }
    }
    matrix
}

/// `X y`
pub fn times(b: &mut Builder, x: &Matrix, y: &[Value]) -> Vec<Value> {
    x.iter().map(|row| b.dot(row, y)).collect()
}

/// `f + X^T y`
pub fn plus_transposed(b: &mut Builder, f: &[Value], x: &Matrix, y: &[Value]) -> Vec<Value> {
    let sums = transpose_times(b, f.len(), x, y).into_iter();
    f.iter().zip(sums).map(|(&f, sum)| b.add(f, sum)).collect()
}

/// `f - X^T y`
pub fn minus_transposed(b: &mut Builder, f: &[Value], x: &Matrix, y: &[Value]) -> Vec<Value> {
    let sums = transpose_times(b, f.len(), x, y).into_iter();
    f.iter().zip(sums).map(|(&f, sum)| b.sub(f, sum)).collect()
}

/// `X^T y`, which has `count` entries.
fn transpose_times(b: &mut Builder, count: usize, x: &Matrix, y: &[Value]) -> Vec<Value> {
    (0..count)
        .map(|index| {
            let column: Vec<Value> = x.iter().map(|row| row[index]).collect();
            b.dot(&column, y)
        })
        .collect()
}

/// The sum of the diagonal.
pub fn trace(b: &mut Builder, matrix: &Matrix) -> Value {
    let diagonal: Vec<Value> = (0..matrix.len()).map(|k| matrix[k][k]).collect();
    b.sum(diagonal)
}

/// `matrix[row][column] += factor value`
pub fn accumulate(
    b: &mut Builder,
    matrix: &mut [Vec<Value>],
    (row, column): (usize, usize),
    factor: &Rational,
    value: Value,
) {
    let part = b.scale(factor, value);
    matrix[row][column] = b.add(matrix[row][column], part);
}
