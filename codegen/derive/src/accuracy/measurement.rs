//! A function at a state: its true values, and the errors that a program makes there.

use super::double::Double;
use super::floats::FloatPair;
use multibody_outputs::report::Errors;
use multibody_program::ir::Float;

/// If the error of a value of 53 bits is at most this many units in the last place, the value of 106 bits counts as exact.
const EXACT_WITHIN: f64 = (1_u64 << 40) as f64;

/// A function at a state.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The true value of each entry.
    pub exact: Vec<Double>,
    /// The scale of each entry.
    pub scales: Vec<f64>,
    /// The textbook's error of each entry, as used in comparisons.
    pub textbook_errors: Vec<Errors>,
    /// Whether the result is undetermined at this state, because M or the constraints are singular, or a pivot is too
    /// small. Then no errors are measured.
    pub is_singular: bool,
    /// Whether errors at this state are representative of other states.
    pub is_representative: bool,
    /// The sizes relative to which pivots are measured. Pivots are the last outputs of some functions.
    pub pivot_sizes: Vec<f64>,
}

impl Measurement {
    /// Whether 106 bits are enough for the true values. Their computation loses as many bits as that of the textbook's floats of
    /// 53 bits.
    pub fn is_certain(&self) -> bool {
        self.textbook_errors
            .iter()
            .all(|errors| errors.f64 <= EXACT_WITHIN)
            && self.exact.iter().all(is_finite)
    }

    /// Whether the function has a value at this state, unlike, for example, the logarithm of a negative number.
    pub fn has_value(&self) -> bool {
        !self.exact.iter().any(|exact| exact.nearest().is_nan())
    }

    /// The errors of some outputs at a state, in units in the last place of their scales.
    pub fn errors(&self, outputs: &[FloatPair]) -> Vec<Errors> {
        if self.is_singular {
            return vec![Errors::NONE; self.exact.len()];
        }
        let factor = self.pivot_factor(outputs);
        let entries = outputs.iter().zip(&self.exact).zip(&self.scales);
        let errors = entries.map(|((output, exact), scale)| Errors {
            f64: factor * ulps(exact, output.f64, *scale),
            f32: factor * ulps(exact, output.f32, *scale),
        });
        errors.collect()
    }

    /// The factor by which errors are multiplied before they are compared: if rows are pivoted on joints, the square of the least
    /// pivot. Inertias, and therefore errors, grow in proportion to the inverse of this square, until no digit is left.
    fn pivot_factor(&self, outputs: &[FloatPair]) -> f64 {
        let pivots = outputs[outputs.len() - self.pivot_sizes.len()..].iter();
        let least = least_pivot(pivots.map(|pivot| pivot.f64), &self.pivot_sizes);
        least.powi(2).max(f64::EPSILON)
    }

    /// The textbook's errors, as used in comparisons. An error may be small at a single state by luck. So it counts
    /// as at least the expected error, which is limited to the largest error found for any entry. In f32
    /// that largest error may be small by luck too, if there is only one entry and none of its digits are left. So
    /// the limit in f32 is at least the largest error in f64, which comes from the same roundings.
    pub fn comparable_errors(
        &self,
        errors: &[Errors],
        expected: impl Iterator<Item = f64>,
    ) -> Vec<Errors> {
        let mut largest = Errors::largest(errors.iter().copied());
        largest.f32 = largest.f32.max(largest.f64);
        let ratios = expected
            .zip(&self.scales)
            .map(|(error, scale)| error / scale);
        let entries = errors.iter().zip(ratios);
        let counted_errors =
            entries.map(|(errors, expected)| errors.or_larger(&largest.at_most(expected)));
        counted_errors.collect()
    }
}

fn is_finite(exact: &Double) -> bool {
    exact.nearest().is_finite()
}

/// The least pivot relative to its size; 1 if there are no pivots.
pub fn least_pivot(pivots: impl Iterator<Item = f64>, pivot_sizes: &[f64]) -> f64 {
    let ratios = pivots.zip(pivot_sizes).map(|(pivot, size)| {
        if pivot.is_nan() {
            // An earlier pivot is 0.
            0.0
        } else {
            pivot.abs() / size
        }
    });
    ratios.fold(1.0, f64::min)
}

/// The error of a float, in units in the last place of its scale.
fn ulps<F: Float>(exact: &Double, result: F, scale: f64) -> f64 {
    let error = exact.distance(result.wide());
    let ulps = if error == 0.0 { 0.0 } else { error / (scale * F::EPSILON) };
    if ulps.is_nan() { f64::INFINITY } else { ulps }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Robot 198 of `random_robots`: the sine of 600 000 times a position, which f32 had nearly right by luck.
    #[test]
    fn an_error_that_is_small_by_luck_in_f32_counts_as_larger() {
        let entry = Measurement {
            exact: vec![Double::from(0.0)],
            scales: vec![1.0],
            textbook_errors: Vec::new(),
            is_singular: false,
            is_representative: true,
            pivot_sizes: Vec::new(),
        };
        let errors = Errors { f64: 2e5, f32: 6e3 };
        let counted_errors =
            |expected: f64| entry.comparable_errors(&[errors], std::iter::once(expected))[0];
        assert_eq!(counted_errors(1e6), Errors { f64: 2e5, f32: 2e5 });
        assert_eq!(counted_errors(1e4), Errors { f64: 2e5, f32: 1e4 });
        assert_eq!(counted_errors(10.0), errors);
    }
}
