//! The functions that CasADi calls, each with its Jacobian if it has one. Quaternions are normalized first.
//!
//! There are no `adj1_` and `fwd1_`: CasADi would call these in place of the Jacobian, several times.

use super::jacobians::Jacobian;
use super::matrices::Matrix;
use super::results::{ResultMatrices, outputs};
use super::solvers::{SolverFunction, Solvers};
use super::state::StateSpace;
use crate::interface::{Returned, Signature, argument_name};
use multibody_program::ir::InputKind;

/// The header mentions a Jacobian that keeps more numbers than this on the stack: 64 kB in double.
const MAX_STACK_NUMBERS: usize = 8192;

/// Adds all functions. The header names those that lack something.
pub fn add(solvers: &mut Solvers<'_>) {
    let writer = solvers.writer;
    let functions = writer.robot.functions.iter().map(|function| {
        (
            Some(function.target),
            writer.shown_name(function.target),
            writer.signature(function.target.function),
            &function.program,
        )
    });
    let bundles = writer.robot.bundle_functions().map(|bundled| {
        (
            None,
            bundled.bundle.name.clone(),
            writer.signature_of_bundle(bundled.bundle),
            &bundled.program,
        )
    });
    let functions: Vec<_> = functions.chain(bundles).collect();
    for (index, (target, shown_name, signature, program)) in functions.into_iter().enumerate() {
        if target.is_some_and(|target| target.function.quantity().is_derivative()) {
            continue;
        }
        let Some(outputs) = outputs(writer, target, &signature, program) else {
            solvers.note("Left out, since their results are no matrices", shown_name);
            continue;
        };
        let wrapped = ResultMatrices {
            index,
            target,
            signature,
            outputs,
            program,
        };
        let name = (solvers.names).add_whole(writer.name_for_solver(&shown_name));
        wrapped.add_value(solvers, &name);
        if wrapped.signature.arguments.is_empty() {
            continue;
        }
        match wrapped.jacobian(solvers) {
            Ok(jacobian) => {
                if wrapped.add_jacobian(solvers, &name, &jacobian) > MAX_STACK_NUMBERS {
                    solvers.note(
                        "With Jacobians that need more than 64 kB of stack",
                        shown_name,
                    );
                }
            }
            Err(reason) => {
                solvers.without_jacobian.push(shown_name.clone());
                solvers.note(reason, shown_name);
            }
        }
    }
}

/// The arguments of a function as matrices.
fn inputs(solvers: &Solvers<'_>, signature: &Signature) -> Vec<Matrix> {
    let inputs = signature.arguments.iter().map(|&kind| {
        let sizes = solvers.writer.argument_sizes(kind);
        // By columns, an array of vectors has a column for each vector.
        let sizes = match sizes[..] {
            [columns, rows] => [rows, columns],
            _ => [sizes.iter().product(), 1],
        };
        Matrix::dense(argument_name(kind), sizes)
    });
    inputs.collect()
}

impl ResultMatrices<'_> {
    /// Adds the function that computes the results.
    fn add_value(&self, solvers: &mut Solvers<'_>, name: &str) {
        let (writer, function) = (solvers.writer, &solvers.functions[self.index]);
        let inputs = inputs(solvers, &self.signature);
        let mut lines = solvers.read(&self.signature, false);
        let result = &self.signature.result;
        lines += &format!("  {};\n", writer.declaration(result, "result"));
        let memory = match result {
            Returned::Array(sizes) if !sizes.is_empty() => "result",
            Returned::OfLinks(..) => "result",
            _ => "&result",
        };
        lines += &solvers.call(&function.name, &self.signature, memory);
        for (index, output) in self.outputs.iter().enumerate() {
            let selection = solvers
                .tables
                .select("(const real *)&result", output.order());
            lines += &format!("  multibody_write({selection}, res[{index}]);\n");
        }
        solvers.add(SolverFunction {
            name: name.to_owned(),
            inputs,
            outputs: self.outputs.clone(),
            lines,
        });
    }

    /// Adds the Jacobian. Returns how many numbers it has on the stack at most, in `d` and `by_q`.
    fn add_jacobian(&self, solvers: &mut Solvers<'_>, name: &str, jacobian: &Jacobian) -> usize {
        let inputs = inputs(solvers, &self.signature);
        let mut lines = solvers.read(&self.signature, true) + &jacobian.lines;
        let (mut outputs, mut count_in_d, mut count_in_by_q) = (Vec::new(), 0, 0);
        for (blocks, output) in jacobian.blocks.iter().zip(&self.outputs) {
            for (block, (input, &kind)) in blocks
                .iter()
                .zip(inputs.iter().zip(&self.signature.arguments))
            {
                let index = outputs.len();
                count_in_d = count_in_d.max(block.first + block.len());
                let name = format!("jac_{}_{}", output.name, input.name);
                let block = if kind == InputKind::Q && solvers.chart.is_some() {
                    let block_by_q = solvers.by_positions(block);
                    count_in_by_q = count_in_by_q.max(block_by_q.len());
                    let from = format!("(const real *)&d + {}", block.first);
                    let chain = solvers.chain(block.sizes[0], &from, "by_q");
                    let selection = solvers.tables.select("by_q", block_by_q.order());
                    lines += &format!(
                        "  if (res[{index}]) {{\n    real by_q[{}];\n    {chain}    multibody_write({selection}, res[{index}]);\n  }}\n",
                        block_by_q.len().max(1)
                    );
                    block_by_q
                } else {
                    let selection = solvers.tables.select("(const real *)&d", block.order());
                    lines += &format!("  multibody_write({selection}, res[{index}]);\n");
                    block.clone()
                };
                outputs.push(Matrix { name, ..block });
            }
        }
        let value_inputs = self
            .outputs
            .iter()
            .map(|output| Matrix::empty(&format!("out_{}", output.name), output.sizes));
        let function = SolverFunction {
            name: format!("jac_{name}"),
            inputs: inputs.iter().cloned().chain(value_inputs).collect(),
            outputs,
            lines,
        };
        solvers.add(function);
        count_in_d + count_in_by_q
    }
}

/// Adds the derivative of the state and its Jacobian.
pub fn add_state_derivative(
    space: &StateSpace,
    linearization: &[Matrix; 2],
    solvers: &mut Solvers<'_>,
) {
    let n = linearization[0].sizes[0];
    let [name, linearize] = ["state_derivative", "linearize"].map(|name| solvers.name(name));
    let value = SolverFunction {
        inputs: space.inputs().into(),
        outputs: vec![Matrix::dense("xdot", [n, 1])],
        lines: space.body_of_derivative(solvers),
        name: name.clone(),
    };
    let value_inputs = Matrix::empty("out_xdot", [n, 1]);
    let jacobian = SolverFunction {
        inputs: space.inputs().into_iter().chain([value_inputs]).collect(),
        outputs: linearization.to_vec(),
        lines: format!("  {linearize}(arg[0], arg[1], 0, res[0], res[1]);\n"),
        name: format!("jac_{name}"),
    };
    solvers.add(value);
    solvers.add(jacobian);
}
