//! A case, as `expected.json` has it.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::expectation::check_message;
use crate::run::run;
use crate::values::check_states;

/// The keys of a case. `today` and `how` are for readers.
const KEYS: [&str; 8] = [
    "file", "kind", "command", "args", "today", "how", "expect", "states",
];

/// A case.
#[derive(Debug)]
pub struct Case {
    pub file: String,
    kind: String,
    pub command: String,
    pub arguments: Vec<String>,
    expect: Map<String, Value>,
    pub states: Vec<Map<String, Value>>,
}

impl Case {
    /// All cases of a folder; a key that is not known here is a panic.
    pub fn all(folder: &Path) -> Vec<Self> {
        let path = folder.join("expected.json");
        let text = fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let data: Value = serde_json::from_str(&text).expect("JSON");
        let data = known(data, &["cases"]);
        objects(&data["cases"]).into_iter().map(Self::of).collect()
    }

    fn of(data: Map<String, Value>) -> Self {
        let data = known(Value::Object(data), &KEYS);
        Self {
            file: text(&data["file"]),
            kind: text(&data["kind"]),
            command: text(&data["command"]),
            arguments: list(&data["args"]).iter().map(text).collect(),
            expect: data["expect"].as_object().expect("expectations").clone(),
            states: data.get("states").map_or(Vec::new(), objects),
        }
    }

    /// The letter before the colon of its kind.
    pub fn letter(&self) -> &str {
        self.kind.split(':').next().unwrap_or_default()
    }

    /// Runs the case, and compares messages, results and numbers.
    ///
    /// # Errors
    /// The first thing that is not as expected.
    pub fn check(&self, folder: &Path) -> Result<(), String> {
        let outcome = run(self, folder);
        check_message(&self.expect, &outcome)?;
        match outcome.exit {
            0 => check_states(self, &self.expect, folder),
            _ => Ok(()),
        }
    }
}

/// An object, all keys of which are known.
pub fn known(data: Value, keys: &[&str]) -> Map<String, Value> {
    let data = data.as_object().expect("an object").clone();
    for key in data.keys() {
        assert!(
            keys.contains(&key.as_str()),
            "the key `{key}` is not known here: {keys:?}"
        );
    }
    data
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn objects(value: &Value) -> Vec<Map<String, Value>> {
    let object = |value: &Value| value.as_object().expect("an object").clone();
    list(value).iter().map(object).collect()
}

/// The numbers of a list, or of a list of lists, one behind the other.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(values) => values.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}
