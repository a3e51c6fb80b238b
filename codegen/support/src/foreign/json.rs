//! JSON without invisible characters.

use std::fmt::Write;

use super::shown::is_hidden;

/// A JSON text in which invisible characters are escaped; its value stays the same.
#[must_use]
pub fn json(serialized: &str) -> String {
    let mut text = String::with_capacity(serialized.len());
    for c in serialized.chars() {
        // Outside strings there is nothing but visible ASCII.
        if !is_hidden(c) {
            text.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(
            json("\"a\u{7f}\u{202e}\u{e0001}\u{e9}\""),
            "\"a\\u007f\\u202e\\udb40\\udc01\u{e9}\""
        );
    }
}
