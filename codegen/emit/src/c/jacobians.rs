//! Jacobians of functions. A function of derivatives computes them, if there is one; otherwise the function's program is
//! differentiated.

use super::functions::FunctionOutline;
use super::matrices::Matrix;
use super::number::ProgramNumber;
use super::results::{ResultMatrices, matrices};
use super::solvers::Solvers;
use crate::interface::{EntryPath, InPlaceEntries, Owner, Returned, Signature, Step};
use multibody_description::function::{Derivatives, Function, Quantity, Target};
use multibody_program::ir::{Builder, DualValue, InputKind, Value};
use std::borrow::Cow;
use std::cell::RefCell;

/// Maximum number of a program's nodes times columns of its Jacobian: the program is differentiated once for each column.
const MAX_LENGTH: usize = 20_000;

/// The derivatives of a function, in the variable `d`.
pub struct Jacobian {
    /// The lines that define `d`.
    pub lines: String,
    /// The derivatives of each output by each input. Those by q are along the rates.
    pub blocks: Vec<Vec<Matrix>>,
}

/// The results of a function of derivatives as matrices, each with its place in memory.
pub fn matrices_of_derivatives(solvers: &Solvers<'_>, target: Target) -> Vec<Matrix> {
    let result = solvers.writer.signature(target.function).result;
    let notes = solvers.writer.notes(target);
    let nonzeros = notes.map_or(&[][..], |notes| &notes.nonzeros);
    matrices(solvers.writer, &result, "", nonzeros).unwrap_or_default()
}

/// The index of the function with the derivatives of a function by all of its arguments, its target, and its row of the table. `None`:
/// there is no such function.
pub fn derivatives(
    solvers: &Solvers<'_>,
    function: Function,
    arguments: &[InputKind],
) -> Option<(usize, Target, Derivatives)> {
    let functions = solvers.writer.robot.functions.iter().enumerate();
    let mut derivatives =
        functions.filter_map(|(index, other)| match other.target.function.quantity() {
            Quantity::Derivatives(row) if row.function == function && row.inputs == arguments => {
                Some((index, other.target, row))
            }
            _ => None,
        });
    derivatives.find(|(.., target, _)| target.link.is_none())
}

