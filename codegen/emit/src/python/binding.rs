//! The text of Rust that exports the class.

use super::class::{ClassField, JOINT_FIELDS, PythonClass, Table};
use super::method::{PythonArgument, PythonMethod};
use multibody_support::foreign::{is_keyword, literal};

/// The text, which is a module inside the one that has the robot.
pub fn text(class: &PythonClass<'_>) -> String {
    let results = class.results().map(|(name, arrays)| {
        let fields: Vec<&str> = arrays.iter().map(|array| array.name.as_str()).collect();
        record(&class.module, name, &fields)
    });
    let joint = record(
        &class.module,
        class.joint_record,
        &JOINT_FIELDS.map(|(name, _)| name),
    );
    let records: Vec<String> = std::iter::once(joint).chain(results).collect();
    let fields: Vec<String> = class.fields.iter().map(field).collect();
    let methods = class.methods.iter().map(|entry| method(class, entry));
    let parts = [
        (
            "about",
            format!("methods around the functions of `{}`", class.computed_type),
        ),
        ("count", records.len().to_string()),
        (
            "records",
            records
                .iter()
                .map(|record| format!("    {record},\n"))
                .collect(),
        ),
        ("fields", fields.join(", ")),
        ("module", class.module.clone()),
        ("class", class.name.clone()),
        ("type", class.computed_type.clone()),
        ("robot", robot(class)),
        ("signature_of_new", signature_of_parameters(class, "", true)),
        (
            "signature_of_replace",
            signature_of_parameters(class, "$self", false),
        ),
        ("documentation", literal(&class.documentation.join("\n"))),
        ("constants", constants(class)),
        ("methods", methods.collect()),
    ];
    fill(include_str!("text/binding.txt"), &parts)
}

/// Replaces each name between two `@`, in one pass: inserted text is not searched.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let pieces = template.split('@').enumerate();
    let texts = pieces.map(|(index, piece)| match index % 2 {
        0 => piece,
        _ => {
            let part = parts.iter().find(|(name, _)| *name == piece);
            part.map_or("", |(_, text)| text.as_str())
        }
    });
    texts.collect()
}

/// The expression of the named tuple with this name, for `Function::record`. In `RECORDS`, that of a joint is before those of
/// results.
fn record_expression(class: &PythonClass<'_>, name: &str) -> Option<String> {
    let index = class.results().position(|(other, _)| other == name)?;
    Some(format!("Some(&RECORDS[{}])", index + 1))
}

fn record(module: &str, name: &str, fields: &[&str]) -> String {
    format!("NamedTuple::new({module:?}, {name:?}, &{fields:?})")
}

fn field(field: &ClassField) -> String {
    let values = field.default.as_ref();
    let default = values.map_or("None".to_owned(), |values| format!("Some(&{values:?})"));
    format!(
        "ClassParameter {{ name: {:?}, length: {:?}, default: {default} }}",
        field.name, field.length
    )
}

/// The expression that makes the robot from `values`, the numbers of its parameters.
fn robot(class: &PythonClass<'_>) -> String {
    if class.fields.is_empty() {
        return class.computed_type.clone();
    }
    let mut next_index = 0;
    let fields = class.fields.iter().map(|field| {
        let start = next_index;
        next_index += field.length.unwrap_or(1);
        match field.length {
            None => format!("{}: values[{start}]", field.name_in_rust),
            Some(length) => {
                let values: Vec<String> = (start..start + length)
                    .map(|k| format!("values[{k}]"))
                    .collect();
                format!("{}: [{}]", field.name_in_rust, values.join(", "))
            }
        }
    });
    let fields: Vec<String> = fields.collect();
    format!(
        "super::{}Parameters {{ {} }}.prepare()",
        class.robot.name,
        fields.join(", ")
    )
}

