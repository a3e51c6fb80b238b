//! Items as text. `prettyplease` prints their tokens. Long texts, such as bodies and tables, are not tokens but blocks of lines:
//! each has a placeholder among the tokens, and replaces it in the printed text.

use std::cell::RefCell;
use std::ops::Deref;

use crate::interface::{ExactConstants, Robot};
use crate::schedule::RobotNames;
use multibody_program::ir::Limbs;
use multibody_support::foreign::literal;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, File, Item, parse_quote};

/// The robot that is written, and the blocks of its text.
pub struct Writer<'a> {
    robot: &'a Robot<'a>,
    /// The isomorphic limbs, such as legs, whose values are packed together.
    pub limbs: Limbs,
    /// The names of positions, of bodies, and of definitions in expressions.
    pub names: RobotNames,
    /// The literals of constants.
    pub exact: ExactConstants,
    blocks: RefCell<Vec<Block>>,
}

/// A text that replaces its placeholder after the tokens are printed.
enum Block {
    /// Lines, which get the indentation of their placeholder.
    Lines(String),
    /// A literal of several lines.
    Literal(String),
}

/// The beginning of a placeholder, before its number.
const PLACEHOLDER: &str = "__block_";

impl<'a> Deref for Writer<'a> {
    type Target = Robot<'a>;

    fn deref(&self) -> &Robot<'a> {
        self.robot
    }
}

impl<'a> Writer<'a> {
    /// A writer without blocks.
    pub fn new(robot: &'a Robot<'a>) -> Self {
        Self {
            robot,
            limbs: robot.limbs(),
            names: RobotNames::new(
                robot.position_names(),
                robot.body_names(),
                robot.system.builder.definitions(),
            ),
            exact: ExactConstants::of(robot),
            blocks: RefCell::default(),
        }
    }

    /// A placeholder for lines.
    pub fn lines(&self, text: String) -> TokenStream {
        self.block(Block::Lines(text))
    }

    /// A placeholder for a literal of several lines.
    pub fn literal(&self, text: String) -> TokenStream {
        self.block(Block::Literal(text))
    }

    /// Stores a block, and returns its placeholder.
    fn block(&self, block: Block) -> TokenStream {
        let mut blocks = self.blocks.borrow_mut();
        let placeholder = tokens(&format!("{PLACEHOLDER}{}", blocks.len()));
        blocks.push(block);
        placeholder
    }

    /// The text of items.
    pub fn text(&self, items: TokenStream) -> String {
        self.print(items, skip_formatting)
    }

    /// A placeholder for the text of items inside a macro.
    pub fn text_within(&self, items: TokenStream) -> TokenStream {
        // rustfmt formats nothing inside a macro, so items there need no `rustfmt::skip`.
        let text = self.print(items, |_| ());
        self.lines(text)
    }

    /// Prints items with their blocks. First, `change` is applied to each item.
    fn print(&self, items: TokenStream, change: impl Fn(&mut Item)) -> String {
        // If the description has a fault, its names may be no identifiers of Rust. Then the tokens do not parse.
        let Ok(mut file) = syn::parse2::<File>(items.clone()) else {
            return items.to_string();
        };
        file.items.iter_mut().for_each(change);
        self.fill(&prettyplease::unparse(&file))
    }

    /// Replaces placeholders, and puts an empty line before each item.
    fn fill(&self, draft: &str) -> String {
        let blocks = self.blocks.borrow();
        // A quarter of a block is room for its indentation.
        let size = |block: &Block| match block {
            Block::Lines(text) | Block::Literal(text) => text.len() * 5 / 4,
        };
        let mut text = String::with_capacity(blocks.iter().map(size).sum::<usize>() + draft.len());
        let mut previous_line = "";
        for line in draft.lines() {
            if is_separate(previous_line, line) {
                text.push('\n');
            }
            previous_line = line;
            match placeholder(line)
                .and_then(|(start, index, end)| Some((start, blocks.get(index)?, end)))
            {
                None => text += line,
                Some((start, Block::Literal(literal), end)) => {
                    text.extend([start, literal.as_str(), end]);
                }
                Some((start, Block::Lines(lines), end)) => {
                    let indent = &line[..line.len() - line.trim_start().len()];
                    text += start;
                    for (index, line) in lines.trim_end().split('\n').enumerate() {
                        if index > 0 {
                            text.push('\n');
                            text += if line.is_empty() { "" } else { indent };
                        }
                        text += line;
                    }
                    text += end;
                }
            }
            text.push('\n');
        }
        text
    }
}

/// The placeholder of a line: the text before it, its number, and the text behind it.
fn placeholder(line: &str) -> Option<(&str, usize, &str)> {
    let (start, tail) = line.split_once(PLACEHOLDER)?;
    // Documentation may contain a placeholder's text.
    let is_comment = start.trim_start().starts_with("//");
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    let number = tail[..digits].parse().ok().filter(|_| !is_comment)?;
    Some((start, number, &tail[digits..]))
}

