//! The places of a text that can be changed: the tokens, lists and statements of all verified items.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{ImplItem, Item};

use crate::evaluator::{FIXED, of_trait, title, titled};
use multibody_verify::Report;

/// What can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A name.
    Operand,
    /// The name of a function that is called.
    Called,
    Operator,
    Index,
    Literal,
    /// The order of a list: two of its entries are exchanged.
    Order,
    /// A statement, which is dropped.
    Statement,
    /// A token of a table such as `JOINTS`.
    Entry,
    /// A row of the table of exact values.
    Row,
    /// A token of heads, structs, and what has one text only.
    Fixed,
    /// Where an attribute may be inserted that drops what follows.
    Attribute,
}

/// The kinds of mutants; attributes have a test of their own.
pub const KINDS: [Kind; 10] = [
    Kind::Operand,
    Kind::Called,
    Kind::Operator,
    Kind::Index,
    Kind::Literal,
    Kind::Order,
    Kind::Statement,
    Kind::Entry,
    Kind::Row,
    Kind::Fixed,
];

/// A part of a verified item.
pub struct Place {
    pub item: String,
    pub kind: Kind,
    pub bytes: Range<usize>,
    /// The entries of a list.
    pub parts: Vec<Range<usize>>,
    /// Whether the evaluator decides if a change is one of a function. Any other change has to be found.
    pub is_evaluated: bool,
}

/// Names that mean nothing else where they are, and keywords.
const SKIPPED: [&str; 24] = [
    "T",
    "A",
    "lit",
    "multibody",
    "self",
    "Real",
    "_",
    "let",
    "mut",
    "fn",
    "const",
    "impl",
    "for",
    "where",
    "struct",
    "enum",
    "match",
    "pub",
    "dense",
    "same",
    "Two",
    "Four",
    "static",
    "type",
];

/// All places of verified items, and all rows of the table with literals that these have.
pub fn places(text: &str, report: &Report, robot: &str) -> Vec<Place> {
    let mut places = Places {
        report,
        found: Vec::new(),
        literals: BTreeSet::new(),
    };
    for item in syn::parse_file(text).expect("Rust").items {
        places.item(&item, robot);
    }
    places.rows(text);
    places.found
}

struct Places<'a> {
    report: &'a Report,
    found: Vec<Place>,
    literals: BTreeSet<String>,
}

