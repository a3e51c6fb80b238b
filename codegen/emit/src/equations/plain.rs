//! Plain text: ASCII except in names of a robot, one equation below the other.

use super::expression::{InfixSign, Numeral, Symbol};
use super::notation::{Notation, PrintedEntry, SignedTerm};
use multibody_program::ir::Function;

/// Plain text.
pub struct Plain;

/// The indentation of equations and tables.
const INDENT: &str = "    ";

impl Notation for Plain {
    fn number(&self, number: &Numeral) -> String {
        match number {
            Numeral::Fraction(numerator, None) => numerator.clone(),
            Numeral::Fraction(numerator, Some(denominator)) => format!("{numerator}/{denominator}"),
            Numeral::Decimal(digits, 0) => digits.clone(),
            Numeral::Decimal(digits, exponent) => format!("{digits}e{exponent}"),
        }
    }
    fn symbol(&self, symbol: &Symbol) -> String {
        symbol.plain.clone()
    }
    fn negative(&self, a: &str) -> String {
        format!("-{a}")
    }
    fn sum(&self, terms: &[SignedTerm]) -> String {
        let mut text = String::new();
        for (index, term) in terms.iter().enumerate() {
            text += match (index, term.is_negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += &term.text;
        }
        text.trim_start().to_owned()
    }
    fn product(&self, factors: &[String]) -> String {
        factors.join(" ")
    }
    fn power(&self, a: &str, exponent: u32) -> String {
        format!("{a}^{exponent}")
    }
    fn quotient(&self, a: &str, b: &str) -> String {
        format!("{a} / {b}")
    }
    fn call(&self, function: Function, argument: &str, exponent: u32) -> String {
        let name = function.name();
        match exponent {
            1 => format!("{name}({argument})"),
            _ => format!("{name}({argument})^{exponent}"),
        }
    }
    fn sum_over(&self, index: &str, a: &str) -> String {
        format!("sum over {index} of {a}")
    }
    fn between(&self, infix: InfixSign, a: &str, b: &str) -> String {
        let sign = match infix {
            InfixSign::Equal => "=",
            InfixSign::Cross => "x",
            InfixSign::DualCross => "x*",
            InfixSign::SwappedCross => "xbar*",
        };
        format!("{a} {sign} {b}").trim().to_owned()
    }
    fn transpose(&self, a: &str) -> String {
        format!("{a}^T")
    }
    fn in_parentheses(&self, a: &str) -> String {
        format!("({a})")
    }
    fn list(&self, entries: &[String]) -> String {
        entries.join(", ")
    }
    fn matrix(&self, rows: &[Vec<String>]) -> String {
        match rows {
            [row] => format!("[{}]", row.join(", ")),
            _ => align(rows, "[ ", "   ", " ]").join("\n"),
        }
    }
    fn heading(&self, text: &str) -> String {
        format!("{text}\n")
    }
    fn paragraph(&self, text: &str) -> String {
        // As wide as the longest line of an equation with its indentation.
        format!("{}\n", wrap(text, 92))
    }
    fn equation(&self, left: &str, right: &[String]) -> String {
        let left = format!("{left} = ");
        let margin = format!("{INDENT}{}", " ".repeat(left.chars().count()));
        let mut text = format!("{INDENT}{left}");
        for (index, line) in right.iter().flat_map(|line| line.lines()).enumerate() {
            text += if index > 0 { &margin } else { "" };
            text += line;
            text += "\n";
        }
        text
    }
    fn table(&self, head: &[String], rows: &[Vec<String>]) -> String {
        let table_rows: Vec<Vec<String>> = std::iter::once(head)
            .chain(rows.iter().map(Vec::as_slice))
            .map(<[_]>::to_vec)
            .collect();
        let lines = align(&table_rows, INDENT, "  ", "");
        lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
    fn legend(&self, _: &[PrintedEntry]) -> String {
        String::new() // symbols are the names themselves, so there is nothing to explain
    }
    fn escape(&self, text: &str) -> String {
        text.to_owned()
    }
    fn inline(&self, a: &str) -> String {
        a.to_owned()
    }
}

/// Rows with their columns aligned.
fn align(rows: &[Vec<String>], start: &str, separator: &str, end: &str) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let row = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, &width)| format!("{cell:<width$}"))
            .collect();
        format!("{start}{}{end}", cells.join(separator))
    };
    rows.iter().map(row).collect()
}

/// Wraps text into lines of at most `width` characters.
fn wrap(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        let matrix = Plain.matrix(&[row(["1", "cos(q1)"]), row(["cos(q1)", "0"])]);
        assert_eq!(matrix, "[ 1         cos(q1) ]\n[ cos(q1)   0       ]");
        assert_eq!(
            Plain.equation("M", &[matrix]),
            "    M = [ 1         cos(q1) ]\n        [ cos(q1)   0       ]\n"
        );
        let table = Plain.table(&row(["", "joint"]), &[row(["q1", "rail"])]);
        assert_eq!(table, "        joint\n    q1  rail\n");
    }

    #[test]
    fn long_sums_and_texts_continue_on_the_next_line() {
        let lines = ["a", "+ b"].map(String::from);
        assert_eq!(Plain.equation("x", &lines), "    x = a\n        + b\n");
        assert_eq!(wrap("one two three", 8), "one two\nthree");
    }
}
