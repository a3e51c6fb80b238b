//! How strong a proof is.

use std::fmt;

use multibody_prove::{Bounds, StateSample};

/// How strong a proof is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Bounds of the polynomial that is 0 where the equation holds.
    pub bounds: Bounds,
    /// The number of states, and of the bits of their primes.
    pub sample: StateSample,
    /// The logarithm to base 2 of the probability of error.
    pub log_error: f64,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [degree, height] = [self.bounds.degree, self.bounds.height].map(f64::log2);
        let (StateSample { points, bits }, error) = (self.sample, self.log_error);
        write!(
            f,
            "degree 2^{degree:.1}, height 2^{height:.1}, {points} states, {bits} bits, error 2^{error:.0}"
        )
    }
}
