//! The path of the crate `multibody` in Rust code.

/// The path of the crate in emitted text before it is replaced.
const CRATE: &str = "multibody";

/// Replaces the path of the crate `multibody` in emitted Rust code, except in comments and strings. Emitted code has only comments
/// that begin with `//`, raw strings with at least one `#`, and no literals of characters: others would not be recognised here.
#[must_use]
pub fn with_crate_path(text: String, path: &str) -> String {
    if path == CRATE {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut tail = text.as_str();
    // Only these characters begin a comment, a string, a raw string or the name of the crate.
    while let Some(position) = tail.find(['/', '"', 'r', 'm']) {
        out += &tail[..position];
        tail = &tail[position..];
        if is_crate(&out, tail) {
            out += path;
            tail = &tail[CRATE.len()..];
            continue;
        }
        let (piece, remainder) = tail.split_at(piece_length(tail));
        out += piece;
        tail = remainder;
    }
    out + tail
}

/// Whether `text`, which follows `preceding`, begins with the path of the crate.
fn is_crate(preceding: &str, text: &str) -> bool {
    let is_path = text
        .strip_prefix(CRATE)
        .is_some_and(|continuation| continuation.starts_with("::"));
    is_path && !preceding.ends_with(|c: char| c.is_ascii_alphanumeric() || "_:".contains(c))
}

/// The length of the comment or string at the beginning of a text; 1 if there is none.
fn piece_length(text: &str) -> usize {
    let raw = text.strip_prefix('r').unwrap_or("");
    // The `#`s between the `r` of a raw string and its first quote.
    let fence = &raw[..raw.len() - raw.trim_start_matches('#').len()];
    // A comment or a raw string without an end takes all of the text.
    let length = |end: usize| if end == 0 { text.len() } else { end };
    if text.starts_with("//") {
        length(text.find('\n').unwrap_or(0))
    } else if text.starts_with('"') {
        string_length(text)
    } else if !fence.is_empty() && raw[fence.len()..].starts_with('"') {
        let start = 1 + fence.len() + 1;
        let end = format!("\"{fence}");
        length(
            text[start..]
                .find(&end)
                .map_or(0, |offset| start + offset + end.len()),
        )
    } else {
        1
    }
}

/// The length of the string at the beginning of a text.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let chars = text.char_indices().skip(1);
    let end = chars.into_iter().find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(index, _)| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_change_and_strings_and_comments_stay() {
        let text = "    /// multibody::Real\n    fn a<T: multibody::Real>(x: my_multibody::X) { b(\"multibody::\\\"m\", multibody::c) }\n";
        let expected = "    /// multibody::Real\n    fn a<T: a::b::Real>(x: my_multibody::X) { b(\"multibody::\\\"m\", a::b::c) }\n";
        assert_eq!(with_crate_path(text.into(), "a::b"), expected);
        let raw = "const A: &str = r##\"\n q1 \" multibody::A \"# //\n\"##; multibody::B\n";
        let expected = "const A: &str = r##\"\n q1 \" multibody::A \"# //\n\"##; a::B\n";
        assert_eq!(with_crate_path(raw.into(), "a"), expected);
    }
}
