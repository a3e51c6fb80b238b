//! What a state says about the errors of a function there.

use std::ops::Range;

use super::double::Double;
use super::scale::ExactValues;
use multibody_description::function::Target;

/// A state is not used if a pivot that the textbook's program computes is smaller than this factor times the largest
/// entry of the pivot's row.
const LEAST_PIVOT: f64 = 1e-2;

/// The clearness of a state is the square of the least part that the other rows leave of a constraint row. If the
/// clearness is no more than this, errors there depend on the state rather than on the program. They are reported
/// only if no state is clearer.
const LEAST_CLEARNESS: f64 = 1e-6;

/// The scales of a function at a state, and whether its errors there mean anything.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The scale of each entry.
    pub sizes: Vec<f64>,
    /// Whether the result is undetermined at this state, because M, the constraints or the pivots are singular. Then
    /// it has no error.
    pub is_singular: bool,
    /// Whether errors at this state are representative of other states.
    pub is_clear: bool,
    /// The sizes relative to which pivots are measured. Pivots are the last outputs of some functions.
    pub pivots: Vec<f64>,
}

impl Conditions {
    /// The conditions of a target, whose outputs are these.
    pub fn of(values: &ExactValues<'_>, target: Target, outputs: Range<usize>) -> Self {
        let quantity = target.function.quantity();
        let pivots = values.largest_entries(quantity);
        let of_textbook = values.exact[outputs.end - pivots.len()..outputs.end].iter();
        let least = least_pivot(of_textbook.map(Double::nearest), &pivots);
        Self {
            sizes: values.scales(target.function, outputs.clone()),
            is_singular: least < LEAST_PIVOT || values.is_singular(target.function, outputs),
            is_clear: values.clearness(quantity) > LEAST_CLEARNESS,
            pivots,
        }
    }

    /// If rows are pivoted on joints, errors are multiplied by the square of the least pivot before they are
    /// compared. Returns this square for some outputs. Inertias, and therefore errors, grow in proportion to the
    /// inverse of this square, until no digit is left.
    pub fn left_by_pivots(&self, outputs: impl ExactSizeIterator<Item = f64>) -> f64 {
        let before = outputs.len() - self.pivots.len();
        let least = least_pivot(outputs.skip(before), &self.pivots);
        least.powi(2).max(f64::EPSILON)
    }
}

/// Of the states that have conditions, those that are representative of others, or, if there are none, all at which
/// there are errors.
pub fn clearest<T>(states: Vec<T>, of: impl Fn(&T) -> &Conditions) -> Vec<T> {
    let regular = states.into_iter().filter(|state| !of(state).is_singular);
    let (clear, others): (Vec<T>, Vec<T>) = regular.partition(|state| of(state).is_clear);
    if clear.is_empty() { others } else { clear }
}

/// The least pivot relative to its measure; 1 if there are no pivots.
fn least_pivot(pivots: impl Iterator<Item = f64>, measures: &[f64]) -> f64 {
    let beside = pivots
        .zip(measures)
        .map(|(pivot, measure)| match pivot.is_nan() {
            // An earlier pivot is 0.
            true => 0.0,
            false => pivot.abs() / measure,
        });
    beside.fold(1.0, f64::min)
}
