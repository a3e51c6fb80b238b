//! All functions: their heads, documentation and definitions.

use super::Writer;
use super::body::{self, Arguments};
use super::documentation::{of_arguments, of_function};
use super::types::field_names;
use crate::interface::{
    AtPosition, Documentation, InPlaceEntries, Owner, PREPARE, Returned, Signature, argument_name,
    documentation_of_bundle,
};
use multibody_description::function::{Function, Target, identifier};
use multibody_description::settings::{AT, Triangle};
use multibody_outputs::{Call, is_zero};
use multibody_program::ir::{Count, InputKind, Program};
use multibody_support::foreign::c_identifier;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A function.
pub struct CFunction {
    /// What it computes, in lines.
    pub documentation: Vec<String>,
    /// Its arguments and its result.
    pub signature: Signature,
    /// Everything before the body.
    pub head: String,
    /// The function.
    pub definition: String,
}

/// The names that functions have so far.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    /// The name of a function. A link or a bundle may have any name, so another function may have this one.
    fn add(&mut self, writer: &Writer<'_>, name: &str) -> String {
        let mut name = writer.function_name_in_c(name);
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// All functions of a robot, in the order of emission.
pub fn all(writer: &Writer<'_>) -> Vec<CFunction> {
    let mut names = Names::default();
    let owner = if writer.is_parametric() { Owner::Prepared } else { Owner::Robot };
    let mut functions = Vec::new();
    if writer.is_parametric() {
        functions.push(prepare(writer, names.add(writer, PREPARE)));
    }
    for function in writer.robot.functions {
        let target = function.target;
        let signature = writer.signature(target.function);
        let documentation = Documentation::of(writer, target, &function.program, owner);
        let documentation = of_function(writer, &signature, documentation);
        let name = names.add(writer, &writer.shown_name(target));
        let body = match writer.call(target, owner) {
            Some(call) => Calls {
                writer,
                target,
                owner,
            }
            .body(call),
            None => writer.body(&signature, target, Cow::Borrowed(&function.program), owner),
        };
        functions.push(writer.function(name, documentation, signature, owner, &body));
    }
    for bundled in writer.robot.bundle_functions() {
        let signature = writer.signature_of_bundle(bundled.bundle);
        let mut documentation = documentation_of_bundle(writer, bundled, owner);
        documentation.extend(of_arguments(writer, &signature));
        let name = names.add(writer, &bundled.bundle.name);
        let entries = InPlaceEntries::all(&signature.result, &bundled.program);
        let body = writer.stores(&signature, &entries, owner, true);
        functions.push(writer.function(name, documentation, signature, owner, &body));
    }
    functions.extend(at_position(writer, owner, &mut names));
    functions
}

/// The function that prepares parameters.
fn prepare(writer: &Writer<'_>, name: String) -> CFunction {
    let signature = Signature {
        arguments: Vec::new(),
        result: Returned::Prepared(writer.prepare.outputs().len()),
        takes_link: false,
    };
    let fields = writer.system.parameters.iter().zip(field_names(writer));
    let fields: Vec<String> = fields
        .flat_map(|(parameter, name)| match parameter.shape.length() {
            None => vec![format!("parameters->{name}")],
            Some(count) => (0..count)
                .map(|k| format!("parameters->{name}[{k}]"))
                .collect(),
        })
        .collect();
    let arguments = Arguments {
        signature: &signature,
        owner: "parameters",
        fields: &fields,
        rates: writer.system.nv(),
    };
    let entries = InPlaceEntries::all(&signature.result, writer.prepare);
    let places = writer.places(&signature.result, &entries);
    let body = body::of_program(writer.prepare, &places, &writer.names, arguments, false);
    let documentation = vec![
        "Does once what only the parameters decide: other functions take the result.".to_owned(),
        String::new(),
        format!("Cost: {}.", Count::of_all(writer.prepare)),
    ];
    let parameters = format!("const {} *parameters", writer.type_name("Parameters"));
    writer.function_with(name, documentation, signature, Some(parameters), &body)
}

/// The function that computes what the position decides, and those that take its result.
fn at_position(writer: &Writer<'_>, owner: Owner, names: &mut Names) -> Vec<CFunction> {
    let Some(AtPosition {
        targets, prepared, ..
    }) = AtPosition::of(writer)
    else {
        return Vec::new();
    };
    let signature = Signature::of_position(writer.system, prepared.prepare.outputs().len());
    let entries = InPlaceEntries::all(&signature.result, &prepared.prepare);
    let body = writer.stores(&signature, &entries, owner, false);
    let mut documentation = vec![
        "Does once what only the position decides, for the functions that take the result."
            .to_owned(),
        String::new(),
    ];
    documentation.extend(of_arguments(writer, &signature));
    documentation.push(format!("Cost: {}.", Count::of_all(&prepared.prepare)));
    let name = names.add(writer, AT);
    let mut functions = vec![writer.function(name, documentation, signature, owner, &body)];
    for (target, program) in targets.into_iter().zip(prepared.functions) {
        let signature = writer.signature_of(Owner::At, target.function);
        let (shown, cost) = (writer.shown_name(target), Count::of_all(&program));
        let mut documentation = vec![
            format!(
                "What `{}` computes, without what the position decides.",
                writer.function_name_in_c(&shown)
            ),
            String::new(),
        ];
        documentation.extend(of_arguments(writer, &signature));
        documentation.push(format!("Cost: {cost}."));
        let body = writer.body(&signature, target, Cow::Owned(program), Owner::At);
        let name = names.add(writer, &format!("{AT}_{shown}"));
        functions.push(writer.function(name, documentation, signature, Owner::At, &body));
    }
    functions
}

impl Writer<'_> {
    /// The name of a function with this name and these options.
    fn function_name_in_c(&self, name: &str) -> String {
        c_identifier(&format!("{}_{}", self.prefix, identifier(name)))
    }

    fn function(
        &self,
        name: String,
        documentation: Vec<String>,
        signature: Signature,
        owner: Owner,
        body: &str,
    ) -> CFunction {
        let first = self
            .owner_argument(owner)
            .map(|[_, declaration]| declaration);
        self.function_with(name, documentation, signature, first, body)
    }

    fn function_with(
        &self,
        name: String,
        documentation: Vec<String>,
        signature: Signature,
        first: Option<String>,
        body: &str,
    ) -> CFunction {
        let arguments = signature.arguments.iter();
        let arguments = arguments.map(|&kind| self.argument(kind, argument_name(kind)));
        let memory = self.memory(&signature.result);
        let declarations: Vec<String> =
            first.into_iter().chain(arguments).chain([memory]).collect();
        let head = format!("MULTIBODY_API void {name}({})", declarations.join(", "));
        CFunction {
            documentation,
            signature,
            definition: format!("{head}\n{{\n{body}}}\n"),
            head,
        }
    }

    /// The body of a function of a target that computes a program.
    fn body(
        &self,
        signature: &Signature,
        target: Target,
        program: Cow<'_, Program>,
        owner: Owner,
    ) -> String {
        let entries = InPlaceEntries::of(self, target, program);
        self.stores(signature, &entries, owner, target.function.is_in_place())
    }

    fn stores(
        &self,
        signature: &Signature,
        entries: &InPlaceEntries<'_>,
        owner: Owner,
        is_large: bool,
    ) -> String {
        let owner = self
            .owner_argument(owner)
            .map_or(String::new(), |[name, _]| name);
        let arguments = Arguments {
            signature,
            owner: &owner,
            fields: &[],
            rates: self.system.nv(),
        };
        let places = self.places(&signature.result, entries);
        body::of_program(&entries.program, &places, &self.names, arguments, is_large)
    }

    /// The expressions of the places of a result.
    fn places(&self, result: &Returned, entries: &InPlaceEntries<'_>) -> Vec<String> {
        entries
            .places
            .iter()
            .map(|place| self.place(result, place))
            .collect()
    }
}

