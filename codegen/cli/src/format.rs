//! How a report is written.

use std::str::FromStr;

use multibody_codegen::internal::word::Unknown;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// The equations of motion alone, in plain text.
    Plain,
    /// The equations of motion alone, in LaTeX.
    Latex,
}

impl Format {
    /// All of them.
    pub const NAMES: &'static [&'static str] = &["text", "json", "plain", "latex"];

    /// Whether it is of the equations alone.
    pub fn is_of_equations(self) -> bool {
        matches!(self, Self::Plain | Self::Latex)
    }
}

impl FromStr for Format {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            "plain" => Ok(Self::Plain),
            "latex" => Ok(Self::Latex),
            _ => Err(Unknown {
                found: text.into(),
                known: Self::NAMES,
            }),
        }
    }
}
