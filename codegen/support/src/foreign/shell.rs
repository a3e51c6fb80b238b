//! Words of a command line, to be copied from a comment or a message.

use super::shown::is_hidden;

/// A word, quoted for a shell if necessary; always on one line.
#[must_use]
pub fn word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./,=+:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    if word.chars().any(is_hidden) {
        return format!(
            "$'{}'",
            word.chars().map(in_dollar_quotes).collect::<String>()
        );
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A character inside `$'..'`. A hidden one is written by its bytes in octal, which all shells that
/// have these quotes read alike.
fn in_dollar_quotes(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_hidden(c) => {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).bytes();
            bytes.map(|byte| format!("\\{byte:03o}")).collect()
        }
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_one_word_on_one_line() {
        assert_eq!(word("robots/arm-2.urdf"), "robots/arm-2.urdf");
        assert_eq!(word(""), "''");
        assert_eq!(word("it's $(id)"), r"'it'\''s $(id)'");
        assert_eq!(word("a\n'\u{202e}"), r"$'a\012\'\342\200\256'");
    }
}
