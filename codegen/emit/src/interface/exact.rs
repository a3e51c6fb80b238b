//! How exact constants are written as decimals, which most languages read, and the table of their exact values.
//!
//! The text has the floats that are nearest to exact constants. The table has a row for each constant that its literal, read as a
//! decimal, only approximates; from it the verifier reads the exact value. A row is `literal = value`. The value is a decimal, a fraction, or the word `angle`
//! followed by cosine and sine. Negative constants have no rows: they are minus positive ones. If several constants have the
//! same nearest float, all but one are written with zeros at the end, so each literal has one value.

use std::collections::{BTreeMap, BTreeSet};

use super::robot::{Owner, Robot};
use multibody_program::exact::{Angle, Rational, decimal, integer, nearest_f64};
use multibody_program::ir::Program;

/// The literals of exact constants.
#[derive(Clone, Debug, Default)]
pub struct ExactConstants {
    /// The numbers whose literal has zeros at the end.
    numbers: BTreeMap<Rational, String>,
    /// The angles whose literal has zeros at the end, by their text in the table.
    angles: BTreeMap<String, String>,
    /// The rows of the table.
    rows: Vec<String>,
}

/// The magnitude of a constant.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Magnitude {
    Number(Rational),
    /// An angle, by its text in the table.
    Angle(String),
}

impl ExactConstants {
    /// The constants of all programs of a robot.
    pub fn of(robot: &Robot<'_>) -> Self {
        // Functions that call others have no program of their own in the text.
        let functions = (robot.functions.iter())
            .filter(|function| robot.call_for(function.target, Owner::Robot).is_none())
            .map(|function| &function.program);
        let bundles = robot.bundles.iter().map(|bundled| &bundled.program);
        if robot.is_derived {
            Self::of_programs(functions.chain(bundles).chain([robot.prepare]))
        } else {
            Self::default()
        }
    }

    fn of_programs<'a>(programs: impl Iterator<Item = &'a Program>) -> Self {
        // For each literal, the constants that round to it. The flag says whether the literal is only rounded, so that a constant
        // equal to it sorts first.
        let mut values: BTreeMap<String, BTreeSet<(bool, Magnitude)>> = BTreeMap::new();
        for program in programs {
            for constant in program.constants() {
                let constant = magnitude(constant);
                let literal = format!("{:?}", nearest_f64(&constant));
                let is_rounded = decimal(&literal).as_ref() != Ok(&constant);
                let entry = values.entry(literal).or_default();
                entry.insert((is_rounded, Magnitude::Number(constant)));
            }
            for angle in program.angles() {
                let literal = format!("{:?}", angle.radians().abs());
                let entry = values.entry(literal).or_default();
                entry.insert((true, Magnitude::Angle(angle_text(angle))));
            }
        }
        let mut exact = Self::default();
        for (literal, values) in values {
            for (zero_count, (is_rounded, value)) in values.into_iter().enumerate() {
                // As many zeros at the end as constants come before this one.
                let spelled = spelling(&literal, zero_count);
                if is_rounded {
                    let text = match &value {
                        Magnitude::Number(value) => number_text(value),
                        Magnitude::Angle(text) => text.clone(),
                    };
                    exact.rows.push(format!("{spelled} = {text}"));
                }
                match value {
                    _ if zero_count == 0 => None,
                    Magnitude::Number(value) => exact.numbers.insert(value, spelled),
                    Magnitude::Angle(text) => exact.angles.insert(text, spelled),
                };
            }
        }
        exact
    }

    /// The literal of a number.
    pub fn number(&self, value: &Rational) -> String {
        let sign = if *value < Rational::ZERO { "-" } else { "" };
        let spelling = self.numbers.get(&magnitude(value));
        spelling.map_or_else(
            || format!("{:?}", nearest_f64(value)),
            |literal| format!("{sign}{literal}"),
        )
    }

    /// The literal of an angle in radians.
    pub fn angle(&self, angle: &Angle) -> String {
        let sign = if angle.radians() < 0.0 { "-" } else { "" };
        let spelling = self.angles.get(&angle_text(angle));
        spelling.map_or_else(
            || format!("{:?}", angle.radians()),
            |literal| format!("{sign}{literal}"),
        )
    }

    /// The rows of the table; none if every constant equals its literal, read as a decimal.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }
}

