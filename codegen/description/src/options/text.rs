//! Numbers and names as text, as on a command line.

use dashu_int::UBig;

use crate::fault::Hint;
use crate::settings::NONE;
use multibody_program::exact::{DecimalError, Rational, decimal, integer};
use multibody_support::foreign::Shown;

/// Reads a decimal number.
pub fn number(text: &str) -> Result<Rational, String> {
    let label = || Shown::from(text);
    decimal(text.trim()).map_err(|error| match error {
        DecimalError::NotANumber if has_unit(text.trim()) => {
            format!(
                "`{}` is not a number alone; {}",
                label(),
                Hint::WITHOUT_UNIT
            )
        }
        DecimalError::NotANumber => {
            format!("`{}` is not a number; write e.g. -9.81 or 1e-3", label())
        }
        DecimalError::NotFinite => format!("`{}` is not finite; write e.g. -9.81", label()),
        DecimalError::OutOfRange => format!("`{}` is outside the range of f64", label()),
        DecimalError::TooLong => {
            format!("`{}` is too long; round it, an f64 has 17 digits", label())
        }
    })
}

/// Whether a text is a number followed by a word, such as a unit.
fn has_unit(text: &str) -> bool {
    let is_exponent = |tail: &str| {
        let digits = tail[1..].trim_start_matches(['+', '-']);
        tail.starts_with(['e', 'E']) && digits.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut letters = text.char_indices().filter(|(_, c)| c.is_alphabetic());
    let unit = letters.find(|&(index, c)| !c.is_ascii() || !is_exponent(&text[index..]));
    unit.is_some_and(|(index, _)| decimal(text[..index].trim_end()).is_ok())
}

/// The exact value of the decimal that Rust prints for a float: 0.1 becomes one tenth.
pub fn exact(float: f64) -> Result<Rational, String> {
    number(&format!("{float:?}"))
}

/// Writes a number that was read from a decimal as a decimal again. A number that no decimal represents, which only
/// settings made in Rust can have, becomes a fraction.
pub fn decimal_text(value: &Rational) -> String {
    if !is_decimal(value) {
        return value.to_string();
    }
    let mut scaled = value.clone();
    let mut decimals = 0;
    while !scaled.is_int() {
        scaled *= integer(10);
        decimals += 1;
    }
    let sign = if scaled < Rational::ZERO { "-" } else { "" };
    let digits = format!(
        "{:0>width$}",
        scaled.to_string().trim_start_matches('-'),
        width = decimals + 1
    );
    let (units, fraction) = digits.split_at(digits.len() - decimals);
    if decimals == 0 {
        format!("{sign}{units}")
    } else {
        format!("{sign}{units}.{fraction}")
    }
}

/// Whether 2 and 5 are the only prime factors of the denominator.
fn is_decimal(value: &Rational) -> bool {
    let mut cofactor = value.denominator().clone();
    for prime in [2u8, 5] {
        while (&cofactor % prime) == 0 {
            cofactor /= prime;
        }
    }
    cofactor == UBig::ONE
}

/// Splits a text at the separators that are not in quotes.
pub fn split_outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let mut in_quotes = false;
    text.split(|c| {
        in_quotes ^= c == '"';
        c == separator && !in_quotes
    })
    .collect()
}

/// A name without the quotes and spaces around it; inside quotes, two quotes stand for one.
pub fn unquote(text: &str) -> String {
    let name = text.trim();
    let content = name
        .strip_prefix('"')
        .and_then(|tail| tail.strip_suffix('"'));
    content.map_or(name.to_owned(), |content| content.replace("\"\"", "\""))
}

/// A name, in quotes if it would otherwise be split or read as the word `none`.
pub fn quote(name: &str) -> String {
    if name.contains([',', '=', '"']) || name.trim() != name || name == NONE {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_decimals_or_as_fractions() {
        for text in ["0", "-9.81", "0.0625", "1000"] {
            assert_eq!(decimal_text(&decimal(text).unwrap()), text);
        }
        assert_eq!(decimal_text(&(integer(-1) / integer(3))), "-1/3");
    }
}
