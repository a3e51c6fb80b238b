//! The functions that solvers call, and what those for CasADi and for acados share: how they read arguments, and charts.

use super::charts::{ChartedJoint, JointChart, joints};
use super::functions::{CFunction, FunctionNames};
use super::matrices::{Entries, Matrix, Tables};
use super::names::STEP_NAMES;
use super::number::ProgramNumber;
use super::steps::{entries, program_lines};
use super::writer::CWriter;
use crate::interface::{Signature, argument_name};
use multibody_program::ir::{Builder, DualValue, InputKind, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A function that a solver calls.
pub struct SolverFunction {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub inputs: Vec<Matrix>,
    /// Its results.
    pub outputs: Vec<Matrix>,
    /// The lines of its body.
    pub lines: String,
}

impl SolverFunction {
    /// Its definition, after the tables of its names and patterns.
    fn text(&self, tables: &mut Tables) -> String {
        let (name, [ins, outs]) = (&self.name, [self.inputs.len(), self.outputs.len()]);
        let matrices = || self.inputs.iter().chain(&self.outputs);
        let names: Vec<String> = matrices()
            .map(|matrix| format!("\"{}\"", matrix.name))
            .collect();
        let patterns: Vec<String> = matrices()
            .map(|matrix| tables.pattern(matrix.short_pattern()))
            .collect();
        let (names, patterns) = (names.join(", "), patterns.join(", "));
        let unread_names = ["iw", "w", "mem"]
            .into_iter()
            .chain((ins == 0).then_some("arg"));
        let discards: String = unread_names
            .map(|name| format!("  (void){name};\n"))
            .collect();
        format!(
            "static const char *const {name}_names[] = {{{names}}};\n\
             static const casadi_int *const {name}_patterns[] = {{{patterns}}};\n\
             MULTIBODY_SOLVER({name}, {ins}, {outs})\n{{\n{discards}{}  return 0;\n}}\n",
            self.lines
        )
    }
}

/// The functions for solvers as far as they are written, and what they need.
pub struct Solvers<'a> {
    /// The robot.
    pub writer: &'a CWriter<'a>,
    /// All plain functions, that is, those that are not for solvers; steps along positions are the last.
    pub functions: &'a [CFunction],
    /// The joints.
    pub joints: Vec<ChartedJoint>,
    /// The matrix `N^+(q)`, whose entries the function `chart` computes. `None` if it is the identity.
    pub chart: Option<Matrix>,
    /// The tables so far.
    pub tables: Tables,
    /// The definitions so far.
    pub parts: Vec<String>,
    /// The names of all functions of the source, and of tables.
    pub names: FunctionNames,
    /// The names of the functions for solvers so far, which the header declares.
    pub declared: Vec<String>,
    /// Remarks in the header, each with the names of functions to which it applies.
    pub notes: BTreeMap<&'static str, Vec<String>>,
    /// The names of functions that have no Jacobian.
    pub without_jacobian: Vec<String>,
}

/// The entries of a matrix that belong to one joint, from the joint's q and v, and from h.
type JointEntries<'a> =
    &'a dyn Fn(&RefCell<Builder>, ChartedJoint, &[ProgramNumber<'_>]) -> Entries;

