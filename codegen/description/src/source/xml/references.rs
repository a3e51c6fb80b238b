//! Numeric character references, such as `&#65;`, to characters that do not exist.
//!
//! The parser silently reads references to surrogates and to numbers beyond Unicode as U+FFFD. It reports references to
//! other nonexistent characters as malformed, without a reason.

use super::tags::delimiters;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Span;

/// The beginning of a numeric reference.
pub(super) const BEGIN: &str = "&#";

/// Reports all references to characters that do not exist, except in comments, character data and instructions, where
/// references are not interpreted. Returns where the reported references begin.
pub(super) fn check(text: &str, faults: &mut Faults) -> Vec<usize> {
    let (mut position, mut positions) = (0, Vec::new());
    while let Some(step) = text[position..].find(['<', '&']) {
        position += step;
        let tail = &text[position..];
        if let Some((begin, end)) = delimiters(tail) {
            position += begin.len();
            position = text[position..]
                .find(end)
                .map_or(text.len(), |step| position + step + end.len());
            continue;
        }
        if let Some((length, reason)) = nonexistent_character(tail) {
            let span = Span {
                start: position,
                end: position + length,
            };
            let reference = Shown::from(&tail[..length]);
            let fault = Fault::NoCharacter {
                reference,
                why: reason,
            };
            faults.push(span, fault);
            positions.push(position);
        }
        position += 1;
    }
    positions
}

/// The length of a numeric reference at the beginning of the text, and why no such character exists.
fn nonexistent_character(text: &str) -> Option<(usize, &'static str)> {
    let number = text.strip_prefix(BEGIN)?;
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let count = digits
        .bytes()
        .take_while(|byte| char::from(*byte).is_digit(radix))
        .count();
    if count == 0 || !digits[count..].starts_with(';') {
        return None;
    }
    // A number that does not fit into a u32 is certainly beyond Unicode.
    let code = u32::from_str_radix(&digits[..count], radix).unwrap_or(u32::MAX);
    let reason = match code {
        0x9 | 0xA | 0xD => return None,
        0..0x20 => "XML has no control characters but tab and line breaks",
        0xD800..=0xDFFF => "it is one half of a surrogate pair of UTF-16",
        0xFFFE | 0xFFFF => "it is a code point without a character",
        0x11_0000.. => "the last one is U+10FFFF",
        _ => return None,
    };
    Some((text.len() - digits.len() + count + 1, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_xml_are_distinguished_from_others() {
        for sound in [
            "&#9;",
            "&#xA;",
            "&#xd;",
            "&#32;",
            "&#xD7FF;",
            "&#xE000;",
            "&#xFFFD;",
            "&#x10000;",
            "&#x10ffff;",
            "&#0065;",
            "&#65",
            "&#;",
            "&#x;",
            "&#xg;",
            "&#x-1;",
            "&amp;",
            "",
        ] {
            assert_eq!(nonexistent_character(sound), None, "{sound}");
        }
        for unsound in [
            "&#0;",
            "&#x0;",
            "&#8;",
            "&#x1F;",
            "&#xD800;",
            "&#xdfff;",
            "&#57343;",
            "&#xFFFE;",
            "&#65535;",
            "&#x110000;",
            "&#99999999999999999999;",
        ] {
            let result = nonexistent_character(&format!("{unsound};")).map(|(length, _)| length);
            assert_eq!(result, Some(unsound.len()), "{unsound}");
        }
    }
}
