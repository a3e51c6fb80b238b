//! Entries of lists: names, joints with positions.

use super::setting::{IntoSetting, Names, Setting, number};
use super::text;
use crate::exact::Rational;
use crate::settings::Weld;
use crate::source::tokens::{Context, Cursor};

/// Names of links.
impl Setting for String {
    fn read(cursor: &mut Cursor, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        let name = cursor.name(context)?;
        names.push(name.clone());
        Some(name.value)
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text::unquoted(text) {
            "" => Err("a name is missing".into()),
            name => Ok(name.to_owned()),
        }
    }

    fn text(&self) -> String {
        text::quoted(self)
    }
}

/// `joint` or `joint = position`
impl Setting for Weld {
    fn read(cursor: &mut Cursor, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        let joint = String::read(cursor, context, names)?;
        let position = match cursor.take('=') {
            true => number(cursor, context)?,
            false => Rational::ZERO,
        };
        Some(Self { joint, position })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut parts = text::parts(text, '=');
        let position = match parts.len() {
            1 => Rational::ZERO,
            _ => text::number(parts.pop().unwrap_or_default())?,
        };
        let joint = parts.join("=");
        Ok(Self {
            joint: Setting::parse(&joint)
                .map_err(|message: String| format!("{message}; write e.g. elbow=0.5"))?,
            position,
        })
    }

    fn text(&self) -> String {
        let joint = self.joint.text();
        match self.position == Rational::ZERO {
            true => joint,
            false => format!("{joint}={}", text::decimal_text(&self.position)),
        }
    }
}

impl IntoSetting<Weld> for (&str, f64) {
    fn into_setting(self) -> Result<Weld, String> {
        let (joint, position) = self;
        Ok(Weld {
            joint: joint.to_owned(),
            position: text::exact(position)?,
        })
    }
}
