//! What a case expects of messages, of the documentation of the file and of the last row of the table.
//!
//! `help_names` and `help_says` are for readers. Of `help_names`, lines of help must contain each word in backquotes, or else the stem
//! of its longest word. `help_says` requires a line of help that says more than which tools check XML.

use serde_json::{Map, Value};

use crate::case::{known, list, numbers, text};
use crate::run::Outcome;

/// The keys of expectations; those of numbers are read in `values.rs`.
const KEYS: [&str; 11] = [
    "exit",
    "stderr_with",
    "stderr_without",
    "help_names",
    "help_says",
    "one_of",
    "documented_right_digits",
    "last_row",
    "last_row_within",
    "rel",
    "forward_dynamics_rel",
];

/// Compares what is not a number of the dynamics.
pub fn check_message(expect: &Map<String, Value>, result: &Outcome) -> Result<(), String> {
    let expect = known(Value::Object(expect.clone()), &KEYS);
    for (key, value) in &expect {
        let is_as_expected = match key.as_str() {
            "exit" => value.as_i64() == Some(i64::from(result.exit)),
            "stderr_with" => list(value)
                .iter()
                .all(|part| result.stderr.contains(&text(part))),
            "stderr_without" => list(value)
                .iter()
                .all(|part| !result.stderr.contains(&text(part))),
            "help_names" => words(&text(value))
                .iter()
                .all(|word| helps(result).any(|help| help.contains(word))),
            "help_says" => helps(result).any(|help| !help.contains("xmllint")),
            "one_of" => list(value).iter().any(|one| {
                let one = one.as_object().expect("expectations");
                check_message(one, result).is_ok()
            }),
            "documented_right_digits" => documents(value, &result.written),
            "last_row" => last_row(value, &expect["last_row_within"], &result.written),
            "last_row_within" => expect.contains_key("last_row"),
            _ => continue,
        };
        if !is_as_expected {
            return Err(format!(
                "not `{key}`: {value}; exit {}, {}",
                result.exit, result.stderr
            ));
        }
    }
    Ok(())
}

fn helps(results: &Outcome) -> impl Iterator<Item = &str> {
    results
        .stderr
        .lines()
        .filter(|line| line.contains("= help: "))
}

/// The words that lines of help must contain.
fn words(subject: &str) -> Vec<String> {
    let quoted: Vec<String> = subject
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    let longest = subject
        .split(' ')
        .max_by_key(|word| word.len())
        .unwrap_or_default();
    if quoted.is_empty() {
        vec![longest.trim_end_matches("ed").to_owned()]
    } else {
        quoted
    }
}

/// Whether the documentation of each function states as many right digits in f64, or more.
fn documents(least: &Value, file: &str) -> bool {
    let least = least.as_object().expect("functions");
    least.iter().all(|(function, digits)| {
        let (before, _) = file
            .split_once(&format!("pub fn {function}<"))
            .unwrap_or_default();
        let (_, of) = before.rsplit_once("has at least ").unwrap_or_default();
        let statement = of
            .split(' ')
            .next()
            .and_then(|digits| digits.parse::<u64>().ok());
        // Nothing but this function's documentation may follow.
        !of.contains("pub fn ") && statement >= digits.as_u64() && statement.is_some()
    })
}

/// Whether positions and rates in the last row of a table are within a distance of those given.
fn last_row(row: &Value, within: &Value, table: &str) -> bool {
    let row = known(row.clone(), &["q", "qd"]);
    let within = within.as_f64().expect("a distance");
    let (head, last) = (
        table.lines().next().unwrap_or_default(),
        table.lines().last().unwrap_or_default(),
    );
    ["q", "qd"].iter().all(|of| {
        let columns = head.split(',').zip(last.split(','));
        let actual = columns.filter(|(name, _)| name.starts_with(&format!("{of} ")));
        let actual: Vec<f64> = actual
            .map(|(_, field)| field.parse().unwrap_or(f64::NAN))
            .collect();
        let expected = numbers(&row[*of]);
        let mut pairs = actual.iter().zip(&expected);
        actual.len() == expected.len() && pairs.all(|(a, b)| (a - b).abs() <= within)
    })
}

#[test]
fn words_are_those_in_quotes_or_the_longest() {
    assert_eq!(
        words("the options `armature` and `spring`"),
        ["armature", "spring"]
    );
    assert_eq!(words("that the file must be merged first"), ["merg"]);
}

#[test]
fn stated_digits_are_those_of_the_function() {
    let file = "/// has at least 7 right digits in f64\npub fn bias<T>() {}\n/// none\npub fn gravity<T>() {}";
    let least =
        |function: &str, digits: u64| documents(&serde_json::json!({ function: digits }), file);
    assert!(least("bias", 7) && !least("bias", 8) && !least("gravity", 1) && !least("other", 0));
}