/// The signature in Python, for documentation, of a function that takes parameters by name. To make a new robot, a parameter is
/// required if the description has no value for it.
fn signature_of_parameters(class: &PythonClass<'_>, receiver: &str, is_new: bool) -> String {
    let star = (!class.fields.is_empty()).then(|| "*".to_owned());
    let names = class.fields.iter().map(|field| match &field.default {
        None if is_new => field.name.clone(),
        _ => format!("{}=...", field.name),
    });
    let receiver = Some(receiver.to_owned()).filter(|receiver| !receiver.is_empty());
    let parts: Vec<String> = receiver.into_iter().chain(star).chain(names).collect();
    format!("({})", parts.join(", "))
}

/// The attributes of the class, which are the same for all its robots: each in a line.
fn constants(class: &PythonClass<'_>) -> String {
    let system = class.robot.system;
    let value =
        |name: &str, expression: &str| (name.to_owned(), "()", "usize", expression.to_owned());
    let same_bits = (
        "same_bits".to_owned(),
        "()",
        "bool",
        "cfg!(feature = \"same-bits\")".to_owned(),
    );
    let tables = class.tables.iter().map(
        |Table {
             name, expression, ..
         }| {
            (
                (*name).to_owned(),
                "(py: Python<'_>)",
                "PyResult<Py<PyAny>>",
                expression.clone(),
            )
        },
    );
    let [nq, nv] = [system.nq(), system.nv()].map(|size| size.to_string());
    let items = [value("nq", &nq), value("nv", &nv), same_bits]
        .into_iter()
        .chain(tables);
    let lines = items.map(|(name, arguments, value_type, expression)| {
        format!("    #[classattr] fn {name}{arguments} -> {value_type} {{ {expression} }}\n")
    });
    lines.collect()
}

/// A method. Without arguments it takes neither `out` nor `threads`, and its closure uses no `from`.
fn method(class: &PythonClass<'_>, method: &PythonMethod) -> String {
    let PythonMethod {
        name,
        arguments,
        result,
        ..
    } = method;
    let if_link = |text: &str| method.takes_link.then(|| text.to_owned()).into_iter();
    let per_argument = |text: fn(&PythonArgument) -> String| arguments.iter().map(text);
    let [options, typed_options, passed_options, source] = if arguments.is_empty() {
        ["", "", "None, 1", "_"]
    } else {
        [
            ", *, out=None, threads=1",
            ", out: Option<Object<'_, 'py>>, threads: usize",
            "out, threads",
            "from",
        ]
    };
    let documentation = literal(&method.documentation.join("\n"));
    let names = join(if_link("link").chain(per_argument(|argument| argument.name.clone())));
    let declarations = if_link(", link: &str").chain(per_argument(|argument| {
        format!(", {}: Object<'_, 'py>", argument.name)
    }));
    let parameters: String = declarations.collect();
    let objects = join(per_argument(|argument| argument.name.clone()));
    let shapes = join(per_argument(|argument| {
        format!("({:?}, &{:?})", argument.name, argument.sizes)
    }));
    let sizes = join(
        result
            .arrays
            .iter()
            .map(|array| format!("&{:?}", array.sizes)),
    );
    let record = result
        .record
        .as_ref()
        .and_then(|name| record_expression(class, name));
    let record = record.as_deref().unwrap_or("None");
    let find_link = format!(
        "        let link = tables::link(&super::{}::LINKS, link)?;\n",
        class.robot.name
    );
    let find_link: String = if_link(&find_link).collect();
    let (counts, raw_prefix) = (
        [arguments.len(), result.arrays.len()],
        if is_keyword(name) { "r#" } else { "" },
    );
    let statements = result.statements.join("\n            ");
    format!(
        "
    #[doc = {documentation}]
    #[pyo3(signature = ({names}{options}))]
    fn {raw_prefix}{name}<'py>(&self, py: Python<'py>{parameters}{typed_options}) -> Returned<'py> {{
{find_link}        const SHAPES: Function<{}, {}> = Function {{ arguments: [{shapes}], results: [{sizes}], record: {record} }};
        SHAPES.call(py, [{objects}], {passed_options}, |{source}, to| {{
            {statements}
        }})
    }}
",
        counts[0], counts[1],
    )
}

fn join(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}