/// A literal with this many more zeros at the end of its digits.
fn spelling(literal: &str, zero_count: usize) -> String {
    if zero_count == 0 {
        return literal.to_owned();
    }
    let exponent_start = literal.find('e').unwrap_or(literal.len());
    let (digits, exponent) = literal.split_at(exponent_start);
    let point = if digits.contains('.') { "" } else { "." };
    format!("{digits}{point}{}{exponent}", "0".repeat(zero_count))
}

fn magnitude(value: &Rational) -> Rational {
    if *value < Rational::ZERO { -value.clone() } else { value.clone() }
}

/// The angle or, if it is negative, the opposite one.
fn angle_text(angle: &Angle) -> String {
    let angle = if angle.radians() < 0.0 { -angle.clone() } else { angle.clone() };
    format!("angle {} {}", angle.cos, angle.sin)
}

/// A positive number: its decimal if that is shorter than the fraction.
fn number_text(value: &Rational) -> String {
    /// A fraction whose denominator has more digits is not written as a decimal.
    const MAX_DIGITS: usize = 400;
    let fraction = value.to_string();
    let denominator_digits = value.denominator().to_string().len();
    if denominator_digits > MAX_DIGITS {
        return fraction;
    }
    // An exact decimal with more places than the denominator has digits is longer than the fraction.
    let scaled = value * integer(10).pow(denominator_digits as isize);
    if !scaled.is_int() {
        return fraction;
    }
    let digits = format!(
        "{:0>1$}",
        scaled.numerator().to_string(),
        denominator_digits + 1
    );
    let (units, decimals) = digits.split_at(digits.len() - denominator_digits);
    let text = format!("{units}.{}", decimals.trim_end_matches('0'));
    if decimal(&text).as_ref() == Ok(value) && text.len() < fraction.len() {
        text
    } else {
        fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::parse;

    fn exact(program: &str) -> ExactConstants {
        ExactConstants::of_programs([parse(program).unwrap()].iter())
    }

    #[test]
    fn only_constants_that_differ_from_their_literal_have_rows() {
        let exact = exact(
            "v0 = const 1/8\nv1 = const -1/3\nv2 = const 12345678901234567891/100000000000000000000\n\
             v3 = angle 4/5 -3/5\nv4 = add v0 v1\nv5 = add v2 v3\nout v4 v5",
        );
        let expected = [
            "0.12345678901234568 = 0.12345678901234567891",
            "0.3333333333333333 = 1/3",
            "0.6435011087932843 = angle 4/5 3/5",
        ];
        assert_eq!(exact.rows, expected);
        assert_eq!(
            exact.number(&(integer(-1) / integer(3))),
            "-0.3333333333333333"
        );
        let angle = Angle {
            cos: integer(4) / integer(5),
            sin: integer(-3) / integer(5),
        };
        assert_eq!(exact.angle(&angle), "-0.6435011087932843");
    }

    #[test]
    fn constants_with_the_same_nearest_float_have_different_literals() {
        let exact = exact(
            "v0 = const 1/8\nv1 = const 1250000000000000000001/10000000000000000000000\n\
             v2 = const 1/1000000000\nv3 = const 10000000000000000001/10000000000000000000000000000\n\
             out v0 v1 v2 v3",
        );
        let expected = [
            "0.1250 = 0.1250000000000000000001",
            "1.0e-9 = 0.0000000010000000000000000001",
        ];
        assert_eq!(exact.rows, expected);
        assert_eq!(exact.number(&(integer(1) / integer(8))), "0.125");
        let neighbour = decimal("-0.1250000000000000000001").unwrap();
        assert_eq!(exact.number(&neighbour), "-0.1250");
    }

    #[test]
    fn the_shorter_of_decimal_and_fraction_is_written() {
        let quotient = |over: i64, under: i64| number_text(&(integer(over) / integer(under)));
        assert_eq!(quotient(1, 8), "1/8");
        assert_eq!(quotient(123_456, 1_000), "123.456");
        assert_eq!(quotient(1, 1024), "1/1024");
        assert_eq!(quotient(2, 7), "2/7");
    }
}
