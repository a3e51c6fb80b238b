//! The program that a call computes, and its operations.

use crate::functions::{factor, times};
use crate::selection::Candidate;
use multibody_description::function::Function;
use multibody_outputs::{Algorithm, Call, Route, passes_zeros};
use multibody_program::exact::power_of_two;
use multibody_program::ir::{Builder, Count, InputKind, Program, Value};

type Matrix = Vec<Vec<Value>>;

/// A call, with the programs of the functions that are called.
pub struct ResolvedCall {
    /// The call.
    pub call: Call,
    /// The programs, in the order of [`Call::callees`].
    pub callees: Vec<Program>,
}

impl ResolvedCall {
    /// The program that a call computes, as a candidate.
    pub fn candidate(&self, caller: Function) -> Candidate {
        Candidate {
            program: self.program(caller),
            route: Route::Usual(Algorithm::Calls(self.call)),
        }
    }

    fn program(&self, caller: Function) -> Program {
        let mut b = Builder::new();
        let mut results: Vec<Vec<Value>> = Vec::new();
        for (callee, program) in self.call.callees().into_iter().zip(&self.callees) {
            let values = b.inline(program, |b, input| {
                let index = input.index as usize;
                match (passes_zeros(input.kind, caller, callee), self.call) {
                    // Inverse dynamics is differentiated at the accelerations that the first callee returns.
                    (true, Call::Derivatives { .. }) => results[0][index],
                    (true, _) => b.zero(),
                    (false, _) => b.input(input.kind, index),
                }
            });
            results.push(values);
        }
        let identity = |_: &mut Builder, row, column| {
            if row == column { Value::ONE } else { Value::ZERO }
        };
        let values = combine(&mut b, self.call, &results, identity);
        b.finish(&values)
    }

    /// The operations of a call: those of its callees, and those that combine the callees' results. None of these results
    /// is assumed to be 0.
    pub fn count(&self) -> Count {
        let mut b = Builder::new();
        let mut inputs = 0..;
        let mut next_input =
            |b: &mut Builder| b.input(InputKind::Local, inputs.next().unwrap_or_default());
        let results: Vec<Vec<Value>> = (self.callees.iter())
            .map(|program| {
                program
                    .outputs()
                    .iter()
                    .map(|_| next_input(&mut b))
                    .collect()
            })
            .collect();
        let values = combine(&mut b, self.call, &results, |b, _, _| next_input(b));
        let combination = Count::of(&b.finish(&values));
        (self.callees.iter())
            .map(Count::of)
            .fold(combination, |sum, count| sum + count)
    }
}

/// Combines the results of callees, which are in the order of [`Call::callees`], as `multibody::dense` does. `identity` gives the
/// entries of the identity matrix.
fn combine(
    b: &mut Builder,
    call: Call,
    results: &[Vec<Value>],
    mut identity: impl FnMut(&mut Builder, usize, usize) -> Value,
) -> Vec<Value> {
    // The results of the first callee are a square matrix, except for the calls `AtZero` and `Derivatives`.
    let first_results = &results[0];
    let n = first_results.len().isqrt();
    let square = || -> Matrix {
        first_results
            .chunks_exact(n)
            .map(<[Value]>::to_vec)
            .collect()
    };
    let rates =
        |b: &mut Builder| -> Vec<Value> { (0..n).map(|v| b.input(InputKind::Qd, v)).collect() };
    match call {
        Call::AtZero(_) => first_results.clone(),
        Call::Solution(_) => {
            let pairs = results[1].iter().enumerate();
            let forces = pairs
                .map(|(v, &force)| {
                    let tau = b.input(InputKind::Tau, v);
                    b.sub(tau, force)
                })
                .collect();
            factor(b, square()).solve(b, forces)
        }
        Call::Inverse => {
            let factors = factor(b, square());
            let columns: Matrix = (0..n)
                .map(|column| {
                    let right_side = (0..n).map(|row| identity(b, row, column)).collect();
                    factors.solve(b, right_side)
                })
                .collect();
            let entries = (0..n * n).map(|index| (index / n, index % n));
            // Both triangles are the upper one, so the result is exactly symmetric.
            entries.map(|(i, j)| columns[i.max(j)][i.min(j)]).collect()
        }
        Call::Energy => {
            let (m, v) = (square(), rates(b));
            let half = power_of_two(-1);
            // The sum over i of `v_i (m_ii v_i / 2 + sum of m_ij v_j over j < i)`.
            let sum = (0..n).fold(Value::ZERO, |sum, i| {
                let entry = b.scale(&half, m[i][i]);
                let product = b.mul(entry, v[i]);
                let row = (0..i).fold(product, |row, j| {
                    let term = b.mul(m[i][j], v[j]);
                    b.add(row, term)
                });
                let term = b.mul(v[i], row);
                b.add(sum, term)
            });
            vec![sum]
        }
        Call::Product => {
            let rates = rates(b);
            times(b, &square(), &rates)
        }
        Call::Derivatives { .. } => {
            // The callees return qdd; the derivatives of forces by q, qd and qdd, then by wrenches; and M^-1.
            let (n, forces, inverse) = (first_results.len(), &results[1], &results[2]);
            let [dq, dqd, _] = [0, 1, 2].map(|block| &forces[block * n * n..][..n * n]);
            let dwrenches = &forces[3 * n * n..];
            let negative_product = |matrix: &[Value]| {
                let columns = matrix.len() / n;
                let entries = (0..n * columns).map(|index| {
                    let (row, column) = (index / columns, index % columns);
                    (0..n).fold(Value::ZERO, |sum, k| {
                        let product = b.mul(inverse[row * n + k], matrix[k * columns + column]);
                        b.sub(sum, product)
                    })
                });
                entries.collect::<Vec<Value>>()
            };
            let [dq, dqd, dwrenches] = [dq, dqd, dwrenches].map(negative_product);
            [first_results, &dq, &dqd, inverse, &dwrenches]
                .into_iter()
                .flatten()
                .copied()
                .collect()
        }
    }
}