/// A function that calls others.
struct Calls<'a> {
    writer: &'a Writer<'a>,
    target: Target,
    owner: Owner,
}

impl Calls<'_> {
    fn body(&self, call: Call) -> String {
        let writer = self.writer;
        let n = writer.system.nv();
        let mass_matrix = self.call(Function::MassMatrix, "m");
        let matrix = format!("  real m[{n}][{n}]");
        match call {
            Call::AtZero(callee) => self.zeros(callee) + &self.call(callee, "out"),
            Call::Solution(forces) => {
                let solve = format!("multibody_dense_accelerations({n}, &m[0][0], tau, f, out);");
                let [zeros, forces] = [self.zeros(forces), self.call(forces, "f")];
                format!("{matrix}, f[{n}];\n{zeros}{forces}{mass_matrix}  {solve}\n")
            }
            Call::Inverse => {
                let invert = format!("multibody_dense_inverse({n}, &m[0][0], column, &out[0][0]);");
                let mirror = match writer.triangle(self.target) {
                    Triangle::Both => format!("  multibody_dense_mirror({n}, &out[0][0]);\n"),
                    Triangle::Lower => String::new(),
                };
                format!("{matrix}, column[{n}];\n{mass_matrix}  {invert}\n{mirror}")
            }
            Call::Energy => {
                format!(
                    "{matrix};\n{mass_matrix}  *out = multibody_dense_energy({n}, &m[0][0], qd);\n"
                )
            }
            Call::Product => {
                let matrix_call = self.call(Function::CoriolisMatrix, "m");
                format!(
                    "{matrix};\n{matrix_call}  multibody_dense_product({n}, &m[0][0], qd, out);\n"
                )
            }
            Call::Derivatives {
                accelerations,
                forces,
            } => self.derivatives(accelerations, forces),
        }
    }

    fn derivatives(&self, accelerations: Function, forces: Function) -> String {
        let (writer, n) = (self.writer, self.writer.system.nv());
        let result = writer.signature(forces).result;
        let inverse = Function::MassMatrixInverse;
        let mirror = match writer.triangle(Target {
            function: inverse,
            link: None,
        }) {
            Triangle::Both => String::new(),
            Triangle::Lower => format!("  multibody_dense_mirror({n}, &out->dtau[0][0]);\n"),
        };
        let mut text = format!("  {};\n", writer.declaration(&result, "d"));
        text += &self.call(accelerations, "out->qdd");
        text += &self.call(inverse, "out->dtau");
        text += &mirror;
        text += &self.call_with(forces, "out->qdd", "&d");
        let wrenches: usize = writer.argument_sizes(InputKind::Wrench).iter().product();
        let has_wrenches = writer
            .signature(self.target.function)
            .arguments
            .contains(&InputKind::Wrench);
        let products = [("dq", n), ("dqd", n)]
            .into_iter()
            .chain(has_wrenches.then_some(("dwrenches", wrenches)));
        for (name, columns) in products {
            text += &format!(
                "  multibody_dense_negative_product({n}, {columns}, &out->dtau[0][0], &d.{name}[0][0], &out->{name}[0][0]);\n"
            );
        }
        text
    }

    /// Whether a callee takes an argument that this function does not.
    fn is_zero(&self, kind: InputKind, callee: Function) -> bool {
        is_zero(kind, self.target.function, callee)
    }

    /// The definitions of the zeros that a callee takes.
    fn zeros(&self, callee: Function) -> String {
        let arguments = self.writer.signature(callee).arguments.into_iter();
        let zeros = arguments.filter(|&kind| self.is_zero(kind, callee));
        let definitions = zeros.map(|kind| {
            let declaration = self
                .writer
                .argument(kind, &format!("zero_{}", argument_name(kind)));
            let dimensions = self.writer.argument_sizes(kind).len();
            let [open, close] = ["{", "}"].map(|brace| brace.repeat(dimensions));
            format!("  {declaration} = {open}0{close};\n")
        });
        definitions.collect()
    }

    /// The call of a function, with zeros for what this function does not take.
    fn call(&self, callee: Function, memory: &str) -> String {
        self.call_with(callee, "", memory)
    }

    /// The call of a function, with other values than zeros.
    fn call_with(&self, callee: Function, values: &str, memory: &str) -> String {
        let writer = self.writer;
        let owner = writer.owner_argument(self.owner).map(|[name, _]| name);
        let arguments = writer.signature(callee).arguments.into_iter().map(|kind| {
            match (self.is_zero(kind, callee), argument_name(kind)) {
                (false, name) => name.to_owned(),
                (true, name) if values.is_empty() => format!("zero_{name}"),
                (true, _) => values.to_owned(),
            }
        });
        let arguments: Vec<String> = owner
            .into_iter()
            .chain(arguments)
            .chain([memory.to_owned()])
            .collect();
        let name = writer.function_name_in_c(callee.name());
        format!("  {name}({});\n", arguments.join(", "))
    }
}
