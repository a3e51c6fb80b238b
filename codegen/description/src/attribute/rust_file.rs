//! A Rust file with one annotated struct.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::fault::{Fault, Faults, Report, Shown};
use crate::model::{Source, Span};
use crate::source::tokens::{
    Places, attributes, check_file, is_parameter, multibody_arguments, read_struct,
    without_attributes,
};

/// A struct with the attribute `#[multibody(..)]`, found in a file.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The tokens in the attribute's parentheses.
    pub attribute: TokenStream,
    /// The struct with its other attributes.
    pub item: TokenStream,
    /// The text of the struct, without the attributes that this crate reads.
    pub structure: String,
    /// The source location of the attribute's brackets.
    span: Span,
}

/// The annotated struct of a file, which must have exactly one.
///
/// # Errors
/// [`Fault::AttributeFileMalformed`], [`Fault::AttributeMissing`], [`Fault::AttributeSeveral`],
/// [`Fault::TokenNestedTooDeeply`].
pub fn find(source: &Source) -> Result<Annotation, Report> {
    let mut faults = Faults::new();
    let annotations = match source.text.parse::<TokenStream>() {
        Ok(tokens) => {
            if let Err((location, fault)) = check_file(&tokens) {
                faults.push(byte_span(location.byte_range()), fault);
                return Err(faults.finish());
            }
            search(tokens, &source.text)
        }
        Err(error) => {
            let span = byte_span(error.span().byte_range());
            let reason = Shown::from(&error.to_string());
            faults.push(span, Fault::AttributeFileMalformed { reason });
            return Err(faults.finish());
        }
    };
    let names: Vec<String> = annotations.iter().map(display_name).collect();
    let mut iterator = annotations.into_iter();
    match (iterator.next(), iterator.next()) {
        (Some(annotation), None) => {
            let _empty_report = faults.finish();
            return Ok(annotation);
        }
        (Some(first), Some(second)) => {
            let structs = names.join(", ");
            let others = vec![first.span];
            faults.push_conflict(second.span, others, Fault::AttributeSeveral { structs });
        }
        _ => faults.push(Span::default(), Fault::AttributeMissing),
    }
    Err(faults.finish())
}

/// The name of the struct below an attribute, for messages.
fn display_name(annotation: &Annotation) -> String {
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let structure = read_struct(annotation.item.clone(), &mut places, &mut faults);
    let _reported_later = faults.finish();
    let struct_name = structure.map_or("?".into(), |structure| structure.name.value);
    format!("`{}`", Shown::from(&struct_name))
}

/// All annotated items of a token stream, and of the modules and bodies in it. The rest of the file may be any
/// Rust, even Rust that syn does not know, or that is nested too deeply for syn.
fn search(tokens: TokenStream, text: &str) -> Vec<Annotation> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut annotations = Vec::new();
    let (mut item_end, mut item_start, mut attribute_end) = (0, 0, 0);
    for (pound, brackets) in attributes(&tokens) {
        // An item starts with the first of its consecutive attributes.
        if pound != attribute_end || pound == 0 {
            item_start = pound;
        }
        attribute_end = pound + 2;
        if let Some(attribute) = multibody_arguments(brackets).filter(|_| pound >= item_end) {
            item_end = find_item_end(&tokens, pound + 1);
            let item = &tokens[item_start..item_end];
            annotations.push(make_annotation(
                attribute,
                brackets,
                item,
                pound + 1 - item_start,
                text,
            ));
        }
    }
    for (index, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token
            && group.delimiter() == Delimiter::Brace
            && !is_macro(&tokens[..index])
        {
            annotations.extend(search(group.stream(), text));
        }
    }
    annotations.sort_by_key(|annotation| annotation.span);
    annotations
}

/// Whether braces after these tokens are the body of a macro, whose structs exist only where it is called.
fn is_macro(tokens: &[TokenTree]) -> bool {
    let [.., word, TokenTree::Punct(sign), TokenTree::Ident(_)] = tokens else {
        return false;
    };
    sign.as_char() == '!' && matches!(word, TokenTree::Ident(word) if *word == "macro_rules")
}

/// The end of an item, after braces or a semicolon; `attribute` is the index of the group of its attribute.
fn find_item_end(tokens: &[TokenTree], attribute: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';'),
    };
    let tail = &tokens[attribute + 1..];
    let length = tail
        .iter()
        .position(ends)
        .map_or(tail.len(), |index| index + 1);
    attribute + 1 + length
}

/// The annotation of an item: `attribute` is the tokens in its parentheses, `brackets` the group around it, which is
/// the token `brackets_index` of the item.
fn make_annotation(
    attribute: TokenStream,
    brackets: &Group,
    item: &[TokenTree],
    brackets_index: usize,
    text: &str,
) -> Annotation {
    // From the sign `#` to the brackets.
    let attribute_range =
        item[brackets_index - 1].span().byte_range().start..brackets.span().byte_range().end;
    let mut removed = Vec::from([attribute_range]);
    for token in item {
        if let TokenTree::Group(braces) = token
            && braces.delimiter() == Delimiter::Brace
        {
            let fields: Vec<TokenTree> = braces.stream().into_iter().collect();
            let helpers = attributes(&fields).filter(|(_, brackets)| is_parameter(brackets));
            removed.extend(helpers.map(|(pound, brackets)| {
                fields[pound].span().byte_range().start..brackets.span().byte_range().end
            }));
        }
    }
    let range = item[0].span().byte_range().start..item[item.len() - 1].span().byte_range().end;
    let tokens = item.iter().enumerate();
    let item = tokens.filter(|(k, _)| *k != brackets_index && *k + 1 != brackets_index);
    Annotation {
        attribute,
        item: item.map(|(_, token)| token.clone()).collect(),
        structure: remove_ranges(text, range, &removed),
        span: byte_span(brackets.span().byte_range()),
    }
}

/// The source location of a further attribute `#[multibody]` among the attributes of an item.
pub fn further_attribute(item: &TokenStream) -> Option<proc_macro2::Span> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let mut annotations =
        attributes(&tokens).filter(|(_, brackets)| multibody_arguments(brackets).is_some());
    annotations.next().map(|(_, brackets)| brackets.span())
}

/// An item without what only the generator understands: the attributes of its fields, and further attributes
/// `#[multibody]`, which have been reported and must not be expanded too.
#[must_use]
pub fn without_helpers(item: TokenStream) -> TokenStream {
    without_attributes(item, &|brackets| {
        is_parameter(brackets) || multibody_arguments(brackets).is_some()
    })
}

/// A part of a text with some ranges removed. Lines that become empty are removed too.
fn remove_ranges(text: &str, extent: Range<usize>, removed: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut offset = extent.start;
    for range in removed {
        out += &text[offset..range.start];
        offset = range.end;
        let line_start = out.rfind('\n').map_or(0, |newline| newline + 1);
        let is_blank_before = out[line_start..].trim().is_empty();
        let next_line = text[offset..]
            .find('\n')
            .map(|newline| offset + newline + 1);
        if let Some(next) = next_line
            && is_blank_before
            && text[offset..next].trim().is_empty()
        {
            out.truncate(line_start);
            offset = next;
        }
    }
    out += &text[offset..extent.end];
    let indent = out.len() - out.trim_start().len();
    out.drain(..indent);
    out.push('\n');
    out
}

fn byte_span(range: Range<usize>) -> Span {
    Span {
        start: range.start,
        end: range.end,
    }
}
