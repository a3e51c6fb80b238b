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

/// Splits a line into words and undoes the quoting by [`word`]. Returns none if a quote or an escape is incomplete or invalid.
#[must_use]
pub fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut tail = line.trim_start_matches(' ');
    while !tail.is_empty() {
        let mut word = String::new();
        while let Some(first) = tail.chars().next().filter(|c| *c != ' ') {
            if let Some(quoted) = tail.strip_prefix("$'") {
                let end = end_of_dollar_quotes(quoted)?;
                word += &unescape(&quoted[..end])?;
                tail = &quoted[end + 1..];
            } else if let Some(quoted) = tail.strip_prefix('\'') {
                let (text, remainder) = quoted.split_once('\'')?;
                word += text;
                tail = remainder;
            } else {
                // A backslash makes the letter after it literal.
                let escaped = tail.strip_prefix('\\');
                let letter = match escaped {
                    Some(remainder) => remainder.chars().next()?,
                    None => first,
                };
                word.push(letter);
                tail = &escaped.unwrap_or(tail)[letter.len_utf8()..];
            }
        }
        words.push(word);
        tail = tail.trim_start_matches(' ');
    }
    Some(words)
}

/// The index of the quote that ends `$'..'`.
fn end_of_dollar_quotes(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\'' => return Some(index),
            _ => {}
        }
    }
    None
}

/// The text of `$'..'`, in which bytes may be written in octal.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut tail = text.as_bytes();
    while let Some((&first, remainder)) = tail.split_first() {
        tail = remainder;
        if first != b'\\' {
            bytes.push(first);
            continue;
        }
        let digits = tail
            .iter()
            .take(3)
            .take_while(|c| (b'0'..=b'7').contains(c));
        match digits.count() {
            0 => {
                bytes.push(*tail.first()?);
                tail = &tail[1..];
            }
            count => {
                let digits = std::str::from_utf8(&tail[..count]).ok()?;
                bytes.push(u8::from_str_radix(digits, 8).ok()?);
                tail = &tail[count..];
            }
        }
    }
    String::from_utf8(bytes).ok()
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

    #[test]
    fn quoted_words_are_read_again() {
        let list = [
            "a",
            "",
            "a b",
            "it's",
            "two\nlines",
            "$'x'",
            "back\\slash",
            "é",
        ];
        let line: Vec<String> = list.map(word).into();
        assert_eq!(words(&line.join(" ")).unwrap(), list);
        assert_eq!(words("a 'b"), None);
        assert_eq!(words("$'a"), None);
        assert_eq!(words("a\\"), None);
    }
}
