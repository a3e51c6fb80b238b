//! Solutions of `A x = y`, where A may be singular, by proximal steps `(A + eps) x' = y + eps x`,
//! which begin at `x = 0`.
//!
//! `A + eps` is factored once, and each step costs one solution with these factors. Along an eigenvector with the
//! eigenvalue s the relative error is `(eps / (s + eps))^4`: negligible where s is much larger than eps, and 1 where
//! s is 0. So the steps converge to the solution of least norm, and to the least-squares solution of inconsistent
//! equations.

use super::matrix::{Matrix, symmetric_product};
use super::symmetric::{Factors, factor};
use multibody_description::system::PROXIMAL_STEPS;
use multibody_program::ir::{Builder, Value};

/// A positive semidefinite matrix A, with an eps for each row.
pub struct Proximal {
    /// The factors of `A + eps`.
    factors: Factors,
    eps: Vec<Value>,
}

impl Proximal {
    /// Factors `A + eps` for the matrix A.
    pub fn new(b: &mut Builder, mut matrix: Matrix, eps: Vec<Value>) -> Self {
        for (k, &eps) in eps.iter().enumerate() {
            matrix[k][k] = b.add(matrix[k][k], eps);
        }
        Self {
            factors: factor(b, matrix),
            eps,
        }
    }

    /// The approximate solution x after all steps.
    pub fn solve(&self, b: &mut Builder, y: Vec<Value>) -> Vec<Value> {
        let first_solution = self.factors.solve(b, y.clone());
        (1..PROXIMAL_STEPS).fold(first_solution, |x, _| {
            let part = self.scale(b, &x);
            let pairs = y.iter().zip(part);
            let right_side = pairs.map(|(&y, x)| b.add(y, x)).collect();
            self.factors.solve(b, right_side)
        })
    }

    /// `(eps (A + eps)^-1)^4`: maps a vector to the part that the steps leave of it, which is nearly its part in the
    /// null space of A. Eps has to be the same for all rows, which makes this matrix symmetric.
    pub fn remainder(&self, b: &mut Builder) -> Matrix {
        const { assert!(PROXIMAL_STEPS.is_power_of_two()) };
        let inverse = self.factors.inverse(b);
        let step: Matrix = inverse.iter().map(|row| self.scale(b, row)).collect();
        (0..PROXIMAL_STEPS.ilog2()).fold(step, |power, _| symmetric_product(b, &power, &power))
    }

    /// `eps x`
    fn scale(&self, b: &mut Builder, x: &[Value]) -> Vec<Value> {
        let pairs = self.eps.iter().zip(x);
        pairs.map(|(&eps, &x)| b.mul(eps, x)).collect()
    }
}
