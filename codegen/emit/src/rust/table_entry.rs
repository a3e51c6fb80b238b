//! Records and other values of tables as expressions of Rust.

use std::collections::BTreeMap;

use super::body;
use super::head::link_type;
use super::text::table;
use crate::interface::{Robot, TableEntry};
use multibody_program::ir::{Program, Value};
use multibody_support::foreign::literal;

/// Writes the values of a robot's tables.
pub struct Printer<'a> {
    /// The robot.
    pub robot: &'a Robot<'a>,
    /// The path before the names of records and functions, such as `multibody::`.
    pub path_prefix: &'static str,
    /// The expressions of values of the system, which may depend on parameters.
    pub computed: BTreeMap<Value, String>,
}

/// The rows of a table of constants. `path_prefix` is the path before the names of their records.
pub fn rows(robot: &Robot<'_>, path_prefix: &'static str, rows: &[TableEntry<'_>]) -> Vec<String> {
    let printer = Printer {
        robot,
        path_prefix,
        computed: BTreeMap::new(),
    };
    rows.iter().map(|row| printer.entry(row)).collect()
}

impl Printer<'_> {
    /// An array literal with one entry a line.
    pub fn table(&self, rows: &[TableEntry<'_>]) -> String {
        table(rows.iter().map(|row| self.entry(row)))
    }

    /// Several values with commas between them.
    pub fn list(&self, values: &[TableEntry<'_>]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.entry(value)).collect();
        values.join(", ")
    }

    /// The expression of a value.
    pub fn entry(&self, entry: &TableEntry<'_>) -> String {
        let path_prefix = self.path_prefix;
        match entry {
            TableEntry::Number(f64::INFINITY) => "f64::INFINITY".into(),
            TableEntry::Number(f64::NEG_INFINITY) => "f64::NEG_INFINITY".into(),
            TableEntry::Number(number) => format!("{number:?}"),
            TableEntry::Value(value) => self.computed[value].clone(),
            TableEntry::Index(index) => index.to_string(),
            TableEntry::Truth(truth) => truth.to_string(),
            TableEntry::Text(text) => literal(text),
            // The full path, since a robot may be called `Some` or `None`.
            TableEntry::Optional(Some(value)) => {
                format!("::core::option::Option::Some({})", self.entry(value))
            }
            TableEntry::Optional(None) => "::core::option::Option::None".to_owned(),
            TableEntry::Link(name) => format!("{}::{name}", link_type(self.robot)),
            TableEntry::Array(values) => format!("[{}]", self.list(values)),
            TableEntry::List(values) => format!("&[{}]", self.list(values)),
            TableEntry::Tuple(values) => format!("({})", self.list(values)),
            TableEntry::Record(name, fields) => {
                let texts: Vec<String> = (fields.iter())
                    .map(|(name, value)| format!("{name}: {}", self.entry(value)))
                    .collect();
                format!("{path_prefix}{name} {{ {} }}", texts.join(", "))
            }
            TableEntry::Call(path, arguments) if arguments.is_empty() => {
                format!("{path_prefix}{path}")
            }
            TableEntry::Call(path, arguments) => {
                format!("{path_prefix}{path}({})", self.list(arguments))
            }
            TableEntry::Function(arguments, program) => self.function(arguments, program),
        }
    }

    /// A closure that computes a program in numbers of the type `Jet`, which have derivatives.
    fn function(&self, arguments: &[&str], program: &Program) -> String {
        let names = arguments.join(", ");
        let (statements, outputs) = body::statements(program);
        let parameters = if self.robot.is_parametric() { "let p = p.map(T::lit);\n" } else { "" };
        let lines = format!(
            "use multibody::Real as _;\ntype T = multibody::reference::Jet;\nlet _ = ({names});\n\
             {parameters}{statements}[{}]",
            outputs.join(", ")
        );
        let body = lines.replace('\n', "\n    ");
        format!("move |{names}| {{\n    {body}\n}}")
    }
}
