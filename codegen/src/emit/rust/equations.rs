//! The equations of motion as constants of the type.

use crate::emit::equations::Equations;

/// `EQUATIONS` and `EQUATIONS_LATEX`.
pub fn constants(equations: &Equations) -> String {
    let constant = |name: &str, what: &str, text: &str| {
        format!(
            "\n    /// The equations of motion, {what}.\n    pub const {name}: &str = {};\n",
            raw(text)
        )
    };
    let latex = "in LaTeX, for a document with amsmath";
    [
        constant("EQUATIONS", "in plain text", &equations.plain),
        constant("EQUATIONS_LATEX", latex, &equations.latex),
    ]
    .concat()
}

/// A raw string literal, which rustfmt leaves alone.
fn raw(text: &str) -> String {
    let mut fence = String::from("#");
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    format!("r{fence}\"{text}\"{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_literal() {
        assert_eq!(raw("a"), "r#\"a\"#");
        assert_eq!(raw("a\"#b\"##c"), "r###\"a\"#b\"##c\"###");
    }
}
