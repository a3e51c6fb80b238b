//! Types of arguments and results, and the places of a result's numbers.

use super::documentation::comment;
use super::writer::CWriter;
use crate::interface::{AtPosition, EntryPath, Owner, Record, RecordType, Returned, Step};
use multibody_description::function::identifier;
use multibody_program::ir::InputKind;
use multibody_support::foreign::{c_identifier, upper_camel_case};

/// The sizes of an array, as they follow its name. No array of C is empty.
fn dimensions(sizes: impl IntoIterator<Item = usize>) -> String {
    let brackets = sizes.into_iter().map(|size| format!("[{}]", size.max(1)));
    brackets.collect()
}

/// The argument before all others: a struct of parameters or precomputed values.
pub struct StructArgument {
    /// Its name.
    pub name: &'static str,
    /// The struct.
    pub type_name: String,
}

impl StructArgument {
    /// The declaration.
    pub fn declaration(&self) -> String {
        format!("const {} *{}", self.type_name, self.name)
    }
}

impl CWriter<'_> {
    /// The name of a type of the robot.
    pub fn type_name(&self, name: &str) -> String {
        format!("{}{name}", self.type_prefix)
    }

    /// The declaration of an argument.
    pub fn argument(&self, kind: InputKind, name: &str) -> String {
        match self.argument_sizes(kind).as_slice() {
            [] => format!("real {name}"),
            sizes => format!("const real {name}{}", dimensions(sizes.iter().copied())),
        }
    }

    /// The argument with precomputed values that the functions of a type have.
    pub fn struct_argument(&self, owner: Owner) -> Option<StructArgument> {
        let (name, type_name) = match owner {
            Owner::Robot => return None,
            Owner::Prepared => ("prepared", "Prepared"),
            Owner::At => ("at", "At"),
        };
        let type_name = self.type_name(type_name);
        Some(StructArgument { name, type_name })
    }

    /// The declaration of the argument `out`, the caller's memory for a result.
    pub fn memory(&self, returned: &Returned) -> String {
        match returned {
            Returned::Array(sizes) if sizes.is_empty() => "real *out".to_owned(),
            Returned::Array(_) | Returned::OfLinks(..) => self.declaration(returned, "out"),
            _ => self.declaration(returned, "*out"),
        }
    }

    /// The name of a record's type, without the robot's before it. A bundle may have any name. So the name of a record that is not one
    /// of the runtime's ends in `Result`, as no other name does, and in a number if an earlier bundle has the same type name.
    fn record_name(&self, record: &Record) -> String {
        let name = match &record.of {
            RecordType::OfRuntime(name, _) => return (*name).to_owned(),
            RecordType::OfFunction(name) => name,
        };
        let type_of = |name: &str| upper_camel_case(&c_identifier(&identifier(name)));
        let bundles = self
            .robot
            .bundle_functions()
            .map(|bundled| &bundled.bundle.name);
        let namesakes = bundles
            .take_while(|other| *other != name)
            .filter(|other| type_of(other) == type_of(name));
        let suffix = Some(namesakes.count()).filter(|&count| count > 0);
        format!(
            "{}Result{}",
            type_of(name),
            suffix.map_or(String::new(), |count| count.to_string())
        )
    }

    /// The declaration of a variable or of a field with a result.
    pub fn declaration(&self, returned: &Returned, name: &str) -> String {
        let of_type = |type_name: &str| format!("{} {name}", self.type_name(type_name));
        match returned {
            Returned::Array(sizes) if self.settings.layout.columns => {
                format!("real {name}{}", dimensions(sizes.iter().rev().copied()))
            }
            Returned::Array(sizes) => format!("real {name}{}", dimensions(sizes.iter().copied())),
            Returned::OfLinks(result, count) => {
                self.declaration(result, &format!("{name}{}", dimensions([*count])))
            }
            Returned::Record(record) => of_type(&self.record_name(record)),
            Returned::Pose => of_type("Pose"),
            Returned::Prepared(_) => of_type("Prepared"),
            Returned::At(_) => of_type("At"),
        }
    }

    /// The expression of a number of the result in the caller's memory, `out`.
    pub fn out_access(&self, returned: &Returned, path: &EntryPath) -> String {
        let access = self.access(returned, path);
        match access.strip_prefix('.') {
            Some(field) => format!("out->{field}"),
            None if access.is_empty() => "*out".to_owned(),
            None => format!("out{access}"),
        }
    }

    /// The fields and indices, in C, that lead from a result to one of its numbers.
    fn access(&self, returned: &Returned, path: &[Step]) -> String {
        match (returned, path) {
            (Returned::OfLinks(result, _), [Step::Entry(link), rest @ ..]) => {
                format!("[{link}]{}", self.access(result, rest))
            }
            (Returned::Record(record), [Step::Field(name), rest @ ..]) => {
                let mut fields = record.fields.iter();
                let field = fields.find(|field| field.name == *name);
                let inner = field.map(|field| self.access(&field.result, rest));
                format!(".{name}{}", inner.unwrap_or_default())
            }
            (Returned::Pose, [Step::Part(part), rest @ ..]) => {
                let field = ["rotation", "translation"][*part];
                format!(".{field}{}", self.entries(rest))
            }
            (Returned::Prepared(_) | Returned::At(_), entry) => {
                format!(".p{}", self.entries(entry))
            }
            (_, entries) => self.entries(entries),
        }
    }

    /// The indices of an entry of an array.
    fn entries(&self, steps: &[Step]) -> String {
        let mut indices: Vec<String> = (steps.iter())
            .map(|step| match step {
                Step::Entry(index) => format!("[{index}]"),
                Step::Field(_) | Step::Part(_) => unreachable!("an array has entries"),
            })
            .collect();
        if self.settings.layout.columns {
            indices.reverse();
        }
        indices.concat()
    }
}

