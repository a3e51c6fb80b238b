//! Derivatives of functions, by forward mode: each step of the function's program is differentiated along each rate.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::{Quantity, Terms};
use multibody_description::joint::Statement;
use multibody_program::ir::{Builder, DualValue, Input, InputKind, Program, Value};

/// How inputs change along a direction.
pub(super) type Changes = Vec<(Input, Value)>;

impl<F: Kernels> Recursion<'_, F> {
    /// Derivatives of a quantity with these values, a matrix by rows for each kind of arguments.
    pub(super) fn derivatives(
        &self,
        b: &mut Builder,
        (quantity, values): (Quantity, &[Value]),
        by: &[InputKind],
    ) -> Vec<Value> {
        let program = b.finish(values);
        let mut matrices = Vec::new();
        for &by in by {
            matrices.extend(match (quantity, by) {
                (Quantity::Force(_), InputKind::Qdd) => {
                    let joints = self.joints(b);
                    self.mass_matrix(b, &joints).concat()
                }
                _ => {
                    let directions = self.directions(b, by);
                    matrix(b, &program, &directions)
                }
            });
        }
        matrices
    }

    /// qdd, and its derivatives: where `ID(q, qd, qdd) = tau`, they are `-M^-1 dID` at this qdd, and `M^-1` by tau.
    pub(super) fn derivatives_of_acceleration(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
        by: &[InputKind],
    ) -> Vec<Value> {
        let n = self.tree.nv;
        let qdd = self.forward_dynamics(b, joints, terms.at_rest());
        let inverse = self.mass_matrix_inverse(b, joints);
        let tau = self.forces(b, joints, terms);
        let tau = b.finish(&tau);
        let mut values = qdd.clone();
        for &by in by {
            if by == InputKind::Tau {
                values.extend(inverse.concat());
                continue;
            }
            let directions = self.directions(b, by);
            let changes = matrix(b, &tau, &directions);
            let changes = b.finish(&changes);
            let changes = b.inline(&changes, |b, input| match input.kind {
                InputKind::Qdd => qdd[input.index as usize],
                kind => b.input(kind, input.index as usize),
            });
            for (row, column) in (0..n * n).map(|at| (at / n, at % n)) {
                let column: Vec<Value> = changes.iter().skip(column).step_by(n).copied().collect();
                let sum = b.dot(&inverse[row], &column);
                values.push(b.neg(sum));
            }
        }
        values
    }

    /// For each rate, how inputs of a kind change: positions as they do at this rate.
    pub(super) fn directions(&self, b: &mut Builder, by: InputKind) -> Vec<Changes> {
        let one = b.one();
        if by != InputKind::Q {
            let inputs = (0..self.tree.nv).map(|at| Input::new(by, at));
            return inputs.map(|input| vec![(input, one)]).collect();
        }
        let coordinates = self.tree.generalized.iter();
        coordinates
            .flat_map(|of| {
                let nv = of.kind.nv();
                let (end, _) = of.end();
                let positions = (of.q..end).map(|at| Input::new(InputKind::Q, at));
                let positions: Vec<Input> = positions.collect();
                let rates = match Statement::of(&*of.kind).rate_map {
                    Some(map) => b.inline(&map, |b, local| {
                        b.input(InputKind::Q, of.q + local.index as usize)
                    }),
                    None => (0..nv * nv)
                        .map(|at| if at / nv == at % nv { one } else { Value::ZERO })
                        .collect(),
                };
                let column = |at: usize| {
                    let entries = rates.iter().skip(at).step_by(nv).copied();
                    positions.iter().copied().zip(entries).collect()
                };
                (0..nv).map(column).collect::<Vec<Changes>>()
            })
            .collect()
    }
}

/// The derivatives of a program, by rows: a column for each direction.
fn matrix(b: &mut Builder, program: &Program, directions: &[Changes]) -> Vec<Value> {
    let columns: Vec<Vec<Value>> = directions
        .iter()
        .map(|changes| {
            let moved = b.inline_dual(program, |b, input| DualValue {
                value: b.input(input.kind, input.index as usize),
                change: (changes.iter().find(|(at, _)| *at == input))
                    .map_or(Value::ZERO, |(_, change)| *change),
            });
            moved.iter().map(|of| of.change).collect()
        })
        .collect();
    let rows = 0..program.outputs().len();
    rows.flat_map(|row| columns.iter().map(move |column| column[row]))
        .collect()
}
