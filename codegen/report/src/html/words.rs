//! Words as HTML: names as code, powers of two as MathML, names of coordinates as in the equations.

use std::ops::Range;

use multibody_codegen::internal::foreign::{Shown, html};

/// A text as HTML, with the parts between backticks as code.
pub fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => html(part),
            _ => format!("<code>{}</code>", html(part)),
        })
        .collect()
}

/// A name as code, whatever is in it.
pub fn name(text: &str) -> String {
    format!("<code>{}</code>", html(text))
}

/// A name as HTML, cut if it is long.
pub fn short_name(name: &str) -> String {
    html(&Shown::from(name).to_string())
}

/// A text as HTML, its powers of two, such as `2^-129`, as MathML.
pub fn powers(text: &str) -> String {
    let mut parts = text.split("2^");
    let beginning = parts.next().unwrap_or_default();
    let power = |part: &str| {
        let (sign, magnitude) = match part.strip_prefix('-') {
            Some(magnitude) => ("<mo>−</mo>", magnitude),
            None => ("", part),
        };
        let end = magnitude.find(|c: char| !c.is_ascii_digit());
        let (digits, text) = magnitude.split_at(end.unwrap_or(magnitude.len()));
        format!(
            "<math><msup><mn>2</mn><mrow>{sign}<mn>{digits}</mn></mrow></msup></math>{}",
            html(text)
        )
    };
    html(beginning) + parts.map(power).collect::<String>().as_str()
}

/// The names of coordinates in ranges of q, as equations count them, from 1: `q₁…q₃, q₅`.
pub fn coordinate_names(ranges: &[Range<usize>]) -> String {
    let mut sorted_ranges = ranges.to_vec();
    sorted_ranges.sort_by_key(|range| (range.start, range.end));
    let mut unions: Vec<Range<usize>> = Vec::new();
    for range in sorted_ranges {
        match unions.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => unions.push(range),
        }
    }
    let q = |index: usize| format!("q{}", subscript(index));
    let text = |range: &Range<usize>| match range.len() {
        1 => q(range.end),
        2 => format!("{}, {}", q(range.start + 1), q(range.end)),
        _ => format!("{}…{}", q(range.start + 1), q(range.end)),
    };
    unions.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// A number as an index.
pub fn subscript(number: usize) -> String {
    let digit_below = |digit: char| match digit.to_digit(10) {
        Some(value) => char::from_u32(0x2080 + value).unwrap_or(digit),
        None => digit,
    };
    number.to_string().chars().map(digit_below).collect()
}

/// A text in which `q[0]` and `q[0..7]` are written as [`coordinate_names`].
pub fn with_positions(text: &str) -> String {
    let mut parts = text.split("q[");
    let beginning = parts.next().unwrap_or_default().to_owned();
    parts.fold(beginning, |text, part| {
        let range = part.split_once(']').and_then(|(inner, rest)| {
            let (start, end) = inner.split_once("..").unwrap_or((inner, ""));
            let start: usize = start.parse().ok()?;
            let end = if end.is_empty() { start + 1 } else { end.parse().ok()? };
            Some((start..end, rest))
        });
        match range {
            Some((range, rest)) => text + coordinate_names(&[range]).as_str() + rest,
            None => text + "q[" + part,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_as_in_the_equations() {
        assert_eq!(coordinate_names(&[0..1, 9..10]), "q₁, q₁₀");
        assert_eq!(
            coordinate_names(&[2..3, 0..1, 1..2, 4..5, 4..5]),
            "q₁…q₃, q₅"
        );
        assert_eq!(coordinate_names(&[0..1, 1..2]), "q₁, q₂");
        assert_eq!(
            with_positions("floating q[0..7], follows q[11]; q[x]"),
            "floating q₁…q₇, follows q₁₂; q[x]"
        );
    }

    #[test]
    fn powers_are_mathml_and_names_are_code() {
        let power = "<math><msup><mn>2</mn><mrow><mo>−</mo><mn>133</mn></mrow></msup></math>";
        assert_eq!(powers("a<b: 2^-133."), format!("a&lt;b: {power}."));
        assert_eq!(powers("none"), "none");
        assert_eq!(
            code("link `a<` has none"),
            "link <code>a&lt;</code> has none"
        );
        assert_eq!(name("a `b` <c"), "<code>a `b` &lt;c</code>");
    }
}
