//! Limits on token streams. They are checked before any recursive parser, such as syn, reads a stream.

use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};

use super::piece::Piece;
use crate::fault::Fault;
use crate::source::GENERATED_SIZE_LIMIT;

/// Maximum nesting depth of brackets in an attribute, its struct or a Rust file: ten times what anybody can read.
const DEPTH_LIMIT: usize = 256;
/// Maximum number of tokens of an attribute or of a struct: two hundred for each of a thousand bodies.
const TOKEN_LIMIT: usize = 200_000;
/// Maximum nesting depth of an expression or a type, by brackets or by signs. Unoptimised, syn takes up to 50 kB of
/// stack for a level of a type and 30 kB for a level of an expression; threads may have only 2 MB.
const LEVEL_LIMIT: usize = 32;
/// Maximum number of tokens of an expression, whose values are computed recursively.
const EXPRESSION_LIMIT: usize = 1000;

/// Maximum number of characters of a number, which syn converts in quadratic time; no number in range needs as many.
const DIGIT_LIMIT: usize = 1000;

/// Maximum depth of brackets in a file of statements, which syn parses recursively.
const STATEMENT_DEPTH: usize = 48;
/// Maximum number of operators between two commas or semicolons of such a file, in all open brackets together.
const STATEMENT_OPERATORS: usize = 400;

/// Where a stream exceeds a limit, and the fault.
pub type Exceeded = (Span, Fault);

/// Checks an attribute or a struct against the limits.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`].
pub fn check_attribute(stream: &TokenStream) -> Result<(), Exceeded> {
    let (limit, noun) = (TOKEN_LIMIT, "tokens in one attribute or struct");
    check(stream.clone(), limit, noun, bracket_depth)
}

/// Checks a Rust file against the limits of nesting and of the length of numbers.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`].
pub fn check_file(stream: &TokenStream) -> Result<(), Exceeded> {
    check(stream.clone(), usize::MAX, "tokens", bracket_depth)
}

/// Checks an expression against the limits.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`].
pub fn check_expression(stream: TokenStream) -> Result<(), Exceeded> {
    check(
        stream,
        EXPRESSION_LIMIT,
        "tokens in one expression",
        recursion_depth,
    )
}

/// Checks the types of a struct, from which attributes have been removed, against the limits.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`].
pub fn check_types(structure: &TokenStream) -> Result<(), Exceeded> {
    check(structure.clone(), usize::MAX, "tokens", recursion_depth)?;
    for token in structure.clone() {
        if let TokenTree::Group(fields) = token {
            for field in Piece::inside(&fields).split() {
                check(
                    field.stream(),
                    EXPRESSION_LIMIT,
                    "tokens in one field",
                    recursion_depth,
                )?;
            }
        }
    }
    Ok(())
}

/// Maximum number of words and signs of a text, comments included. Each word or sign takes up to 400 bytes as a token.
const WORD_LIMIT: usize = 1 << 22;

/// Checks the length of a text before it is split into tokens.
///
/// # Errors
/// The limit that the text exceeds, in words.
pub fn check_text(text: &str) -> Result<(), String> {
    if text.len() as u64 > GENERATED_SIZE_LIMIT {
        Err(format!("{} MiB", GENERATED_SIZE_LIMIT >> 20))
    } else if count_words(text) > WORD_LIMIT {
        Err(format!("{WORD_LIMIT} words and signs"))
    } else {
        Ok(())
    }
}

/// An upper bound of the number of tokens: a token begins at a sign, and where a word begins.
fn count_words(text: &str) -> usize {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let pairs = text.bytes().zip([b' '].into_iter().chain(text.bytes()));
    let begins_token = |&(byte, previous): &(u8, u8)| {
        !(byte.is_ascii_whitespace() || is_word(byte) && is_word(previous))
    };
    pairs.filter(begins_token).count()
}

