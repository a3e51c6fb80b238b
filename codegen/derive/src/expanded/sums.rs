//! Conversions between coordinates and their sums.

use crate::lagrangian::Sums;
use multibody_algebra::polynomial::Addend;
use multibody_program::ir::{Builder, Value};

/// `x + sign y`
pub fn plus(b: &mut Builder, x: Value, sign: i64, y: Value) -> Value {
    if sign > 0 { b.add(x, y) } else { b.sub(x, y) }
}

/// Converts forces along the sums to forces along the coordinates: `tau_index += sign tau_v` for each sum
/// `x_v = q_v + sign x_index`.
pub fn pull_back(b: &mut Builder, rates: &Sums, tau: &mut [Value]) {
    // The last sum first: a coordinate that is added to a sum may itself be a sum.
    for (v, addend) in rates.iter().enumerate().rev() {
        if let Some(Addend { index, sign }) = *addend {
            tau[index] = plus(b, tau[index], sign, tau[v]);
        }
    }
}

/// Converts forces along the coordinates to forces along the sums: the inverse of [`pull_back`].
pub fn push_forward(b: &mut Builder, rates: &Sums, tau: &mut [Value]) {
    for (v, addend) in rates.iter().enumerate() {
        if let Some(Addend { index, sign }) = *addend {
            tau[index] = plus(b, tau[index], -sign, tau[v]);
        }
    }
}

/// Converts accelerations of the sums to those of the coordinates.
pub fn differences(b: &mut Builder, rates: &Sums, a: &[Value]) -> Vec<Value> {
    let pairs = a.iter().zip(rates);
    pairs
        .map(|(&x, addend)| match *addend {
            Some(Addend { index, sign }) => plus(b, x, -sign, a[index]),
            None => x,
        })
        .collect()
}

fn transpose(m: &[Vec<Value>]) -> Vec<Vec<Value>> {
    (0..m.len())
        .map(|j| m.iter().map(|row| row[j]).collect())
        .collect()
}

/// `A^T m A`, where A maps rates of the coordinates to rates of the sums.
pub fn pull_back_matrix(b: &mut Builder, rates: &Sums, m: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let mut columns = transpose(&m);
    columns
        .iter_mut()
        .for_each(|column| pull_back(b, rates, column));
    let mut rows = transpose(&columns);
    rows.iter_mut().for_each(|row| pull_back(b, rates, row));
    rows
}

/// `A^T m A` of a symmetric matrix, by rows. All entries are those of the lower triangle, which takes fewer additions.
pub fn pull_back_symmetric(b: &mut Builder, rates: &Sums, m: &[Vec<Value>]) -> Vec<Value> {
    let n = m.len();
    let matrix = pull_back_matrix(b, rates, m.to_vec());
    (0..n * n)
        .map(|entry| matrix[(entry / n).max(entry % n)][(entry / n).min(entry % n)])
        .collect()
}
