//! Values of options: text to what it means, or what to write instead.

use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use multibody_codegen::exact::{ParseError, Rational, decimal};
use multibody_codegen::settings::{Unknown, Weld};

use crate::arguments::file_name;

/// Rust's keywords that a name can be.
const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

impl Switch {
    /// All spellings.
    pub const NAMES: &'static [&'static str] = &["on", "off", "1", "0"];

    /// As a truth value.
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

impl FromStr for Switch {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "on" | "1" => Ok(Self::On),
            "off" | "0" => Ok(Self::Off),
            _ => Err(Unknown {
                found: text.into(),
                known: Self::NAMES,
            }),
        }
    }
}

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

/// One of a list of names; for any other, clap offers the nearest and shows the list.
pub fn one_of<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = Unknown> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// Three numbers, separated by commas.
pub fn gravity(text: &str) -> Result<[Rational; 3], String> {
    let numbers = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    numbers.try_into().map_err(|numbers: Vec<_>| {
        format!(
            "{} instead of 3 numbers; write them separated by commas, e.g. 0,0,-9.81",
            numbers.len()
        )
    })
}

/// A joint's name, and after its last `=` a position.
pub fn weld(text: &str) -> Result<Weld, String> {
    let (joint, position) = match text.rsplit_once('=') {
        Some((joint, position)) => (joint, number(position)?),
        None => (text, Rational::ZERO),
    };
    if joint.is_empty() {
        return Err("the name of the joint is missing; write e.g. --weld elbow=0.5".into());
    }
    Ok(Weld {
        joint: joint.into(),
        position,
    })
}

/// A name for a Rust type.
pub fn type_name(text: &str) -> Result<String, String> {
    let mut letters = text.chars();
    let first = letters.next().ok_or("it is empty; write e.g. --name Arm")?;
    let is_word = letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !(first.is_ascii_uppercase() && is_word && !text.contains('_')) || KEYWORDS.contains(&text) {
        let better = upper_camel_case(text);
        return Err(format!(
            "it is no name of a Rust type in UpperCamelCase; write e.g. {better}"
        ));
    }
    Ok(text.into())
}

/// A name for a Rust type, made from the name of a file.
pub fn type_name_from(file: &Path) -> String {
    upper_camel_case(&file_name(file.with_extension("").as_path()))
}

/// The letters and digits of a text, each word with a capital; never empty, no keyword.
fn upper_camel_case(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    let is_name =
        name.starts_with(|c: char| c.is_ascii_uppercase()) && !KEYWORDS.contains(&name.as_str());
    if is_name {
        name
    } else {
        format!("Robot{name}")
    }
}

fn number(text: &str) -> Result<Rational, String> {
    decimal(text.trim()).map_err(|error| match error {
        ParseError::NotANumber => format!("`{text}` is not a number; write e.g. -9.81 or 1e-3"),
        ParseError::NotFinite => format!("`{text}` is not finite; write e.g. -9.81"),
        ParseError::OutOfRange => format!("`{text}` is outside the range of f64, or too long"),
    })
}

#[cfg(test)]
mod tests {
    use multibody_codegen::exact::integer;

    use super::*;

    #[test]
    fn gravity_is_three_numbers() {
        assert_eq!(
            gravity("-1, 0,2e0"),
            Ok([integer(-1), integer(0), integer(2)])
        );
        assert!(
            gravity("0,0")
                .unwrap_err()
                .contains("2 instead of 3 numbers")
        );
        assert!(
            gravity("0,0,g")
                .unwrap_err()
                .contains("`g` is not a number")
        );
        assert!(gravity("0,0,inf").unwrap_err().contains("not finite"));
    }

    #[test]
    fn a_weld_may_have_a_position() {
        assert_eq!(
            weld("a"),
            Ok(Weld {
                joint: "a".into(),
                position: integer(0)
            })
        );
        assert_eq!(
            weld("a=b=-2"),
            Ok(Weld {
                joint: "a=b".into(),
                position: integer(-2)
            })
        );
        assert!(weld("=1").unwrap_err().contains("missing"));
        assert!(
            weld("a=half")
                .unwrap_err()
                .contains("`half` is not a number")
        );
    }

    #[test]
    fn a_type_has_a_name_that_rustc_takes_without_warning() {
        assert_eq!(type_name("Ur5"), Ok("Ur5".into()));
        for (wrong, better) in [
            ("panda_arm", "PandaArm"),
            ("7dof", "Robot7dof"),
            ("Self", "RobotSelf"),
            ("a b", "AB"),
            ("é", "Robot"),
        ] {
            let text = type_name(wrong).unwrap_err();
            assert!(text.ends_with(&format!("e.g. {better}")), "{text}");
            assert_eq!(type_name(better), Ok(better.into()));
        }
    }

    #[test]
    fn a_file_gives_a_name() {
        assert_eq!(type_name_from(Path::new("robots/g1_29dof.urdf")), "G129dof");
        assert_eq!(type_name_from(Path::new("../self.urdf")), "RobotSelf");
    }
}
