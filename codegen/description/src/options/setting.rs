//! The values of options: how tokens, texts and Rust values become settings.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenTree};

use super::text;
use crate::fault::{Fault, Hint, Shown};
use crate::function::Function;
use crate::joint::choices::{self, InvalidChoice};
use crate::model::Spanned;
use crate::settings::{Effort, LoopJoint, Mimic, NONE, Positive, Root, Triangle, Verify};
use crate::source::tokens::{self, Context, Piece, bare};
use multibody_program::exact::{Rational, is_normal};
use multibody_support::word::Unknown;

/// Names that were read, with their places; they can be resolved only with the description.
pub type Names = Vec<Spanned<String>>;

/// The syntax of an option in the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name = value`
    Value,
    /// `name(entry, entry)`
    List,
}

/// A value of an option. Reading its text gives the same value again; the text of a value that is left out is empty, and is
/// never read.
pub trait Setting: Sized {
    /// Its syntax in the attribute.
    const FORM: Form = Form::Value;
    /// The words that are its values; empty if it has other values.
    const WORDS: &'static [&'static str] = &[];

    /// Reads it from all tokens after `=`, or between the parentheses. Returns `None` if a fault has been reported.
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self>;

    /// Reads it from text, as on a command line.
    ///
    /// # Errors
    /// What is wrong with the text, and what to write instead.
    fn parse(text: &str) -> Result<Self, String>;

    /// The value as text.
    fn text(&self) -> String;

    /// Splits the text of a list of such values at its commas.
    fn split_list(text: &str) -> Vec<&str> {
        text::split_outside_quotes(text, ',')
    }
}

/// An argument of a method of `multibody_codegen::Config` that stands for a value of type `T`: that value itself,
/// its text, or another Rust value.
pub trait IntoSetting<T> {
    /// Converts the argument into the value.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    fn into_setting(self) -> Result<T, String>;
}

impl<T: Setting> IntoSetting<T> for T {
    fn into_setting(self) -> Result<T, String> {
        Ok(self)
    }
}

impl<T: Setting> IntoSetting<T> for &str {
    fn into_setting(self) -> Result<T, String> {
        T::parse(self)
    }
}

impl IntoSetting<[Rational; 3]> for [f64; 3] {
    fn into_setting(self) -> Result<[Rational; 3], String> {
        let [x, y, z] = self.map(text::exact);
        Ok([x?, y?, z?])
    }
}

impl IntoSetting<Option<[Rational; 3]>> for [f64; 3] {
    fn into_setting(self) -> Result<Option<[Rational; 3]>, String> {
        self.into_setting().map(Some)
    }
}

impl IntoSetting<Verify> for bool {
    fn into_setting(self) -> Result<Verify, String> {
        Ok(if self { Verify::True } else { Verify::False })
    }
}

impl<E: Setting, S: IntoSetting<E>, const N: usize> IntoSetting<Vec<E>> for [S; N] {
    fn into_setting(self) -> Result<Vec<E>, String> {
        self.into_iter().map(S::into_setting).collect()
    }
}

impl<E: Setting, S: IntoSetting<E>, const N: usize> IntoSetting<Option<Vec<E>>> for [S; N] {
    fn into_setting(self) -> Result<Option<Vec<E>>, String> {
        self.into_iter()
            .map(S::into_setting)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}

/// Reads one of the `words`, and parses it.
fn read_parsed_word<T: FromStr>(
    piece: &Piece,
    words: &'static [&'static str],
    context: &mut Context<'_>,
) -> Option<T> {
    read_word(piece, words, context)?.parse().ok()
}

/// Reads one of the `words`, and returns its text.
pub fn read_word(
    piece: &Piece,
    words: &'static [&'static str],
    context: &mut Context<'_>,
) -> Option<String> {
    let ident = match piece.token("a word", context)? {
        TokenTree::Ident(ident) => ident,
        token => {
            let (word, hint) = (tokens::display_token(token), Hint::Unquoted(words));
            context.report(token.span(), Fault::AttributeUnknownWord { word, hint });
            return None;
        }
    };
    let word = bare(ident);
    if words.contains(&word.as_str()) {
        return Some(word);
    }
    let nearest = context.faults.nearest(&word, words.iter().copied());
    let hint = nearest.or(Hint::Known(words));
    let word = Shown::from(&word);
    context.report(ident.span(), Fault::AttributeUnknownWord { word, hint });
    None
}