/// A map from a joint's q and v, and the time step h, to one number for each of its positions.
type JointMap<'a> = &'a dyn for<'b> Fn(
    JointChart,
    [&[ProgramNumber<'b>]; 2],
    ProgramNumber<'b>,
) -> Vec<ProgramNumber<'b>>;

impl<'a> Solvers<'a> {
    /// Begins with the function `chart` alone, or with no function if `N^+(q)` is the identity.
    pub fn new(writer: &'a CWriter<'a>, functions: &'a [CFunction], names: FunctionNames) -> Self {
        let mut solvers = Self {
            writer,
            functions,
            joints: joints(writer),
            chart: None,
            tables: Tables::new(writer.name_for_solver("chart")),
            parts: Vec::new(),
            names,
            declared: Vec::new(),
            notes: BTreeMap::new(),
            without_jacobian: Vec::new(),
        };
        let mut charts = solvers.joints.iter().map(|joint| joint.chart);
        if charts.any(|chart| chart != JointChart::Vector) {
            solvers.chart = Some(solvers.add_chart());
        }
        solvers
    }

    /// Adds the function `chart`, and returns its matrix.
    fn add_chart(&mut self) -> Matrix {
        let sizes = [self.writer.system.nv(), self.writer.system.nq()];
        self.add_function_of_joints("chart", sizes, &|_, joint, numbers| {
            let rows = joint.chart.rates_by_positions(&numbers[..joint.q[1]]);
            let rows = (joint.v[0]..).zip(rows);
            let entries = rows.flat_map(|(row, numbers)| {
                let numbers = (joint.q[0]..).zip(numbers);
                numbers.map(move |(column, number)| ([row, column], number.value))
            });
            entries.collect()
        })
    }

    /// Adds a function.
    pub fn add(&mut self, function: SolverFunction) {
        let text = function.text(&mut self.tables);
        self.parts.push(text);
        self.declared.push(function.name);
    }

    /// Adds a function to a remark in the header.
    pub fn note(&mut self, text: &'static str, name: String) {
        self.notes.entry(text).or_default().push(name);
    }

    /// The name of a function for solvers, or of a helper that they call.
    pub fn name(&self, name: &str) -> String {
        self.writer.name_for_solver(name)
    }

    /// The name of a step along positions.
    pub fn step(&self, name: &str) -> &'a str {
        let index_from_end = STEP_NAMES.iter().rev().position(|step| *step == name);
        let step = index_from_end.and_then(|index| self.functions.iter().rev().nth(index));
        &step.expect("steps are the last functions").name
    }

    /// Adds a function of `q`, `v` and `h` that computes the entries of a matrix, joint by joint.
    fn add_function_of_joints(
        &mut self,
        name: &str,
        sizes: [usize; 2],
        joint_entries: JointEntries<'_>,
    ) -> Matrix {
        let mut matrix = Matrix::empty(name, sizes);
        let mut programs = Vec::new();
        for &joint in &self.joints {
            let builder = RefCell::new(Builder::new());
            let numbers = ProgramNumber::inputs(&builder, joint.q[1] + joint.v[1] + 1);
            let mut entries = joint_entries(&builder, joint, &numbers);
            entries.retain(|(_, value)| *value != Value::ZERO);
            let (places, values): (Vec<[usize; 2]>, Vec<Value>) = entries.into_iter().unzip();
            for [row, column] in &places {
                matrix.nonzeros[row * sizes[1] + column] = true;
            }
            programs.push((joint, builder.borrow().finish(&values), places));
        }
        let order = matrix.places();
        let mut body = String::from("  (void)q;\n  (void)v;\n  (void)h;\n");
        for (joint, program, places) in programs {
            let indices = places
                .iter()
                .map(|place| order.iter().position(|entry| entry == place));
            let out_entries: Vec<String> = indices
                .flatten()
                .map(|index| format!("out[{index}]"))
                .collect();
            let h = vec!["h".to_owned()];
            let arguments = [entries("q", joint.q), entries("v", joint.v), h].concat();
            let lines = program_lines(self.writer, &program, &arguments, &out_entries);
            body += &format!("  {{\n{lines}  }}\n");
        }
        let name = self.name(name);
        self.parts.push(format!(
            "MULTIBODY_OUTLINED void {name}(const real *q, const real *v, real h, real *out)\n{{\n{body}}}\n"
        ));
        matrix
    }

    /// Adds a function that computes the value of a map of joints, and then the derivatives by q and v. Returns the matrix of the
    /// derivatives.
    pub fn add_map_of_joints(&mut self, name: &str, map: JointMap<'_>) -> Matrix {
        let [nq, nv] = [self.writer.system.nq(), self.writer.system.nv()];
        // The value is the first column.
        let columns = 1 + nq + nv;
        let matrix =
            self.add_function_of_joints(name, [nq, columns], &|builder, joint, numbers| {
                let (q, v) = (joint.q[1], joint.v[1]);
                let values = map(
                    joint.chart,
                    [&numbers[..q], &numbers[q..q + v]],
                    numbers[q + v],
                );
                let mut entries = Entries::new();
                let rows = joint.q[0]..;
                entries.extend(
                    rows.clone()
                        .zip(&values)
                        .map(|(row, number)| ([row, 0], number.value)),
                );
                let values: Vec<Value> = values.into_iter().map(|number| number.value).collect();
                let program = builder.borrow().finish(&values);
                for index in 0..q + v {
                    let column = 1 + if index < q {
                        joint.q[0] + index
                    } else {
                        nq + joint.v[0] + index - q
                    };
                    let duals = builder
                        .borrow_mut()
                        .inline_dual(&program, |_, input| DualValue {
                            value: numbers[input.index as usize].value,
                            change: if input.index as usize == index {
                                Value::ONE
                            } else {
                                Value::ZERO
                            },
                        });
                    let changes = rows.clone().zip(duals);
                    entries.extend(changes.map(|(row, dual)| ([row, column], dual.change)));
                }
                entries
            });
        let rows = matrix.nonzeros.chunks(columns);
        let nonzeros = rows.flat_map(|row| &row[1..]).copied();
        Matrix {
            nonzeros: nonzeros.collect(),
            ..Matrix::empty(name, [nq, nq + nv])
        }
    }

    /// The lines that read the arguments of a function. If `defines_chart`, they define `chart`, if there is one, before quaternions
    /// are normalized.
    pub fn read(&self, signature: &Signature, defines_chart: bool) -> String {
        let mut lines = String::new();
        for (index, &kind) in signature.arguments.iter().enumerate() {
            let (name, count) = (argument_name(kind), self.count(kind));
            lines += &format!("  real {name}[{}];\n", count.max(1));
            lines += &format!("  multibody_read({count}, arg[{index}], {name});\n");
        }
        if signature.arguments.contains(&InputKind::Q) {
            lines += &self.normalize(defines_chart);
        }
        lines
    }

    /// The lines that normalize `q`. If `defines_chart`, others before them define `chart`, if there is one.
    pub fn normalize(&self, defines_chart: bool) -> String {
        let chart = self.chart.as_ref().filter(|_| defines_chart);
        let definition = chart.map(|chart| {
            format!(
                "  real chart[{}];\n  {}(q, q, (real)(0.0), chart);\n",
                chart.places().len().max(1),
                self.name("chart")
            )
        });
        let has_quaternion = self
            .joints
            .iter()
            .any(|joint| joint.chart.quaternion().is_some());
        let normalization = has_quaternion.then(|| format!("  {}(q);\n", self.step("normalize")));
        definition.into_iter().chain(normalization).collect()
    }

    /// How many numbers an argument has.
    pub fn count(&self, kind: InputKind) -> usize {
        self.writer.argument_sizes(kind).iter().product()
    }

    /// The call of a plain function with the arguments that `read` defines. It writes its result to `memory`.
    pub fn call(&self, name: &str, signature: &Signature, memory: &str) -> String {
        let argument = |&kind: &InputKind| match (
            self.writer.argument_sizes(kind)[..].to_vec(),
            argument_name(kind),
        ) {
            (sizes, name) if sizes.is_empty() => format!("{name}[0]"),
            (sizes, name) if sizes.len() == 2 => {
                format!("(const real (*)[{}]){name}", sizes[1].max(1))
            }
            (_, name) => name.to_owned(),
        };
        let arguments = signature.arguments.iter().map(argument);
        let arguments: Vec<String> = arguments.chain([memory.to_owned()]).collect();
        format!("  {name}({});\n", arguments.join(", "))
    }

    /// The line that computes derivatives by `q`, in `to`, from those along the rates, in `from`: their product with `N^+(q)`.
    pub fn chain(&mut self, rows: usize, from: &str, to: &str) -> String {
        match &self.chart {
            Some(chart) => {
                let pattern = self.tables.pattern(chart.pattern());
                format!("multibody_chain({rows}, {from}, {pattern}, chart, {to});\n")
            }
            None => {
                let columns = self.writer.system.nv();
                format!("multibody_columns({rows}, {columns}, {from}, {to});\n")
            }
        }
    }

    /// The pattern of a derivative by q, from one along the rates.
    pub fn by_positions(&self, along_rates: &Matrix) -> Matrix {
        let [rows, nq] = [along_rates.sizes[0], self.writer.system.nq()];
        let mut by_positions = Matrix::empty(&along_rates.name, [rows, nq]);
        let places = match &self.chart {
            Some(chart) => chart.places(),
            None => (0..nq).map(|index| [index; 2]).collect(),
        };
        for [rate, position] in places {
            for row in 0..rows {
                by_positions.nonzeros[row * nq + position] |= along_rates.is_nonzero(row, rate);
            }
        }
        by_positions
    }

    /// The text of all tables and functions. Before it are the texts of `preamble`.
    pub fn text(self, preamble: &[&str]) -> String {
        let tables = self.tables.text();
        let begin = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n".to_owned();
        let end = "#ifdef __cplusplus\n}\n#endif\n".to_owned();
        let parts: Vec<String> = (preamble.iter().map(|&text| text.to_owned()))
            .chain([begin, tables])
            .chain(self.parts)
            .chain([end])
            .collect();
        parts.join("\n")
    }
}
