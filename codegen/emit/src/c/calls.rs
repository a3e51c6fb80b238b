//! Functions that call others, and compute their own results from those of the callees in loops.

use super::body::CBody;
use super::writer::CWriter;
use crate::interface::{Owner, argument_name};
use multibody_description::function::{Function, Target};
use multibody_description::settings::Triangle;
use multibody_outputs::{Call, passes_zeros};
use multibody_program::ir::InputKind;

/// A function that calls others.
pub struct Calls<'a> {
    writer: &'a CWriter<'a>,
    target: Target,
    owner: Owner,
}

impl<'a> Calls<'a> {
    /// The function of a target.
    pub fn of(writer: &'a CWriter<'a>, target: Target, owner: Owner) -> Self {
        Self {
            writer,
            target,
            owner,
        }
    }

    /// Its body.
    pub fn body(&self, call: Call) -> CBody {
        let lines = self.lines(call);
        CBody {
            lines,
            ..CBody::default()
        }
    }

    fn lines(&self, call: Call) -> String {
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

    /// Whether a callee takes an argument that this function does not take.
    fn is_zero(&self, kind: InputKind, callee: Function) -> bool {
        passes_zeros(kind, self.target.function, callee)
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
            let [beginning, end] = ["{", "}"].map(|brace| brace.repeat(dimensions));
            format!("  {declaration} = {beginning}0{end};\n")
        });
        definitions.collect()
    }

    /// The call of a function, with zeros for what this function does not take.
    fn call(&self, callee: Function, memory: &str) -> String {
        self.call_with(callee, "", memory)
    }

    /// The call of a function, with `values` for what this function does not take; if `values` is empty, with zeros.
    fn call_with(&self, callee: Function, values: &str, memory: &str) -> String {
        let writer = self.writer;
        let owner = writer
            .struct_argument(self.owner)
            .map(|argument| argument.name.to_owned());
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
