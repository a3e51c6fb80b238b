//! Numbers in a short readable form.

use super::expression::{Expression, Numeral};
use multibody_program::exact::{Rational, nearest_f64};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberStyle {
    /// Small fractions if they are exact, otherwise decimals; used next to parameters.
    Fractions,
    /// Decimals with this many digits.
    Digits(usize),
}

/// Digits of a decimal within an equation.
pub const DIGITS: usize = 5;
/// Digits of a number in a table or in the formulas of a joint type, where numbers are shown as read.
pub const TABLE_DIGITS: usize = 8;
/// Largest numerator and denominator of a fraction.
const MAX_FRACTION: u64 = 999;

/// A number, with its sign.
pub fn number(value: &Rational, style: NumberStyle) -> Expression {
    let is_negative = *value < Rational::ZERO;
    let magnitude = if is_negative { -value.clone() } else { value.clone() };
    let (numerator, denominator) = (magnitude.numerator(), magnitude.denominator());
    let is_small = *numerator <= MAX_FRACTION.into() && *denominator <= MAX_FRACTION.into();
    let number = match style {
        _ if magnitude.is_int() && is_small => Numeral::Fraction(numerator.to_string(), None),
        NumberStyle::Fractions if is_small => {
            Numeral::Fraction(numerator.to_string(), Some(denominator.to_string()))
        }
        NumberStyle::Fractions => decimal(nearest_f64(&magnitude), DIGITS),
        NumberStyle::Digits(digits) => decimal(nearest_f64(&magnitude), digits),
    };
    if is_negative {
        Expression::Numeral(number).negative()
    } else {
        Expression::Numeral(number)
    }
}

/// The decimal with this many digits that is nearest to a nonnegative number, without trailing zeros.
fn decimal(value: f64, digits: usize) -> Numeral {
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let figures: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let figures = match figures.trim_end_matches('0') {
        "" => "0",
        figures => figures,
    };
    // Numbers from 1e-4 to below 1e6 have no exponent.
    match exponent {
        0..6 => {
            let integer = exponent as usize + 1;
            let padded = format!("{figures:0<integer$}");
            let (integer, fraction) = padded.split_at(integer);
            Numeral::Decimal(with_point(integer, fraction), 0)
        }
        -4..0 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            Numeral::Decimal(with_point("0", &format!("{zeros}{figures}")), 0)
        }
        _ => {
            let (integer, fraction) = figures.split_at(1);
            Numeral::Decimal(with_point(integer, fraction), exponent)
        }
    }
}

/// A decimal; without a fraction it has no point.
fn with_point(integer: &str, fraction: &str) -> String {
    match fraction {
        "" => integer.to_owned(),
        _ => format!("{integer}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::decimal as exact;

    #[test]
    fn decimals_are_rounded_and_have_no_trailing_zeros() {
        for (text, digits, exponent) in [
            ("0", "0", 0),
            ("0.18225", "0.18225", 0),
            ("1.234567", "1.2346", 0),
            ("120", "120", 0),
            ("123456", "123460", 0),
            ("0.00010", "0.0001", 0),
            ("0.0000123456", "1.2346", -5),
            ("99999.9", "100000", 0),
            ("2e6", "2", 6),
        ] {
            let value = nearest_f64(&exact(text).unwrap());
            let expected = Numeral::Decimal(digits.into(), exponent);
            assert_eq!(decimal(value, DIGITS), expected, "{text}");
        }
    }

    #[test]
    fn fractions_are_used_beside_parameters_only() {
        let third = Rational::ONE / Rational::from(-12);
        let fraction = Numeral::Fraction("1".into(), Some("12".into()));
        assert_eq!(
            number(&third, NumberStyle::Fractions),
            Expression::Numeral(fraction).negative()
        );
        let rounded = Numeral::Decimal("0.08333".into(), 0);
        assert_eq!(
            number(&third, NumberStyle::Digits(4)),
            Expression::Numeral(rounded).negative()
        );
        assert_eq!(
            number(&Rational::from(2), NumberStyle::Digits(4)),
            Expression::whole(2)
        );
    }
}
