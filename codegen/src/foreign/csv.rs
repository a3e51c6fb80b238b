//! A field of a table with commas between (RFC 4180).

use super::whole;

/// A text as one field, on one line; none that a spreadsheet takes for a formula.
#[must_use]
pub fn csv(text: &str) -> String {
    let mut text = whole(text);
    if text.starts_with(['=', '+', '-', '@']) {
        text.insert(0, '\'');
    }
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_field() {
        assert_eq!(csv("elbow"), "elbow");
        assert_eq!(csv("a,\"b\"\n"), "\"a,\"\"b\"\"\\n\"");
        assert_eq!(csv("=1+2"), "'=1+2");
    }
}
