//! Values of options that are functions: names with options in parentheses, and the word for all default functions.

use proc_macro2::{Delimiter, TokenTree};

use super::setting::{Form, IntoSetting, Names, Setting, read_word};
use crate::fault::{Fault, Hint, Shown, remedy};
use crate::function::{Function, new_name};
use crate::model::Spanned;
use crate::settings::{FunctionName, Functions, NONE};
use crate::source::tokens::{Context, Piece, bare};
use multibody_support::word::Unknown;

impl<const N: usize> IntoSetting<Functions> for [Function; N] {
    fn into_setting(self) -> Result<Functions, String> {
        Ok(self.into())
    }
}

impl<const N: usize> IntoSetting<Functions> for [&str; N] {
    fn into_setting(self) -> Result<Functions, String> {
        functions_of_words(self)
    }
}

/// The word for all functions that a robot has by default.
const DEFAULT: &str = "default";

/// The words that a list of functions may contain.
const KNOWN: [&str; Function::NAMES.len() + 1] = {
    let mut words = [DEFAULT; Function::NAMES.len() + 1];
    let mut index = 0;
    while index < Function::NAMES.len() {
        words[index + 1] = Function::NAMES[index];
        index += 1;
    }
    words
};

/// Reads a name with or without options: `forward_dynamics(wrenches)`.
fn read_function_name(piece: &Piece, context: &mut Context<'_>) -> Option<Spanned<FunctionName>> {
    let [TokenTree::Ident(base), TokenTree::Group(options)] = piece.tokens() else {
        let Spanned { value, span } = piece.name(context)?;
        let value = FunctionName::from(value.as_str());
        return Some(Spanned { value, span });
    };
    if options.delimiter() != Delimiter::Parenthesis {
        return piece.refuse(1, "options in parentheses", context);
    }
    let text = format!("{}({})", bare(base), options.stream());
    let (value, span) = (
        FunctionName::from(text.as_str()),
        context.places.at(base.span()),
    );
    Some(Spanned { value, span })
}

/// Reads the name of a known function, or `default`.
fn read_function(piece: &Piece, context: &mut Context<'_>) -> Option<String> {
    let [TokenTree::Ident(base), tail @ ..] = piece.tokens() else {
        return read_word(piece, &KNOWN, context);
    };
    let (span, base_name) = (base.span(), bare(base));
    if let Some(now) = new_name(&base_name, Function::NAMES.iter().copied()) {
        let (function, now) = (Shown::from(&base_name), Shown::from(now));
        context.report(span, Fault::SettingRenamedFunction { function, now });
        return None;
    }
    if let Some(remedy) = remedy(&base_name).filter(|_| !KNOWN.contains(&base_name.as_str())) {
        let (word, hint) = (Shown::from(&base_name), Hint::Write(remedy));
        context.report(span, Fault::AttributeUnknownWord { word, hint });
        return None;
    }
    if !matches!(tail, [TokenTree::Group(_)]) {
        return read_word(piece, &KNOWN, context);
    }
    let name = read_function_name(piece, context)?.value;
    let name = name.as_str();
    if KNOWN.contains(&name) {
        return Some(name.to_owned());
    }
    let hint = match remedy(name) {
        Some(remedy) => Hint::Write(remedy),
        None => (context.faults.nearest(name, KNOWN)).or(Hint::Known(&KNOWN)),
    };
    let word = Shown::from(name);
    context.report(span, Fault::AttributeUnknownWord { word, hint });
    None
}

/// Splits a text at the separators that are neither in quotes nor in parentheses.
#[must_use]
pub fn split_outside_parentheses(text: &str, separator: char) -> Vec<&str> {
    let (mut in_quotes, mut depth) = (false, 0_usize);
    text.split(|c| {
        match c {
            '"' => in_quotes = !in_quotes,
            '(' if !in_quotes => depth += 1,
            ')' if !in_quotes => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == separator && !in_quotes && depth == 0
    })
    .collect()
}

/// The name of a function in a bundle. It may contain the name of a link, so whether the function exists is known only with
/// the description.
impl Setting for FunctionName {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        let Spanned { value, span } = read_function_name(&piece, context)?;
        let name = value.as_str().to_owned();
        names.push(Spanned { value: name, span });
        Some(value)
    }

    fn parse(text: &str) -> Result<Self, String> {
        String::parse(text).map(|name| Self::from(name.as_str()))
    }

    fn text(&self) -> String {
        if self.as_str().contains('(') {
            self.as_str().to_owned()
        } else {
            self.as_str().to_owned().text()
        }
    }

    fn split_list(text: &str) -> Vec<&str> {
        split_outside_parentheses(text, ',')
    }
}

/// Turns a list of words into functions.
///
/// # Errors
/// An unknown word, or a second `default`.
fn functions_of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Functions, String> {
    let mut functions = Functions::from([]);
    for word in words {
        match (word.trim(), functions.default) {
            (DEFAULT, true) => return Err(format!("`{DEFAULT}` is named twice")),
            (DEFAULT, false) => functions.default = true,
            (name, _) => functions.named.push(name.parse().map_err(|_| {
                let names = Function::NAMES.iter().copied();
                if let Some(now) = new_name(name, names) {
                    return format!("`{}` is now called `{now}`", Shown::from(name));
                }
                if let Some(remedy) = remedy(name) {
                    return format!("there is no function `{}`: {remedy}", Shown::from(name));
                }
                let unknown = Unknown {
                    found: name.to_owned(),
                    known: &KNOWN,
                };
                unknown.to_string()
            })?),
        }
    }
    Ok(functions)
}

/// Names of functions and the word `default`, or `none` alone.
impl Setting for Functions {
    const FORM: Form = Form::List;
    const WORDS: &'static [&'static str] = &KNOWN;

    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        if matches!(piece.tokens(), [TokenTree::Ident(word)] if *word == NONE) {
            return Some(Self::from([]));
        }
        // All are read even if one is faulty, so that all their faults are found.
        let parts = piece.split();
        let words: Vec<_> = parts
            .iter()
            .map(|part| read_function(part, context))
            .collect();
        let words: Vec<String> = words.into_iter().collect::<Option<_>>()?;
        for (word, part) in words.iter().zip(&parts) {
            if let Some(first) = part.tokens().first() {
                let (value, span) = (word.clone(), context.places.at(first.span()));
                names.push(Spanned { value, span });
            }
        }
        // All words are known, so the only possible fault is a second `default`.
        let functions = functions_of_words(words.iter().map(String::as_str)).ok();
        let last_default = words
            .iter()
            .rposition(|word| word == DEFAULT)
            .unwrap_or_default();
        functions.or_else(|| parts[last_default].refuse(0, "`default` once", context))
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            NONE => Ok(Self::from([])),
            text => functions_of_words(split_outside_parentheses(text, ',')),
        }
    }

    fn text(&self) -> String {
        let default = (self.default && !self.named.is_empty()).then_some(DEFAULT);
        let names = self.named.iter().map(|function| function.name());
        let words: Vec<&str> = default.into_iter().chain(names).collect();
        if words.is_empty() && !self.default {
            NONE.to_owned()
        } else {
            words.join(",")
        }
    }
}
