//! Functions of constants. A value that is not rational is replaced by the nearest float, as in the constants of Rust.

use dashu_base::{Abs, BitTest};

use super::floats::is_representable;
use super::{Rational, integer, nearest_f64, power_of_two, root};

/// Bits after the binary point, enough for all 53 bits of a float to be right.
const BITS: i64 = 256;

/// The square root. None: the number is below zero.
#[must_use]
pub fn square_root(x: &Rational) -> Option<Rational> {
    let approximation = || (*x >= Rational::ZERO).then(|| float(&root::approximate(x)))?;
    root::exact(x).or_else(approximation)
}

/// The exponential. None: it is outside the range of floats.
#[must_use]
pub fn exponential(x: &Rational) -> Option<Rational> {
    /// The binary logarithm of the largest accepted argument; results in the range of floats need much smaller ones.
    const DOUBLINGS: i64 = 12;
    /// The remainder of the series is below 2^-150 and doubles 12 times, so all 53 bits of a float are right.
    const TERMS: i64 = 40;
    let size = x.clone().abs();
    if size > power_of_two(DOUBLINGS) {
        return None;
    }
    // e^x = (e^(x / 2^n))^(2^n), whose error doubles n times.
    let scaled_argument = round(&(&size / power_of_two(DOUBLINGS)));
    let series = (1..TERMS).rev().fold(Rational::ONE, |sum, k| {
        round(&(Rational::ONE + &scaled_argument * sum / integer(k)))
    });
    let value = (0..DOUBLINGS).fold(series, |power, _| round(&(&power * &power)));
    let is_below_one = *x < Rational::ZERO;
    float(&if is_below_one { Rational::ONE / value } else { value })
}

/// The natural logarithm. None: the number is not above zero.
#[must_use]
pub fn logarithm(x: &Rational) -> Option<Rational> {
    if *x <= Rational::ZERO {
        return None;
    }
    // x = 2^n m with m between 2/3 and 4/3, so that |ln m| is less than ln 2.
    let mut n = x.numerator().bit_len() as i64 - x.denominator().bit_len() as i64;
    let third = |k| integer(k) / integer(3);
    let m = x / power_of_two(n);
    let m = if m < third(2) {
        n -= 1;
        m * integer(2)
    } else if m > third(4) {
        n += 1;
        m / integer(2)
    } else {
        m
    };
    // ln m = 2 artanh((m - 1) / (m + 1)), so ln 2 = 2 artanh(1/3)
    let twice_artanh = |z: Rational| integer(2) * hyperbolic_arc_tangent(&z);
    let ln_m = twice_artanh((&m - integer(1)) / (m + integer(1)));
    float(&(ln_m + integer(n) * twice_artanh(third(1))))
}

/// `z (1 + z^2 / 3 + z^4 / 5 + ..)` for z up to a third; the result has as many significant bits for small z as for large z.
fn hyperbolic_arc_tangent(z: &Rational) -> Rational {
    /// The remainder of the series is below 3^-180, so beyond all `BITS`.
    const TERMS: i64 = 90;
    let square = round(&(z * z));
    let series = (0..TERMS).rev().fold(Rational::ZERO, |sum, k| {
        round(&(&square * sum + Rational::ONE / integer(2 * k + 1)))
    });
    z * series
}

fn round(x: &Rational) -> Rational {
    Rational::from((x * power_of_two(BITS)).round()) / power_of_two(BITS)
}

/// The float nearest to a number. None: the number is outside the range of floats.
fn float(x: &Rational) -> Option<Rational> {
    is_representable(x).then(|| Rational::try_from(nearest_f64(x)).ok())?
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{E, LN_2, LN_10, SQRT_2};

    use super::*;
    use crate::exact::decimal;

    type RealFunction = fn(&Rational) -> Option<Rational>;

    #[test]
    fn constants_are_those_of_rust() {
        let constants: [(RealFunction, i64, f64); 4] = [
            (exponential, 1, E),
            (logarithm, 2, LN_2),
            (logarithm, 10, LN_10),
            (square_root, 2, SQRT_2),
        ];
        for (function, x, value) in constants {
            assert_eq!(nearest_f64(&function(&integer(x)).unwrap()), value);
        }
        assert_eq!(exponential(&integer(0)), Some(integer(1)));
        assert_eq!(logarithm(&integer(1)), Some(integer(0)));
    }

    #[test]
    fn roots_of_squares_are_exact() {
        assert_eq!(square_root(&decimal("0.01").unwrap()), decimal("0.1").ok());
        assert_eq!(square_root(&integer(0)), Some(integer(0)));
    }

    #[test]
    fn values_agree_with_libm_over_the_range_of_floats() {
        fn assert_near(exact: RealFunction, float: fn(f64) -> f64, numbers: &[f64]) {
            for &x in numbers {
                let value = exact(&Rational::try_from(x).unwrap());
                let value = nearest_f64(&value.unwrap());
                let error = (value - float(x)).abs();
                assert!(error <= value.abs() * f64::EPSILON, "{x:e}: {value:e}");
            }
        }
        assert_near(
            exponential,
            libm::exp,
            &[-745.0, -700.25, -1e-9, 0.3, 12.0, 709.5],
        );
        let above_zero = [
            5e-324, 1e-300, 0.4, 0.7, 0.9999999, 1.0000001, 1.4, 3.0, 1e300,
        ];
        assert_near(logarithm, libm::log, &above_zero);
        assert_near(square_root, libm::sqrt, &above_zero);
    }

    #[test]
    fn functions_outside_their_domain_or_beyond_floats_have_no_value() {
        for x in [-4000, -746, 710, 1 << 40] {
            assert_eq!(exponential(&integer(x)), None, "{x}");
        }
        for x in [0, -1] {
            assert_eq!(logarithm(&integer(x)), None, "{x}");
        }
        assert_eq!(square_root(&integer(-1)), None);
    }
}
