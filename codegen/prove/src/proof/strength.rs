//! The strength of a proof of a program: the number of states that make its error small enough.

use std::fmt;

use super::{MAX_DRAWN_STATES, StateSample};
use crate::bounds::{Bounds, PRIME_BITS, bounds};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_program::ir::{Node, Program};

/// The logarithm to base 2 of the largest accepted probability of error of one function.
const MAX_LOG_ERROR: f64 = -120.0;
/// The maximum number of states at which a function has to satisfy its equation.
const MAX_STATES: u64 = 12;
/// The maximum product of two numbers: of nodes, and of divisions and function calls. The time that bounds take grows with
/// this product.
const MAX_WORK: usize = 100_000_000;

impl StateSample {
    /// The states for programs whose probability of error is not bounded.
    pub const FLOOR: Self = Self {
        bits: PRIME_BITS[0],
        states: 2,
    };
}

/// The strength of a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Bounds of the polynomial that is 0 where the equation holds.
    pub bounds: Bounds,
    /// The number of states, and of bits of their primes.
    pub sample: StateSample,
    /// The logarithm to base 2 of the probability of error.
    pub log_error: f64,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [degree, height] = [self.bounds.degree, self.bounds.height].map(f64::log2);
        let (StateSample { states, bits }, error) = (self.sample, self.log_error);
        write!(
            f,
            "degree 2^{degree:.1}, height 2^{height:.1}, {states} states, {bits} bits, error 2^{error:.0}"
        )
    }
}

/// The strength of a proof of a program.
///
/// # Errors
/// Why the probability of error is not known to be small enough.
pub fn strength(
    system: &ExaminedSystem,
    target: Target,
    program: &Program,
) -> Result<Strength, String> {
    let nodes = program.nodes();
    let is_costly = |node: &&Node| matches!(node, Node::Div(..) | Node::Call(..));
    let count = nodes.iter().filter(is_costly).count() + 1;
    if nodes.len().saturating_mul(count) > MAX_WORK {
        return Err("it is too long for a bound of its error".into());
    }
    let bounds = bounds(system, target, program)
        .ok_or("it satisfies its equation at some states, but the error is not yet bounded")?;
    let (sample, log_error) = sample(bounds).ok_or_else(|| {
        let size = (bounds.degree + bounds.height).log2();
        format!(
            "it satisfies its equation at some states, but degree and height of up to 2^{size:.0} are too high for \
             primes of 521 bits"
        )
    })?;
    Ok(Strength {
        bounds,
        sample,
        log_error,
    })
}

/// The number of states and of bits that make the error small enough, and the logarithm to base 2 of the error. None: no numbers
/// do.
///
/// A wrong program passes if it satisfies its equation at `states` of the states that are drawn, each with a probability of at
/// most `error`: at most `binomial(drawn, states) error^states`.
fn sample(bounds: Bounds) -> Option<(StateSample, f64)> {
    for bits in PRIME_BITS {
        let mut log_binomial = 0.0;
        for states in 1..=MAX_STATES {
            log_binomial += ((MAX_DRAWN_STATES - states + 1) as f64 / states as f64).log2();
            let total = log_binomial + states as f64 * bounds.log_error(bits);
            if total <= MAX_LOG_ERROR {
                return Some((StateSample { bits, states }, total));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_states_or_bits_are_needed_for_higher_degrees() {
        let choice = |log: f64| {
            sample(Bounds {
                degree: log.exp2(),
                height: 0.0,
            })
        };
        let samples =
            [10.0, 20.0, 40.0, 50.0, 100.0, 200.0, 500.0].map(|log| choice(log).unwrap().0);
        assert!(
            samples.is_sorted_by_key(|sample| sample.bits),
            "{samples:?}"
        );
        assert_eq!(samples[0].bits, 61);
        assert_eq!(samples[6].bits, 521);
        assert!(samples[0].states < samples[2].states);
        assert!(
            [10.0, 40.0, 500.0]
                .iter()
                .all(|&log| choice(log).unwrap().1 <= MAX_LOG_ERROR)
        );
        assert_eq!(choice(519.0), None);
        assert_eq!(choice(f64::INFINITY), None);
    }
}
