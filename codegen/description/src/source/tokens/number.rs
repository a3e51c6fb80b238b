//! Numbers in Rust's notation: literals, and the constants of `f64::consts`.

use syn::{Expr, ExprUnary, Lit, Path, UnOp};

use super::piece::{Context, bare};
use crate::fault::{Fault, Hint, Shown};
use multibody_program::exact::{DecimalError, Rational, decimal, integer, quarter_turn};

/// Multiples of pi, each by the numerator and denominator of its factor. They are as precise as the rational used for pi.
const MULTIPLES_OF_PI: [(&str, i64, i64); 7] = [
    ("PI", 1, 1),
    ("TAU", 2, 1),
    ("FRAC_PI_2", 1, 2),
    ("FRAC_PI_3", 1, 3),
    ("FRAC_PI_4", 1, 4),
    ("FRAC_PI_6", 1, 6),
    ("FRAC_PI_8", 1, 8),
];

/// Other constants: the nearest floats, as for the values of functions.
const FLOATS: [(&str, f64); 6] = [
    ("E", std::f64::consts::E),
    ("SQRT_2", std::f64::consts::SQRT_2),
    ("FRAC_1_SQRT_2", std::f64::consts::FRAC_1_SQRT_2),
    ("FRAC_1_PI", std::f64::consts::FRAC_1_PI),
    ("LN_2", std::f64::consts::LN_2),
    ("LN_10", std::f64::consts::LN_10),
];

/// The rational used for pi.
pub fn pi() -> Rational {
    integer(2) * quarter_turn()
}

/// A constant of `f64::consts`; its path may be as short as an import allows. `pi` may be in lower case.
pub fn constant(path: &Path) -> Option<Rational> {
    let segments: Vec<String> = path.segments.iter().map(|part| bare(&part.ident)).collect();
    let words: Vec<&str> = segments.iter().map(String::as_str).collect();
    if path.segments.iter().any(|part| !part.arguments.is_none()) {
        return None;
    }
    let name = match words[..] {
        [pi] if pi.eq_ignore_ascii_case("pi") => "PI",
        [name] => name,
        ["consts", name]
        | ["f64" | "f32", "consts", name]
        | ["std" | "core", "f64" | "f32", "consts", name] => name,
        _ => return None,
    };
    if let Some((_, numerator, denominator)) = MULTIPLES_OF_PI
        .iter()
        .find(|(constant_name, ..)| *constant_name == name)
    {
        return Some(pi() * integer(*numerator) / integer(*denominator));
    }
    let (_, float) = FLOATS
        .iter()
        .find(|(constant_name, _)| *constant_name == name)?;
    Rational::try_from(*float).ok()
}

/// Digits and suffix of a literal that is a number.
fn digits(literal: &Lit) -> Option<(&str, &str)> {
    match literal {
        Lit::Int(number) => Some((number.base10_digits(), number.suffix())),
        Lit::Float(number) => Some((number.base10_digits(), number.suffix())),
        _ => None,
    }
}

/// A number in Rust's notation, without a suffix or with that of a float type.
///
/// # Errors
/// [`Fault::NotANumber`], [`Fault::NumberOutOfRange`], [`Fault::NumberTooFine`].
fn parse_literal(literal: &Lit) -> Result<Rational, Fault> {
    let text = || Shown::from(&quote::ToTokens::to_token_stream(literal).to_string());
    let place = || "an expression".to_owned();
    let not_a_number = |hint| Fault::NotANumber {
        text: text(),
        place: place(),
        hint,
    };
    const EXAMPLE: Hint = Hint::Write("write a decimal number, e.g. 0.5 or 1e-3");
    let digits = match digits(literal) {
        Some((digits, "" | "f64" | "f32")) => digits,
        Some((_, suffix)) if !suffix.starts_with(['i', 'u']) => {
            return Err(not_a_number(Hint::WITHOUT_UNIT));
        }
        _ => return Err(not_a_number(EXAMPLE)),
    };
    decimal(digits).map_err(|error| match error {
        DecimalError::OutOfRange => Fault::NumberOutOfRange {
            text: text(),
            place: place(),
        },
        DecimalError::TooLong => Fault::NumberTooFine {
            text: text(),
            place: format!("in {}", place()),
        },
        DecimalError::NotANumber | DecimalError::NotFinite => not_a_number(EXAMPLE),
    })
}

/// The value of a literal.
pub fn number(literal: &Lit, context: &mut Context<'_>) -> Option<Rational> {
    let value = parse_literal(literal);
    value
        .map_err(|fault| context.report(literal.span(), fault))
        .ok()
}

/// Whether a literal has a minus sign, and the literal; `None` if the expression is anything else.
pub fn literal(expression: &Expr) -> Option<(bool, &Lit)> {
    match expression {
        Expr::Lit(literal) => Some((false, &literal.lit)),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => literal(expr)
            .filter(|(is_negative, _)| !is_negative)
            .map(|(_, lit)| (true, lit)),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// The text of an expression that is a single number, with its sign. It shows how many digits were written.
pub fn literal_text(expression: &Expr) -> Option<String> {
    let (is_negative, literal) = literal(expression)?;
    let (digits, _) = digits(literal)?;
    Some(format!("{}{digits}", if is_negative { "-" } else { "" }))
}

/// An integer with an absolute value of at most `limit`; `expected` states the limit in words.
pub fn whole_number(
    expression: &Expr,
    limit: i64,
    expected: &'static str,
    context: &mut Context<'_>,
) -> Option<i64> {
    let Some((is_negative, Lit::Int(number))) = literal(expression) else {
        return context.refuse(expression, "a whole number");
    };
    match number.base10_parse::<i64>() {
        Ok(value) if value <= limit => Some(if is_negative { -value } else { value }),
        _ => context.refuse_at(number.span(), expected, Shown::from(&number.to_string())),
    }
}
