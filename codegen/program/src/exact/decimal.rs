//! Decimals of descriptions, read as exact numbers.

use dashu_int::{IBig, UBig};

use super::Rational;
use super::floats::is_below_infinity;

/// The largest decimal exponent, positive or negative, that a description may use; f64 ends at 308.
const EXPONENT_LIMIT: i64 = 400;
/// Largest length of a decimal in a description, in bytes.
const LENGTH_LIMIT: usize = 800;

/// Why a text is not a usable number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError {
    /// Not of the form `[+-]digits[.digits][e[+-]digits]`; digits may be missing on one side of the point.
    NotANumber,
    /// `inf`, `nan` and their like.
    NotFinite,
    /// Too large for f64, or with an exponent beyond the largest allowed one.
    OutOfRange,
    /// Longer than any number needs to be.
    TooLong,
}

/// The exact value of a decimal such as `-1.25e-3`.
///
/// # Errors
/// [`DecimalError`] says what is wrong with the text.
pub fn decimal(text: &str) -> Result<Rational, DecimalError> {
    if text.len() > LENGTH_LIMIT {
        let occurs_in_numbers = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        return Err(if text.bytes().all(occurs_in_numbers) {
            DecimalError::TooLong
        } else {
            DecimalError::NotANumber
        });
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lowercase = unsigned.to_ascii_lowercase();
    if matches!(lowercase.as_str(), "inf" | "infinity" | "nan") {
        return Err(DecimalError::NotFinite);
    }
    let (mantissa, exponent) = lowercase.split_once('e').unwrap_or((&lowercase, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    let exponent = parse_exponent(exponent);
    let magnitude = UBig::from_str_radix(&digits, 10).map_err(|_| DecimalError::NotANumber)?;
    // Zero may have an exponent of any size.
    if magnitude == UBig::ZERO && exponent != Err(DecimalError::NotANumber) {
        return Ok(Rational::ZERO);
    }
    let exponent = exponent? - fraction.len() as i64;
    let integer_digits = digits.trim_start_matches('0').len() as i64 + exponent;
    // Digits before the point: 1.7e308 has 309.
    if integer_digits > 309 {
        return Err(DecimalError::OutOfRange);
    }
    let power = UBig::from(10u8).pow(exponent.unsigned_abs() as usize);
    let value = if exponent < 0 {
        Rational::from_parts(IBig::from(magnitude), power)
    } else {
        Rational::from(IBig::from(magnitude * power))
    };
    if !is_below_infinity(&value) {
        return Err(DecimalError::OutOfRange);
    }
    Ok(if text.starts_with('-') { -value } else { value })
}

fn parse_exponent(text: &str) -> Result<i64, DecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    match text.parse::<i64>() {
        Ok(exponent) if exponent.abs() <= EXPONENT_LIMIT => Ok(exponent),
        _ => Err(DecimalError::OutOfRange),
    }
}

/// A decimal, an integer or a fraction of at most `max_length` bytes. None: the text is something else, or longer.
#[must_use]
pub fn number(text: &str, max_length: usize) -> Option<Rational> {
    if text.len() > max_length {
        return None;
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let parts = || unsigned.split('/');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if parts().count() > 2 || !parts().all(is_number) {
        return decimal(text).ok();
    }
    if parts()
        .nth(1)
        .is_some_and(|denominator| denominator.bytes().all(|b| b == b'0'))
    {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;

    #[test]
    fn decimals_are_exact() {
        assert_eq!(decimal("-1.25e-1"), Ok(integer(-1) / integer(8)));
        assert_eq!(decimal("+.5"), Ok(integer(1) / integer(2)));
        assert_eq!(decimal("1e2"), Ok(integer(100)));
        assert_eq!(decimal("-0.0"), Ok(integer(0)));
        assert_eq!(decimal("0e999999999"), Ok(integer(0)));
        assert_eq!(decimal("0.0e-99999999999999999999"), Ok(integer(0)));
    }

    #[test]
    fn the_error_explains_why_a_text_is_not_a_number() {
        for text in [
            "", "-", ".", "1e", "0e", "0e1.5", "0x1", "1.2.3", "1 2", "--1",
        ] {
            assert_eq!(decimal(text), Err(DecimalError::NotANumber), "{text}");
        }
        assert_eq!(decimal("-inf"), Err(DecimalError::NotFinite));
        assert_eq!(decimal("NaN"), Err(DecimalError::NotFinite));
        for text in ["1e999", "1.8e308", "-1e309"] {
            assert_eq!(decimal(text), Err(DecimalError::OutOfRange), "{text}");
        }
        assert_eq!(
            decimal("1e99999999999999999999"),
            Err(DecimalError::OutOfRange)
        );
        assert_eq!(decimal(&"3".repeat(801)), Err(DecimalError::TooLong));
        assert_eq!(decimal(&"1 ".repeat(500)), Err(DecimalError::NotANumber));
    }

    #[test]
    fn fractions_are_numbers_too() {
        let third = integer(1) / integer(3);
        assert_eq!(number("1/3", 8), Some(third.clone()));
        assert_eq!(number("-2/6", 8), Some(-third));
        assert_eq!(number("0.25", 8), number("1/4", 8));
        for text in ["1/0", "1/3/1", "1/-3", "/3", "1/", "1/3 ", "123456789"] {
            assert_eq!(number(text, 8), None, "{text}");
        }
    }
}
