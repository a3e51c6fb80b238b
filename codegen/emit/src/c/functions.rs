//! All functions: their heads, documentation and definitions.

use super::body::{self, CArguments, CBody};
use super::calls::Calls;
use super::documentation::{of_arguments, of_function};
pub use super::names::FunctionNames;
use super::types::{StructArgument, field_names};
use super::writer::CWriter;
use crate::interface::{
    AtPosition, Documentation, InPlaceEntries, Owner, PREPARE, Returned, Signature, argument_name,
    documentation_of_bundle,
};
use multibody_description::settings::AT;
use multibody_program::ir::{Count, Program};
use std::borrow::Cow;

/// A function.
pub struct CFunction {
    /// Its name.
    pub name: String,
    /// The struct before the other arguments, if there is one.
    pub struct_argument: Option<StructArgument>,
    /// The arguments between the struct and the result.
    pub arguments: Vec<CArgument>,
    /// Whether it writes its result to `out`; otherwise it changes its argument.
    pub has_result: bool,
    /// What it computes, in lines.
    pub documentation: Vec<String>,
    /// Its arguments and its result. For a step along positions, it lists no arguments.
    pub signature: Signature,
    /// Everything before the body.
    pub head: String,
    /// The function, after those into which it is cut.
    pub definition: String,
}

/// An argument that is a number or an array.
pub struct CArgument {
    /// Its name.
    pub name: &'static str,
    /// Its sizes, from outside to inside; a number has none.
    pub sizes: Vec<usize>,
}

/// A function without its body.
pub struct FunctionOutline {
    /// Its name.
    pub name: String,
    /// What it computes, in lines.
    pub documentation: Vec<String>,
    /// Its arguments and its result.
    pub signature: Signature,
    /// The struct before the other arguments, if there is one.
    pub struct_argument: Option<StructArgument>,
}

/// All functions of a robot except steps along positions, in the order of emission.
pub fn all(writer: &CWriter<'_>, names: &mut FunctionNames) -> Vec<CFunction> {
    let owner = if writer.is_parametric() { Owner::Prepared } else { Owner::Robot };
    let mut functions = Vec::new();
    if writer.is_parametric() {
        functions.push(prepare(writer, names.add(writer, PREPARE)));
    }
    for function in writer.robot.functions {
        let (target, program) = (function.target, Cow::Borrowed(&function.program));
        let signature = writer.signature(target.function);
        let documentation = Documentation::of(writer, target, &program, owner);
        let outline = FunctionOutline {
            name: names.add(writer, &writer.shown_name(target)),
            documentation: of_function(writer, target, &signature, documentation),
            signature,
            struct_argument: writer.struct_argument(owner),
        };
        functions.push(match writer.call_for(target, owner) {
            Some(call) => outline.with_body(writer, &Calls::of(writer, target, owner).body(call)),
            None => {
                let entries = InPlaceEntries::of(writer, target, program);
                outline.with_program(writer, &entries, &[], target.function.is_in_place())
            }
        });
    }
    for bundled in writer.robot.bundle_functions() {
        let signature = writer.signature_of_bundle(bundled.bundle);
        let entries = InPlaceEntries::all(&signature.result, &bundled.program);
        let mut documentation = documentation_of_bundle(writer, bundled, owner);
        documentation.extend(of_arguments(writer, &signature));
        let outline = FunctionOutline {
            name: names.add(writer, &bundled.bundle.name),
            documentation,
            signature,
            struct_argument: writer.struct_argument(owner),
        };
        functions.push(outline.with_program(writer, &entries, &[], true));
    }
    functions.extend(at_position(writer, owner, names));
    functions
}

/// The function that prepares parameters.
fn prepare(writer: &CWriter<'_>, name: String) -> CFunction {
    let program = writer.prepare;
    let fields = writer.system.parameters.iter().zip(field_names(writer));
    let fields: Vec<String> = fields
        .flat_map(|(parameter, name)| match parameter.shape.length() {
            None => vec![format!("parameters->{name}")],
            Some(count) => (0..count)
                .map(|k| format!("parameters->{name}[{k}]"))
                .collect(),
        })
        .collect();
    let signature = Signature {
        arguments: Vec::new(),
        result: Returned::Prepared(program.outputs().len()),
        takes_link: false,
    };
    let entries = InPlaceEntries::all(&signature.result, program);
    let summary = "Does once what only the parameters decide: other functions take the result.";
    let outline = FunctionOutline {
        name,
        documentation: documentation(summary, Vec::new(), program),
        signature,
        struct_argument: Some(StructArgument {
            name: "parameters",
            type_name: writer.type_name("Parameters"),
        }),
    };
    outline.with_program(writer, &entries, &fields, false)
}

