//! Values in scripts of pages.

/// JSON as a value in a script of a page: no `<` ends the script, and no separator of Unicode ends a line.
#[must_use]
pub fn script(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in super::json(json).chars() {
        // Outside strings JSON has none of these.
        match c {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_script() {
        assert_eq!(
            script("[\"</script><!--]]>${x}\u{2028}\"]"),
            "[\"\\u003c/script\\u003e\\u003c!--]]\\u003e${x}\\u2028\"]"
        );
    }
}
