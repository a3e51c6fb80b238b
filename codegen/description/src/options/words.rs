//! Settings from the words of a command line, such as that in the head of a generated file.

use super::CHOICES;
use crate::fault::Shown;
use crate::settings::Settings;

/// The description and the settings of a command line that writes Rust, from the words after `generate`; the path of the
/// output is ignored.
///
/// # Errors
/// What is wrong with a word of the command line.
pub fn from_words(arguments: &[String]) -> Result<(String, Settings), String> {
    let mut settings = Settings::default();
    let (description, mut tail) = arguments.split_first().ok_or("the command is empty")?;
    while let Some((first, remainder)) = tail.split_first() {
        tail = remainder;
        let flag = first
            .strip_prefix("--")
            .ok_or_else(|| format!("`{}` is not an option", Shown::from(first.as_str())))?;
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag, value),
            None => {
                let (value, remainder) = tail
                    .split_first()
                    .ok_or_else(|| format!("`--{}` has no value", Shown::from(flag)))?;
                tail = remainder;
                (flag, value.as_str())
            }
        };
        match flag {
            "name" => settings.name = value.to_owned(),
            "out" => {}
            _ => {
                let choice = CHOICES
                    .iter()
                    .find(|choice| choice.flag() == flag)
                    .ok_or_else(|| format!("`--{}` is not an option", Shown::from(flag)))?;
                (choice.parse)(&mut settings, value)?;
            }
        }
    }
    Ok((description.clone(), settings))
}
