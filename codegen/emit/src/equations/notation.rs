//! The interface of a notation.

use super::expression::{InfixSign, Numeral, Symbol};
use multibody_program::ir::Function;

/// A term of a sum.
pub struct SignedTerm {
    /// Whether it is subtracted.
    pub is_negative: bool,
    /// The term without its sign.
    pub text: String,
}

/// A symbol in a legend, in this notation.
pub struct PrintedEntry {
    /// The symbol.
    pub name: String,
    /// What it stands for, in plain text.
    pub meaning: String,
}

/// How mathematics is written. The arguments are parts that are already in this notation, except for three that are plain text:
/// those of `heading` and `escape`, and the meanings in a legend.
pub trait Notation {
    /// A number.
    fn number(&self, number: &Numeral) -> String;
    /// A symbol.
    fn symbol(&self, symbol: &Symbol) -> String;
    /// `-a`
    fn negative(&self, a: &str) -> String;
    /// A sum of terms.
    fn sum(&self, terms: &[SignedTerm]) -> String;
    /// Factors side by side.
    fn product(&self, factors: &[String]) -> String;
    /// `a^n`; `a` is already in parentheses if it needs them.
    fn power(&self, a: &str, exponent: u32) -> String;
    /// `a / b`; both are already in parentheses if they need them.
    fn quotient(&self, a: &str, b: &str) -> String;
    /// `f(a)^n`
    fn call(&self, function: Function, argument: &str, exponent: u32) -> String;
    /// A function followed by its arguments, which are already in parentheses.
    fn application(&self, function: &str, arguments: &str) -> String {
        format!("{function}{arguments}")
    }
    /// The sum of `a`, with `index` under the sign.
    fn sum_over(&self, index: &str, a: &str) -> String;
    /// `a x b`, with this sign in place of `x`.
    fn between(&self, infix: InfixSign, a: &str, b: &str) -> String;
    /// `a^T`
    fn transpose(&self, a: &str) -> String;
    /// `(a)`
    fn in_parentheses(&self, a: &str) -> String;
    /// `a, b, ..`
    fn list(&self, entries: &[String]) -> String;
    /// A matrix, by rows.
    fn matrix(&self, rows: &[Vec<String>]) -> String;
    /// A heading.
    fn heading(&self, text: &str) -> String;
    /// A paragraph of words and symbols that are already in this notation.
    fn paragraph(&self, text: &str) -> String;
    /// `left = right`, with the right side given as consecutive lines.
    fn equation(&self, left: &str, right: &[String]) -> String;
    /// A table: the titles of its columns, and its rows.
    fn table(&self, head: &[String], rows: &[Vec<String>]) -> String;
    /// A legend: symbols, and what they stand for.
    fn legend(&self, names: &[PrintedEntry]) -> String {
        let rows: Vec<Vec<String>> = (names.iter())
            .map(|entry| vec![self.inline(&entry.name), self.escape(&entry.meaning)])
            .collect();
        self.table(&["", "field"].map(|title| self.escape(title)), &rows)
    }
    /// Words inside a table or paragraph. The plain text is escaped, so that no character has a special meaning.
    fn escape(&self, text: &str) -> String;
    /// An expression inside a table or paragraph.
    fn inline(&self, a: &str) -> String;
}
