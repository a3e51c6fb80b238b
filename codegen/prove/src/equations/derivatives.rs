//! Derivatives of a function: the function's own equation in dual numbers.
//!
//! Along any change of an argument, the change of the function's values has to satisfy the change of its equation. So the check of
//! derivatives covers every term that the function has.

use super::matrices::mass_matrix;
use super::{Degree, EntrySides, Equation, ResultEntry, Trial, times};
use crate::arithmetic::{PrimeField, Residue};
use multibody_description::function::{Derivatives, Target};
use multibody_program::ir::InputKind;

/// The equation of the derivatives of a function, and of the values that the program returns with them.
pub(super) fn derivatives(target: Target, quantity: Derivatives) -> Equation {
    let function = quantity.function;
    let base = Target { function, ..target };
    let base_degree = Equation::of(base).degree;
    let degree = Degree {
        derivatives: base_degree.derivatives + 1,
        vector_entries: base_degree.vector_entries + 1,
        ..base_degree
    };
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let equation = Equation::of(base);
        let parts = Parts::of(trial, quantity, values);
        if quantity.has_value {
            (equation.check)(trial, &parts.value)?;
        }
        for (matrix, &kind) in parts.matrices.iter().zip(quantity.inputs) {
            let direction = trial.random_vector_of_length(trial.direction_count(kind));
            let changes = times(matrix, &direction);
            trial.run_along(&[(kind, &direction)], |trial| {
                let duals = to_duals(&parts.value, &changes);
                (equation.check)(trial, &duals)
            })?;
        }
        if quantity.has_mass_matrix {
            (mass_matrix().check)(trial, parts.mass_matrix)
        } else {
            Ok(())
        }
    };
    let entry_sides = EntrySides::all(move |trial, values, entry| {
        let parts = Parts::of(trial, quantity, values);
        let base_sides = Equation::of(base).entry_sides;
        let (part, indices) = entry.indices.split_first()?;
        let offset = usize::from(quantity.has_value);
        let Some(part) = part.checked_sub(offset) else {
            let part_entry = ResultEntry {
                indices: indices.to_vec(),
                index: entry.index,
            };
            return base_sides.of_entry(trial, &parts.value, &part_entry);
        };
        let rows = parts.value.len();
        let earlier_inputs = quantity.inputs[..part].iter();
        let sizes = earlier_inputs.map(|&kind| trial.direction_count(kind));
        let part_start = (offset + sizes.sum::<usize>()) * rows;
        // The mass matrix is the part after the matrices for arguments.
        if part == quantity.inputs.len() {
            let part_entry = ResultEntry {
                indices: indices.to_vec(),
                index: entry.index - part_start,
            };
            return mass_matrix()
                .entry_sides
                .of_entry(trial, parts.mass_matrix, &part_entry);
        }
        let (column, row) = indices.split_last()?;
        let columns = trial.direction_count(quantity.inputs[part]);
        let mut direction = vec![Residue::ZERO; columns];
        direction[*column] = Residue::ONE;
        let changes = times(parts.matrices[part], &direction);
        let part_entry = ResultEntry {
            indices: row.to_vec(),
            // The matrix has a row for each entry of the function.
            index: (entry.index - part_start) / columns,
        };
        trial.run_along(&[(quantity.inputs[part], &direction)], |trial| {
            let sides =
                base_sides.of_entry(trial, &to_duals(&parts.value, &changes), &part_entry)?;
            Some(sides.map(|side| side.value_and_change()[1]))
        })
    });
    Equation::new(degree, check, entry_sides)
}

/// The parts of the values: the function's own values, a matrix for each argument, and the mass matrix. If the program does not
/// return the function's own values, they are zeros: the equation is then linear in them, so changes do not depend on them.
struct Parts<'a> {
    value: Vec<Residue>,
    matrices: Vec<&'a [Residue]>,
    mass_matrix: &'a [Residue],
}

impl<'a> Parts<'a> {
    fn of(trial: &Trial<'_>, quantity: Derivatives, values: &'a [Residue]) -> Self {
        let sizes = quantity
            .inputs
            .iter()
            .map(|&kind| trial.direction_count(kind));
        let columns: usize = sizes.clone().sum();
        let mass_matrix_length = if quantity.has_mass_matrix { trial.nv().pow(2) } else { 0 };
        let (values, mass_matrix) = values.split_at(values.len() - mass_matrix_length);
        let (value, matrices) = if quantity.has_value {
            values.split_at(values.len() / (columns + 1))
        } else {
            values.split_at(0)
        };
        let rows = matrices.len() / columns;
        let mut remaining = matrices;
        let matrices = sizes.map(|size| {
            let (matrix, others) = remaining.split_at(rows * size);
            remaining = others;
            matrix
        });
        Self {
            value: if quantity.has_value { value.to_vec() } else { vec![Residue::ZERO; rows] },
            matrices: matrices.collect(),
            mass_matrix,
        }
    }
}

/// The dual numbers of these values and changes.
pub(super) fn to_duals(values: &[Residue], changes: &[Residue]) -> Vec<Residue> {
    let pairs = values.iter().zip(changes);
    pairs
        .map(|(&x, &change)| Residue::dual(x, change))
        .collect()
}

impl Trial<'_> {
    /// The number of directions in which an argument can change.
    fn direction_count(&self, kind: InputKind) -> usize {
        match kind {
            InputKind::Q => self.nv(),
            _ => self.values(kind).len(),
        }
    }

    /// Runs a function in dual numbers. Each of these arguments changes by its vector; positions change by their
    /// derivatives with the vector as rates.
    pub(super) fn run_along<T>(
        &mut self,
        directions: &[(InputKind, &[Residue])],
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let changes = directions.iter().map(|&(kind, direction)| {
            let changes = match kind {
                InputKind::Q => self.system_at_state.position_rates(direction),
                _ => direction.to_vec(),
            };
            (kind, changes)
        });
        let changes: Vec<_> = changes.collect();
        PrimeField::within_duals(|| {
            let numbers = self.system_at_state.enter_dual_state(&changes);
            let result = run(self);
            self.system_at_state.leave_dual_state(numbers);
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::function::{Function, Quantity};

    /// In dual numbers, the function's own equation only judges given values. A program that it evaluated would be that of the
    /// derivatives, not that of the function.
    #[test]
    fn equations_of_differentiated_functions_evaluate_no_program() {
        let base = |function: Function| match function.quantity() {
            Quantity::Derivatives(derivatives) => Some(derivatives.function),
            _ => None,
        };
        let functions: Vec<Function> = Function::ALL.into_iter().filter_map(base).collect();
        assert!(functions.contains(&Function::InverseDynamics));
        for function in functions {
            let target = Target {
                function,
                link: None,
            };
            assert_eq!(Equation::of(target).degree.evaluations, 1, "{function}");
        }
    }
}