/// Reads a decimal number with an optional sign.
pub fn read_number(piece: &Piece, context: &mut Context<'_>) -> Option<Rational> {
    const EXPECTED: &str = "a decimal number, e.g. -9.81 or 1e-3";
    let expression = piece.expression(EXPECTED, context)?;
    let Some((is_negative, literal)) = tokens::literal(&expression) else {
        return context.refuse(&expression, EXPECTED);
    };
    let value = tokens::number(literal, context)?;
    Some(if is_negative { -value } else { value })
}

/// Reads a value from the text of one token.
fn read_token<T: Setting>(
    piece: &Piece,
    expected: &'static str,
    context: &mut Context<'_>,
) -> Option<T> {
    let value = T::parse(&piece.token(expected, context)?.to_string()).ok();
    value.or_else(|| piece.refuse(0, expected, context))
}

/// Implements `Setting` for enums whose values are words.
macro_rules! impl_for_words {
    ($($type:ty),+) => {$(
        impl Setting for $type {
            const WORDS: &'static [&'static str] = Self::NAMES;

            fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
                read_parsed_word(&piece, Self::NAMES, context)
            }

            fn parse(text: &str) -> Result<Self, String> {
                text.trim().parse().map_err(|unknown: Unknown| unknown.to_string())
            }

            fn text(&self) -> String {
                self.name().to_owned()
            }
        }
    )+};
}

impl_for_words!(Mimic, Effort, Function, LoopJoint, Triangle, Verify);

/// Reads `chart = zyx`: returns the index of its key among all keys, and its value.
fn read_root_choice(choice: &Piece, context: &mut Context<'_>) -> Option<(usize, Spanned<String>)> {
    const EXPECTED: &str = "chart or rates, e.g. chart = zyx";
    let (word, value) = choice.clone().divide('=');
    let key = word.name(context)?;
    match (
        choices::KEYS
            .iter()
            .position(|choice_key| key.value == *choice_key),
        value,
    ) {
        (Some(slot), Some(value)) => Some((slot, value.name(context)?)),
        (Some(_), None) => choice.refuse(1, EXPECTED, context),
        (None, _) => choice.refuse(0, EXPECTED, context),
    }
}

/// `floating`, or `floating(chart = zyx, rates = derivative)`
impl Setting for Root {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "fixed, floating, planar or ball, behind which choices may stand in parentheses, \
                              e.g. floating(chart = zyx)";
        let name = read_word(&piece.first(1), Self::NAMES, context)?;
        let group = match piece.tokens() {
            [_] => None,
            [_, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                Some(group)
            }
            _ => return piece.refuse(1, EXPECTED, context),
        };
        // In the order of `choices::KEYS`: chart, rates.
        let mut values: [Option<Spanned<String>>; 2] = Default::default();
        // All are read even if one is faulty, so that all their faults are found.
        let mut all_are_read = true;
        for choice in group
            .into_iter()
            .flat_map(|group| Piece::inside(group).split())
        {
            let entry = read_root_choice(&choice, context);
            all_are_read &= entry.is_some();
            let Some((slot, value)) = entry else { continue };
            match &values[slot] {
                None => values[slot] = Some(value),
                Some(first) => {
                    let (key, place) = (choices::KEYS[slot].into(), "the root".to_owned());
                    let fault = Fault::TokenDuplicateKey { key, place };
                    context
                        .faults
                        .push_conflict(value.span, vec![first.span], fault);
                    all_are_read = false;
                }
            }
        }
        let [chart, rates] = values
            .each_ref()
            .map(|value| value.as_ref().map(|value| value.value.as_str()));
        let root = Self::choose(&name, chart, rates);
        for InvalidChoice { key, expected } in root.as_ref().err().into_iter().flatten() {
            let slot = usize::from(*key != choices::KEYS[0]);
            if let Some(value) = &values[slot] {
                let label = value.value.as_str().into();
                context.faults.push(
                    value.span,
                    Fault::TokenUnexpected {
                        expected,
                        found: label,
                    },
                );
            }
        }
        root.ok().filter(|_| all_are_read)
    }

    fn parse(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Setting for bool {
    const WORDS: &'static [&'static str] = &["true", "false", "on", "off", "1", "0"];

    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        read_token(&piece, "true or false", context)
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(format!(
                "`{}` is not one of {}",
                Shown::from(text),
                Self::WORDS.join(", ")
            )),
        }
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// A whole number, at least 1.
impl Setting for u32 {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        read_token(&piece, "a whole number, at least 1", context)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let number = text.trim().parse().ok().filter(|&number: &u32| number > 0);
        number.ok_or_else(|| format!("`{text}` is not a whole number from 1 to {}", Self::MAX))
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// A number above 0. Its square, which occurs in programs, must not be too small or too large for a float.
impl Setting for Positive {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        let value = read_number(&piece, context)?;
        if is_positive(&value) {
            Some(Self(value))
        } else {
            piece.refuse(0, "a number above 0, from 1e-150 to 1e150", context)
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let value = text::number(text)?;
        if is_positive(&value) {
            Ok(Self(value))
        } else {
            let text = Shown::from(text);
            Err(format!("`{text}` is not above 0, from 1e-150 to 1e150"))
        }
    }