/// The structs that results contain.
#[derive(Default)]
pub struct Records<'a> {
    has_poses: bool,
    /// The records, each after those that are its fields.
    records: Vec<&'a Record>,
}

impl<'a> Records<'a> {
    /// The structs in these results.
    pub fn of(results: impl Iterator<Item = &'a Returned>) -> Self {
        let mut records = Self::default();
        results.for_each(|result| records.add(result));
        records
    }

    fn add(&mut self, returned: &'a Returned) {
        match returned {
            Returned::Pose => self.has_poses = true,
            Returned::OfLinks(result, _) => self.add(result),
            Returned::Record(record) => {
                record
                    .fields
                    .iter()
                    .for_each(|field| self.add(&field.result));
                if self.records.iter().all(|known| known.of != record.of) {
                    self.records.push(record);
                }
            }
            Returned::Array(_) | Returned::Prepared(_) | Returned::At(_) => {}
        }
    }

    /// The definitions of the structs.
    pub fn types(&self, writer: &CWriter<'_>) -> Vec<String> {
        let field = |text: &str, declaration: String| {
            comment(&[text.to_owned()], "  ") + &format!("  {declaration};\n")
        };
        let pose = self.has_poses.then(|| {
            let fields = [
                field(
                    "The rotation.",
                    writer.declaration(&Returned::Array(vec![3, 3]), "rotation"),
                ),
                field(
                    "The translation, m.",
                    writer.declaration(&Returned::Array(vec![3]), "translation"),
                ),
            ];
            definition(writer, "The pose of a link.", "Pose", &fields)
        });
        let records = self.records.iter().map(|record| {
            let fields = record.fields.iter();
            let fields: Vec<String> = fields
                .map(|item| field(item.summary, writer.declaration(&item.result, &item.name)))
                .collect();
            definition(
                writer,
                "Several results.",
                &writer.record_name(record),
                &fields,
            )
        });
        pose.into_iter().chain(records).collect()
    }
}

/// The definition of a struct.
pub fn definition(writer: &CWriter<'_>, summary: &str, name: &str, fields: &[String]) -> String {
    let (summary, name) = (comment(&[summary.to_owned()], ""), writer.type_name(name));
    format!(
        "{summary}typedef struct {name} {{\n{}}} {name};\n",
        fields.concat()
    )
}

/// The names of the fields of the struct of parameters, in order.
pub fn field_names(writer: &CWriter<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for parameter in &writer.system.parameters {
        let mut name = c_identifier(&parameter.field.value);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// The structs of parameters, of prepared parameters, and of what the position decides.
pub fn structs_of_values(writer: &CWriter<'_>) -> Vec<String> {
    let mut types = Vec::new();
    let values = |count: usize| vec![format!("  real p{};\n", dimensions([count]))];
    if writer.is_parametric() {
        let fields = writer
            .system
            .parameters
            .iter()
            .zip(field_names(writer))
            .map(|(parameter, name)| {
                let meaning = parameter
                    .meaning
                    .iter()
                    .map(|text| format!("Replaces: {text}."))
                    .collect::<Vec<_>>();
                let sizes = dimensions(parameter.shape.length());
                comment(&meaning, "  ") + &format!("  real {name}{sizes};\n")
            });
        let fields: Vec<String> = fields.collect();
        types.push(definition(writer, "The parameters.", "Parameters", &fields));
        let values = values(writer.prepare.outputs().len());
        let summary = "What only the parameters decide.";
        types.push(definition(writer, summary, "Prepared", &values));
    }
    if let Some(position) = AtPosition::of(writer) {
        let values = values(position.prepared.prepare.outputs().len());
        types.push(definition(
            writer,
            "What only the position decides.",
            "At",
            &values,
        ));
    }
    types
}
