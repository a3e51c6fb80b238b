//! Derivatives of a function: the function's own equation at a state that moves.
//!
//! Along any change of an argument, the change of the function's values has to satisfy the change of its equation. So derivatives
//! include all that the function includes.

use super::matrices::mass_matrix;
use super::{Degree, Entries, Equation, JudgedEntry, Proof, times};
use crate::arithmetic::{PrimeField, Residue};
use multibody_description::function::{Derivatives, Target};
use multibody_program::ir::InputKind;

/// Derivatives of the function of a target.
pub(super) fn derivatives(target: Target, of: Derivatives) -> Equation {
    let base = Target {
        function: of.of,
        ..target
    };
    let degree = Equation::of(base).degree;
    let degree = Degree {
        derivatives: degree.derivatives + 1,
        vectors: degree.vectors + 1,
        ..degree
    };
    let check = move |p: &mut Proof<'_>, values: &[Residue]| {
        let equation = Equation::of(base);
        let parts = Parts::of(p, of, values);
        if of.with_value {
            (equation.check)(p, &parts.value)?;
        }
        for (matrix, &by) in parts.matrices.iter().zip(of.by) {
            let along = p.vector_of(p.directions(by));
            let changes = times(matrix, &along);
            p.moving(&[(by, &along)], |p| {
                let moving = moved(&parts.value, &changes);
                (equation.check)(p, &moving)
            })?;
        }
        if of.with_mass_matrix {
            (mass_matrix().check)(p, parts.mass_matrix)
        } else {
            Ok(())
        }
    };
    let entries = Entries::all(move |p, values, entry| {
        let parts = Parts::of(p, of, values);
        let equation = Equation::of(base).entries;
        let (part, indices) = entry.indices.split_first()?;
        let before = usize::from(of.with_value);
        let Some(part) = part.checked_sub(before) else {
            let own = JudgedEntry {
                indices: indices.to_vec(),
                at: entry.at,
            };
            return equation.sides(p, &parts.value, &own);
        };
        let rows = parts.value.len();
        let earlier = of.by[..part].iter().map(|&by| p.directions(by));
        let first = (before + earlier.sum::<usize>()) * rows;
        if part == of.by.len() {
            let own = JudgedEntry {
                indices: indices.to_vec(),
                at: entry.at - first,
            };
            return mass_matrix().entries.sides(p, parts.mass_matrix, &own);
        }
        let (column, row) = indices.split_last()?;
        let columns = p.directions(of.by[part]);
        let mut along = vec![Residue::ZERO; columns];
        along[*column] = Residue::ONE;
        let changes = times(parts.matrices[part], &along);
        let own = JudgedEntry {
            indices: row.to_vec(),
            at: (entry.at - first) / columns,
        };
        p.moving(&[(of.by[part], &along)], |p| {
            let sides = equation.sides(p, &moved(&parts.value, &changes), &own)?;
            Some(sides.map(|side| side.value_and_change()[1]))
        })
    });
    Equation::new(degree, check, entries)
}

/// The values of derivatives: those of the function itself, 0 where its equation is linear in them, a matrix for each argument, and
/// the mass matrix.
struct Parts<'a> {
    value: Vec<Residue>,
    matrices: Vec<&'a [Residue]>,
    mass_matrix: &'a [Residue],
}

impl<'a> Parts<'a> {
    fn of(p: &Proof<'_>, of: Derivatives, values: &'a [Residue]) -> Self {
        let sizes = of.by.iter().map(|&by| p.directions(by));
        let columns: usize = sizes.clone().sum();
        let last = if of.with_mass_matrix {
            p.nv().pow(2)
        } else {
            0
        };
        let (values, mass_matrix) = values.split_at(values.len() - last);
        let (value, matrices) = if of.with_value {
            values.split_at(values.len() / (columns + 1))
        } else {
            values.split_at(0)
        };
        let rows = matrices.len() / columns;
        let mut rest = matrices;
        let matrices = sizes.map(|size| {
            let (matrix, others) = rest.split_at(rows * size);
            rest = others;
            matrix
        });
        Self {
            value: if of.with_value {
                value.to_vec()
            } else {
                vec![Residue::ZERO; rows]
            },
            matrices: matrices.collect(),
            mass_matrix,
        }
    }
}

/// Values that move.
pub(super) fn moved(values: &[Residue], changes: &[Residue]) -> Vec<Residue> {
    let pairs = values.iter().zip(changes);
    pairs
        .map(|(&x, &change)| Residue::moving(x, change))
        .collect()
}

impl Proof<'_> {
    /// The number of directions in which an argument can change.
    fn directions(&self, by: InputKind) -> usize {
        match by {
            InputKind::Q => self.nv(),
            _ => self.values(by).len(),
        }
    }

    /// Runs a function at the state that moves along a vector for each of some arguments: positions as they do at these rates,
    /// other arguments by it.
    pub(super) fn moving<T>(
        &mut self,
        along: &[(InputKind, &[Residue])],
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let changes = along.iter().map(|&(kind, along)| {
            let changes = match kind {
                InputKind::Q => self.lagrangian.position_rates(along),
                _ => along.to_vec(),
            };
            (kind, changes)
        });
        let changes: Vec<_> = changes.collect();
        PrimeField::within_duals(|| {
            let numbers = self.lagrangian.start_moving(&changes);
            let result = run(self);
            self.lagrangian.stop_moving(numbers);
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::function::{Function, Quantity};

    /// The equation of the function judges values that are given: it evaluates no program, which would be that of the derivatives.
    #[test]
    fn equations_of_derivatives_evaluate_no_other_program() {
        let of = |function: Function| match function.quantity() {
            Quantity::Derivatives(of) => Some(of.of),
            _ => None,
        };
        let differentiated: Vec<Function> = Function::ALL.into_iter().filter_map(of).collect();
        assert!(differentiated.contains(&Function::InverseDynamics));
        for function in differentiated {
            let target = Target {
                function,
                link: None,
            };
            assert_eq!(Equation::of(target).degree.evaluations, 1, "{function}");
        }
    }
}