    fn text(&self) -> String {
        text::decimal_text(&self.0)
    }
}

/// 0 means `None`.
impl Setting for Option<Positive> {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        let value = read_number(&piece, context)?;
        match zero_or_positive(value) {
            Some(setting) => Some(setting),
            None => piece.refuse(0, "0, or a number from 1e-150 to 1e150", context),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        zero_or_positive(text::number(text)?).ok_or_else(|| {
            let text = Shown::from(text);
            format!("`{text}` is not 0, and not from 1e-150 to 1e150")
        })
    }

    fn text(&self) -> String {
        self.as_ref().map_or("0".into(), Setting::text)
    }
}

/// The setting for a number: `Some(None)` for 0, and `None` if the number is neither 0 nor in the range of [`Positive`].
fn zero_or_positive(value: Rational) -> Option<Option<Positive>> {
    let is_zero = value == Rational::ZERO;
    (is_zero || is_positive(&value)).then(|| (!is_zero).then_some(Positive(value)))
}

impl IntoSetting<Option<Positive>> for f64 {
    fn into_setting(self) -> Result<Option<Positive>, String> {
        Setting::parse(&format!("{self:?}"))
    }
}

/// Whether a number is above 0, and its square a normal float.
fn is_positive(value: &Rational) -> bool {
    *value > Rational::ZERO && is_normal(&(value * value))
}

impl IntoSetting<Positive> for f64 {
    fn into_setting(self) -> Result<Positive, String> {
        Setting::parse(&format!("{self:?}"))
    }
}

impl Setting for [Rational; 3] {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "three numbers in brackets, e.g. [0, 0, -9.81]";
        let group = match piece.token(EXPECTED, context)? {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => group,
            _ => return piece.refuse(0, EXPECTED, context),
        };
        let parts = Piece::inside(group).split();
        let numbers: Vec<Option<Rational>> =
            parts.iter().map(|p| read_number(p, context)).collect();
        context.check_count(parts.len(), 3, "a vector", group.span())?;
        numbers
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
    }

    fn parse(text: &str) -> Result<Self, String> {
        let numbers = text
            .split(',')
            .map(text::number)
            .collect::<Result<Vec<_>, _>>()?;
        numbers.try_into().map_err(|numbers: Vec<_>| {
            format!(
                "{} instead of 3 numbers; write them separated by commas, e.g. 0,0,-9.81",
                numbers.len()
            )
        })
    }

    fn text(&self) -> String {
        self.each_ref().map(text::decimal_text).join(",")
    }
}

/// The text is empty if the vector is left out.
impl Setting for Option<[Rational; 3]> {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        Setting::read(piece, context, names).map(Some)
    }

    fn parse(text: &str) -> Result<Self, String> {
        Setting::parse(text).map(Some)
    }

    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, Setting::text)
    }
}

impl<E: Setting> Setting for Vec<E> {
    const FORM: Form = Form::List;
    const WORDS: &'static [&'static str] = E::WORDS;

    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        // All are read even if one is faulty, so that all their faults are found.
        let parts = piece.split().into_iter();
        let entries: Vec<Option<E>> = parts.map(|part| E::read(part, context, names)).collect();
        entries.into_iter().collect()
    }

    fn parse(text: &str) -> Result<Self, String> {
        E::split_list(text).into_iter().map(E::parse).collect()
    }

    fn text(&self) -> String {
        self.iter().map(E::text).collect::<Vec<_>>().join(",")
    }
}

/// An optional list: an empty list differs from no list. The word `none` is the empty list; in quotes, it is a name.
impl<E: Setting> Setting for Option<Vec<E>> {
    const FORM: Form = Form::List;
    const WORDS: &'static [&'static str] = E::WORDS;

    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        match piece.tokens() {
            [TokenTree::Ident(word)] if *word == NONE => Some(Some(Vec::new())),
            _ => Vec::read(piece, context, names).map(Some),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            NONE => Ok(Some(Vec::new())),
            text => Vec::parse(text).map(Some),
        }
    }

    fn text(&self) -> String {
        match self.as_deref() {
            None => String::new(),
            Some([]) => NONE.to_owned(),
            Some(list) => list.iter().map(E::text).collect::<Vec<_>>().join(","),
        }
    }
}
