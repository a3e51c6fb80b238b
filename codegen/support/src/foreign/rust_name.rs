//! Names of a description as identifiers of Rust.

/// Keywords of Rust 2024, including reserved ones (The Rust Reference, "Keywords").
const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether a word is reserved by Rust.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Whether a keyword is a path segment with a special meaning, so that it cannot be a raw identifier (`r#`) either.
#[must_use]
pub fn is_path_keyword(word: &str) -> bool {
    ["Self", "crate", "self", "super"].contains(&word)
}

/// A name as an identifier in snake_case.
///
/// A new word begins at a capital that follows a small letter or a digit, and at the last capital of several before a small
/// letter: `HTTPServer` is `http_server`. ASCII characters that are not letters or digits become `_`, several in sequence only
/// one. A non-ASCII character becomes `u` and its code point. Keywords get a `_` at the end, and a leading digit gets one in
/// front. A name of ASCII characters without any letter or digit becomes `unnamed`.
#[must_use]
pub fn rust_name(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, c) in chars.iter().enumerate() {
        if begins_word(&chars, index) && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            c if c.is_ascii() && out.ends_with('_') => {}
            c if c.is_ascii() => out.push('_'),
            c => out.push_str(&format!("u{:x}", u32::from(*c))),
        }
    }
    if out.chars().all(|c| c == '_') {
        return "unnamed".into();
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    // `union` is a keyword in some places.
    if is_keyword(&out) || out == "union" {
        out.push('_');
    }
    out
}

/// Converts a name in snake_case to UpperCamelCase, for the name of a type.
#[must_use]
pub fn upper_camel_case(snake: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    snake.split('_').map(word).collect()
}

/// Whether a capital begins a word: `leftArm`, `HTTPServer` (at the `S`).
fn begins_word(chars: &[char], index: usize) -> bool {
    let is = |index: Option<usize>, test: fn(&char) -> bool| {
        index.and_then(|index| chars.get(index)).is_some_and(test)
    };
    let previous = index.checked_sub(1);
    chars[index].is_ascii_uppercase()
        && (is(previous, |c| c.is_ascii_lowercase() || c.is_ascii_digit())
            || is(previous, char::is_ascii_uppercase)
                && is(Some(index + 1), char::is_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, rust) in [
            ("panda_link0", "panda_link0"),
            ("LF_HAA", "lf_haa"),
            ("leftArm", "left_arm"),
            ("HTTPServer", "http_server"),
            ("Link1Tip", "link1_tip"),
            ("base link-2.tip", "base_link_2_tip"),
            ("2nd", "_2nd"),
            ("type", "type_"),
            ("Self", "self_"),
            ("--", "unnamed"),
            ("", "unnamed"),
            ("caf\u{e9}", "cafue9"),
        ] {
            assert_eq!(rust_name(name), rust, "{name}");
        }
    }
}
