//! How far numbers are from those of others.

/// What was compared, and the largest error relative to its tolerance.
pub struct Comparison {
    pub quantity: String,
    pub error: f64,
}

/// Entries below this are rounding of larger numbers that cancelled.
pub const LEAST_SCALE: f64 = 1e-3;

/// The largest difference of two vectors, relative to the largest number of those expected; infinite if they differ in length.
pub fn difference(actual: &[f64], expected: &[f64]) -> f64 {
    difference_in(actual, expected, LEAST_SCALE)
}

/// The same, relative to a number if it is larger.
pub fn difference_in(actual: &[f64], expected: &[f64], scale: f64) -> f64 {
    if actual.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected.iter().fold(scale, |scale, x| scale.max(x.abs()));
    let differences = actual
        .iter()
        .zip(expected)
        .map(|(x, y)| (x - y).abs() / scale);
    differences.fold(0.0, |worst: f64, error| {
        if error.is_nan() { f64::INFINITY } else { worst.max(error) }
    })
}

/// Comparisons of one robot.
#[derive(Default)]
pub struct Comparisons(pub Vec<Comparison>);

impl Comparisons {
    /// Adds one. Nothing there at all is as far away as nothing else.
    pub fn add(
        &mut self,
        quantity: &str,
        actual: Option<&[f64]>,
        expected: &[f64],
        tolerance: f64,
    ) {
        let error = actual.map_or(f64::INFINITY, |actual| {
            difference(actual, expected) / tolerance
        });
        self.add_error(quantity, error);
    }

    /// Adds an error relative to its tolerance.
    pub fn add_error(&mut self, quantity: &str, error: f64) {
        self.0.push(Comparison {
            quantity: quantity.into(),
            error,
        });
    }

    /// Adds a condition.
    pub fn add_condition(&mut self, quantity: &str, is_true: bool) {
        self.add_error(quantity, if is_true { 0.0 } else { f64::INFINITY });
    }

    /// The one with the largest error.
    pub fn worst(&self) -> &Comparison {
        let worst = self
            .0
            .iter()
            .reduce(|a, b| if b.error > a.error { b } else { a });
        worst.expect("something is compared")
    }

    /// Those that are not within their tolerance.
    pub fn wrong(&self) -> String {
        let wrong = self.0.iter().filter(|comparison| comparison.error > 1.0);
        let texts: Vec<String> = wrong
            .map(|Comparison { quantity, error }| format!("{quantity} ({error:.1e})"))
            .collect();
        texts.join(", ")
    }
}