impl Places<'_> {
    fn item(&mut self, item: &Item, robot: &str) {
        match item {
            Item::Impl(implementation) => {
                let head = [
                    implementation.generics.params.to_token_stream(),
                    implementation
                        .trait_
                        .as_ref()
                        .map_or(TokenStream::new(), |(_, path, _)| path.to_token_stream()),
                    implementation.self_ty.to_token_stream(),
                ];
                let name = format!(
                    "impl {}",
                    head[1..]
                        .iter()
                        .map(ToString::to_string)
                        .collect::<String>()
                );
                for tokens in head {
                    self.walk(tokens, &name, None);
                }
                let title_of_type = title(&implementation.self_ty, robot);
                let has_view = implementation
                    .generics
                    .type_params()
                    .any(|implementation| implementation.ident == "R");
                for item in &implementation.items {
                    match (item, &title_of_type) {
                        (ImplItem::Fn(function), Some(owner)) if !has_view => {
                            let function_name = function.sig.ident.to_string();
                            let name =
                                titled(of_trait(implementation).as_deref(), owner, &function_name);
                            if self.report.is_verified(&name) {
                                let is_evaluated = !FIXED.contains(&&*function_name);
                                self.walk(function.sig.to_token_stream(), &name, None);
                                let kind = is_evaluated.then_some(Kind::Operand);
                                self.walk(function.block.to_token_stream(), &name, kind);
                            }
                        }
                        (ImplItem::Fn(function), _) => {
                            self.walk(function.sig.to_token_stream(), &name, None);
                            self.walk(function.block.to_token_stream(), &name, None);
                        }
                        (ImplItem::Const(constant), owner) => {
                            let name = match owner.as_deref() {
                                Some("Link") => format!("{robot}Link::ALL"),
                                _ => constant.ident.to_string(),
                            };
                            if self.report.is_verified(&name) {
                                let mut plain = constant.clone();
                                plain.attrs.clear();
                                self.walk(plain.to_token_stream(), &name, Some(Kind::Entry));
                            }
                        }
                        (other, _) => self.walk(other.to_token_stream(), &name, None),
                    }
                }
            }
            Item::Struct(structure) => {
                let mut plain = structure.clone();
                plain.attrs.clear();
                plain
                    .fields
                    .iter_mut()
                    .for_each(|field| field.attrs.clear());
                self.walk(
                    plain.to_token_stream(),
                    &format!("struct {}", structure.ident),
                    None,
                );
            }
            Item::Enum(enumeration) => {
                let mut plain = enumeration.clone();
                plain.attrs.clear();
                plain
                    .variants
                    .iter_mut()
                    .for_each(|enumeration| enumeration.attrs.clear());
                self.walk(
                    plain.to_token_stream(),
                    &enumeration.ident.to_string(),
                    None,
                );
            }
            Item::Macro(invocation)
                if invocation
                    .mac
                    .path
                    .segments
                    .last()
                    .is_some_and(|invocation| invocation.ident != "reference_items") =>
            {
                self.walk(invocation.mac.to_token_stream(), "macro", None);
            }
            _ => {}
        }
    }

    fn add(
        &mut self,
        item: &str,
        kind: Kind,
        bytes: Range<usize>,
        parts: Vec<Range<usize>>,
        kind_of_all: Option<Kind>,
    ) {
        self.found.push(Place {
            item: item.to_owned(),
            kind,
            bytes,
            parts,
            is_evaluated: kind_of_all == Some(Kind::Operand),
        });
    }

    /// The places of tokens: `Operand` for the body of a function, `Entry` for a constant, `None` for what has one text.
    fn walk(&mut self, tokens: TokenStream, item: &str, kind_of_all: Option<Kind>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let punct = |index: usize, expected: char| match tokens.get(index) {
            Some(TokenTree::Punct(mark)) => mark.as_char() == expected,
            _ => false,
        };
        let one_text = kind_of_all.unwrap_or(Kind::Fixed);
        for (index, token) in tokens.iter().enumerate() {
            let bytes = token.span().byte_range();
            if index == 0 || punct(index - 1, ';') || punct(index - 1, ',') {
                let place = bytes.start..bytes.start;
                self.add(item, Kind::Attribute, place, Vec::new(), None);
            }
            let kind = match token {
                TokenTree::Group(group) => {
                    let parts = match group.delimiter() {
                        Delimiter::Brace | Delimiter::None => Vec::new(),
                        Delimiter::Bracket | Delimiter::Parenthesis => parts(group.stream()),
                    };
                    // The first two arguments of a sum of a product and a number are operands of a product.
                    let is_sum = matches!(tokens.get(index.wrapping_sub(1)), Some(TokenTree::Ident(kind_of_all)) if kind_of_all == "mul_add");
                    let first = usize::from(is_sum && parts.len() == 3);
                    if kind_of_all.is_some() && parts.len() > first + 1 {
                        self.add(
                            item,
                            Kind::Order,
                            bytes,
                            parts[first..].to_vec(),
                            kind_of_all,
                        );
                    }
                    if group.delimiter() == Delimiter::Brace && kind_of_all == Some(Kind::Operand) {
                        for bytes in statements(group.stream()) {
                            self.add(item, Kind::Statement, bytes, Vec::new(), kind_of_all);
                        }
                    }
                    self.walk(group.stream(), item, kind_of_all);
                    continue;
                }
                TokenTree::Ident(name) => {
                    let is_lifetime = index > 0 && punct(index - 1, '\'');
                    if is_lifetime || SKIPPED.contains(&&*name.to_string()) {
                        continue;
                    }
                    let is_called = index > 0
                        && punct(index - 1, '.')
                        && matches!(tokens.get(index + 1), Some(TokenTree::Group(kind_of_all)) if kind_of_all.delimiter() == Delimiter::Parenthesis);
                    match one_text {
                        Kind::Operand if is_called => Kind::Called,
                        kind => kind,
                    }
                }
                TokenTree::Punct(mark) => match (mark.as_char(), one_text) {
                    ('+' | '-' | '*' | '/', Kind::Operand) => Kind::Operator,
                    (_, Kind::Operand) => continue,
                    // Without what follows, a comma means nothing.
                    (',', _) if index + 1 == tokens.len() => continue,
                    (_, kind) => kind,
                },
                TokenTree::Literal(literal) => {
                    self.literals.insert(literal.to_string());
                    match one_text {
                        Kind::Operand if literal.to_string().contains(['.', 'e']) => Kind::Literal,
                        Kind::Operand => Kind::Index,
                        kind => kind,
                    }
                }
            };
            self.add(item, kind, bytes, Vec::new(), kind_of_all);
        }
    }

    /// The rows of the table of exact values.
    fn rows(&mut self, text: &str) {
        let table = text.find("// Exact values").unwrap_or(text.len());
        let mut start = table;
        for line in text[table..].split_inclusive('\n') {
            let literal = line
                .strip_prefix("// ")
                .and_then(|row| row.split_once(" = "));
            if literal.is_some_and(|(literal, _)| self.literals.contains(literal)) {
                let bytes = start..start + line.trim_end().len();
                self.add("table", Kind::Row, bytes, Vec::new(), Some(Kind::Operand));
            }
            start += line.len();
        }
    }
}

/// The bytes of parts that a mark separates; those after the last mark are one, if there are any.
fn split(tokens: TokenStream, mark: char) -> Vec<(Range<usize>, bool)> {
    let mut pieces: Vec<(Range<usize>, bool)> = Vec::new();
    let mut piece: Option<Range<usize>> = None;
    for token in tokens {
        let bytes = token.span().byte_range();
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == mark => {
                pieces.extend(piece.take().map(|punct| (punct.start..punct.end, true)));
            }
            _ => {
                let start = piece.map_or(bytes.start, |punct| punct.start);
                piece = Some(start..bytes.end);
            }
        }
    }
    pieces.extend(piece.map(|punct| (punct, false)));
    pieces
}

/// The entries of a list.
fn parts(tokens: TokenStream) -> Vec<Range<usize>> {
    split(tokens, ',')
        .into_iter()
        .map(|(bytes, _)| bytes)
        .collect()
}

/// The statements of a block that end with a semicolon, with it.
fn statements(tokens: TokenStream) -> Vec<Range<usize>> {
    let pieces = split(tokens, ';')
        .into_iter()
        .filter(|(_, is_ended)| *is_ended);
    pieces
        .map(|(bytes, _)| bytes.start..bytes.end + 1)
        .collect()
}
