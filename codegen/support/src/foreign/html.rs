//! HTML, and the XML inside it.

use super::Visible;

/// Escapes text and values of attributes in double quotes. Line breaks are kept.
#[must_use]
pub fn html(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\n' => "\n".to_owned(),
            c => Visible(c).to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_invisible_characters_are_escaped() {
        assert_eq!(
            html("<a b=\"c\">&\n\u{202e}\u{1}"),
            "&lt;a b=&quot;c&quot;&gt;&amp;\n\\u{202e}\\u{1}"
        );
    }
}
