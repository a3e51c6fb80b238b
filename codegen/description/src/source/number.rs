//! Numbers as written in attributes of XML.

use crate::fault::{Fault, Hint, Shown};
use crate::model::{Number, Span};
use multibody_program::exact::{DecimalError, decimal};

/// A number; `place` says in messages where it is, and `instead` what to write in place of infinity.
pub(super) fn parse_number(
    text: &str,
    span: Span,
    place: &str,
    instead: &'static str,
) -> Result<Number, Fault> {
    let error = match decimal(text) {
        Ok(value) => {
            return Ok(Number {
                value,
                text: text.to_string(),
                span,
            });
        }
        Err(error) => error,
    };
    let (text, place, hint) = (Shown::from(text), place.to_owned(), hint_for_number(text));
    Err(match error {
        DecimalError::NotANumber => Fault::NotANumber { text, place, hint },
        DecimalError::NotFinite => Fault::NotFinite {
            text,
            place,
            hint: Hint::Write(instead),
        },
        DecimalError::OutOfRange => Fault::NumberOutOfRange { text, place },
        DecimalError::TooLong => Fault::NumberTooFine {
            text,
            place: format!("in {place}"),
        },
    })
}

/// What to write instead of a text that is not a number.
fn hint_for_number(text: &str) -> Hint {
    if has_unit(text) && !text.contains("pi") {
        return Hint::WITHOUT_UNIT;
    }
    Hint::Write(if text.contains([' ', '\t', '\n']) {
        "write one number here, not several"
    } else if text.contains(',') {
        "write a point as the decimal mark, and separate numbers by spaces"
    } else if text.contains("pi") || text.contains(['*', '/', '(']) {
        "expressions are not evaluated; write the value, e.g. 1.5707963267948966 for pi/2"
    } else {
        "write e.g. 0.5 or 1.5e-3"
    })
}

/// Whether the text is a number followed by what may be a unit: letters at once, as in `90deg`, or after white space anything
/// that begins with a letter, as in `-2.7 kg m`.
fn has_unit(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '\u{b0}';
    match text.split_once(char::is_whitespace) {
        Some((number, unit)) => decimal(number).is_ok() && unit.trim_start().starts_with(is_letter),
        None => {
            let number = text.trim_end_matches(is_letter);
            number.len() < text.len() && decimal(number).is_ok()
        }
    }
}
