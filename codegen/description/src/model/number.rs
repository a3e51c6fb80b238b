//! Numbers of a description.

use dashu_int::UBig;

use super::source::Span;
use multibody_program::exact::{
    Rational, bits, exponent, integer, is_representable, nearest_f64, round,
};

/// A number of the description: its exact value, its text and its place.
#[derive(Clone, Debug)]
pub struct Number {
    /// The exact value of the text; for a computed number, the value of which the text is an approximation.
    pub value: Rational,
    /// The text as written; empty if the description left the number out and it has its default value.
    pub text: String,
    /// Where it was written; if it was left out, where its element was written.
    pub span: Span,
}

impl Number {
    /// A number that was computed from others. Its text is the shortest decimal of the nearest float. A sum of many products may
    /// have thousands of digits: if it has more bits than the check of sizes accepts, 77 digits are kept.
    #[must_use]
    pub fn derived(value: Rational, span: Span) -> Self {
        // The limit in the check of sizes.
        const MOST_BITS: usize = 2048;
        const KEPT_BITS: i64 = 256;
        let is_long = bits(&value) > MOST_BITS;
        let value = if is_long { round(&value, KEPT_BITS) } else { value };
        let text = decimal_text(&value);
        Self { value, text, span }
    }

    /// A number that the description left out.
    #[must_use]
    pub fn left_out(value: i64, span: Span) -> Self {
        let (value, text) = (integer(value), String::new());
        Self { value, text, span }
    }
}

/// The shortest decimal of the nearest float; of a number that no float can represent, three digits and a power of ten.
fn decimal_text(value: &Rational) -> String {
    if is_representable(value) {
        return nearest_f64(value).to_string();
    }
    let power_of_ten = (exponent(value) as f64 * std::f64::consts::LOG10_2).floor();
    let factor = Rational::from(UBig::from(10_u8).pow(power_of_ten.abs() as usize));
    let mantissa = if power_of_ten < 0.0 { value * factor } else { value / factor };
    format!("{:.2}e{power_of_ten}", nearest_f64(&mantissa))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::power_of_two;

    #[test]
    fn numbers_outside_the_range_of_floats_have_a_text() {
        let text = |value| Number::derived(value, Span::default()).text;
        assert_eq!(text(power_of_two(-2000)), "8.71e-603");
        assert_eq!(text(-power_of_two(1500)), "-3.51e451");
        assert_eq!(text(Rational::ZERO), "0");
    }
}
