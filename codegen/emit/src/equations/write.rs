//! Writes expressions and blocks as text, in any notation.

use super::document::{Cell, DocumentBlock, LegendEntry};
use super::expression::{Expression, InfixSign, Numeral};
use super::notation::{Notation, PrintedEntry, SignedTerm};

/// The precedence of an expression: how tightly it binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Relation,
    Sum,
    Product,
    Power,
}

/// An expression in a notation.
pub fn expression(notation: &dyn Notation, formula: &Expression) -> String {
    // An expression without parentheses, and one with them if its precedence is below `least`.
    let bare = |part: &Expression| expression(notation, part);
    let at_least = |part: &Expression, least| with_precedence(notation, part, least);
    match formula {
        Expression::Numeral(number) => notation.number(number),
        Expression::Symbol(symbol) => notation.symbol(symbol),
        Expression::Negative(a) => notation.negative(&at_least(a, Precedence::Product)),
        Expression::Sum(terms) => notation.sum(&signed_terms(notation, terms)),
        Expression::Product(factors) => {
            let factors: Vec<String> = factors
                .iter()
                .map(|f| at_least(f, Precedence::Power))
                .collect();
            notation.product(&factors)
        }
        Expression::Power(base, exponent) => match &**base {
            Expression::Call(function, argument) => {
                notation.call(*function, &bare(argument), *exponent)
            }
            base => notation.power(&atom(notation, base), *exponent),
        },
        Expression::Quotient(a, b) => {
            notation.quotient(&at_least(a, Precedence::Product), &atom(notation, b))
        }
        Expression::Call(function, argument) => notation.call(*function, &bare(argument), 1),
        Expression::Applied(function, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(bare).collect();
            let arguments = notation.in_parentheses(&notation.list(&arguments));
            notation.application(&notation.symbol(function), &arguments)
        }
        Expression::SumOver(index, a) => {
            notation.sum_over(&bare(index), &at_least(a, Precedence::Product))
        }
        Expression::Infix(infix @ InfixSign::Equal, a, b) => {
            notation.between(*infix, &bare(a), &bare(b))
        }
        Expression::Infix(infix, a, b) => {
            let (a, b) = (
                at_least(a, Precedence::Power),
                at_least(b, Precedence::Product),
            );
            notation.between(*infix, &a, &b)
        }
        Expression::Transposed(a) => notation.transpose(&atom(notation, a)),
        Expression::Tuple(entries) => {
            let entries: Vec<String> = entries.iter().map(bare).collect();
            notation.in_parentheses(&notation.list(&entries))
        }
        Expression::Matrix(rows) => {
            let rows: Vec<Vec<String>> = (rows.iter())
                .map(|row| row.iter().map(bare).collect())
                .collect();
            notation.matrix(&rows)
        }
    }
}

/// Terms with their signs.
fn signed_terms(notation: &dyn Notation, terms: &[Expression]) -> Vec<SignedTerm> {
    let terms_with_signs = terms.iter().map(|term| {
        let (is_negative, term) = match term {
            Expression::Negative(a) => (true, &**a),
            a => (false, a),
        };
        let text = with_precedence(notation, term, Precedence::Product);
        SignedTerm { is_negative, text }
    });
    terms_with_signs.collect()
}

/// The precedence of an expression.
fn precedence(formula: &Expression) -> Precedence {
    match formula {
        Expression::Infix(..) => Precedence::Relation,
        Expression::Negative(_) | Expression::Sum(_) => Precedence::Sum,
        Expression::Product(_) | Expression::Quotient(..) | Expression::SumOver(..) => {
            Precedence::Product
        }
        _ => Precedence::Power,
    }
}

/// An expression, in parentheses if its precedence is below `least`.
fn with_precedence(notation: &dyn Notation, formula: &Expression, least: Precedence) -> String {
    let text = expression(notation, formula);
    if precedence(formula) < least { notation.in_parentheses(&text) } else { text }
}

