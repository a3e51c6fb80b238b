//! The first difference between two texts.

use multibody_support::foreign::{excerpt, whole};

/// The number, counted from 1, of the first line that differs, and this line of both texts.
pub fn first_difference(found: &[u8], expected: &[u8]) -> (usize, String, String) {
    let lines = |text| <[u8]>::split_inclusive(text, |byte| *byte == b'\n').map(Some);
    let pairs = lines(found)
        .chain([None])
        .zip(lines(expected).chain([None]));
    let (at, (line, other)) = pairs
        .enumerate()
        .find(|(_, (line, other))| line != other)
        .unwrap_or_default();
    let end = <[u8]>::trim_ascii_end;
    let differ_visibly = line.map(end) != other.map(end);
    let shown = |line: Option<&[u8]>| match line {
        None => "(the end)".into(),
        Some(line) if differ_visibly => text(end(line)),
        Some(line) => text(line),
    };
    (at + 1, shown(line), shown(other))
}

/// A line that can be shown; bytes that are not text are shown by their numbers.
fn text(line: &[u8]) -> String {
    match str::from_utf8(line) {
        Ok(line) => excerpt(line),
        Err(error) => {
            let (before, rest) = line.split_at(error.valid_up_to());
            let before = String::from_utf8_lossy(before);
            let bytes: Vec<String> = rest.iter().take(4).map(|x| format!("{x:02x}")).collect();
            format!(
                "{} then bytes that are no UTF-8: {}",
                whole(&before),
                bytes.join(" ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(found: &str, expected: &str) -> (usize, String, String) {
        first_difference(found.as_bytes(), expected.as_bytes())
    }

    #[test]
    fn ends_differ_visibly() {
        assert_eq!(
            difference("a\n", "a\nb\n"),
            (2, "(the end)".into(), "b".into())
        );
        assert_eq!(difference("a\n", "a"), (1, r"a\n".into(), "a".into()));
        assert_eq!(
            difference("a\r\n", "a\n"),
            (1, r"a\r\n".into(), r"a\n".into())
        );
    }

    #[test]
    fn bytes_that_are_no_text_differ_from_their_replacement() {
        let (line, found, expected) =
            first_difference(b"a\n// \xff\n", "a\n// \u{fffd}\n".as_bytes());
        assert_eq!(line, 2);
        assert!(found.ends_with("no UTF-8: ff"), "{found}");
        assert_eq!(expected, "// \u{fffd}");
    }
}
