//! All functions: their heads, documentation and definitions.

use super::body::{self, CArguments, CBody};
use super::calls::Calls;
use super::documentation::{of_arguments, of_function};
use super::types::{FirstArgument, field_names};
use super::writer::CWriter;
use super::{HELPERS, solvers, steps};
use crate::interface::{
    AtPosition, Documentation, InPlaceEntries, Owner, PREPARE, Returned, Signature, argument_name,
    constants, documentation_of_bundle,
};
use multibody_description::function::identifier;
use multibody_description::settings::AT;
use multibody_program::ir::{Count, Program};
use multibody_support::foreign::c_identifier;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A function.
pub struct CFunction {
    /// Its name.
    pub name: String,
    /// The argument before the others, if there is one.
    pub first: Option<FirstArgument>,
    /// The arguments between that and the result.
    pub arguments: Vec<CArgument>,
    /// Whether it writes its result to `out`; otherwise it changes its argument.
    pub has_result: bool,
    /// What it computes, in lines.
    pub documentation: Vec<String>,
    /// Its arguments and its result.
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
    /// The argument before the others, if there is one.
    pub first: Option<FirstArgument>,
}

/// The names that functions and tables have so far.
pub struct FunctionNames {
    taken: BTreeSet<String>,
    /// Those among them that functions get which come later.
    promised: BTreeSet<String>,
}

/// What stands after the name of a function in names that are made of it, without numbers at the end.
const SUFFIXES: &str = "_part _differential _differential_part _table _names _patterns _n_in _n_out _name_in _name_out \
    _sparsity_in _sparsity_out _work";

/// Whether a name is another one, or is made of it.
fn is_made_of(name: &str, other: &str) -> bool {
    let is_made = |name: &str| {
        name.strip_prefix(other).is_some_and(|suffix| {
            let word = suffix.trim_end_matches(|c: char| c.is_ascii_digit());
            suffix.is_empty() || SUFFIXES.split(' ').any(|known| known == word)
        })
    };
    is_made(name) || name.strip_prefix("jac_").is_some_and(is_made)
}

impl FunctionNames {
    /// Those of tables, of steps, and of what functions for solvers are made of.
    pub fn of(writer: &CWriter<'_>) -> Self {
        let tables = constants(writer)
            .into_iter()
            .map(|item| item.name.into_owned());
        let tables = tables.chain(["default_parameters".to_owned()]);
        let layout = writer.settings.layout;
        let for_solvers = if layout.casadi || layout.acados { solvers::NAMES } else { &[] };
        let promised = steps::NAMES.map(|name| writer.function_name_in_c(name));
        let taken = (tables.map(|name| writer.name_of(&name)))
            .chain(for_solvers.iter().map(|name| writer.name_for_solver(name)))
            .chain(promised.clone());
        Self {
            taken: taken.collect(),
            promised: promised.into(),
        }
    }

    /// The name of a function.
    pub fn add(&mut self, writer: &CWriter<'_>, name: &str) -> String {
        self.add_whole(writer.function_name_in_c(name))
    }

    /// The same of a whole name. A link or a bundle may have any name, so something else may have this one.
    pub fn add_whole(&mut self, mut name: String) -> String {
        if self.promised.remove(&name) {
            return name;
        }
        let is_taken = |name: &str| {
            let call = format!(" {name}(");
            let mut taken = self.taken.iter();
            HELPERS.iter().any(|text| text.contains(&call))
                || taken.any(|other| is_made_of(name, other) || is_made_of(other, name))
        };
        while is_taken(&name) {
            name.push('_');
        }
        self.taken.insert(name.clone());
        name
    }
}

/// All functions of a robot, in the order of emission.
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
            documentation: of_function(writer, &signature, documentation),
            signature,
            first: writer.first_argument(owner),
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
            first: writer.first_argument(owner),
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
        first: Some(FirstArgument {
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
        first: writer.first_argument(owner),
    };
    let first = outline.with_program(writer, &entries, &[], false);
    let rest = targets
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
                first: writer.first_argument(Owner::At),
            };
            let entries = InPlaceEntries::of(writer, target, Cow::Borrowed(program));
            outline.with_program(writer, &entries, &[], target.function.is_in_place())
        });
    std::iter::once(first).chain(rest).collect()
}

/// The documentation of a function that is no target, in lines.
fn documentation(summary: &str, arguments: Vec<String>, program: &Program) -> Vec<String> {
    let cost = format!("Cost: {}.", Count::of_all(program));
    let lines = [summary.to_owned(), String::new()]
        .into_iter()
        .chain(arguments);
    lines.chain([cost]).collect()
}

impl CWriter<'_> {
    /// The name of a function with this name and these options.
    pub fn function_name_in_c(&self, name: &str) -> String {
        // CasADi's functions have the names without this part.
        let part = if self.settings.layout.casadi { "c_" } else { "" };
        c_identifier(&format!("{}_{part}{}", self.prefix, identifier(name)))
    }

    /// The name of a function for solvers, or of what they are made of.
    pub fn name_for_solver(&self, name: &str) -> String {
        c_identifier(&format!("{}_{}", self.prefix, identifier(name)))
    }
}

impl FunctionOutline {
    /// The function that stores the outputs of a program.
    pub fn with_program(
        self,
        writer: &CWriter<'_>,
        entries: &InPlaceEntries<'_>,
        fields: &[String],
        is_large: bool,
    ) -> CFunction {
        let arguments = CArguments {
            signature: &self.signature,
            owner: self.first.as_ref().map_or("", |first| first.name),
            fields,
            rates: writer.system.nv(),
        };
        let places = entries.places.iter();
        let places: Vec<String> = places
            .map(|place| writer.place(&self.signature.result, place))
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
            .first
            .iter()
            .map(FirstArgument::declaration)
            .chain(arguments)
            .chain([memory]);
        let declarations: Vec<String> = declarations.collect();
        let declarations = &declarations.join(", ");
        let parts = body.parts.iter().enumerate().map(|(rank, lines)| {
            let name = format!("{}_part{rank}", self.name);
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
            first: self.first,
        }
    }
}
