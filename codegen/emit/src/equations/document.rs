//! The blocks that make up a page of equations.

use super::expression::{Expression, Symbol};
use multibody_support::foreign::Shown;

/// A block of a page; blocks are written one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentBlock {
    /// A heading.
    Heading(String),
    /// A paragraph of words and symbols.
    Text(Vec<Cell>),
    /// `left = right`
    Equation(Expression, Expression),
    /// The meanings of symbols.
    Legend(Vec<LegendEntry>),
    /// A table: the titles of its columns, and its rows.
    Table(Vec<Cell>, Vec<Vec<Cell>>),
}

/// A symbol, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The symbol.
    pub symbol: Symbol,
    /// What it stands for.
    pub meaning: String,
}

/// An entry of a table, or a part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Words.
    Words(String),
    /// An expression.
    Maths(Expression),
}

impl DocumentBlock {
    /// A paragraph: words with `{}` for each of the symbols.
    pub fn text(words: &str, symbols: Vec<Expression>) -> Self {
        let mut queue = symbols.into_iter();
        let mut cells = Vec::new();
        for (index, part) in words.split("{}").enumerate() {
            if index > 0 {
                cells.extend(queue.next().map(Cell::Maths));
            }
            cells.push(Cell::words(part));
        }
        Self::Text(cells)
    }
}

impl Cell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Self::Words(text.into())
    }

    /// A name that the description gives.
    pub fn name(name: &str) -> Self {
        Self::Words(Shown::from(name).to_string())
    }

    /// An expression.
    pub fn maths(expression: impl Into<Expression>) -> Self {
        Self::Maths(expression.into())
    }
}
