//! Text that people read: messages, terminals, plain text, documentation.

use std::fmt;
use std::path::Path;

/// Maximum number of characters of a foreign text that a message shows, counted before hidden ones are escaped.
const LENGTH_LIMIT: usize = 60;

/// Maximum number of characters of a line of a file that a message shows, counted before hidden ones are escaped.
const EXCERPT_LIMIT: usize = 200;

/// Maximum number of names in one message.
const NAME_COUNT_LIMIT: usize = 8;

/// A text from a description in a form that is safe to show to people: short, on one line, nothing invisible, and
/// nothing that ends the backticks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        let mut label: String = text
            .chars()
            .take(LENGTH_LIMIT)
            .map(|c| match c {
                '`' => "\\u{60}".to_owned(),
                c => Visible(c).to_string(),
            })
            .collect();
        if text.chars().nth(LENGTH_LIMIT).is_some() {
            label.push_str("...");
        }
        Shown(label)
    }
}

impl From<&String> for Shown {
    fn from(text: &String) -> Self {
        Shown::from(text.as_str())
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Names in a message; if there are many, the last ones are left out and counted.
pub fn names<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let surplus = names.len().saturating_sub(NAME_COUNT_LIMIT);
    let labels: Vec<String> = names
        .take(NAME_COUNT_LIMIT)
        .map(|name| format!("`{}`", Shown::from(name)))
        .collect();
    let ending = if surplus > 0 { format!(" and {surplus} more") } else { String::new() };
    format!("{}{ending}", labels.join(", "))
}

/// A message in which names are cut to the maximum length of a foreign text.
#[must_use]
pub fn with_short_names(message: &str) -> String {
    let names = message.split(|c: char| !c.is_alphanumeric() && c != '_');
    let long_names = names.filter(|name| name.chars().nth(LENGTH_LIMIT).is_some());
    long_names.fold(message.to_owned(), |text, name| {
        let begin: String = name.chars().take(LENGTH_LIMIT).collect();
        text.replace(name, &(begin + ".."))
    })
}

/// The beginning of a line of a file, as messages show it.
#[must_use]
pub fn excerpt(line: &str) -> String {
    let beginning = visible(&line.chars().take(EXCERPT_LIMIT).collect::<String>());
    match line.chars().nth(EXCERPT_LIMIT) {
        Some(_) => beginning + "...",
        None => beginning,
    }
}

/// A whole text on one line, with nothing invisible.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars().map(|c| Visible(c).to_string()).collect()
}

/// A whole path on one line, with nothing invisible.
#[must_use]
pub fn path(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// The last part of a path, as text.
#[must_use]
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// A character, escaped if it would be invisible or would move the text around it.
pub struct Visible(pub char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            hidden if is_hidden(hidden) => f.write_str(&escape(hidden)),
            plain => write!(f, "{plain}"),
        }
    }
}

/// Whether a character cannot be seen, or moves the text around it.
pub(super) fn is_hidden(c: char) -> bool {
    // `escape_debug` also escapes combining accents, which would change the character before them.
    !matches!(c, ' '..='~') && (BLANKS.contains(&c) || c.escape_debug().count() > 1)
}

/// Letters and symbols that are rendered as blanks.
const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

/// A hidden character as Rust writes it.
pub(super) fn escape(c: char) -> String {
    match c.escape_debug().count() {
        1 => c.escape_unicode().to_string(),
        _ => c.escape_debug().to_string(),
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
    fn blanks_other_than_the_space_are_escaped() {
        let blank = "\u{ad}\u{200b}\u{2060}\u{3164}\u{2800}";
        assert_eq!(
            visible(blank),
            "\\u{ad}\\u{200b}\\u{2060}\\u{3164}\\u{2800}"
        );
    }

    #[test]
    fn no_name_ends_its_backticks() {
        assert_eq!(Shown::from("a`b").to_string(), "a\\u{60}b");
    }

    #[test]
    fn surplus_names_are_counted() {
        let letters = ["a"; 10];
        assert!(names(letters.into_iter()).ends_with("`a` and 2 more"));
    }
}
