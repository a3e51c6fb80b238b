//! The first difference between two texts.

use multibody_support::foreign::{excerpt, visible};

/// A line in which two texts differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number, counted from 1.
    pub line: usize,
    /// The line that is there.
    pub found: String,
    /// The line that should be there.
    pub expected: String,
}

/// The first line that differs.
pub fn first_difference(text_bytes: &[u8], expected: &[u8]) -> Difference {
    let lines = |text| <[u8]>::split_inclusive(text, |byte| *byte == b'\n').map(Some);
    let pairs = lines(text_bytes)
        .chain([None])
        .zip(lines(expected).chain([None]));
    let (index, (line, expected_line)) = pairs
        .enumerate()
        .find(|(_, (line, expected_line))| line != expected_line)
        .unwrap_or_default();
    let trim = <[u8]>::trim_ascii_end;
    // Lines that differ only in trailing whitespace are shown with it.
    let differ_visibly = line.map(trim) != expected_line.map(trim);
    let excerpt_of = |line: Option<&[u8]>| match line {
        None => "(the end)".into(),
        Some(line) if differ_visibly => line_text(trim(line)),
        Some(line) => line_text(line),
    };
    Difference {
        line: index + 1,
        found: excerpt_of(line),
        expected: excerpt_of(expected_line),
    }
}

/// A line as messages show it. If it is not UTF-8, its valid beginning is shown, then at most four of the other bytes, in
/// hexadecimal.
fn line_text(line: &[u8]) -> String {
    match str::from_utf8(line) {
        Ok(line) => excerpt(line),
        Err(error) => {
            let (valid, invalid) = line.split_at(error.valid_up_to());
            let valid = String::from_utf8_lossy(valid);
            let bytes: Vec<String> = invalid.iter().take(4).map(|x| format!("{x:02x}")).collect();
            format!(
                "{} then bytes that are no UTF-8: {}",
                visible(&valid),
                bytes.join(" ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_difference(texts: [&str; 2], line: usize, excerpts: [&str; 2]) {
        let [bytes, expected] = texts.map(str::as_bytes);
        let difference = first_difference(bytes, expected);
        let [excerpt, expected] = excerpts.map(str::to_owned);
        assert_eq!(
            difference,
            Difference {
                line,
                found: excerpt,
                expected
            }
        );
    }

    #[test]
    fn differences_at_the_end_of_a_line_are_visible() {
        assert_difference(["a\n", "a\nb\n"], 2, ["(the end)", "b"]);
        assert_difference(["a\n", "a"], 1, [r"a\n", "a"]);
        assert_difference(["a\r\n", "a\n"], 1, [r"a\r\n", r"a\n"]);
    }

    #[test]
    fn bytes_that_are_no_text_differ_from_their_replacement() {
        let Difference {
            line,
            found,
            expected,
        } = first_difference(b"a\n// \xff\n", "a\n// \u{fffd}\n".as_bytes());
        assert_eq!(line, 2);
        assert!(found.ends_with("no UTF-8: ff"), "{found}");
        assert_eq!(expected, "// \u{fffd}");
    }
}
