//! The equations of motion as constants of the type.

use multibody_description::report::Equations;
use multibody_support::foreign::raw_literal;

/// The names of the constants, in plain text and in LaTeX.
pub const NAMES: [&str; 2] = ["EQUATIONS", "EQUATIONS_LATEX"];

/// The constants `EQUATIONS` and `EQUATIONS_LATEX`.
pub fn constants(equations: &Equations) -> String {
    let constant = |name: &str, what: &str, text: &str| {
        format!(
            "\n    /// The equations of motion, {what}.\n    pub const {name}: &str = {};\n",
            raw_literal(text)
        )
    };
    let latex = "in LaTeX, for a document with amsmath";
    let [in_plain_text, in_latex] = NAMES;
    [
        constant(in_plain_text, "in plain text", &equations.plain),
        constant(in_latex, latex, &equations.latex),
    ]
    .concat()
}
