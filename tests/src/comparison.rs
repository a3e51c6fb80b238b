//! Comparison of a vector or matrix with the expected one, and the tolerance.

/// Largest error allowed, relative to the largest entry.
const TOLERANCE: f64 = 1e-12;

/// If all entries are smaller than this, they may be rounding errors of larger numbers that cancelled. So the tolerance is
/// relative to this number at least.
const LEAST_SCALE: f64 = 1e-3;

/// A vector or matrix that was computed twice.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The name of the quantity, such as `pose of hand`.
    pub quantity: String,
    /// The values in the golden file.
    pub expected: Vec<f64>,
    /// The values of emitted code.
    pub actual: Vec<f64>,
    /// The number of columns of a matrix; 1 for a vector.
    pub columns: usize,
    /// The largest of the numbers from which `expected` was computed, if these are larger than `expected` itself; else 0.
    pub scale: f64,
    /// The factor by which inverting `M` may enlarge errors: its condition number; 1 if `M` is not inverted.
    pub amplification: f64,
}

/// The entry with the largest error.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Row and column.
    pub index: (usize, usize),
    /// The entry in the golden file.
    pub expected: f64,
    /// The entry of emitted code.
    pub actual: f64,
    /// The difference over the tolerance, infinite if it is NaN; above 1 the entry is wrong.
    pub error: f64,
}

impl Comparison {
    /// The largest expected entry.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.expected
            .iter()
            .fold(0.0, |largest, x| largest.max(x.abs()))
    }

    /// The largest difference allowed.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        let scale = self.largest().max(self.scale).max(LEAST_SCALE);
        TOLERANCE * scale * self.amplification.max(1.0)
    }

    /// The entry with the largest error.
    ///
    /// # Panics
    /// If the lengths differ or are zero.
    #[must_use]
    pub fn worst(&self) -> Worst {
        assert_eq!(
            self.actual.len(),
            self.expected.len(),
            "entries of {}",
            self.quantity
        );
        let tolerance = self.tolerance();
        let pairs = self.expected.iter().zip(&self.actual).enumerate();
        let entries = pairs.map(|(index, (&expected, &actual))| {
            let error = ((expected - actual) / tolerance).abs();
            Worst {
                index: (index / self.columns, index % self.columns),
                expected,
                actual,
                error: if error.is_nan() { f64::INFINITY } else { error },
            }
        });
        let worst = entries.reduce(|a, b| if b.error > a.error { b } else { a });
        worst.unwrap_or_else(|| panic!("{} is empty", self.quantity))
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    fn comparison(expected: [f64; 4], actual: [f64; 4]) -> Comparison {
        Comparison {
            quantity: "M".into(),
            expected: expected.into(),
            actual: actual.into(),
            columns: 2,
            scale: 0.0,
            amplification: 1.0,
        }
    }

    #[test]
    fn the_largest_entry_sets_the_scale() {
        let worst = comparison([2.0, 0.0, 0.0, 1.0], [2.0, 0.0, 4e-12, 1.0]).worst();
        assert_eq!(worst.index, (1, 0));
        assert!((worst.error - 2.0).abs() < 1e-9);
        let small = comparison([1e-9, 0.0, 0.0, 0.0], [1e-9, 1e-15, 0.0, 0.0]).worst();
        assert!((small.error - 1.0).abs() < 1e-9);
    }

    #[test]
    fn nan_and_infinities_are_wrong() {
        let worst = comparison([1.0; 4], [1.0, f64::NAN, 1.0, 1.0]).worst();
        assert_eq!((worst.index, worst.error), ((0, 1), f64::INFINITY));
        let infinite = comparison([1.0; 4], [1.0, 1.0, f64::INFINITY, 1.0]).worst();
        assert_eq!(infinite.error, f64::INFINITY);
    }
}
