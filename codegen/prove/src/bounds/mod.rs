//! How likely a wrong program satisfies its equation at random states: bounds of the degree and of the coefficients of the
//! polynomial that is 0 there.
//!
//! Every value of a program is a fraction of polynomials with integer coefficients. The variables are the numbers that are drawn:
//! half-angle tangents, positions, rates, accelerations, forces, wrenches, and the vectors of the equations. A value's numerator
//! is bounded by its degree and by the sum of the sizes of its coefficients. Its denominator is a product of known factors:
//! `1 + t^2` of each tangent, the common denominator of all constants, and the numerators of divisors. Sums have the least common
//! multiple of such products as denominator, so bounds do not grow with the number of sums.

mod fraction;
mod lagrangian;
mod values;

pub use lagrangian::bounds;

/// Bounds of the polynomial that is 0 at a state where an equation holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its degree.
    pub degree: f64,
    /// The bits of the sum of its coefficients' values.
    pub height: f64,
}

impl Bounds {
    /// The logarithm to base 2 of a bound of the probability that this polynomial, if it is not 0, is 0 at a state that is drawn
    /// from a key.
    ///
    /// A residue is drawn by 64 bits, so each has a probability of at most 2^-59, and the polynomial modulo p is 0 with a
    /// probability of at most degree / 2^59 (Schwartz and Zippel), unless p divides all coefficients. At most height / 60 of the
    /// primes above 2^60 divide one of them. There are more than 2^53.4 primes between 2^60 and 2^61 that are 3 modulo 4
    /// (Bennett, Martin, O'Bryant and Rechnitzer 2018, theorem 1.3 and corollary 1.7), and all are equally likely.
    #[must_use]
    pub fn log_error(self) -> f64 {
        (self.degree + self.height).log2() - 59.0
    }
}
