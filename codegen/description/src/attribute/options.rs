//! The options of an attribute, and the description of the robot among them.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Punct, Spacing, Span as TokenSpan, TokenStream, TokenTree};

use crate::fault::{Fault, Hint, Shown};
use crate::model::{Span, Spanned};
use crate::options::{CHOICES, Choice, Form, Names, find, new_name};
use crate::settings::Settings;
use crate::source::tokens::{Context, Piece, bare, is_description};
use crate::source::{FORMATS, Format, format_named};

/// A file that describes a robot.
#[derive(Debug)]
pub struct NamedFile {
    /// Its format.
    pub format: &'static Format,
    /// Its path as written.
    pub path: Spanned<String>,
}

/// The contents of an attribute.
#[derive(Debug, Default)]
pub struct Content {
    /// The file that describes the robot.
    pub file: Option<NamedFile>,
    /// Whether the option for the file is given, but without a usable path.
    pub is_file_faulty: bool,
    /// The generated file, committed beforehand, whose items are used instead of deriving them.
    pub committed: Option<Spanned<String>>,
    /// Joints, bodies, frames, springs between points, constraints, expressions and gravity, separated by commas.
    pub description: TokenStream,
    /// Whether the description has no joints or bodies, so that it can be combined with a file.
    pub can_supplement_file: bool,
    /// The settings with the values of the options.
    pub settings: Settings,
    /// Names that the options give.
    pub names: Names,
}

/// Reads all parts of an attribute, and reports the faults of every part.
pub fn read(attribute: TokenStream, context: &mut Context<'_>) -> Content {
    let mut content = Content::default();
    let mut first_places: HashMap<String, Span> = HashMap::new();
    for part in content.divide(attribute) {
        let Some(TokenTree::Ident(ident)) = part.tokens().first() else {
            part.refuse::<()>(
                0,
                "an option, e.g. urdf = \"robots/arm.urdf\", a joint or a body",
                context,
            );
            continue;
        };
        let (name, span) = (bare(ident), ident.span());
        let place = context.places.at(span);
        if let Some(first_place) = first_places.insert(name.clone(), place) {
            let option = Shown::from(&name);
            let fault = Fault::AttributeOptionTwice { option };
            context
                .faults
                .push_conflict(place, vec![first_place], fault);
            continue;
        }
        content.read_option(&name, span, part.skip(1), context);
    }
    content
}

impl Content {
    /// Splits an attribute: stores the parts that describe the robot, and returns the others, which are options.
    fn divide(&mut self, attribute: TokenStream) -> Vec<Piece> {
        let parts = Piece::new(attribute, TokenSpan::call_site()).split();
        let begins = |part: &Piece, keyword: &str| {
            let first = part.tokens().first();
            matches!(first, Some(TokenTree::Ident(word)) if *word == keyword)
        };
        let names_file = |part: &Piece| FORMATS.iter().any(|format| begins(part, format.name));
        // Without a file, gravity belongs to the description.
        let has_file = parts.iter().any(names_file);
        let is_inline = !has_file && parts.iter().any(is_description);
        let describes = |part: &Piece| is_description(part) || is_inline && begins(part, "gravity");
        let (described, options): (Vec<_>, Vec<_>) = parts.into_iter().partition(describes);
        let mut pieces = described.iter();
        self.can_supplement_file =
            !pieces.any(|part| begins(part, "joint") || begins(part, "body"));
        for part in described {
            self.description.extend(part.stream());
            let comma = Punct::new(',', Spacing::Alone);
            self.description.extend([TokenTree::from(comma)]);
        }
        options
    }

    fn read_option(&mut self, name: &str, span: TokenSpan, tail: Piece, context: &mut Context<'_>) {
        if let Some(format) = format_named(name) {
            let Format {
                name, extension, ..
            } = format;
            let example = format!("{name} = \"robots/arm.{extension}\"");
            let path = read_path(format.name, &example, span, &tail, context);
            self.is_file_faulty = path.is_none();
            self.file = path.map(|path| NamedFile { format, path });
            return;
        }
        if name == "committed" {
            const EXAMPLE: &str = "committed = \"src/arm.rs\"";
            self.committed = read_path("committed", EXAMPLE, span, &tail, context);
            return;
        }
        let Some(choice) = find(name) else {
            return self.substitute(name, span, tail, context);
        };
        if let Some(value) = read_value(choice, span, &tail, context) {
            (choice.read)(&mut self.settings, value, context, &mut self.names);
        }
    }

    /// Reports an unknown option, and reads it as the option that has replaced it or has the nearest name,
    /// so that the value of that option is not missing as well.
    fn substitute(&mut self, name: &str, span: TokenSpan, tail: Piece, context: &mut Context<'_>) {
        if let Some(now) = new_name(name) {
            let option = Shown::from(name);
            context.report(span, Fault::AttributeRenamedOption { option, now });
            return self.read_option(now, span, tail, context);
        }
        let names = CHOICES
            .iter()
            .map(|choice| choice.name)
            .chain(FORMATS.iter().map(|format| format.name))
            .chain(["committed"]);
        let nearest = context.faults.nearest_of(name, names);
        let hint = match nearest {
            Some(candidate) => Hint::Nearest(Shown::from(candidate)),
            None => Hint::Write("`cargo multibody generate --help` lists the options"),
        };
        let option = Shown::from(name);
        context.report(span, Fault::AttributeUnknownOption { option, hint });
        if let Some(candidate) = nearest {
            self.read_option(candidate, span, tail, context);
        }
    }
}

/// Reads the value of an option: what follows `=`, or what is in parentheses.
fn read_value(
    choice: &Choice,
    span: TokenSpan,
    tail: &Piece,
    context: &mut Context<'_>,
) -> Option<Piece> {
    let piece = match (choice.form, tail.tokens()) {
        (Form::Value, _) => assignment(tail),
        (Form::List, [TokenTree::Group(list)]) => {
            (list.delimiter() == Delimiter::Parenthesis).then(|| Piece::inside(list))
        }
        (Form::List, _) => None,
    };
    let value = piece.filter(|value| !value.is_empty());
    if value.is_none() {
        refuse(choice.name, example(choice, tail), span, context);
    }
    value
}

/// An example of what to write. If a user wrote a value instead of a list, it is a list of this value.
fn example(choice: &Choice, tail: &Piece) -> String {
    let assigned = assignment(tail).filter(|_| choice.form == Form::List);
    match assigned.as_ref().map(Piece::tokens) {
        Some([word @ TokenTree::Ident(_)]) => format!("{}({word})", choice.name),
        _ => choice.example.to_owned(),
    }
}

/// What follows `=`, if that comes first.
fn assignment(tail: &Piece) -> Option<Piece> {
    let first = tail.tokens().first();
    let is_sign = matches!(first, Some(TokenTree::Punct(sign)) if sign.as_char() == '=');
    is_sign.then(|| tail.skip(1))
}

/// Reports an option without a valid value.
fn refuse(option: &'static str, example: String, span: TokenSpan, context: &mut Context<'_>) {
    context.report(span, Fault::AttributeNoValue { option, example });
}

/// Reads the path to which an option is set.
fn read_path(
    option: &'static str,
    example: &str,
    span: TokenSpan,
    tail: &Piece,
    context: &mut Context<'_>,
) -> Option<Spanned<String>> {
    let is_literal = |path: &Piece| matches!(path.tokens(), [TokenTree::Literal(_), ..]);
    let Some(path) = assignment(tail).filter(is_literal) else {
        refuse(option, example.to_owned(), span, context);
        return None;
    };
    path.name(context)
}
