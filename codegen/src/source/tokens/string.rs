//! What a string literal says.

/// The text of a literal as Rust writes strings: with escapes, or raw. None: it is no string, or has
/// an escape that Rust does not know.
#[must_use]
pub fn string_of(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let inside = raw.trim_matches('#');
        let quoted = inside.strip_prefix('"')?.strip_suffix('"')?;
        return Some(quoted.to_owned());
    }
    unescaped(literal.strip_prefix('"')?.strip_suffix('"')?)
}

fn unescaped(quoted: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = quoted;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut letters = escape.chars();
        match letters.next()? {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            same @ ('\\' | '"' | '\'') => text.push(same),
            'x' => {
                let (digits, behind) = letters.as_str().split_at_checked(2)?;
                text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                letters = behind.chars();
            }
            'u' => {
                let (digits, behind) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                let digits = digits.replace('_', "");
                text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                letters = behind.chars();
            }
            // The line goes on where the next one begins to say something.
            '\n' => letters = letters.as_str().trim_start().chars(),
            _ => return None,
        }
        rest = letters.as_str();
    }
    text.push_str(rest);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_rust_reads_them() {
        for (literal, says) in [
            (stringify!("plain"), "plain"),
            (stringify!("a\"b\\c\'\n\r\t\0"), "a\"b\\c\'\n\r\t\0"),
            (stringify!("\x41\u{e9}\u{1_F980}"), "\x41\u{e9}\u{1_F980}"),
            (stringify!(r"C:\robots"), r"C:\robots"),
            (stringify!(r#"a "b""#), r#"a "b""#),
            (stringify!(r##"#a#"##), r##"#a#"##),
            ("\"two \\\n      lines\"", "two lines"),
        ] {
            assert_eq!(string_of(literal).as_deref(), Some(says), "{literal}");
        }
    }

    #[test]
    fn what_is_no_string_says_nothing() {
        for literal in [
            "1.0",
            "'a'",
            "b\"bytes\"",
            "c\"c\"",
            "\"\\q\"",
            "\"\\u{d800}\"",
            "\"\\x4\"",
        ] {
            assert_eq!(string_of(literal), None, "{literal}");
        }
    }
}
