//! The exact values of the constants of a file.
//!
//! A literal is the decimal as written, unless the table at the end of the file has a row for it. A row is `literal = value`; the
//! value is a decimal, a fraction, or `angle`, cosine and sine. The table is not trusted: the literal of each row has to be the
//! float nearest to the value, and then the program with the exact values is proved.

use std::collections::BTreeMap;

use crate::refusal::{Refusal, excerpt};
use multibody_program::exact::{Angle, Rational, decimal, nearest_f64, number};

/// The line before the rows.
const HEADING: &str = "// Exact values of rounded constants:";
/// The maximum number of digits of a number in the table.
const MAX_DIGITS: usize = 1 << 14;

/// The exact value of each literal, as a node of a program: `const` and a number, or `angle`, cosine and sine.
#[derive(Clone, Debug, Default)]
pub struct Constants(BTreeMap<String, String>);

impl Constants {
    /// The table of a text.
    ///
    /// # Errors
    /// A row cannot be read, or its literal is not the nearest float, is beyond the range of floats, or has a row already.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let mut constants = Self::default();
        let lines = text.lines().enumerate();
        let rows = lines.skip_while(|(_, line)| *line != HEADING).skip(1);
        for (index, line) in rows.filter(|(_, line)| !line.trim().is_empty()) {
            let fault = |message: &str| {
                let refusal = Refusal::in_line(index + 1, format!("`{}` {message}", excerpt(line)));
                refusal.with_help("correct it or regenerate the file")
            };
            let row = (line.strip_prefix("// ")).and_then(|row| row.split_once(" = "));
            let (literal, value) = row.ok_or_else(|| fault("is not `literal = value`"))?;
            let (node, nearest, value) = exact(value).ok_or_else(|| fault("has no exact value"))?;
            let float = literal.parse::<f64>().ok().filter(|_| is_plain(literal));
            if float != Some(nearest) {
                return Err(fault("is not the nearest float"));
            }
            if !is_in_range(nearest, &value) {
                return Err(fault("is beyond the range of floats"));
            }
            if constants.0.insert(literal.to_owned(), node).is_some() {
                return Err(fault("is the second row of this literal"));
            }
        }
        Ok(constants)
    }

    /// The node of a literal. `None`: it is not a decimal, or beyond the range of floats.
    pub fn of(&self, literal: &str) -> Option<String> {
        let entry = self.0.get(literal).cloned();
        let decimal_node = || {
            let float = literal.parse().ok().filter(|_| is_plain(literal))?;
            let value = decimal(literal).ok()?;
            is_in_range(float, &value).then(|| format!("const {value}"))
        };
        entry.or_else(decimal_node)
    }
}

/// Whether the float nearest to a value is in the range of full precision: normal, or 0 if the value is 0. Beyond this range
/// floats compute something else than the proof: 1e-400 is 0 as a float, so x * 1e-400 / 1e-400 is x in exact arithmetic only.
fn is_in_range(float: f64, value: &Rational) -> bool {
    float.is_normal() || *value == Rational::ZERO
}

/// Whether a literal has only digits, perhaps a point and digits, perhaps an exponent. Rust and this crate read such a literal as
/// the same number.
fn is_plain(literal: &str) -> bool {
    let (mantissa, exponent) = literal.split_once('e').unwrap_or((literal, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (integer, decimals) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let power = exponent.strip_prefix('-').unwrap_or(exponent);
    digits(integer) && digits(decimals) && digits(power)
}

/// The node of a value, the float nearest to it, and a number that is 0 only if the float may be 0: the value or, since an angle is
/// no rational number, its sine.
fn exact(text: &str) -> Option<(String, f64, Rational)> {
    let Some(numbers) = text.strip_prefix("angle ") else {
        let value = number(text, MAX_DIGITS)?;
        return Some((format!("const {value}"), nearest_f64(&value), value));
    };
    let (cos, sin) = numbers.split_once(' ')?;
    let (cos, sin) = (number(cos, MAX_DIGITS)?, number(sin, MAX_DIGITS)?);
    let is_angle = &cos * &cos + &sin * &sin == Rational::ONE;
    let (node, angle) = (format!("angle {cos} {sin}"), Angle { cos, sin });
    is_angle.then(|| (node, angle.radians(), angle.sin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str) -> Result<Constants, Refusal> {
        Constants::read(&format!("fn f() {{}}\n{HEADING}\n{rows}"))
    }

    #[test]
    fn rows_have_exact_values() {
        let constants = read(
            "// 0.3333333333333333 = 1/3\n// 0.6435011087932843 = angle 4/5 3/5\n// 2.0 = 2\n",
        )
        .unwrap();
        for (literal, node) in [
            ("0.3333333333333333", "const 1/3"),
            ("0.6435011087932843", "angle 4/5 3/5"),
            ("0.5", "const 1/2"),
        ] {
            assert_eq!(constants.of(literal).as_deref(), Some(node));
        }
        for literal in ["1_0.0", "0x1p3", "1.0f32", "1.", ".5", "+1.0", "inf"] {
            assert_eq!(constants.of(literal), None, "{literal}");
        }
    }

    #[test]
    fn constants_beyond_the_range_of_floats_are_refused() {
        let constants = read("").unwrap();
        for literal in ["1e-400", "0.0e-400", "1e400"] {
            let is_zero = literal.starts_with('0');
            assert_eq!(constants.of(literal).is_some(), is_zero, "{literal}");
        }
        let large = format!("1e400 = 1{}", "0".repeat(400));
        for row in ["0.0 = 1e-400", &large, "1e-400 = 1e-400"] {
            let refusal = read(&format!("// {row}\n")).unwrap_err().to_string();
            assert!(refusal.contains("range of floats"), "{row}: {refusal}");
        }
        assert!(read("// 0.0 = 0\n").is_ok());
    }

    #[test]
    fn rows_that_are_not_the_nearest_float_are_refused() {
        for row in [
            "// 0.3333333333333334 = 1/3",
            "// 0.3333333333333333 = 1/0",
            "// 0.3333333333333333 = 1/3/1",
            "// 0.64 = angle 4/5 3/5",
            "// 0.6435011087932843 = angle 4/5 4/5",
            "// 0.5 = 1/2\n// 0.5 = 2/4",
            "// 0.5",
            "0.5 = 1/2",
            "// NaN = 1/2",
        ] {
            assert!(read(row).is_err(), "{row}");
        }
    }
}
