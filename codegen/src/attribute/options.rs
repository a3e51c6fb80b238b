//! The options of an attribute, and what stands among them and describes the robot.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Span as TokenSpan, TokenStream, TokenTree};

use crate::fault::{Fault, Hint, Shown};
use crate::model::{Span, Spanned};
use crate::options::{CHOICES, Choice, Form, Names, find};
use crate::settings::Settings;
use crate::source::tokens::{Context, Cursor, bare, is_description};

/// What an attribute says.
#[derive(Debug, Default)]
pub struct Read {
    /// The file that describes the robot.
    pub urdf: Option<Spanned<String>>,
    /// Whether a file should have been there.
    pub urdf_is_faulty: bool,
    /// The file to take items from.
    pub committed: Option<Spanned<String>>,
    /// Joints, bodies and gravity, between commas.
    pub description: TokenStream,
    /// What the options say.
    pub settings: Settings,
    /// Names that the options give.
    pub names: Names,
}

/// Reads all parts of an attribute; faults are those of every part.
pub fn read(attribute: TokenStream, context: &mut Context<'_>) -> Read {
    let mut read = Read::default();
    let mut first: HashMap<String, Span> = HashMap::new();
    for mut part in divide(attribute, &mut read.description) {
        let at = part.here();
        let Some(ident) = part.take_ident() else {
            part.wanted::<()>(
                context,
                "an option, e.g. urdf = \"robots/arm.urdf\", a joint or a body",
            );
            continue;
        };
        let (name, place) = (bare(&ident), context.places.at(at));
        if let Some(other) = first.insert(name.clone(), place) {
            let option = Shown::from(&name);
            let fault = Fault::AttributeOptionTwice { option };
            context.faults.push_conflict(place, vec![other], fault);
            continue;
        }
        read.option(&name, at, part, context);
    }
    read
}

/// Takes what describes the robot out of the parts of an attribute, and leaves the options.
fn divide(attribute: TokenStream, description: &mut TokenStream) -> Vec<Cursor> {
    let parts = Cursor::new(attribute, TokenSpan::call_site()).split();
    let tokens = |part: &Cursor| part.rest().iter().cloned().collect::<TokenStream>();
    let inline = parts.iter().any(|part| is_description(&tokens(part)));
    let describes = |part: &Cursor| {
        let is_gravity = matches!(part.peek(), Some(TokenTree::Ident(word)) if *word == "gravity");
        inline && (is_gravity || is_description(&tokens(part)))
    };
    let (described, options): (Vec<_>, Vec<_>) = parts.into_iter().partition(describes);
    for part in &described {
        description.extend(tokens(part));
        description.extend([TokenTree::from(proc_macro2::Punct::new(
            ',',
            proc_macro2::Spacing::Alone,
        ))]);
    }
    options
}

impl Read {
    fn option(&mut self, name: &str, at: TokenSpan, mut part: Cursor, context: &mut Context<'_>) {
        if name == "urdf" {
            self.urdf = path("urdf", "urdf = \"robots/arm.urdf\"", at, &mut part, context);
            self.urdf_is_faulty = self.urdf.is_none();
            return;
        }
        if name == "committed" {
            const EXAMPLE: &str = "committed = \"src/arm.rs\"";
            self.committed = path("committed", EXAMPLE, at, &mut part, context);
            return;
        }
        let Some(choice) = find(name) else {
            let known = CHOICES.iter().map(|choice| choice.name);
            let hint = match context
                .faults
                .nearest(name, known.chain(["urdf", "committed"]))
            {
                Hint::None => Hint::Write("`cargo multibody generate --help` lists the options"),
                near => near,
            };
            let option = Shown::from(name);
            context.fault(at, Fault::AttributeUnknownOption { option, hint });
            return;
        };
        if let Some(mut value) = value(choice, at, part, context)
            && (choice.read)(&mut self.settings, &mut value, context, &mut self.names).is_some()
        {
            value.end(context, "a comma");
        }
    }
}

/// What an option is set to: what stands behind `=`, or in parentheses.
fn value(
    choice: &Choice,
    at: TokenSpan,
    mut part: Cursor,
    context: &mut Context<'_>,
) -> Option<Cursor> {
    let value = match choice.form {
        Form::Value => part.take('=').then_some(part),
        Form::List => {
            let list = part.take_group(Delimiter::Parenthesis);
            list.filter(|_| part.is_empty())
                .map(|list| Cursor::inside(&list))
        }
    };
    let value = value.filter(|value| !value.is_empty());
    if value.is_none() {
        no_value(choice.name, choice.example, at, context);
    }
    value
}

fn no_value(option: &'static str, example: &'static str, at: TokenSpan, context: &mut Context<'_>) {
    context.fault(at, Fault::AttributeNoValue { option, example });
}

/// The path that an option is set to.
fn path(
    option: &'static str,
    example: &'static str,
    at: TokenSpan,
    part: &mut Cursor,
    context: &mut Context<'_>,
) -> Option<Spanned<String>> {
    if !part.take('=') || !matches!(part.peek(), Some(TokenTree::Literal(_))) {
        no_value(option, example, at, context);
        return None;
    }
    let path = part.name(context)?;
    part.end(context, "a comma")?;
    Some(path)
}