/// The function that computes what the position decides, and those that take its result.
fn at_position(writer: &CWriter<'_>, owner: Owner, names: &mut FunctionNames) -> Vec<CFunction> {
    let Some(AtPosition {
        targets, prepared, ..
    }) = AtPosition::of(writer)
    else {
        return Vec::new();
    };
    let program = &prepared.prepare;
    let signature = Signature::of_position(writer.system, program.outputs().len());
    let entries = InPlaceEntries::all(&signature.result, program);
    let summary = "Does once what only the position decides: functions that continue from there take the result.";
    let outline = FunctionOutline {
        name: names.add(writer, AT),
        documentation: documentation(summary, of_arguments(writer, &signature), program),
        signature,
        struct_argument: writer.struct_argument(owner),
    };
    let preparation = outline.with_program(writer, &entries, &[], false);
    let functions = targets
        .into_iter()
        .zip(&prepared.functions)
        .map(|(target, program)| {
            let name = writer.shown_name(target);
            let signature = writer.signature_of(Owner::At, target.function);
            let counterpart = writer.function_name_in_c(&name);
            let summary =
                format!("What `{counterpart}` computes, from what the position has decided.");
            let outline = FunctionOutline {
                name: names.add(writer, &format!("{AT}_{name}")),
                documentation: documentation(&summary, of_arguments(writer, &signature), program),
                signature,
                struct_argument: writer.struct_argument(Owner::At),
            };
            let entries = InPlaceEntries::of(writer, target, Cow::Borrowed(program));
            outline.with_program(writer, &entries, &[], target.function.is_in_place())
        });
    std::iter::once(preparation).chain(functions).collect()
}

/// The documentation of a function that prepares, or that continues from a position, in lines.
fn documentation(summary: &str, arguments: Vec<String>, program: &Program) -> Vec<String> {
    let cost = format!("Cost: {}.", Count::of_all(program));
    let lines = [summary.to_owned(), String::new()]
        .into_iter()
        .chain(arguments);
    lines.chain([cost]).collect()
}

impl FunctionOutline {
    /// The function that stores the outputs of a program. `fields` and `is_large` are those of [`CArguments`] and
    /// [`body::of_program`].
    pub fn with_program(
        self,
        writer: &CWriter<'_>,
        entries: &InPlaceEntries<'_>,
        fields: &[String],
        is_large: bool,
    ) -> CFunction {
        let arguments = CArguments {
            signature: &self.signature,
            owner: self
                .struct_argument
                .as_ref()
                .map_or("", |argument| argument.name),
            fields,
            rates: writer.system.nv(),
        };
        let places = entries.places.iter();
        let places: Vec<String> = places
            .map(|place| writer.out_access(&self.signature.result, place))
            .collect();
        let part = format!("{}_part", self.name);
        let body = body::of_program(
            &entries.program,
            &places,
            &writer.names,
            arguments,
            is_large,
            &part,
        );
        self.with_body(writer, &body)
    }

    fn with_body(self, writer: &CWriter<'_>, body: &CBody) -> CFunction {
        let kinds = self.signature.arguments.iter();
        let arguments = kinds.map(|&kind| writer.argument(kind, argument_name(kind)));
        let memory = writer.memory(&self.signature.result);
        let declarations = self
            .struct_argument
            .iter()
            .map(StructArgument::declaration)
            .chain(arguments)
            .chain([memory]);
        let declarations: Vec<String> = declarations.collect();
        let declarations = &declarations.join(", ");
        let parts = body.parts.iter().enumerate().map(|(index, lines)| {
            let name = format!("{}_part{index}", self.name);
            format!("MULTIBODY_OUTLINED void {name}({declarations}, real *kept)\n{{\n{lines}}}\n\n")
        });
        let head = format!("MULTIBODY_API void {}({declarations})", self.name);
        let kinds = self.signature.arguments.iter();
        let arguments = kinds.map(|&kind| CArgument {
            name: argument_name(kind),
            sizes: writer.argument_sizes(kind),
        });
        CFunction {
            arguments: arguments.collect(),
            has_result: true,
            documentation: self.documentation,
            signature: self.signature,
            definition: format!(
                "{}{head}\n{{\n{}}}\n",
                parts.collect::<String>(),
                body.lines
            ),
            head,
            name: self.name,
            struct_argument: self.struct_argument,
        }
    }
}
