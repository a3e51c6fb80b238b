//! Forward dynamics and the inverse mass matrix by `M = L^T D L`.
//!
//! Factored from the tips, so that entries that are 0 because bodies are on different branches
//! stay 0 (Featherstone 2008, section 6.5); which they are is known here and costs nothing there.

use super::Recursion;
use super::inverse_dynamics::Terms;
use crate::derive::forms::{Forms, JointFrame};
use crate::ir::{Builder, InputKind, Value};

/// `M = L^T D L` with unit lower triangular L.
struct Factors {
    /// Below the diagonal.
    lower: Vec<Vec<Value>>,
    /// 1 / D.
    inverse_diagonal: Vec<Value>,
}

impl<F: Forms> Recursion<'_, F> {
    /// qdd of `M qdd + C qd + g = tau + Q`.
    pub(super) fn forward_dynamics(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        bias: Terms,
    ) -> Vec<Value> {
        let bias = self.forces(b, joints, bias);
        let m = self.mass_matrix(b, joints);
        let factors = factor(b, m);
        let forces = (bias.iter().enumerate())
            .map(|(v, &bias)| {
                let tau = b.input(InputKind::Tau, v);
                b.sub(tau, bias)
            })
            .collect();
        factors.solve(b, forces)
    }

    /// M^-1, by rows.
    pub(super) fn mass_matrix_inverse(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Vec<Value>> {
        let m = self.mass_matrix(b, joints);
        let n = m.len();
        let factors = factor(b, m);
        let mut inverse = vec![vec![b.zero(); n]; n];
        for column in 0..n {
            let unit = (0..n)
                .map(|row| if row == column { b.one() } else { b.zero() })
                .collect();
            let solution = factors.solve(b, unit);
            // Symmetric: the half that needs no longer path is taken for both.
            for (row, &value) in solution.iter().enumerate().take(column + 1) {
                inverse[row][column] = value;
                inverse[column][row] = value;
            }
        }
        inverse
    }
}

fn factor(b: &mut Builder, mut m: Vec<Vec<Value>>) -> Factors {
    let n = m.len();
    let mut inverse_diagonal = vec![b.zero(); n];
    for k in (0..n).rev() {
        let one = b.one();
        inverse_diagonal[k] = b.div(one, m[k][k]);
        for i in (0..k)
            .rev()
            .filter(|&i| m[k][i] != Value::ZERO)
            .collect::<Vec<_>>()
        {
            let ratio = b.mul(m[k][i], inverse_diagonal[k]);
            for j in (0..=i)
                .filter(|&j| m[k][j] != Value::ZERO)
                .collect::<Vec<_>>()
            {
                let part = b.mul(ratio, m[k][j]);
                m[i][j] = b.sub(m[i][j], part);
            }
            m[k][i] = ratio;
        }
    }
    Factors {
        lower: m,
        inverse_diagonal,
    }
}

impl Factors {
    /// x of `L^T D L x = y`.
    fn solve(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        let n = y.len();
        for k in (0..n).rev() {
            for i in 0..k {
                let part = b.mul(self.lower[k][i], y[k]);
                y[i] = b.sub(y[i], part);
            }
        }
        for k in 0..n {
            y[k] = b.mul(y[k], self.inverse_diagonal[k]);
        }
        for k in 0..n {
            for i in 0..k {
                let part = b.mul(self.lower[k][i], y[i]);
                y[k] = b.sub(y[k], part);
            }
        }
        y
    }
}