/// Checks a file of statements, such as a generated one, which may be long: the depth of brackets, the operators of each
/// expression, and the length of numbers. Inner attributes are refused too.
///
/// # Errors
/// The place of the fault, and a message.
pub fn check_statements(stream: &TokenStream) -> Result<(), (Span, &'static str)> {
    let mut stack = vec![(stream.clone().into_iter(), false)];
    let mut operators = vec![0];
    let mut is_attribute = false;
    while let Some((tokens, is_block)) = stack.last_mut() {
        let Some(token) = tokens.next() else {
            let was_block = *is_block;
            stack.pop();
            operators.pop();
            // A block ends a statement, and with it the operators around the block.
            if let (true, Some(count)) = (was_block, operators.last_mut()) {
                *count = 0;
            }
            continue;
        };
        let span = token.span();
        let count = operators.last_mut().expect("one for each group");
        // Attributes, such as lines of documentation, are read one after the other, not one within the other.
        let was_attribute = std::mem::take(&mut is_attribute);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => is_attribute = true,
            TokenTree::Punct(punct) if punct.as_char() == '!' && was_attribute => {
                return Err((span, "inner attributes and `//!` are not emitted"));
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => *count = 0,
            TokenTree::Punct(_) => *count += 1,
            TokenTree::Group(group) => {
                *count += usize::from(!was_attribute);
                let is_block = group.delimiter() == Delimiter::Brace;
                stack.push((group.stream().into_iter(), is_block));
                operators.push(0);
            }
            TokenTree::Ident(word) if is_keyword(&word) || word == "else" => *count += 1,
            TokenTree::Literal(literal) if is_too_long(&literal) => {
                return Err((span, "this number has too many digits"));
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        if operators.iter().sum::<usize>() > STATEMENT_OPERATORS {
            return Err((span, "this expression has too many operators"));
        }
        if stack.len() > STATEMENT_DEPTH {
            return Err((span, "brackets are nested too deeply"));
        }
    }
    Ok(())
}

fn is_too_long(literal: &Literal) -> bool {
    let text = literal.to_string();
    text.len() > DIGIT_LIMIT && text.starts_with(|first: char| first.is_ascii_digit())
}

/// A group that is being read.
struct OpenGroup {
    tokens: proc_macro2::token_stream::IntoIter,
    /// The last token, if it was a sign; `None` if it was something that may end a value.
    last_sign: Option<char>,
    /// The number of prefix signs before the value that is being read.
    prefix_signs: usize,
    /// The number of signs and keywords whose right-hand sides are being read; a comma or semicolon ends all these sides.
    right_sides: usize,
    /// The number of open angle brackets.
    angle_brackets: usize,
}

impl OpenGroup {
    fn new(stream: TokenStream) -> Self {
        Self {
            tokens: stream.into_iter(),
            last_sign: Some(','),
            prefix_signs: 0,
            right_sides: 0,
            angle_brackets: 0,
        }
    }

    /// Updates the state for a token that is not a group.
    fn update(&mut self, token: &TokenTree) {
        let sign = match token {
            TokenTree::Punct(sign) => Some(sign.as_char()),
            _ => None,
        };
        let previous = std::mem::replace(&mut self.last_sign, sign);
        let is_after_value = previous.is_none();
        match token {
            TokenTree::Punct(sign) => match sign.as_char() {
                ',' | ';' => (self.prefix_signs, self.right_sides) = (0, 0),
                ':' => {}
                '.' if is_after_value => {}
                // A binary operator: the prefix signs belonged to the value on its left.
                '+' | '-' | '*' | '/' if is_after_value => self.prefix_signs = 0,
                '+' | '-' | '*' | '/' | '.' => self.prefix_signs += 1,
                '>' if previous != Some('-') && previous != Some('=') => {
                    self.angle_brackets = self.angle_brackets.saturating_sub(1);
                }
                '<' => self.angle_brackets += 1,
                _ => self.right_sides += 1,
            },
            TokenTree::Ident(word) if is_keyword(word) => self.right_sides += 1,
            _ => {}
        }
    }

    /// An upper bound of the levels of syn's recursion in this group.
    fn levels(&self) -> usize {
        1 + self.prefix_signs + self.right_sides + self.angle_brackets
    }
}

/// Whether a word is a keyword after which syn recurses; `as` and `let` need no level of their own.
fn is_keyword(word: &proc_macro2::Ident) -> bool {
    *word != "as"
        && *word != "let"
        && syn::parse2::<syn::Ident>(TokenTree::from(word.clone()).into()).is_err()
}

/// The nesting depth of brackets, and its limit.
fn bracket_depth(stack: &[OpenGroup]) -> (usize, usize) {
    (stack.len() - 1, DEPTH_LIMIT)
}

/// An upper bound of syn's recursion depth, and its limit.
fn recursion_depth(stack: &[OpenGroup]) -> (usize, usize) {
    (
        stack.iter().map(OpenGroup::levels).sum::<usize>() - 1,
        LEVEL_LIMIT,
    )
}

/// Walks through a stream and the groups in it, and checks the number of tokens, the digits of numbers, and the depth.
fn check(
    stream: TokenStream,
    maximum: usize,
    noun: &'static str,
    depth: fn(&[OpenGroup]) -> (usize, usize),
) -> Result<(), Exceeded> {
    let mut stack = vec![OpenGroup::new(stream)];
    let mut count = 0;
    while let Some(innermost) = stack.last_mut() {
        let Some(token) = innermost.tokens.next() else {
            stack.pop();
            continue;
        };
        count += 1;
        if count > maximum {
            let limit = maximum;
            return Err((token.span(), Fault::TooMany { what: noun, limit }));
        }
        let span = token.span();
        match token {
            TokenTree::Group(group) => {
                innermost.last_sign = None;
                stack.push(OpenGroup::new(group.stream()));
            }
            TokenTree::Literal(literal) if is_too_long(&literal) => {
                let (noun, limit) = ("digits in one number", DIGIT_LIMIT);
                return Err((span, Fault::TooMany { what: noun, limit }));
            }
            token => innermost.update(&token),
        }
        let (level, limit) = depth(&stack);
        if level > limit {
            return Err((span, Fault::TokenNestedTooDeeply { limit }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(result: Result<(), Exceeded>) -> Option<&'static str> {
        result.err().map(|(_, fault)| fault.kind())
    }

    fn tokens(text: &str) -> TokenStream {
        text.parse().expect("tokens")
    }

    fn nest(depth: usize) -> TokenStream {
        tokens(&["(", ")"].map(|bracket| bracket.repeat(depth)).concat())
    }

    #[test]
    fn nesting_is_bounded() {
        assert_eq!(kind(check_file(&nest(DEPTH_LIMIT))), None);
        for depth in [DEPTH_LIMIT + 1, 30_000] {
            let stream = nest(depth);
            assert_eq!(kind(check_file(&stream)), Some("TokenNestedTooDeeply"));
            assert_eq!(kind(check_attribute(&stream)), Some("TokenNestedTooDeeply"));
        }
    }

    #[test]
    fn signs_nest_as_brackets_do() {
        for level in [
            "(",
            "- ",
            "*",
            "&",
            "&mut ",
            "!",
            "a = ",
            "a < ",
            "a::<",
            "|| ",
            "|x| ",
            "return ",
            "..",
            "1 as &",
            "if a {} else ",
            "fn() -> ",
            "impl Fn() -> ",
            "- f(",
            "1 + 2 * [",
            "a | b ^ ",
            "'a: ",
        ] {
            let close = match level.trim_end().chars().next_back() {
                Some('(') => ")",
                Some('[') => "]",
                _ => "",
            };
            let text = |depth: usize| [level.repeat(depth), close.repeat(depth)].join("1");
            let deep = check_expression(tokens(&text(LEVEL_LIMIT + 1)));
            assert_eq!(kind(deep), Some("TokenNestedTooDeeply"), "{level}");
        }
        for flat in [
            "1 + ",
            "- a * ",
            "a.b",
            "f(1) - ",
            "1 as f64 / ",
            "a::b + ",
            "(1, 2) * ",
        ] {
            assert_eq!(
                kind(check_expression(tokens(&flat.repeat(90)))),
                None,
                "{flat}"
            );
        }
    }

    #[test]
    fn tokens_are_counted_inside_brackets_too() {
        let list = |count: usize| tokens(&format!("({})", "a ".repeat(count - 1)));
        assert_eq!(kind(check_expression(list(EXPRESSION_LIMIT))), None);
        let long_list = list(EXPRESSION_LIMIT + 1);
        assert_eq!(kind(check_expression(long_list.clone())), Some("TooMany"));
        assert_eq!(
            kind(check_types(&list(EXPRESSION_LIMIT + 2))),
            Some("TooMany")
        );
        assert_eq!(kind(check_attribute(&long_list)), None);
    }

    #[test]
    fn digits_are_bounded() {
        for (first, is_number) in [("1", true), ("0.", true), ("0x", true), ("\"", false)] {
            let text = |count: usize| {
                let end = if is_number { "" } else { "\"" };
                tokens(&format!("f({first}{}{end})", "1".repeat(count)))
            };
            let long_number = text(100_000);
            let expected = is_number.then_some("TooMany");
            assert_eq!(kind(check_file(&long_number)), expected, "{first}");
            assert_eq!(kind(check_attribute(&long_number)), expected, "{first}");
            assert_eq!(
                check_statements(&long_number).is_err(),
                is_number,
                "{first}"
            );
            assert_eq!(kind(check_file(&text(900))), None, "{first}");
            assert!(check_statements(&text(900)).is_ok(), "{first}");
        }
    }

    #[test]
    fn types_are_bounded_in_each_field() {
        let field = "a: HashMap<String, Vec<f64>>, pub b: &'a [f64; 3], ";
        let fields = |text: String| tokens(&format!("struct A {{ {text} }}"));
        assert_eq!(kind(check_types(&fields(field.repeat(400)))), None);
        let deep = fields("A<b, ".repeat(LEVEL_LIMIT));
        assert_eq!(kind(check_types(&deep)), Some("TokenNestedTooDeeply"));
    }
}
