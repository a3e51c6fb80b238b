//! Comparison of sparsity patterns of derivatives with values at random states.

use multibody::reference::Described;

/// The pattern of a function.
pub struct Pattern {
    /// The name of the quantity that the function computes.
    pub quantity: &'static str,
    /// For each entry of its matrices, whether it may be nonzero. The matrices are at the end of the result.
    pub nonzeros: fn() -> Vec<bool>,
}

/// The number of states.
const STATES: u64 = 6;

/// Counts of entries, which show how the patterns of a robot agree with values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Entries that are zeros of a pattern.
    pub zeros: usize,
    /// Those among `zeros` that are nonzero at some state.
    pub wrong_zeros: usize,
    /// Entries that may be nonzero.
    pub nonzeros: usize,
    /// Those among `nonzeros` that are 0 at all states, or as small as rounding errors of the largest entry: sums whose terms
    /// cancel.
    /// The bound is a guess, since rounding errors of accelerations grow with the condition of M.
    pub cancelled: usize,
}

impl Agreement {
    /// Compares the patterns of a robot with its values.
    ///
    /// # Panics
    /// If a function is not evaluated, or has another size than its pattern.
    #[must_use]
    pub fn of(subject: &dyn Described, patterns: &[Pattern]) -> Self {
        let (model, wrenches) = (subject.model(), subject.wrench_links().len());
        let mut agreement = Self::default();
        for pattern in patterns {
            let nonzeros = (pattern.nonzeros)();
            let mut largest = vec![0.0_f64; nonzeros.len()];
            for seed in 1..=STATES {
                let state = model.random_state(seed, wrenches);
                let mut is_evaluated = false;
                subject.evaluate(&state, &mut |quantity, values| {
                    if quantity.to_string() == pattern.quantity {
                        is_evaluated = true;
                        let matrices = &values[values.len() - nonzeros.len()..];
                        for (largest, value) in largest.iter_mut().zip(matrices) {
                            *largest = largest.max(value.abs());
                        }
                    }
                });
                assert!(is_evaluated, "{}", pattern.quantity);
            }
            let noise = 1e-14 * largest.iter().copied().fold(0.0, f64::max);
            for (may_be_nonzero, largest) in nonzeros.into_iter().zip(largest) {
                if may_be_nonzero {
                    agreement.nonzeros += 1
                } else {
                    agreement.zeros += 1
                }
                agreement.wrong_zeros += usize::from(!may_be_nonzero && largest != 0.0);
                agreement.cancelled += usize::from(may_be_nonzero && largest <= noise);
            }
        }
        agreement
    }
}
