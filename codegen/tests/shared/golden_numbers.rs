//! Numbers of the corpus that were found elsewhere.

use std::path::Path;

use serde_json::Value;

/// A file of a corpus.
pub fn golden(corpus: &Path, name: &str) -> Value {
    let path = corpus.join(format!("golden/{name}.json"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("golden data are JSON")
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn index(value: &Value) -> usize {
    value.as_u64().expect("an index") as usize
}

/// A list of numbers, or of lists of them, one behind the other.
pub fn flat(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(values) => values.iter().flat_map(flat).collect(),
        None => vec![number(value)],
    }
}
