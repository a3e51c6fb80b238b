//! Symmetric matrices with a known sparsity pattern: factors, solutions and inverses.
//!
//! `A = L^T D L`, factored from the last unknown to the first. For the mass matrix of a tree this order starts at the
//! tips. So entries that are 0 because their bodies are on different branches stay 0 (Featherstone 2008, section 6.5).
//! The generator knows the sparsity pattern, so using it costs nothing in the emitted code. If unknowns have no natural
//! order, [`blocks`](super::blocks) finds one.

use super::matrix::Matrix;
use multibody_program::ir::{Builder, Value};

/// `A = L^T D L` with unit lower triangular L.
pub struct Factors {
    /// L below the diagonal.
    lower: Matrix,
    /// 1 / D.
    inverse_diagonal: Vec<Value>,
}

/// Factors a symmetric matrix.
pub fn factor(b: &mut Builder, mut m: Matrix) -> Factors {
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
    pub fn solve(&self, b: &mut Builder, y: Vec<Value>) -> Vec<Value> {
        let z = self.forward_substitute(b, y);
        self.back_substitute(b, &z)
    }

    /// `(L^T D L)^-1 = W D^-1 W^T`, `W = L^-1`, by rows. The row of W for a rate is nonzero only at the rates of the joints
    /// between the rate's body and the root. So the entry of the result for two rates is a sum over the rates of the joints
    /// that are on both paths to the root. This sum is short if the bodies of the two rates are on different branches.
    pub fn inverse(&self, b: &mut Builder) -> Matrix {
        let n = self.lower.len();
        let mut rows: Matrix = Vec::with_capacity(n);
        for rate in 0..n {
            let mut unit = vec![b.zero(); n];
            unit[rate] = b.one();
            rows.push(self.forward_substitute(b, unit));
        }
        let mut inverse = vec![vec![b.zero(); n]; n];
        for i in 0..n {
            let weighted = self.weigh(b, &rows[i]);
            for j in i..n {
                let entry = b.dot(&weighted, &rows[j]);
                (inverse[i][j], inverse[j][i]) = (entry, entry);
            }
        }
        inverse
    }

    /// z of `L^T z = y`, the first half of a solution: forward in the order of elimination, which is from the last unknown
    /// to the first.
    pub fn forward_substitute(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        for (k, row) in self.lower.iter().enumerate().rev() {
            for (i, &l) in row[..k].iter().enumerate() {
                let part = b.mul(l, y[k]);
                y[i] = b.sub(y[i], part);
            }
        }
        y
    }

    /// `D^-1 z`
    pub fn weigh(&self, b: &mut Builder, z: &[Value]) -> Vec<Value> {
        let weights = z.iter().zip(&self.inverse_diagonal);
        weights.map(|(&z, &inverse)| b.mul(z, inverse)).collect()
    }

    /// x of `D L x = z`, the second half of a solution: from the first unknown to the last.
    pub fn back_substitute(&self, b: &mut Builder, z: &[Value]) -> Vec<Value> {
        let mut y = self.weigh(b, z);
        for (k, row) in self.lower.iter().enumerate() {
            for (i, &l) in row[..k].iter().enumerate() {
                let part = b.mul(l, y[i]);
                y[k] = b.sub(y[k], part);
            }
        }
        y
    }
}