/// An expression as the base of a power, as a divisor or transposed: in parentheses unless it is an atom.
fn atom(notation: &dyn Notation, formula: &Expression) -> String {
    let text = expression(notation, formula);
    // A numeral is an atom if it is a whole number, or a decimal without an exponent.
    let is_atom = matches!(
        formula,
        Expression::Symbol(_)
            | Expression::Tuple(_)
            | Expression::Matrix(_)
            | Expression::Call(..)
            | Expression::Applied(..)
    ) || matches!(
        formula,
        Expression::Numeral(Numeral::Fraction(_, None) | Numeral::Decimal(_, 0))
    );
    if is_atom { text } else { notation.in_parentheses(&text) }
}

/// Maximum length of a line of an equation, in characters of the plain notation.
const MAX_LINE: usize = 88;

/// The text of all blocks. Each block ends with a line break, and an empty line separates it from the next one.
pub fn document(notation: &dyn Notation, blocks: &[DocumentBlock]) -> String {
    let texts = blocks.iter().map(|part| block(notation, part));
    let nonempty: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    nonempty.join("\n")
}

/// The text of a block.
fn block(notation: &dyn Notation, block: &DocumentBlock) -> String {
    match block {
        DocumentBlock::Heading(text) => notation.heading(text),
        DocumentBlock::Text(cells) => {
            let cells: Vec<String> = cells.iter().map(|part| cell(notation, part)).collect();
            notation.paragraph(&cells.concat())
        }
        DocumentBlock::Equation(left, right) => {
            notation.equation(&expression(notation, left), &lines(notation, right))
        }
        DocumentBlock::Legend(entries) => {
            let printed_entry = |entry: &LegendEntry| PrintedEntry {
                name: notation.symbol(&entry.symbol),
                meaning: entry.meaning.clone(),
            };
            notation.legend(&entries.iter().map(printed_entry).collect::<Vec<_>>())
        }
        DocumentBlock::Table(head, rows) => {
            let head: Vec<String> = head.iter().map(|part| cell(notation, part)).collect();
            let rows: Vec<Vec<String>> = rows
                .iter()
                .map(|row| row.iter().map(|part| cell(notation, part)).collect())
                .collect();
            notation.table(&head, &rows)
        }
    }
}

/// The text of a cell.
fn cell(notation: &dyn Notation, cell: &Cell) -> String {
    match cell {
        Cell::Words(text) => notation.escape(text),
        Cell::Maths(a) => notation.inline(&expression(notation, a)),
    }
}

/// The lines of an expression. A long sum has several.
fn lines(notation: &dyn Notation, formula: &Expression) -> Vec<String> {
    let Expression::Sum(terms) = formula else {
        return vec![expression(notation, formula)];
    };
    let (mut lines, mut length): (Vec<Vec<Expression>>, usize) = (vec![Vec::new()], 0);
    for term in terms {
        // A sign and the spaces around it have 3 characters.
        let width = expression(&super::plain::Plain, term).chars().count() + 3;
        let is_full = length + width > MAX_LINE;
        match lines.last_mut() {
            Some(line) if !is_full || line.is_empty() => line.push(term.clone()),
            _ => {
                lines.push(vec![term.clone()]);
                length = 0;
            }
        }
        length += width;
    }
    let line = |(index, line): (usize, Vec<Expression>)| match index {
        0 => expression(notation, &Expression::sum(line)),
        // The line starts with a sign, as a term within a sum does.
        _ => continuation(notation, &line),
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// The terms of a continuation line.
fn continuation(notation: &dyn Notation, terms: &[Expression]) -> String {
    let terms = signed_terms(notation, terms);
    let empty_term = std::iter::once(SignedTerm {
        is_negative: false,
        text: String::new(),
    });
    notation.sum(&empty_term.chain(terms).collect::<Vec<_>>())
}
