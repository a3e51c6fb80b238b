//! Markdown in documentation.

use super::Shown;

/// A text between backticks, escaped so that it ends neither the backticks nor the cell of a table.
#[must_use]
pub fn cell(text: &str) -> String {
    format!("`{}`", Shown::from(text)).replace('|', "\\u{7c}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_cell() {
        assert_eq!(cell("a|b`c\n"), r"`a\u{7c}b\u{60}c\n`");
    }
}
