//! Names that differ from others in the same place.

/// Adds underscores to the end of a name until it is not used.
pub fn make_distinct(mut name: String, is_used: impl Fn(&str) -> bool) -> String {
    while is_used(&name) {
        name.push('_');
    }
    name
}

/// Whether a list of words, with spaces between them, has a word.
pub fn has_word(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}
