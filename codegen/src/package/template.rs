//! Texts with placeholders.

/// Replaces placeholders, such as `@name@`, in one pass: what is inserted may have come from users, and is not searched.
pub fn fill(template: &str, replacements: &[(&str, &str)]) -> String {
    let (mut text, mut remaining) = (String::new(), template);
    while let Some(start) = remaining.find('@') {
        let (plain_text, marked_text) = remaining.split_at(start);
        text.push_str(plain_text);
        let replacement = replacements.iter().find_map(|(placeholder, value)| {
            Some((*value, marked_text.strip_prefix(*placeholder)?))
        });
        let (value, tail) = replacement.unwrap_or(marked_text.split_at(1));
        text.push_str(value);
        remaining = tail;
    }
    text + remaining
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_is_not_searched() {
        let replacements = [
            ("@command@", "package @origin@.urdf"),
            ("@origin@", "from @name@.urdf"),
            ("@name@", "arm"),
        ];
        for (template, text) in [
            (
                "# @origin@\n# @command@",
                "# from @name@.urdf\n# package @origin@.urdf",
            ),
            ("a@b.org: @name@::@name@", "a@b.org: arm::arm"),
            ("@@name@@ @NAME@", "@arm@ @NAME@"),
        ] {
            assert_eq!(fill(template, &replacements), text);
        }
    }
}
