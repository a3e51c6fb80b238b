//! The formats of a report.

use std::str::FromStr;

use multibody_codegen::internal::word::Unknown;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
    /// The equations of motion alone, in plain text.
    Plain,
    /// The equations of motion alone, in LaTeX.
    Latex,
}

impl ReportFormat {
    /// The names of all formats.
    pub const NAMES: &'static [&'static str] = &["text", "json", "plain", "latex"];

    /// Whether it contains only the equations.
    pub fn is_of_equations(self) -> bool {
        matches!(self, Self::Plain | Self::Latex)
    }
}

impl FromStr for ReportFormat {
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
