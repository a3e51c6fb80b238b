//! Identifiers and documentation of Python.

use super::rust_name;

/// The keywords.
const KEYWORDS: &str = "\
    False None True and as assert async await break class continue def del elif else except finally for from global if import in is \
    lambda nonlocal not or pass raise return try while with yield";

/// A name as an identifier of Python. A raw mark `r#` of Rust is removed. A name with anything but ASCII letters, digits and
/// underscores is then converted by `rust_name`. The name gets a `_` at its end if it is a keyword, or if it has two underscores on
/// both sides, as names with a meaning for Python have.
#[must_use]
pub fn python_identifier(name: &str) -> String {
    let word = name.strip_prefix("r#").unwrap_or(name);
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let identifier = if is_plain { word.to_owned() } else { rust_name(word) };
    let is_keyword = KEYWORDS.split(' ').any(|keyword| keyword == identifier);
    let is_special = identifier.starts_with("__") && identifier.ends_with("__");
    if is_keyword || is_special { identifier + "_" } else { identifier }
}

/// Lines as the documentation of a class or a function, each after an indent.
#[must_use]
pub fn python_documentation(lines: &[String], indent: &str) -> String {
    let text = lines
        .join("\n")
        .replace('\\', r"\\")
        .replace("\"\"\"", r#"\"\"\""#);
    let text_lines = text.trim_end().lines();
    let lines: Vec<String> = text_lines
        .map(|line| format!("{indent}{line}").trim_end().to_owned())
        .collect();
    let text = lines.join("\n");
    format!("{indent}\"\"\"{}\n{indent}\"\"\"\n", text.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_identifier_is_a_keyword_or_a_special_name() {
        for (name, identifier) in [
            ("pose_of_hand", "pose_of_hand"),
            ("lambda", "lambda_"),
            ("None", "None_"),
            ("r#type", "type"),
            ("__init__", "__init___"),
            ("__x", "__x"),
            ("match", "match"),
            ("w\u{f6}rk", "wuf6rk"),
        ] {
            assert_eq!(python_identifier(name), identifier);
        }
    }

    #[test]
    fn no_text_ends_its_documentation() {
        let lines = [
            "A \"\"\" and a \\".to_owned(),
            String::new(),
            "more".to_owned(),
        ];
        assert_eq!(
            python_documentation(&lines, "  "),
            "  \"\"\"A \\\"\\\"\\\" and a \\\\\n\n  more\n  \"\"\"\n"
        );
    }
}
