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
    /// The number of multiplications, additions and divisions.
    pub operations: usize,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Bounds { degree, height }, sample) = (self.bounds, self.sample);
        let (operations, error) = (self.operations, self.log_error);
        let [degree, height] = [degree, height].map(f64::log2);
        let StateSample { points, bits } = sample;
        write!(
            f,
            "{operations} operations, degree 2^{degree:.1}, height 2^{height:.1}, {points} states, {bits} bits, error 2^{error:.0}"
        )
    }
}
