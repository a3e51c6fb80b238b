//! The augmented mass matrix `M + J^T S J`, used where M is singular.
//!
//! This matrix replaces M, and `f + J^T S c` replaces f, with c of `J qdd = c`. For any S, the accelerations that
//! satisfy the constraints stay the same. S is diagonal. Its entry for a row on motions that have kinetic energy is
//! 0, so that M is filled as little as possible. Any other entry is a power of two that scales `J^T S J` to the size
//! of M; otherwise the sum would lose digits of M or of J.

use std::collections::BTreeMap;

use super::Recursion;
use super::matrix::{LinearSystem, Matrix, plus_transposed};
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::Response;
use multibody_program::exact::{Rational, nearest_f64, power_of_two};
use multibody_program::ir::{Builder, Floats, InputKind, Value, evaluate};
use multibody_support::random::Random;
use multibody_tree::Tree;

/// A row whose factor is between 2^-6 and 2^6 is not scaled: this loses at most two digits.
const UNSCALED_EXPONENT: f64 = 6.0;
/// The largest exponent of two of a weight: even its square is within the range of f64.
const LARGEST_EXPONENT: f64 = 200.0;

impl<K: Kernels> Recursion<'_, K> {
    /// `M x = f`, augmented where M is singular.
    pub(super) fn invertible_mass_matrix(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        rows: &Matrix,
        right_side: &[Value],
        response: Response,
    ) -> LinearSystem {
        let forces = self.acting_forces(b, joints, response);
        let m = self.mass_matrix(b, joints);
        if !self.is_singular {
            return LinearSystem {
                matrix: m,
                right_side: forces,
            };
        }
        let weights = weights(self.tree, b, &m, rows);
        let weigh = |b: &mut Builder, column: &mut dyn Iterator<Item = Value>| -> Vec<Value> {
            let entries = weights.iter().zip(column);
            entries.map(|(weight, x)| b.scale(weight, x)).collect()
        };
        let right_side = weigh(b, &mut right_side.iter().copied());
        let forces = plus_transposed(b, &forces, rows, &right_side);
        let lines = m.iter().enumerate().map(|(i, line)| {
            let column = weigh(b, &mut rows.iter().map(|row| row[i]));
            plus_transposed(b, line, rows, &column)
        });
        LinearSystem {
            matrix: lines.collect(),
            right_side: forces,
        }
    }
}

/// The diagonal of S. For a row on motions without kinetic energy it is the power of two that scales the row's part of
/// `J^T J` to the size of M at the same rates; for any other row it is 0.
fn weights(tree: &Tree, b: &Builder, m: &Matrix, rows: &Matrix) -> Vec<Rational> {
    let diagonal = (0..tree.nv).map(|v| m[v][v]);
    let outputs: Vec<Value> = diagonal.chain(rows.iter().flatten().copied()).collect();
    // Any state will do: the weights need only the size of the entries.
    let random = &mut Random::new(1);
    let positions: Vec<f64> = (tree.coordinates.iter()).map(|_| random.number()).collect();
    let parameters: Vec<f64> = (tree.fields.iter())
        .flat_map(|field| match &field.default {
            Some(values) => values.iter().map(nearest_f64).collect(),
            None => vec![1.0; field.count],
        })
        .collect();
    let inputs: [(InputKind, &[f64]); 3] = [
        (InputKind::Q, &positions),
        (InputKind::Parameter, &parameters),
        (InputKind::Time, &[0.5]),
    ];
    let mut floats = Floats {
        inputs: BTreeMap::from(inputs),
    };
    let values = evaluate(&b.finish(&outputs), &mut floats);
    let (diagonal, rows) = values.split_at(tree.nv);
    let entry = |(index, row)| {
        if tree.findings.restraining.contains(&index) {
            nearest_power(scale(diagonal, row))
        } else {
            Rational::ZERO
        }
    };
    rows.chunks_exact(tree.nv).enumerate().map(entry).collect()
}

/// The factor that scales a row's `J^T J` to the size of M: `sum J^2 M / (sum J^2)^2`.
fn scale(diagonal: &[f64], row: &[f64]) -> f64 {
    let squares = row.iter().map(|entry| entry * entry);
    let squared_length: f64 = squares.clone().sum();
    let inertia: f64 = squares.zip(diagonal).map(|(square, m)| square * m).sum();
    inertia / (squared_length * squared_length)
}

/// The power of two nearest to a number; 1 if the number is near 1, or has no finite logarithm.
fn nearest_power(size: f64) -> Rational {
    let exponent = libm::log2(size).round();
    if !exponent.is_finite() || exponent.abs() <= UNSCALED_EXPONENT {
        return Rational::ONE;
    }
    power_of_two(exponent.clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT) as i64)
}
