//! One vector or matrix against another, and how far off it may be.

/// Largest error allowed, relative to the largest entry.
const TOLERANCE: f64 = 1e-12;

/// Entries below this are rounding of larger numbers that cancelled.
const LEAST_SCALE: f64 = 1e-3;

/// A vector or matrix that was computed twice.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// E.g. `pose of hand`.
    pub quantity: String,
    /// What the golden data say.
    pub expected: Vec<f64>,
    /// What emitted code says.
    pub actual: Vec<f64>,
    /// Columns of a matrix, 1 for a vector.
    pub columns: usize,
    /// Largest entry of what `expected` was computed from, where that is larger than itself.
    pub scale: f64,
    /// By how much inverting `M` may enlarge errors: its condition number.
    pub amplification: f64,
}

/// The entry that is furthest off.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Row and column.
    pub index: (usize, usize),
    /// What the golden data say there.
    pub expected: f64,
    /// What emitted code says there.
    pub actual: f64,
    /// Difference over tolerance: wrong above 1, or if not a number.
    pub error: f64,
}

impl Comparison {
    /// The largest entry.
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

    /// The entry that is furthest off.
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
    fn what_is_no_number_is_wrong() {
        let worst = comparison([1.0; 4], [1.0, f64::NAN, 1.0, 1.0]).worst();
        assert_eq!((worst.index, worst.error), ((0, 1), f64::INFINITY));
        let infinite = comparison([1.0; 4], [1.0, 1.0, f64::INFINITY, 1.0]).worst();
        assert_eq!(infinite.error, f64::INFINITY);
    }
}
