//! How a report is written.

use std::str::FromStr;

use multibody_codegen::settings::Unknown;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Format {
    /// All of them.
    pub const NAMES: &'static [&'static str] = &["text", "json"];
}

impl FromStr for Format {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(Unknown {
                found: text.into(),
                known: Self::NAMES,
            }),
        }
    }
}
