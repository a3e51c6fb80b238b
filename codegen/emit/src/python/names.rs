//! Names that differ from others in the same place.

/// A name with underscores at its end until it is not taken.
pub fn make_distinct(mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// Whether a list of words, with spaces between them, has a word.
pub fn has_word(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}
