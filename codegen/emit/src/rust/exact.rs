//! The table of exact constants, as comments at the end of the text. The text has the nearest floats of exact constants. Whoever
//! verifies it needs the exact values of those that are not the decimals as written.
//!
//! A row is `literal = value`. The value is a decimal, a fraction, or `angle`, cosine and sine. Negative constants have no
//! rows: they are minus positive ones. If several exact constants have the same nearest float, each has a row.

use std::collections::{BTreeMap, BTreeSet};

use crate::interface::{Owner, Robot};
use multibody_program::exact::{Angle, Rational, decimal, integer, nearest_f64};
use multibody_program::ir::Program;

/// The line before the rows.
pub const HEADING: &str = "// Exact values of rounded constants:";

/// The table of all programs of a robot; empty if every constant is the decimal as written.
pub fn table(robot: &Robot<'_>) -> String {
    if !robot.derived {
        return String::new();
    }
    let functions = robot.functions.iter();
    let functions = functions.filter(|of| robot.call(of.target, Owner::Robot).is_none());
    let functions = functions.map(|of| &of.program);
    let bundles = robot.bundles.iter().map(|of| &of.program);
    let rows = rows(functions.chain(bundles).chain([robot.prepare]));
    if rows.is_empty() {
        return String::new();
    }
    let rows: String = rows.iter().map(|row| format!("// {row}\n")).collect();
    format!("\n{HEADING}\n{rows}")
}

/// The rows of programs.
fn rows<'a>(programs: impl Iterator<Item = &'a Program>) -> Vec<String> {
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut rounded = BTreeSet::new();
    for program in programs {
        for constant in program.constants() {
            let constant = match *constant < Rational::ZERO {
                true => -constant.clone(),
                false => constant.clone(),
            };
            let literal = format!("{:?}", nearest_f64(&constant));
            if decimal(&literal).as_ref() != Ok(&constant) {
                rounded.insert(literal.clone());
            }
            values
                .entry(literal)
                .or_default()
                .insert(written(&constant));
        }
        for angle in program.angles() {
            let angle = match angle.radians() < 0.0 {
                true => -angle.clone(),
                false => angle.clone(),
            };
            let literal = format!("{:?}", angle.radians());
            rounded.insert(literal.clone());
            let Angle { cos, sin } = &angle;
            let value = format!("angle {cos} {sin}");
            values.entry(literal).or_default().insert(value);
        }
    }
    values.retain(|literal, _| rounded.contains(literal));
    let rows = values.iter().flat_map(|(literal, values)| {
        let values = values.iter();
        values.map(move |value| format!("{literal} = {value}"))
    });
    rows.collect()
}

/// A positive number: its decimal if that is shorter than the fraction.
fn written(value: &Rational) -> String {
    /// The most places that are tried.
    const PLACES: usize = 400;
    let fraction = value.to_string();
    let places = value.denominator().to_string().len();
    if places > PLACES {
        return fraction;
    }
    // A decimal of as many places as the denominator has digits is exact, or the fraction is shorter.
    let scaled = (0..places).fold(value.clone(), |scaled, _| scaled * integer(10));
    if !scaled.is_int() {
        return fraction;
    }
    let digits = format!("{:0>1$}", scaled.numerator().to_string(), places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    let text = format!("{whole}.{}", rest.trim_end_matches('0'));
    match decimal(&text).as_ref() == Ok(value) && text.len() < fraction.len() {
        true => text,
        false => fraction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::parse;

    #[test]
    fn only_what_is_not_the_decimal_as_written_has_a_row() {
        let program = parse(
            "v0 = const 1/8\nv1 = const -1/3\nv2 = const 12345678901234567891/100000000000000000000\n\
             v3 = angle 4/5 -3/5\nv4 = add v0 v1\nv5 = add v2 v3\nout v4 v5",
        );
        let program = program.unwrap();
        let expected = [
            "0.12345678901234568 = 0.12345678901234567891",
            "0.3333333333333333 = 1/3",
            "0.6435011087932843 = angle 4/5 3/5",
        ];
        assert_eq!(rows([&program].into_iter()), expected);
    }

    #[test]
    fn the_shorter_form_is_written() {
        let quotient = |over: i64, under: i64| written(&(integer(over) / integer(under)));
        assert_eq!(quotient(1, 8), "1/8");
        assert_eq!(quotient(123_456, 1_000), "123.456");
        assert_eq!(quotient(1, 1024), "1/1024");
        assert_eq!(quotient(2, 7), "2/7");
    }
}
