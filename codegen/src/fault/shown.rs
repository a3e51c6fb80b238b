//! Foreign text, made safe to print.

use std::fmt;

/// Longest foreign text in a message, in characters.
const LENGTH_LIMIT: usize = 60;

/// Most names in one message.
const NAMES_SHOWN: usize = 8;

/// A text from a description as a message may show it: short, on one line, nothing invisible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        let mut shown: String = text
            .chars()
            .take(LENGTH_LIMIT)
            .map(Escaped)
            .map(|c| c.to_string())
            .collect();
        if text.chars().nth(LENGTH_LIMIT).is_some() {
            shown.push_str("...");
        }
        Shown(shown)
    }
}

impl From<&String> for Shown {
    fn from(text: &String) -> Self {
        Shown::from(text.as_str())
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Names in a message, the last ones left out where there are many.
pub fn names<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(NAMES_SHOWN);
    let shown: Vec<String> = names
        .take(NAMES_SHOWN)
        .map(|name| format!("`{}`", Shown::from(name)))
        .collect();
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{rest}", shown.join(", "))
}

/// A character, escaped if it would be invisible or would move the text around it.
pub(super) struct Escaped(pub(super) char);

impl fmt::Display for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            plain @ (' '..='~') => write!(f, "{plain}"),
            other => write!(f, "{}", other.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped_and_long_texts_cut() {
        assert_eq!(
            Shown::from("a\n\"b\"\u{202e}\u{e9}").to_string(),
            "a\\n\"b\"\\u{202e}\u{e9}"
        );
        assert_eq!(
            Shown::from("x".repeat(1000).as_str()).to_string().len(),
            LENGTH_LIMIT + 3
        );
    }

    #[test]
    fn many_names_are_cut() {
        let many = ["a"; 10];
        assert!(names(many.into_iter()).ends_with("`a` and 2 more"));
    }
}
