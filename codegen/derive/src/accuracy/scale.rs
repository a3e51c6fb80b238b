//! Scales of results: the sizes that errors are relative to.

use std::collections::BTreeMap;
use std::ops::Range;

use super::double::Double;
use super::motors::Motors;
use super::state::InputState;
use multibody_description::function::{Function, Quantity, Target};
use multibody_program::ir::InputKind;

/// The function that computes the forces that belong to the accelerations which `function` computes; none if it computes
/// something else.
pub fn forces_of(function: Function) -> Option<Function> {
    let quantity = function.quantity();
    let terms = quantity.terms().filter(|_| quantity.is_acceleration())?;
    Function::computing(Quantity::Force(terms))
}

/// The results of the textbook's program at a state.
pub struct ExactValues<'a> {
    /// Where.
    pub state: &'a InputState,
    /// Its outputs.
    pub exact: &'a [Double],
    /// How large their terms are.
    pub terms: Vec<f64>,
    /// What motors drive.
    pub motors: Motors<'a>,
    /// Which of the outputs belong to which function.
    pub parts: &'a BTreeMap<Target, Range<usize>>,
}

impl ExactValues<'_> {
    /// For a metric, the scales follow from its diagonal; for accelerations, from the sizes of forces and the inverse mass
    /// matrix; for results that constraints determine, likewise from these sizes and the constrained metric; for everything else
    /// they are the sizes of the terms.
    pub fn scales(&self, function: Function, outputs: Range<usize>) -> Vec<f64> {
        let quantity = function.quantity();
        let sizes = match (quantity, forces_of(function)) {
            // Where rows depend on one another nothing is measured.
            _ if quantity.solves_constraints() => {
                let sizes = self.scales_under_constraints(quantity);
                sizes.unwrap_or_else(|| vec![1.0; outputs.len()])
            }
            (Quantity::ConstrainedInverse { .. }, _) => {
                let sizes = self.scales_of_motor_forces(quantity);
                sizes.unwrap_or_else(|| vec![1.0; outputs.len()])
            }
            (Quantity::MassMatrix | Quantity::MassMatrixInverse, _) => {
                let roots = roots(&self.diagonal(outputs));
                let pairs = roots.iter().flat_map(|x| roots.iter().map(move |y| x * y));
                pairs.collect()
            }
            (_, Some(forces)) => {
                let roots = roots(&self.inverse_diagonal());
                let forces = &self.terms[self.of(forces)];
                let forces = forces.iter().zip(self.state.values(InputKind::Tau));
                let pushed = roots
                    .iter()
                    .zip(forces)
                    .map(|(root, (&force, &tau))| root * libm::hypot(force, tau));
                let norm = pushed.fold(0.0, libm::hypot);
                roots.iter().map(|root| root * norm).collect()
            }
            (_, None) => self.terms[outputs].to_vec(),
        };
        with_largest_for_zeros(sizes)
    }

    /// Whether the result is not determined at this state, so that it has no error: M, or the constraints, are singular.
    pub fn is_singular(&self, function: Function, outputs: Range<usize>) -> bool {
        let quantity = function.quantity();
        let is_finite = |exact: &Double| exact.nearest().is_finite();
        match quantity {
            Quantity::ConstrainedInverse { .. } => self.scales_of_motor_forces(quantity).is_none(),
            _ if quantity.solves_constraints() => self.scales_under_constraints(quantity).is_none(),
            _ => quantity.inverts_mass_matrix() && !self.exact[outputs].iter().all(is_finite),
        }
    }

    pub fn of(&self, function: Function) -> Range<usize> {
        let link = None;
        self.parts[&Target { function, link }].clone()
    }

    fn diagonal(&self, outputs: Range<usize>) -> Vec<f64> {
        let n = outputs.len().isqrt();
        let diagonal = self.exact[outputs].iter().step_by(n + 1);
        diagonal.map(Double::nearest).collect()
    }

    /// The diagonal of `M^-1` by `M = L D L^T`: each entry is the sum of squares of a column of `L^-1`, weighted by `1 / D`.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let outputs = self.of(Function::MassMatrix);
        let n = outputs.len().isqrt();
        let mut factors: Vec<f64> = self.exact[outputs].iter().map(Double::nearest).collect();
        for j in 0..n {
            for k in 0..j {
                let share = factors[n * j + k] * factors[n * k + k];
                for i in j..n {
                    factors[n * i + j] -= factors[n * i + k] * share;
                }
            }
            for i in j + 1..n {
                factors[n * i + j] /= factors[n * j + j];
            }
        }
        let column = |at: usize| -> f64 {
            let mut solved = vec![0.0; n];
            solved[at] = 1.0;
            for i in at + 1..n {
                solved[i] = -(at..i).map(|k| factors[n * i + k] * solved[k]).sum::<f64>();
            }
            let weighted = (at..n).map(|i| solved[i] * solved[i] / factors[n * i + i]);
            weighted.sum()
        };
        (0..n).map(column).collect()
    }
}

fn roots(diagonal: &[f64]) -> Vec<f64> {
    diagonal.iter().map(|entry| entry.abs().sqrt()).collect()
}

/// An entry that is 0 at all positions may be a difference of two nonzero numbers if other frames are used; then it is as
/// uncertain as the largest entry.
fn with_largest_for_zeros(mut sizes: Vec<f64>) -> Vec<f64> {
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let zeros = sizes.iter_mut().filter(|size| **size == 0.0);
    zeros.for_each(|size| *size = largest);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::findings::Actuation;

    /// Of `[[4, 2, 0], [2, 5, 2], [0, 2, 6]]`, whose determinant is 80.
    #[test]
    fn the_diagonal_of_an_inverse_is_found_without_it() {
        let matrix = [4.0, 2.0, 0.0, 2.0, 5.0, 2.0, 0.0, 2.0, 6.0];
        let target = Target {
            function: Function::MassMatrix,
            link: None,
        };
        let values = ExactValues {
            state: &InputState::default(),
            exact: &matrix.map(Double::from),
            terms: Vec::new(),
            motors: Motors {
                actuation: &Actuation::default(),
                eps: None,
            },
            parts: &BTreeMap::from([(target, 0..9)]),
        };
        let expected = [26.0 / 80.0, 24.0 / 80.0, 16.0 / 80.0];
        for (found, expected) in values.inverse_diagonal().into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
    }
}
