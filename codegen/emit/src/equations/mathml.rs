//! MathML inside HTML, which browsers show without a script.

use super::expression::{InfixSign, Numeral, Style, Symbol};
use super::notation::{Notation, SignedTerm};
use super::symbols::GREEK;
use multibody_program::ir::{Class, Function};
use multibody_support::foreign::html;

/// MathML inside HTML.
pub struct MathMl;

/// A table with more columns than this takes the whole width of the page.
const MAX_NARROW_COLUMNS: usize = 5;

impl Notation for MathMl {
    fn number(&self, number: &Numeral) -> String {
        match number {
            Numeral::Fraction(numerator, None) => numeral(numerator),
            Numeral::Fraction(numerator, Some(denominator)) => {
                format!(
                    "<mfrac>{}{}</mfrac>",
                    numeral(numerator),
                    numeral(denominator)
                )
            }
            Numeral::Decimal(digits, 0) => numeral(digits),
            Numeral::Decimal(digits, exponent) => format!(
                "<mrow>{}<mo>·</mo><msup>{}{}</msup></mrow>",
                numeral(digits),
                numeral("10"),
                match exponent {
                    ..0 => format!(
                        "<mrow><mo>−</mo>{}</mrow>",
                        numeral(&exponent.unsigned_abs().to_string())
                    ),
                    _ => numeral(&exponent.to_string()),
                }
            ),
        }
    }
    fn symbol(&self, symbol: &Symbol) -> String {
        let base = match symbol.dots {
            0 => name(&symbol.base, symbol.style),
            dots => with_dots(&symbol.base, symbol.style, dots),
        };
        if symbol.subscript.is_empty() {
            base
        } else {
            let indices: Vec<String> = symbol.subscript.iter().map(|part| index(part)).collect();
            format!(
                "<msub>{base}<mrow>{}</mrow></msub>",
                indices.join("<mo>,</mo>")
            )
        }
    }
    fn negative(&self, a: &str) -> String {
        format!("<mrow><mo form=\"prefix\">−</mo>{a}</mrow>")
    }
    fn sum(&self, terms: &[SignedTerm]) -> String {
        let mut text = String::new();
        for (index, term) in terms.iter().enumerate() {
            text += match (index, term.is_negative) {
                (0, false) => "",
                (0, true) => "<mo form=\"prefix\">−</mo>",
                (_, false) => "<mo form=\"infix\">+</mo>",
                (_, true) => "<mo form=\"infix\">−</mo>",
            };
            text += &term.text;
        }
        format!("<mrow>{text}</mrow>")
    }
    fn product(&self, factors: &[String]) -> String {
        format!(
            "<mrow>{}</mrow>",
            factors.join("<mspace width=\"0.17em\"></mspace>")
        )
    }
    fn power(&self, a: &str, exponent: u32) -> String {
        format!("<msup>{a}{}</msup>", numeral(&exponent.to_string()))
    }
    fn quotient(&self, a: &str, b: &str) -> String {
        format!("<mfrac>{a}{b}</mfrac>")
    }
    fn call(&self, function: Function, argument: &str, exponent: u32) -> String {
        let name = match function.class() {
            Class::SquareRoot => {
                return match exponent {
                    1 => format!("<msqrt>{argument}</msqrt>"),
                    _ => self.power(&format!("<msqrt>{argument}</msqrt>"), exponent),
                };
            }
            Class::Stumpff(k) => format!("<msub><mi>c</mi>{}</msub>", numeral(&k.to_string())),
            Class::SinCos(_) | Class::Transcendental => format!("<mi>{}</mi>", function.name()),
        };
        let name = match exponent {
            1 => name,
            _ => self.power(&name, exponent),
        };
        format!("<mrow>{name}{}</mrow>", self.in_parentheses(argument))
    }
    fn application(&self, function: &str, arguments: &str) -> String {
        format!("<mrow>{function}{arguments}</mrow>")
    }
    fn sum_over(&self, index: &str, a: &str) -> String {
        format!("<mrow><munder><mo>∑</mo><mrow>{index}</mrow></munder>{a}</mrow>")
    }
    fn between(&self, infix: InfixSign, a: &str, b: &str) -> String {
        let sign = match infix {
            InfixSign::Equal => "<mo>=</mo>",
            InfixSign::Cross => "<mo>×</mo>",
            InfixSign::DualCross => "<msup><mo>×</mo><mo>∗</mo></msup>",
            InfixSign::SwappedCross => {
                "<msup><mover accent=\"true\"><mo>×</mo><mo>¯</mo></mover><mo>∗</mo></msup>"
            }
        };
        format!("<mrow>{a}{sign}{b}</mrow>")
    }
    fn transpose(&self, a: &str) -> String {
        format!("<msup>{a}<mi mathvariant=\"normal\">T</mi></msup>")
    }
    fn in_parentheses(&self, a: &str) -> String {
        format!("<mrow><mo>(</mo>{a}<mo>)</mo></mrow>")
    }
    fn list(&self, entries: &[String]) -> String {
        format!(
            "<mrow>{}</mrow>",
            entries.join("<mo separator=\"true\">,</mo>")
        )
    }
    fn matrix(&self, rows: &[Vec<String>]) -> String {
        let cell = |cell: &String| format!("<mtd>{cell}</mtd>");
        let row =
            |row: &Vec<String>| format!("<mtr>{}</mtr>", row.iter().map(cell).collect::<String>());
        let rows: String = rows.iter().map(row).collect();
        format!("<mrow><mo>[</mo><mtable>{rows}</mtable><mo>]</mo></mrow>")
    }
    fn heading(&self, text: &str) -> String {
        format!("<h3>{}</h3>\n", html(text))
    }
    fn paragraph(&self, text: &str) -> String {
        format!("<p>{text}</p>\n")
    }
    fn equation(&self, left: &str, right: &[String]) -> String {
        let row = |(index, line): (usize, &String)| match index {
            0 => format!("<mtr><mtd>{left}<mo>=</mo></mtd><mtd>{line}</mtd></mtr>"),
            _ => format!("<mtr><mtd></mtd><mtd>{line}</mtd></mtr>"),
        };
        let inner = match right {
            [right] => format!("<mrow>{left}<mo>=</mo>{right}</mrow>"),
            _ => {
                let rows: String = right.iter().enumerate().map(row).collect();
                format!("<mtable class=\"lines\">{rows}</mtable>")
            }
        };
        format!("<div class=\"equation\"><math display=\"block\">{inner}</math></div>\n")
    }
    fn table(&self, head: &[String], rows: &[Vec<String>]) -> String {
        let cells = |tag: &str, row: &[String]| -> String {
            row.iter()
                .map(|cell| format!("<{tag}>{cell}</{tag}>"))
                .collect()
        };
        let rows: String = (rows.iter())
            .map(|row| format!("<tr>{}</tr>\n", cells("td", row)))
            .collect();
        let width = match head.len() {
            ..=MAX_NARROW_COLUMNS => "wide",
            _ => "wide whole",
        };
        format!(
            "<div class=\"{width}\"><table><thead><tr>{}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n",
            cells("th", head)
        )
    }
    fn escape(&self, text: &str) -> String {
        html(text)
    }
    fn inline(&self, a: &str) -> String {
        format!("<math>{a}</math>")
    }
}

