//! Results as arrays of NumPy. A result of several arrays is a named tuple.

use crate::interface::{Record, RecordType, Returned};
use multibody_description::function::identifier;
use multibody_support::foreign::{python_identifier, upper_camel_case};

/// A result.
pub struct PythonResult {
    /// Its arrays, in order.
    pub arrays: Vec<ResultArray>,
    /// The name of the named tuple; `None`: the result is its one array.
    pub record: Option<String>,
    /// The statements in Rust that write the numbers to the arrays.
    pub statements: Vec<String>,
}

/// An array of a result, for one state.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultArray {
    /// The name of the field that has it.
    pub name: String,
    /// Its sizes, from outside to inside; a number has none.
    pub sizes: Vec<usize>,
    /// What it is; empty if its record does not document it.
    pub summary: &'static str,
}

/// The named tuples of a robot, each with its name and its fields. An entry without fields only reserves its name.
#[derive(Default)]
pub struct NamedTuples(pub Vec<(String, Vec<ResultArray>)>);

impl PythonResult {
    /// The result that is the value of an expression in Rust.
    pub fn of(returned: &Returned, expression: &str, records: &mut NamedTuples) -> Self {
        if let Returned::Array(_) = returned {
            return Self::of_array(returned, expression);
        }
        let mut arrays = Vec::new();
        let appends = add_arrays(&mut arrays, returned, "", "", "result");
        let record = (arrays.len() > 1).then(|| records.add(&record_name(returned), &arrays));
        let statements = std::iter::once(format!("let result = {expression};")).chain(appends);
        Self {
            statements: statements.collect(),
            arrays,
            record,
        }
    }

    /// The result of an expression whose value has parts. Each part has the name of its array, the sizes, and a path: the part is
    /// `result.PATH`.
    pub fn of_parts(
        record: &str,
        parts: &[(&str, &[usize], &str)],
        expression: &str,
        records: &mut NamedTuples,
    ) -> Self {
        let array = |&(name, sizes, _): &(&str, &[usize], &str)| ResultArray {
            name: field_name(name),
            sizes: sizes.to_vec(),
            summary: "",
        };
        let arrays: Vec<ResultArray> = parts.iter().map(array).collect();
        let indexed_parts = parts.iter().enumerate();
        let appends = indexed_parts
            .map(|(index, (_, _, path))| format!("to.append({index}, &result.{path});"));
        let definition = format!("let result = {expression};");
        Self {
            record: Some(records.add(record, &arrays)),
            statements: std::iter::once(definition).chain(appends).collect(),
            arrays,
        }
    }

    fn of_array(returned: &Returned, expression: &str) -> Self {
        let mut arrays = Vec::new();
        let statements = add_arrays(&mut arrays, returned, "", "", expression);
        Self {
            arrays,
            record: None,
            statements,
        }
    }
}

/// Adds the arrays for the value of an expression. Returns the statements that append its numbers to them.
fn add_arrays(
    arrays: &mut Vec<ResultArray>,
    returned: &Returned,
    name: &str,
    summary: &'static str,
    expression: &str,
) -> Vec<String> {
    let mut append = |name: String, sizes: &[usize], summary, expression: &str| {
        let statement = format!("to.append({}, &{expression});", arrays.len());
        arrays.push(ResultArray {
            name: field_name(&name),
            sizes: sizes.to_vec(),
            summary,
        });
        statement
    };
    let name_of =
        |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}_{part}") };
    match returned {
        Returned::Array(sizes) => vec![append(name.to_owned(), sizes, summary, expression)],
        Returned::Pose => vec![
            append(
                name_of("rotation"),
                &[3, 3],
                "The rotation, by rows.",
                &format!("{expression}.0"),
            ),
            append(
                name_of("translation"),
                &[3],
                "The translation, m.",
                &format!("{expression}.1"),
            ),
        ],
        Returned::OfLinks(result, count) => {
            let first_index = arrays.len();
            let appends = add_arrays(arrays, result, name, summary, "(*each)").join(" ");
            for array in &mut arrays[first_index..] {
                array.sizes.insert(0, *count);
            }
            vec![format!("for each in &{expression} {{ {appends} }}")]
        }
        Returned::Record(record) => {
            let fields = record.fields.iter().flat_map(|field| {
                let field_access = format!("{expression}.{}", field.name);
                add_arrays(
                    arrays,
                    &field.result,
                    &name_of(&field.name),
                    field.summary,
                    &field_access,
                )
            });
            fields.collect()
        }
        Returned::Prepared(_) | Returned::At(_) => unreachable!("no method returns it"),
    }
}

/// The name of a field. In a named tuple of Python, no name may begin with an underscore.
fn field_name(name: &str) -> String {
    let identifier = python_identifier(name);
    let word = identifier.trim_start_matches('_');
    let begins_well = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if begins_well || name.is_empty() {
        word.to_owned()
    } else {
        format!("n{word}")
    }
}

/// The name of a result's named tuple, before `NamedTuples::add` makes it different from others.
fn record_name(returned: &Returned) -> String {
    match returned {
        Returned::OfLinks(result, _) => format!("{}s", record_name(result)),
        Returned::Record(Record {
            of: RecordType::OfRuntime(name, _),
            ..
        }) => (*name).to_owned(),
        Returned::Record(Record {
            of: RecordType::OfFunction(name),
            ..
        }) => upper_camel_case(&python_identifier(&identifier(name))),
        _ => "Pose".to_owned(),
    }
}

impl NamedTuples {
    /// No named tuples yet; these names are reserved.
    pub fn without(names: &[&str]) -> Self {
        Self(
            names
                .iter()
                .map(|name| ((*name).to_owned(), Vec::new()))
                .collect(),
        )
    }

    /// Adds a named tuple unless it is there. Returns its name, which gets a `_` while another one has it with other fields.
    pub fn add(&mut self, name: &str, fields: &[ResultArray]) -> String {
        let mut distinct_name = name.to_owned();
        while let Some((_, others)) = self.0.iter().find(|(other, _)| *other == distinct_name) {
            if others == fields {
                return distinct_name;
            }
            distinct_name.push('_');
        }
        self.0.push((distinct_name.clone(), fields.to_vec()));
        distinct_name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_of_each_link_is_an_array_of_rotations_and_one_of_translations() {
        let mut records = NamedTuples::without(&["Arm"]);
        let poses = Returned::OfLinks(Box::new(Returned::Pose), 4);
        let result = PythonResult::of(&poses, "f()", &mut records);
        let sizes: Vec<&[usize]> = result.arrays.iter().map(|array| &array.sizes[..]).collect();
        assert_eq!(sizes, [&[4, 3, 3][..], &[4, 3]]);
        assert_eq!(result.record.as_deref(), Some("Poses"));
        let appends = "for each in &result { to.append(0, &(*each).0); to.append(1, &(*each).1); }";
        assert_eq!(result.statements, ["let result = f();", appends]);
    }

    #[test]
    fn named_tuples_of_different_fields_have_different_names() {
        let mut records = NamedTuples::without(&["Arm"]);
        let field = |name: &str| ResultArray {
            name: field_name(name),
            sizes: vec![2],
            summary: "",
        };
        assert_eq!(records.add("Arm", &[field("a")]), "Arm_");
        assert_eq!(records.add("Both", &[field("a")]), "Both");
        assert_eq!(records.add("Both", &[field("lambda")]), "Both_");
        assert_eq!(records.add("Both", &[field("a")]), "Both");
        assert_eq!(
            ["lambda", "__a", "_1", "1"].map(field_name),
            ["lambda_", "a", "n1", "n1"]
        );
    }
}