impl ResultMatrices<'_> {
    /// The derivatives, or why there are none.
    pub fn jacobian(&self, solvers: &mut Solvers<'_>) -> Result<Jacobian, &'static str> {
        let arguments = &self.signature.arguments;
        let robot_target = self.target.filter(|target| target.link.is_none());
        let derivative =
            robot_target.and_then(|target| derivatives(solvers, target.function, arguments));
        match derivative {
            Some((index, target, row)) => {
                let (writer, function) = (solvers.writer, &solvers.functions[index]);
                let lines = format!(
                    "  {};\n",
                    writer.declaration(&function.signature.result, "d")
                );
                let matrices = matrices_of_derivatives(solvers, target).into_iter();
                Ok(Jacobian {
                    lines: lines + &solvers.call(&function.name, &function.signature, "&d"),
                    blocks: vec![
                        matrices
                            .skip(usize::from(row.has_value))
                            .take(row.inputs.len())
                            .collect(),
                    ],
                })
            }
            None => self.jacobian_of_program(solvers),
        }
    }

    /// Adds a function that computes the derivatives of the program, along each rate and by each number of the other arguments.
    fn jacobian_of_program(&self, solvers: &mut Solvers<'_>) -> Result<Jacobian, &'static str> {
        let (writer, program) = (solvers.writer, self.program);
        let columns: Vec<usize> = self
            .signature
            .arguments
            .iter()
            .map(|&kind| match kind {
                InputKind::Q => writer.system.nv(),
                _ => solvers.count(kind),
            })
            .collect();
        let count: usize = columns.iter().sum();
        if program.outputs().is_empty() {
            return Err("Without a Jacobian, since they call other functions");
        }
        if program.nodes().len() * count > MAX_LENGTH {
            return Err("Without a Jacobian, which would be too long");
        }
        let builder = RefCell::new(Builder::new());
        let mut changes: Vec<Vec<Value>> = Vec::new();
        for (&kind, &columns) in self.signature.arguments.iter().zip(&columns) {
            for column in 0..columns {
                let directions = direction(&builder, solvers, kind, column);
                let duals = builder
                    .borrow_mut()
                    .inline_dual(program, |b, input| DualValue {
                        value: b.input(input.kind, input.index as usize),
                        change: if input.kind == kind {
                            directions[input.index as usize]
                        } else {
                            Value::ZERO
                        },
                    });
                changes.push(duals.into_iter().map(|dual| dual.change).collect());
            }
        }
        let (mut outputs, mut places, mut blocks) =
            (Vec::new(), Vec::<EntryPath>::new(), Vec::new());
        let (mut first_output, mut count_in_d) = (0, 0);
        for output in &self.outputs {
            let mut first_column = 0;
            let mut output_blocks = Vec::new();
            for &columns in &columns {
                let mut matrix = Matrix {
                    first: count_in_d,
                    by_columns: writer.settings.layout.columns,
                    ..Matrix::empty("", [output.len(), columns])
                };
                for (k, column) in
                    (0..output.len()).flat_map(|k| (0..columns).map(move |column| (k, column)))
                {
                    let change = changes[first_column + column][first_output + k];
                    if change != Value::ZERO {
                        // Programs have the entries of results by rows, solvers by columns.
                        let [row_of_output, column_of_output] =
                            [k / output.sizes[1], k % output.sizes[1]];
                        let row = column_of_output * output.sizes[0] + row_of_output;
                        matrix.nonzeros[row * columns + column] = true;
                        outputs.push(change);
                        places.push(vec![Step::Entry(matrix.index([row, column]))]);
                    }
                }
                count_in_d += matrix.len();
                first_column += columns;
                output_blocks.push(matrix);
            }
            first_output += output.len();
            blocks.push(output_blocks);
        }
        let result = Returned::Array(vec![count_in_d]);
        let signature = Signature {
            result,
            ..self.signature.clone()
        };
        let entries = InPlaceEntries {
            program: Cow::Owned(builder.borrow().finish(&outputs)),
            places,
        };
        let mut lines = format!(
            "  real d[{}];\n  memset(d, 0, sizeof d);\n",
            count_in_d.max(1)
        );
        if !outputs.is_empty() {
            let name = format!("{}_differential", solvers.functions[self.index].name);
            lines += &solvers.call(&name, &signature, "d");
            let outline = FunctionOutline {
                name,
                documentation: Vec::new(),
                signature,
                struct_argument: writer.struct_argument(Owner::Robot),
            };
            let function = outline.with_program(writer, &entries, &[], true);
            let definition = function.definition;
            solvers
                .parts
                .push(definition.replace("MULTIBODY_API", "MULTIBODY_OUTLINED"));
        }
        Ok(Jacobian { lines, blocks })
    }
}

/// The changes of an argument's numbers for a column of the Jacobian: along a rate if the argument is q, else of one number alone.
fn direction(
    builder: &RefCell<Builder>,
    solvers: &Solvers<'_>,
    kind: InputKind,
    column: usize,
) -> Vec<Value> {
    let unit = |count: usize, index: Option<usize>| {
        let entries = (0..count).map(|k| if Some(k) == index { Value::ONE } else { Value::ZERO });
        entries.collect::<Vec<Value>>()
    };
    if kind != InputKind::Q {
        return unit(solvers.count(kind), Some(column));
    }
    let directions = solvers.joints.iter().flat_map(|joint| {
        let positions = (joint.q[0]..).take(joint.q[1]);
        let q: Vec<Value> = (positions.map(|k| builder.borrow_mut().input(kind, k))).collect();
        let rates = unit(joint.v[1], column.checked_sub(joint.v[0]));
        let [q, rates] = [q, rates].map(|values| -> Vec<ProgramNumber<'_>> {
            let numbers = values
                .into_iter()
                .map(|value| ProgramNumber::of(builder, value));
            numbers.collect()
        });
        joint.chart.position_rate(&q, &rates)
    });
    directions.map(|number| number.value).collect()
}
