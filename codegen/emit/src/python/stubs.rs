//! The stubs, from which type checkers know the class.

use super::class::{ClassField, JOINT_FIELDS, PythonClass};
use super::method::PythonMethod;
use super::results::ResultArray;
use multibody_support::foreign::python_documentation;

const START: &str = "\
from typing import ClassVar, NamedTuple, Self, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Array: TypeAlias = NDArray[np.float64]
";

/// The text.
pub fn text(class: &PythonClass<'_>) -> String {
    let joint_fields = JOINT_FIELDS.map(|(name, field_type)| format!("    {name}: {field_type}\n"));
    let joint = format!(
        "\nclass {}(NamedTuple):\n{}",
        class.joint_record,
        joint_fields.concat()
    );
    let records = class.results().map(|(name, arrays)| {
        let fields = arrays.iter().map(field);
        format!(
            "\nclass {name}(NamedTuple):\n{}",
            fields.collect::<String>()
        )
    });
    let documentation = python_documentation(&class.documentation, "    ");
    let parts = [
        START.to_owned(),
        list_names(class),
        joint,
        records.collect(),
        format!("\n@final\nclass {}:\n{documentation}\n", class.name),
        constants(class),
        parameters(class),
        class.methods.iter().map(method).collect(),
    ];
    parts.concat()
}

/// The list of the module's public names.
fn list_names(class: &PythonClass<'_>) -> String {
    let records = class.results().map(|(name, _)| name.as_str());
    let names: Vec<&str> = [class.name.as_str(), class.joint_record]
        .into_iter()
        .chain(records)
        .collect();
    format!("\n__all__ = {names:?}\n")
}

fn field(array: &ResultArray) -> String {
    let summary = match array.summary {
        "" => String::new(),
        summary => format!("    \"\"\"{summary}\"\"\"\n"),
    };
    format!("    {}: {}\n{summary}", array.name, type_of(array))
}

/// The type of an array of a result. A result without sizes is a number for one state, and an array for several.
fn type_of(array: &ResultArray) -> &'static str {
    if array.sizes.is_empty() { "float | _Array" } else { "_Array" }
}

fn constants(class: &PythonClass<'_>) -> String {
    let tables = class.tables.iter().map(|table| {
        format!(
            "    {}: ClassVar[tuple[{}, ...]]\n",
            table.name, table.item_type
        )
    });
    let numbers = "    nq: ClassVar[int]\n    nv: ClassVar[int]\n    same_bits: ClassVar[bool]\n";
    numbers.to_owned() + &tables.collect::<String>()
}

/// The methods that take parameters, those with which `pickle` copies a robot, and the properties.
fn parameters(class: &PythonClass<'_>) -> String {
    let keywords = |is_required: fn(&ClassField) -> bool| {
        let names = class.fields.iter().map(|field| {
            let field_type = if field.length.is_some() { "ArrayLike" } else { "float" };
            let default = if is_required(field) { "" } else { " = ..." };
            format!(", {}: {field_type}{default}", field.name)
        });
        let star = if class.fields.is_empty() { "" } else { ", *" };
        star.to_owned() + &names.collect::<String>()
    };
    let value_type = if class.fields.iter().any(|field| field.length.is_some()) {
        "float | tuple[float, ...]"
    } else {
        "float"
    };
    format!(
        "\n    def __new__(cls{}) -> Self: ...\n\
         \n    def replace(self{}) -> Self:\n        \"\"\"The same robot with other values of these parameters.\"\"\"\n\
         \n    @property\n    def parameters(self) -> dict[str, {value_type}]:\n        \"\"\"The values of the parameters.\"\"\"\n\
         \n    @property\n    def instructions(self) -> str:\n        \
         \"\"\"The instructions that functions use: `AsCompiled`, `Avx2` or `Avx512`.\"\"\"\n\
         \n    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, {value_type}]]: ...\n",
        keywords(|field| field.default.is_none()),
        keywords(|_| false),
    )
}

fn method(method: &PythonMethod) -> String {
    let link = method
        .takes_link
        .then(|| ", link: str".to_owned())
        .into_iter();
    let arguments = method
        .arguments
        .iter()
        .map(|argument| format!(", {}: ArrayLike", argument.name));
    let arguments: String = link.chain(arguments).collect();
    let result = match (&method.result.record, &method.result.arrays[..]) {
        (Some(record), _) => record.clone(),
        (None, [number]) if method.arguments.is_empty() && number.sizes.is_empty() => {
            "float".to_owned()
        }
        (None, arrays) => type_of(&arrays[0]).to_owned(),
    };
    let out_type = match &method.result.arrays[..] {
        [_] => "_Array".to_owned(),
        arrays => format!("tuple[{}]", vec!["_Array"; arrays.len()].join(", ")),
    };
    let options = if method.arguments.is_empty() {
        String::new()
    } else {
        format!(", *, out: {out_type} | None = None, threads: int = 1")
    };
    let documentation = python_documentation(&method.documentation, "        ");
    format!(
        "\n    def {}(self{arguments}{options}) -> {result}:\n{documentation}",
        method.name
    )
}
