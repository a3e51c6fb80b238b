//! LaTeX, for a document with the package amsmath.

use super::expression::{InfixSign, Numeral, Style, Symbol};
use super::notation::{Notation, SignedTerm};
use super::symbols::GREEK;
use multibody_program::ir::{Class, Function};
use multibody_support::foreign::latex;

/// LaTeX.
pub struct Latex;

impl Notation for Latex {
    fn number(&self, number: &Numeral) -> String {
        match number {
            Numeral::Fraction(numerator, None) => numerator.clone(),
            Numeral::Fraction(numerator, Some(denominator)) => {
                format!(r"\tfrac{{{numerator}}}{{{denominator}}}")
            }
            Numeral::Decimal(digits, 0) => digits.clone(),
            Numeral::Decimal(digits, exponent) => format!(r"{digits} \cdot 10^{{{exponent}}}"),
        }
    }
    fn symbol(&self, symbol: &Symbol) -> String {
        let base = match symbol.style {
            Style::Scalar => letter(&symbol.base),
            Style::Bold => format!(r"\boldsymbol{{{}}}", letter(&symbol.base)),
            Style::Word => format!(r"\mathit{{{}}}", latex(&symbol.base)),
        };
        let base = match symbol.dots {
            0 => base,
            1 => format!(r"\dot{{{base}}}"),
            _ => format!(r"\ddot{{{base}}}"),
        };
        if symbol.subscript.is_empty() {
            base
        } else {
            let indices: Vec<String> = symbol.subscript.iter().map(|part| index(part)).collect();
            format!("{base}_{{{}}}", indices.join(","))
        }
    }
    fn negative(&self, a: &str) -> String {
        format!("-{a}")
    }
    fn sum(&self, terms: &[SignedTerm]) -> String {
        super::plain::Plain.sum(terms)
    }
    fn product(&self, factors: &[String]) -> String {
        factors.join(r" \, ")
    }
    fn power(&self, a: &str, exponent: u32) -> String {
        format!("{a}^{{{exponent}}}")
    }
    fn quotient(&self, a: &str, b: &str) -> String {
        format!(r"\frac{{{a}}}{{{b}}}")
    }
    fn call(&self, function: Function, argument: &str, exponent: u32) -> String {
        let exponent = match exponent {
            1 => String::new(),
            _ => format!("^{{{exponent}}}"),
        };
        match function.class() {
            Class::SquareRoot => format!(r"\sqrt{{{argument}}}{exponent}"),
            Class::Stumpff(k) => format!("c_{{{k}}}{exponent}{}", self.in_parentheses(argument)),
            Class::SinCos(_) | Class::Transcendental => format!(
                r"\{}{exponent}{}",
                function.name(),
                self.in_parentheses(argument)
            ),
        }
    }
    fn sum_over(&self, index: &str, a: &str) -> String {
        format!(r"\sum_{{{index}}} {a}")
    }
    fn between(&self, infix: InfixSign, a: &str, b: &str) -> String {
        let sign = match infix {
            InfixSign::Equal => "=",
            InfixSign::Cross => r"\times",
            InfixSign::DualCross => r"\times^{*}",
            InfixSign::SwappedCross => r"\bar{\times}^{*}",
        };
        format!("{a} {sign} {b}").trim().to_owned()
    }
    fn transpose(&self, a: &str) -> String {
        format!(r"{{{a}}}^{{\mathsf{{T}}}}")
    }
    fn in_parentheses(&self, a: &str) -> String {
        let is_tall = [r"\begin", r"\frac", r"\sum"]
            .iter()
            .any(|command| a.contains(command));
        if is_tall { format!(r"\left({a}\right)") } else { format!("({a})") }
    }
    fn list(&self, entries: &[String]) -> String {
        entries.join(r",\; ")
    }
    fn matrix(&self, rows: &[Vec<String>]) -> String {
        let rows: Vec<String> = rows
            .iter()
            .map(|row| format!("  {}", row.join(" & ")))
            .collect();
        format!(
            "\\begin{{bmatrix}}\n{}\n\\end{{bmatrix}}",
            rows.join(" \\\\\n")
        )
    }
    fn heading(&self, text: &str) -> String {
        format!("\\paragraph{{{}}}\n", latex(text))
    }
    fn paragraph(&self, text: &str) -> String {
        format!("{text}\n")
    }
    fn equation(&self, left: &str, right: &[String]) -> String {
        match right {
            [right] => format!("\\[\n{left} = {right}\n\\]\n"),
            _ => {
                let lines = right.join(" \\\\\n  &\\quad ");
                format!("\\begin{{align*}}\n{left} ={{}} & {lines}\n\\end{{align*}}\n")
            }
        }
    }
    fn table(&self, head: &[String], rows: &[Vec<String>]) -> String {
        let columns = "l".repeat(head.len());
        let row = |row: &[String]| format!("{} \\\\\n", row.join(" & "));
        let body: String = rows.iter().map(|r| row(r)).collect();
        format!(
            "\\begin{{center}}\\small\n\\begin{{tabular}}{{{columns}}}\n{}\\hline\n{body}\\end{{tabular}}\n\\end{{center}}\n",
            row(head)
        )
    }
    fn escape(&self, text: &str) -> String {
        latex(text)
    }
    fn inline(&self, a: &str) -> String {
        format!("${a}$")
    }
}

/// A letter or a word. A Greek letter is a command.
fn letter(base: &str) -> String {
    if GREEK.iter().any(|(name, _)| *name == base) {
        format!(r"\{base}")
    } else {
        latex(base)
    }
}

/// A part of an index: a letter is set in italics, a word upright.
fn index(part: &str) -> String {
    let letter = letter(part);
    if GREEK.iter().any(|(name, _)| *name == part)
        || part.chars().count() == 1
        || !part.starts_with(char::is_alphabetic)
    {
        letter
    } else {
        format!(r"\mathrm{{{}}}", latex(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_italic_words_are_upright_and_nothing_is_a_command() {
        let text = |symbol: Symbol| Latex.symbol(&symbol);
        assert_eq!(
            text(Symbol::scalar("pole_mass", "m", &["pole"])),
            r"m_{\mathrm{pole}}"
        );
        assert_eq!(
            text(Symbol::scalar("qd1", "q", &["1"]).dotted(1)),
            r"\dot{q}_{1}"
        );
        assert_eq!(text(Symbol::bold("tau", "tau", &[])), r"\boldsymbol{\tau}");
        let word = Symbol {
            style: Style::Word,
            ..Symbol::scalar("my_field", "my_field", &[])
        };
        assert_eq!(text(word), r"\mathit{my\_field}");
    }

    #[test]
    fn functions_of_stumpff_have_an_index() {
        assert_eq!(Latex.call(Function::Stumpff(2), "x", 1), "c_{2}(x)");
        assert_eq!(Latex.call(Function::Stumpff(3), "x", 2), "c_{3}^{2}(x)");
    }

    #[test]
    fn long_sums_are_broken_into_lines() {
        let lines = ["a", "+ b"].map(String::from);
        assert_eq!(
            Latex.equation("x", &lines),
            "\\begin{align*}\nx ={} & a \\\\\n  &\\quad + b\n\\end{align*}\n"
        );
    }
}
