//! How likely it is that a wrong program passes at random states: bounds of the degree and of the coefficients of the
//! polynomial that is 0 where the program satisfies its equation.
//!
//! Every value of a program is a fraction of polynomials with integer coefficients. The variables are the numbers that are drawn:
//! half-angle tangents, positions, rates, accelerations, forces, wrenches, and the vectors of the equations. A value's numerator
//! is bounded by its degree and by the sum of the sizes of its coefficients. Its denominator is a product of known factors:
//! `1 + t^2` of each tangent, the common denominator of all constants, and the numerators of divisors. Sums have the least common
//! multiple of such products as denominator, so bounds do not grow with the number of sums.

mod constraints;
#[cfg(test)]
mod degrees_tests;
mod elimination;
mod fraction;
mod lagrangian;
mod roots;
mod springs;
mod values;

#[cfg(test)]
pub use degrees_tests::DegreeProbe;
pub use lagrangian::bounds;

/// Bounds of the polynomial that is 0 where an equation holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The degree of the polynomial.
    pub degree: f64,
    /// The logarithm to base 2 of the sum of the absolute values of the coefficients.
    pub height: f64,
}

impl Bounds {
    /// The logarithm to base 2 of a bound of a probability: that this polynomial, if it is not 0, is 0 at a state that
    /// is drawn from a key, modulo a prime with this number of bits b.
    ///
    /// A residue is drawn by 64 bits, or by b + 64 bits for larger primes, so each has a probability of at most
    /// `2^-(b - 2)`. Unless p divides all coefficients, the polynomial modulo p is 0 with a probability of at most
    /// `degree / 2^(b - 2)` (Schwartz and Zippel). At most `height / (b - 1)` of the primes above `2^(b - 1)` divide a
    /// given coefficient. The primes between `2^(b - 1)` and `2^b` that are 3 modulo 4 are equally likely. Their number
    /// is more than 2^53.4, 2^118.4, 2^245.4 and 2^510.4 for the b of [`PRIME_BITS`]: the number `pi(x; 4, 3)` of such primes
    /// below x satisfies `x / (2 log x) < pi(x; 4, 3) < x / (2 log x) (1 + 5 / (2 log x))` (Bennett, Martin, O'Bryant and
    /// Rechnitzer 2018). So the share of primes that divide the coefficient is at most `height / 2^(b - 2)`.
    #[must_use]
    pub fn log_error(self, bits: usize) -> f64 {
        (self.degree + self.height).log2() - (bits as f64 - 2.0)
    }
}

/// The numbers of bits that primes may have.
pub const PRIME_BITS: [usize; 4] = [61, 127, 255, 521];

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the numbers of primes, and the bound of the error that follows from them.
    #[test]
    fn there_are_enough_primes_of_all_bits() {
        for (bits, least) in PRIME_BITS.into_iter().zip([53.4, 118.4, 245.4, 510.4]) {
            let [upper, lower] = [bits, bits - 1].map(|b| b as f64 * std::f64::consts::LN_2);
            // Divided by 2^(bits - 1).
            let count = 1.0 / upper - (1.0 + 5.0 / (2.0 * lower)) / (2.0 * lower);
            let log_count = count.log2() + bits as f64 - 1.0;
            assert!(
                log_count > least && log_count < least + 0.2,
                "{bits}: {log_count}"
            );
            assert!(least + (bits as f64 - 1.0).log2() >= bits as f64 - 2.0);
        }
    }
}
