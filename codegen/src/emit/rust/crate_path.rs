//! The path of the crate `multibody` in emitted code.

/// As all emitted text has it.
const CRATE: &str = "multibody";

/// A text with another path of the crate; comments and strings stay as they are.
pub fn replaced(text: String, path: &str) -> String {
    match path == CRATE {
        true => text,
        false => text
            .split_inclusive('\n')
            .map(|line| in_line(line, path))
            .collect(),
    }
}

/// How long a line is with another path of the crate.
pub fn length(line: &str, path: &str) -> usize {
    in_line(line, path).len()
}

fn in_line(line: &str, path: &str) -> String {
    if line.trim_start().starts_with("//") {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', 'm']) {
        out += &rest[..at];
        rest = &rest[at..];
        let length = match rest.starts_with('"') {
            true => string(rest),
            false if is_crate(&out, rest) => {
                out += path;
                rest = &rest[CRATE.len()..];
                0
            }
            false => 1,
        };
        out += &rest[..length];
        rest = &rest[length..];
    }
    out + rest
}

/// Whether the rest of a line begins with the path of the crate.
fn is_crate(before: &str, rest: &str) -> bool {
    let is_path = rest
        .strip_prefix(CRATE)
        .is_some_and(|rest| rest.starts_with("::"));
    is_path && !before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_:".contains(c))
}

/// Length of the string that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let inside = text.char_indices().skip(1);
    let end = inside.into_iter().find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_change_and_strings_and_comments_stay() {
        let text = "    /// multibody::Real\n    fn a<T: multibody::Real>(x: my_multibody::X) { b(\"multibody::\\\"m\", multibody::c) }\n";
        let wanted = "    /// multibody::Real\n    fn a<T: a::b::Real>(x: my_multibody::X) { b(\"multibody::\\\"m\", a::b::c) }\n";
        assert_eq!(replaced(text.into(), "a::b"), wanted);
        assert_eq!(length("multibody::Real", "a::b"), "a::b::Real".len());
    }
}
