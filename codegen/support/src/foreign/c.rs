//! Identifiers, strings and comments of C and C++.

use super::rust_name;

/// Words that C or C++ reserves, and macros of systems and of common headers; without those that begin or end with an underscore, or
/// have two in sequence, since [`c_identifier`] makes none of these.
const RESERVED: &str = "\
    I NULL alignas alignof and and_eq asm assert auto bitand bitor bool break case catch cdecl char char16_t \
    char32_t char8_t class co_await co_return co_yield compl complex concept const const_cast consteval constexpr \
    constinit continue decltype default delete do double dynamic_cast else enum errno explicit export extern false \
    far float for friend goto huge i386 if imaginary inline int interface linux long max min mips mutable namespace \
    near new noexcept noreturn not not_eq nullptr operator or or_eq pascal private protected public real register \
    reinterpret_cast requires restrict return short signed signgam sizeof small static static_assert static_cast \
    stderr stdin stdout struct sun switch template this thread_local throw true try typedef typeid typename typeof \
    typeof_unqual union unix unsigned using vax virtual void volatile wchar_t while xor xor_eq";

/// A name as an identifier of C and C++. A raw mark `r#` of Rust is removed. A name with anything but ASCII letters, digits and
/// underscores is then converted by `rust_name`. Underscores at the beginning, at the end and after another one are removed. The name
/// gets an `n` in front if it would not begin with a letter, and a `_` at its end if the languages reserve it.
#[must_use]
pub fn c_identifier(name: &str) -> String {
    let word = name.strip_prefix("r#").unwrap_or(name);
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let text = if is_plain { word.to_owned() } else { rust_name(word) };
    // Underscores at the beginning, and two in sequence, are reserved for compilers.
    let words: Vec<&str> = text.split('_').filter(|word| !word.is_empty()).collect();
    let mut text = words.join("_");
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert(0, 'n');
    }
    if RESERVED.split(' ').any(|word| word == text) { text + "_" } else { text }
}

/// A string literal. Compilers have to accept 4095 bytes, so the rest of a longer text is cut off.
#[must_use]
pub fn c_string(text: &str) -> String {
    const MAX_LENGTH: usize = 4095;
    let end = (0..=text.len().min(MAX_LENGTH))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    let mut literal = String::from("\"");
    let mut previous = 0;
    for &byte in &text.as_bytes()[..end.unwrap_or(0)] {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', char::from(byte)]),
            // Two question marks may begin a trigraph.
            b'?' if previous == b'?' => literal += "\\?",
            b' '..=b'~' => literal.push(char::from(byte)),
            // Three digits, so that a digit may follow.
            byte => literal += &format!("\\{byte:03o}"),
        }
        previous = byte;
    }
    literal + "\""
}

/// Escapes a text of visible characters for a comment, so that it neither ends the comment nor begins another one
/// within it.
#[must_use]
pub fn c_comment(text: &str) -> String {
    let mut comment = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        match (previous, c) {
            ('*', '/') | ('/', '*') | ('?', '?') => {
                comment += &format!("\\u{{{:x}}}", u32::from(c))
            }
            _ => comment.push(c),
        }
        previous = c;
    }
    comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_identifier_is_reserved_in_c_or_cpp() {
        for (name, identifier) in [
            ("r#type", "type"),
            ("class", "class_"),
            ("near", "near_"),
            ("_mass", "mass"),
            ("a__b", "a_b"),
            ("armMass", "armMass"),
            ("_2nd", "n2nd"),
            ("caf\u{e9}", "cafue9"),
            ("_", "n"),
        ] {
            assert_eq!(c_identifier(name), identifier, "{name}");
        }
    }

    #[test]
    fn a_string_has_the_bytes_of_its_text() {
        let text = "a\"\\\n\u{e9}1 what??/ \u{202e}";
        assert_eq!(
            c_string(text),
            r#""a\"\\\012\303\2511 what?\?/ \342\200\256""#
        );
        assert_eq!(c_string(&"\u{e9}".repeat(3000)).len(), 2 + 4 * 4094);
    }

    #[test]
    fn no_text_ends_its_comment() {
        assert_eq!(
            c_comment("*/ /* ??/ **//"),
            r"*\u{2f} /\u{2a} ?\u{3f}/ **\u{2f}/"
        );
    }
}