/// Whether an empty line belongs between two lines: before each item except the first.
fn is_separate(previous_line: &str, line: &str) -> bool {
    const STARTS: [&str; 6] = ["///", "#[", "pub ", "fn ", "impl", "const "];
    let item = line.trim_start();
    previous_line.ends_with(['}', ';'])
        && !previous_line.trim_start().starts_with("///")
        && (STARTS.iter().any(|start| item.starts_with(start)) || line.starts_with("multibody::"))
}

/// Keeps rustfmt from formatting an item, whatever settings its user has.
fn skip_formatting(item: &mut Item) {
    let attributes = match item {
        Item::Impl(part) => &mut part.attrs,
        Item::Struct(part) => &mut part.attrs,
        Item::Enum(part) => &mut part.attrs,
        Item::Macro(part) => &mut part.attrs,
        _ => return,
    };
    let is_documentation = |attribute: &Attribute| attribute.path().is_ident("doc");
    let documentation = attributes.iter().take_while(|a| is_documentation(a));
    attributes.insert(documentation.count(), parse_quote!(#[rustfmt::skip]));
}

/// An array literal with one entry a line.
pub fn table(rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = (rows.into_iter())
        .map(|row| format!("    {row},\n"))
        .collect();
    if rows.is_empty() { "[]".into() } else { format!("[\n{rows}]") }
}

/// The tokens of a text. A text that is no Rust, such as the name in a faulty description, has none.
pub fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Lines of documentation.
pub fn document<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> TokenStream {
    let attribute = |line: S| {
        let text = format!(" {}", line.as_ref());
        let text = text.as_str().trim_end();
        quote!(#[doc = #text])
    };
    lines.into_iter().map(attribute).collect()
}

/// A function that returns names; nothing if there are no names.
pub fn names_function(function: &str, names: Vec<&str>) -> TokenStream {
    let (function, is_empty) = (tokens(function), names.is_empty());
    let literals = names.into_iter().map(|name| tokens(&literal(name)));
    if is_empty {
        quote!()
    } else {
        quote! {
            fn #function(&self) -> &'static [&'static str] { &[#(#literals),*] }
        }
    }
}

/// The attribute that allows lints in emitted items.
pub fn allowances() -> TokenStream {
    quote!(#[allow(
        dead_code,
        clippy::approx_constant,
        clippy::excessive_precision,
        clippy::let_and_return,
        clippy::pedantic,
        clippy::wrong_self_convention,
        non_snake_case,
        reason = "generated: more than everyone needs, long, with the nearest floats of exact values"
    )])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::test::with_body;

    fn text_of(items: impl FnOnce(&Writer<'_>) -> TokenStream) -> String {
        with_body(&[], |robot| {
            let writer = Writer::new(robot);
            writer.text(items(&writer))
        })
    }

    #[test]
    fn documentation_has_no_gaps() {
        let text = text_of(|_| {
            let summary = document(["A sentence;", "and its rest.", "", "Another one."]);
            quote!(#summary pub struct A;)
        });
        let expected = "/// A sentence;\n/// and its rest.\n///\n/// Another one.\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn blocks_replace_their_placeholders_at_their_indentation() {
        let text = text_of(|writer| {
            let rows = writer.lines(table(["1".to_owned(), "2".to_owned()]));
            let body = writer.lines("let x = 1;\n\nx\n".into());
            let literal = writer.literal("r#\"a\n  b\"#".into());
            quote! {
                impl A {
                    /// No __block_0__.
                    pub const B: [u8; 2] = #rows;
                    pub const C: &str = #literal;
                    fn d() -> u8 { #body }
                }
            }
        });
        let expected = "#[rustfmt::skip]
impl A {
    /// No __block_0__.
    pub const B: [u8; 2] = [
        1,
        2,
    ];

    pub const C: &str = r#\"a
  b\"#;

    fn d() -> u8 {
        let x = 1;

        x
    }
}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn items_inside_a_macro_are_printed_like_others() {
        let text = text_of(|writer| {
            let body = writer.lines("1\n".into());
            let items = writer.text_within(quote!(
                fn a() -> u8 {
                    #body
                }
                fn b() {}
            ));
            quote!(multibody::reference_items! { #items })
        });
        let expected = "#[rustfmt::skip]
multibody::reference_items! {
    fn a() -> u8 {
        1
    }

    fn b() {}
}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn tokens_that_do_not_parse_are_printed_as_they_are() {
        let text = text_of(|_| tokens("struct 1a;"));
        assert!(text.contains("struct"), "{text}");
    }
}
