//! Strings of Rust.

use super::shown::{escape, is_hidden};

/// A string literal.
#[must_use]
pub fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if is_hidden(c) => out += &escape(c),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A raw string literal of several lines, which rustfmt leaves alone. It has no escapes, so the text
/// must not contain hidden characters; the notations of equations contain none.
#[must_use]
pub fn raw_literal(text: &str) -> String {
    let mut fence = String::from("#");
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    format!("r{fence}\"{text}\"{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_has_the_value_of_its_text() {
        assert_eq!(
            literal("a\"\\\n\u{202e}'\u{e9}"),
            "\"a\\\"\\\\\\n\\u{202e}'\u{e9}\""
        );
    }

    #[test]
    fn no_text_ends_its_literal() {
        assert_eq!(raw_literal("a"), "r#\"a\"#");
        assert_eq!(raw_literal("a\"#b\"##c"), "r###\"a\"#b\"##c\"###");
    }
}
