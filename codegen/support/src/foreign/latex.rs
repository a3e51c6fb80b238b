//! LaTeX, in text and in mathematics inside `\mathrm` and the like.

use super::Visible;

/// Escapes a text so that nothing in it has a special meaning for LaTeX, not even a pair of
/// characters. [`Visible`] has escaped control characters before.
#[must_use]
pub fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in text
        .chars()
        .flat_map(|c| Visible(c).to_string().chars().collect::<Vec<_>>())
    {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out += r"\textbackslash{}",
            '~' => out += r"\textasciitilde{}",
            '^' => out += r"\textasciicircum{}",
            '<' => out += r"\textless{}",
            '>' => out += r"\textgreater{}",
            '`' => out += r"\textasciigrave{}",
            '|' => out += r"\textbar{}",
            // Written by number, since `\textquotedbl` is not in every font's encoding.
            '"' => out += r"{\char34}",
            // After the end of a row they would be read as its arguments.
            '[' | ']' | '*' => out += &format!("{{{c}}}"),
            // Two in a row would become a dash or a quotation mark.
            '-' | '\'' if out.ends_with(c) => out += &format!("{{{c}}}"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_command() {
        assert_eq!(
            latex(r"50% \of_a~{b}"),
            r"50\% \textbackslash{}of\_a\textasciitilde{}\{b\}"
        );
        assert_eq!(latex("a---b-c[1]''"), "a-{-}-b-c{[}1{]}'{'}");
        assert_eq!(
            latex("\n\u{202e}"),
            r"\textbackslash{}n\textbackslash{}u\{202e\}"
        );
    }
}
