//! The equations of motion as constants of the type.

use crate::foreign::raw_literal;
use crate::report::Equations;

/// The constant in plain text.
pub const NAME: &str = "EQUATIONS";

/// `EQUATIONS` and `EQUATIONS_LATEX`.
pub fn constants(equations: &Equations) -> String {
    let constant = |name: &str, what: &str, text: &str| {
        format!(
            "\n    /// The equations of motion, {what}.\n    pub const {name}: &str = {};\n",
            raw_literal(text)
        )
    };
    let latex = "in LaTeX, for a document with amsmath";
    [
        constant(NAME, "in plain text", &equations.plain),
        constant("EQUATIONS_LATEX", latex, &equations.latex),
    ]
    .concat()
}
