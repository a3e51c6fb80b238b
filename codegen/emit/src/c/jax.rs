//! Handlers in C++ of XLA's foreign-function interface: through them JAX calls the functions in C for any number of states.

use super::cpp::package_name;
use super::functions::{self, CArgument, CFunction, FunctionNames};
use super::writer::CWriter;
use crate::interface::{Returned, Robot};
use std::collections::BTreeMap;

/// A function that JAX calls.
pub struct JaxFunction {
    /// Its name in C without that of the robot.
    pub name: String,
    /// The name of its handler.
    pub handler: String,
    /// The names of its arguments, and the sizes of their arrays.
    pub arguments: Vec<(&'static str, Vec<usize>)>,
    /// The sizes of the arrays of its result.
    pub results: Vec<Vec<usize>>,
    /// The function in C++, and the definition of its handler.
    definitions: [String; 2],
}

/// The functions of a robot that JAX calls: those with arguments, all of them arrays or numbers and none a struct, and with results
/// that are arrays.
pub fn jax_functions(robot: &Robot<'_>) -> Vec<JaxFunction> {
    let writer = &CWriter::new(robot);
    let mut names = FunctionNames::of(writer);
    let functions = functions::all(writer, &mut names).into_iter();
    functions
        .filter_map(|function| JaxFunction::of(writer, &function, &mut names))
        .collect()
}

/// The file in C++, which includes the source in C beside it.
pub fn cpp_file(robot: &Robot<'_>) -> String {
    let functions = jax_functions(robot);
    let [definitions, handlers] = [0, 1].map(|index| {
        let texts: Vec<&str> = functions
            .iter()
            .map(|function| function.definitions[index].as_str())
            .collect();
        texts.concat()
    });
    include_str!("text/jax.txt")
        .replace("@package@", &package_name(robot.name))
        .replace("@functions@\n", &definitions)
        .replace("@handlers@\n", &handlers)
}

/// The header and the source in C.
pub fn c_files(robot: &Robot<'_>) -> [String; 2] {
    let writer = &CWriter::new(robot);
    let mut names = FunctionNames::of(writer);
    let functions = functions::all(writer, &mut names);
    let header = super::header(writer, &functions, None);
    let include = format!("#include \"{}.h\"\n\n", package_name(robot.name));
    [header, include + &super::source(writer, &functions)]
}

impl JaxFunction {
    /// `None` if JAX cannot call the function.
    fn of(writer: &CWriter<'_>, function: &CFunction, names: &mut FunctionNames) -> Option<Self> {
        let result = &function.signature.result;
        let fields = match result {
            Returned::Array(_) => vec![None],
            Returned::Pose => vec![Some("rotation"), Some("translation")],
            Returned::Record(record) => {
                let fields = record.fields.iter();
                let arrays = fields.map(|field| {
                    matches!(field.result, Returned::Array(_)).then_some(Some(field.name.as_str()))
                });
                arrays.collect::<Option<_>>()?
            }
            _ => return None,
        };
        let results = result.part_sizes();
        let has_empty_result = results.iter().any(|sizes| sizes.contains(&0));
        if function.struct_argument.is_some() || function.arguments.is_empty() || has_empty_result {
            return None;
        }
        let name = function
            .name
            .strip_prefix(writer.prefix.as_str())?
            .trim_start_matches('_');
        // A bundle may have any name, so a function may have that of a handler.
        let handler = names.add_whole(format!("{}_jax_{name}", writer.prefix));
        let definitions = [
            loop_definition(writer, function, name, &fields, &results),
            handler_definition(&handler, name, function.arguments.len(), results.len()),
        ];
        let arguments = function
            .arguments
            .iter()
            .map(|argument| (argument.name, argument.sizes.clone()));
        Some(Self {
            name: name.to_owned(),
            handler,
            arguments: arguments.collect(),
            results,
            definitions,
        })
    }
}

/// The number of entries of an array.
fn count(sizes: &[usize]) -> usize {
    sizes.iter().product()
}

/// The function in C++ that loops over the states. A result of several arrays is computed in a struct with these `fields`, and
/// copied. If the result is one array, `fields` is `[None]`.
fn loop_definition(
    writer: &CWriter<'_>,
    function: &CFunction,
    name: &str,
    fields: &[Option<&str>],
    results: &[Vec<usize>],
) -> String {
    let inputs = function
        .arguments
        .iter()
        .map(|CArgument { name, .. }| format!("Argument {name}"));
    let outputs = (0..results.len()).map(|index| format!("Result out{index}"));
    let head: Vec<String> = inputs.chain(outputs).collect();
    let passed = function
        .arguments
        .iter()
        .map(|CArgument { name, sizes }| match sizes[..] {
            [] => format!("{name}.typed_data()[k]"),
            _ => format!("Pointer{{{name}.typed_data() + {} * k}}", count(sizes)),
        });
    let pointers: Vec<String> = results
        .iter()
        .enumerate()
        .map(|(index, sizes)| format!("out{index}->typed_data() + {} * k", count(sizes)))
        .collect();
    let is_record = fields.iter().any(Option::is_some);
    let out = if is_record {
        "&out".to_owned()
    } else {
        format!("Pointer{{{}}}", pointers[0])
    };
    let arguments: Vec<String> = passed.chain([out]).collect();
    let call = format!("::{}({});", function.name, arguments.join(", "));
    let copies = fields.iter().zip(&pointers).filter_map(|(field, pointer)| {
        let field = (*field)?;
        Some(format!(
            " std::memcpy({pointer}, &out.{field}, sizeof out.{field});"
        ))
    });
    let copies: String = copies.collect();
    let variable = if is_record {
        format!(
            "::{}; ",
            writer.declaration(&function.signature.result, "out")
        )
    } else {
        String::new()
    };
    format!(
        "  static ffi::Error of_{name}({})\n  {{\n    const std::size_t states = out0->element_count() / {};\n    \
         for (std::size_t k = 0; k < states; ++k) {{ {variable}{call}{copies} }}\n    return ffi::Error::Success();\n  }}\n",
        head.join(", "),
        count(&results[0]),
    )
}

/// The definition of a handler.
fn handler_definition(handler: &str, name: &str, arguments: usize, results: usize) -> String {
    let [arguments, results] = [
        (".Arg<Argument>()", arguments),
        (".Ret<Argument>()", results),
    ]
    .map(|(text, count)| text.repeat(count));
    format!(
        "XLA_FFI_DEFINE_HANDLER_SYMBOL({handler}, Handlers::of_{name}, ffi::Ffi::Bind(){arguments}{results});\n"
    )
}

/// For each function that has derivatives: the name of the function that returns them, and the index of the first matrix of derivatives
/// among the results of that function.
pub fn derivatives() -> BTreeMap<&'static str, (&'static str, usize)> {
    [
        ("inverse_dynamics", ("inverse_dynamics_derivatives", 0)),
        ("forward_dynamics", ("forward_dynamics_derivatives", 1)),
    ]
    .into()
}
