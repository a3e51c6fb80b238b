//! Command-line flags for all options of the table [`CHOICES`]. A [`Choice`] is one option of a robot; its flag is e.g. `--proof`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use multibody_codegen::Settings;
use multibody_codegen::fault::remedy;
use multibody_codegen::internal::function::{Function, new_name, normal_form};
use multibody_codegen::internal::options::{CHOICES, Choice, Form, split_outside_parentheses};
use multibody_codegen::settings::NONE;

/// The options chosen for a robot.
#[derive(Clone, Debug)]
pub struct ChosenOptions {
    /// The settings, with defaults for options that were not given.
    pub settings: Settings,
    /// The flags of the options that were given, such as `--proof`.
    pub flags: Vec<String>,
}

impl Args for ChosenOptions {
    fn augment_args(command: Command) -> Command {
        let negations = CHOICES.iter().filter(|it| defaults_to_on(it)).map(negation);
        command.args(CHOICES.iter().map(argument).chain(negations))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ChosenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (mut settings, mut flags) = (Settings::default(), Vec::new());
        for choice in CHOICES {
            let is_negated = defaults_to_on(choice) && matches.get_flag(&off_flag(choice));
            let (flag, text) = match matches.get_many::<String>(choice.name) {
                Some(texts) => (
                    choice.flag(),
                    texts.map(String::as_str).collect::<Vec<_>>().join(","),
                ),
                None if is_negated => (off_flag(choice), "false".to_owned()),
                None => continue,
            };
            let fault =
                |message| clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n"));
            (choice.parse)(&mut settings, &text).map_err(fault)?;
            flags.push(format!("--{flag}"));
        }
        Ok(Self { settings, flags })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Whether an option is a switch that is on by default.
fn defaults_to_on(choice: &Choice) -> bool {
    choice.words.contains(&"true") && choice.default() == "true"
}

/// The flag that switches an option off.
fn off_flag(choice: &Choice) -> String {
    format!("no-{}", choice.flag())
}

/// `--no-proof` for `--proof false`.
fn negation(choice: &'static Choice) -> Arg {
    Arg::new(off_flag(choice))
        .long(off_flag(choice))
        .action(ArgAction::SetTrue)
        .conflicts_with(choice.name)
        .help(format!("The same as --{} false", choice.flag()))
}

/// The argument of the command line for an option.
fn argument(choice: &'static Choice) -> Arg {
    let argument = Arg::new(choice.name).long(choice.flag()).help(help(choice));
    let argument = match choice.form {
        Form::List => argument.action(ArgAction::Append).value_name("LIST"),
        Form::Value => argument.value_name("VALUE"),
    };
    if choice.words.is_empty() {
        let parse =
            |text: &str| (choice.parse)(&mut Settings::default(), text).map(|()| text.to_owned());
        return (argument.value_parser(parse))
            // A vector may begin with a minus.
            .allow_hyphen_values(choice.form == Form::Value);
    }
    // If a list may be empty, there is a word for the empty list.
    let can_be_empty = (choice.parse)(&mut Settings::default(), NONE).is_ok();
    let empty_list = (can_be_empty && !choice.words.contains(&NONE)).then_some(NONE);
    let words = choice.words.iter().copied().chain(empty_list);
    let words = PossibleValuesParser::new(words);
    match choice.form {
        Form::List => argument.value_parser(ListParser(words)),
        Form::Value => argument.value_parser(words),
    }
}

/// Parses a list of words, separated by commas. A word may be followed by its own options: another such list, in parentheses.
#[derive(Clone)]
struct ListParser(PossibleValuesParser);

impl TypedValueParser for ListParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let Some(text) = value.to_str() else {
            return self.0.parse_ref(command, argument, value);
        };
        for part in split_outside_parentheses(text, ',') {
            let word = normal_form(part);
            if let Some(current_name) = new_name(&word, Function::NAMES.iter().copied()) {
                let message = format!("`{word}` is now called `{current_name}`\n");
                return Err(clap::Error::raw(ErrorKind::ValueValidation, message));
            }
            if let Some(remedy) = remedy(&word).filter(|_| lists_functions(argument)) {
                let message = format!("there is no function `{word}`: {remedy}\n");
                return Err(clap::Error::raw(ErrorKind::ValueValidation, message));
            }
            self.0.parse_ref(command, argument, OsStr::new(&word))?;
        }
        Ok(text.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Whether the words of an argument are functions.
fn lists_functions(argument: Option<&Arg>) -> bool {
    argument.is_some_and(|argument| argument.get_id() == "functions")
}

/// The help on an option: its summary, an example if it takes no words, and its default.
fn help(choice: &Choice) -> String {
    let (first, tail) = choice.summary.split_at(1);
    let mut text = format!("{}{tail}", first.to_uppercase());
    if choice.words.is_empty() {
        text += &format!("; e.g. {}", example(choice));
    }
    match choice.default().as_str() {
        "" => {}
        default => text += &format!(" [default: {default}]"),
    }
    text
}

/// The example of the attribute, as a user writes it on a command line.
fn example(choice: &Choice) -> String {
    let value = plain_example(choice);
    if value.contains(['"', ' ']) { format!("'{value}'") } else { value }
}

/// The same example, as the command receives it from the shell.
fn plain_example(choice: &Choice) -> String {
    let value = choice.example.strip_prefix(choice.name).unwrap_or_default();
    let value = match choice.form {
        Form::Value => value.trim_matches([' ', '=', '[', ']']),
        Form::List => value.trim_matches(['(', ')']),
    };
    let mut in_brackets = false;
    // Leaves out brackets, and the commas in them.
    let keep = |c: char| {
        in_brackets = (in_brackets || c == '[') && c != ']';
        (!"[]".contains(c) && (!in_brackets || c != ',')).then_some(c)
    };
    let value: String = value.chars().filter_map(keep).collect();
    value.replace(", ", ",").replace(" = ", "=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_help_are_understood() {
        for choice in CHOICES {
            let (text, mut settings) = (plain_example(choice), Settings::default());
            let parsed = (choice.parse)(&mut settings, &text);
            assert_eq!(parsed, Ok(()), "{text}");
            assert_ne!(settings, Settings::default(), "{text}");
        }
    }
}