fn numeral(text: &str) -> String {
    format!("<mn>{text}</mn>")
}

/// A name: `<mi>` sets a single letter in italics, and a word upright.
fn name(base: &str, style: Style) -> String {
    let greek = GREEK.iter().find(|(name, _)| *name == base);
    let base = greek.map_or_else(|| html(base), |(_, letter)| letter.to_string());
    match style {
        Style::Scalar | Style::Word => format!("<mi>{base}</mi>"),
        Style::Bold => format!("<mi>{}</mi>", base.chars().map(bold).collect::<String>()),
    }
}

/// A name with dots above it. The dots are combining characters, which sit on the letter in every font.
fn with_dots(base: &str, style: Style, dots: usize) -> String {
    let greek = GREEK.iter().find(|(name, _)| *name == base);
    let base = greek.map_or_else(|| base.to_owned(), |(_, letter)| letter.to_string());
    let dots = if dots == 1 { '\u{307}' } else { '\u{308}' };
    let styled = |letter: char| match style {
        Style::Bold => bold(letter),
        _ => italic(letter),
    };
    format!(
        "<mi>{}{dots}</mi>",
        base.chars().map(styled).collect::<String>()
    )
}

/// The italic letter of Unicode's mathematical alphabets.
fn italic(letter: char) -> char {
    let shifted = u32::from(letter)
        .wrapping_sub(u32::from('a'))
        .wrapping_add(0x1D44E);
    match letter {
        'h' => 'ℎ',
        'a'..='z' => char::from_u32(shifted).unwrap_or(letter),
        'α'..='ω' => {
            char::from_u32(u32::from(letter) - u32::from('α') + 0x1D6FC).unwrap_or(letter)
        }
        _ => letter,
    }
}

/// The bold letter of Unicode's mathematical alphabets, which MathML leaves as it is.
fn bold(letter: char) -> char {
    let shifted = |first: char, bold_first: u32| {
        char::from_u32(bold_first + u32::from(letter) - u32::from(first)).unwrap_or(letter)
    };
    match letter {
        'A'..='Z' => shifted('A', 0x1D468),
        'a'..='z' => shifted('a', 0x1D482),
        'α'..='ω' => shifted('α', 0x1D736),
        _ => letter,
    }
}

/// A part of a subscript.
fn index(part: &str) -> String {
    if part.starts_with(|c: char| c.is_ascii_digit()) {
        numeral(part)
    } else {
        name(part, Style::Scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_bold_and_words_are_html() {
        let text = |symbol: Symbol| MathMl.symbol(&symbol);
        assert_eq!(text(Symbol::bold("tau", "tau", &[])), "<mi>𝝉</mi>");
        assert_eq!(text(Symbol::bold("M", "M", &[])), "<mi>𝑴</mi>");
        let rate = Symbol::scalar("qd", "q", &[]).dotted(1);
        assert_eq!(text(rate), "<mi>𝑞\u{307}</mi>");
        let change = Symbol::bold("phid", "phi", &[]).dotted(1);
        assert_eq!(text(change), "<mi>𝝋\u{307}</mi>");
        let change = Symbol::scalar("phid", "phi", &[]).dotted(1);
        assert_eq!(text(change), "<mi>𝜑\u{307}</mi>");
        assert_eq!(
            text(Symbol::scalar("m", "m", &["pole", "1"])),
            "<msub><mi>m</mi><mrow><mi>pole</mi><mo>,</mo><mn>1</mn></mrow></msub>"
        );
        let c = MathMl.call(Function::Stumpff(2), "", 1);
        assert!(
            c.starts_with("<mrow><msub><mi>c</mi><mn>2</mn></msub>"),
            "{c}"
        );
        assert_eq!(MathMl.escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }
}
