//! Programs without quotients and functions of parameters.

use std::collections::BTreeMap;

use multibody_program::ir::{Builder, Input, InputKind, Node, Program, Value};

/// A program in which each quotient and function of parameters is a further parameter.
pub struct WithoutFunctions {
    /// The program.
    pub program: Program,
    /// The builder of the values that were replaced.
    pub builder: Builder,
    /// The value of each further parameter.
    pub known: BTreeMap<Input, Value>,
}

impl WithoutFunctions {
    /// A program of so many parameters without its functions of these.
    pub fn of(program: &Program, parameters: usize) -> Self {
        let (mut builder, mut cut) = (Builder::new(), Builder::new());
        let (mut values, mut copies): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut functions = BTreeMap::new();
        for ((index, &node), stage) in program.nodes().iter().enumerate().zip(program.stages()) {
            let value = builder.copy_node(program, program.value(index), &values);
            let is_function = matches!(node, Node::Div(..) | Node::Call(..));
            copies.push(if is_function && stage == Some(InputKind::Parameter) {
                let parameter = parameters + functions.len();
                functions.insert(Input::new(InputKind::Parameter, parameter), value);
                cut.input(InputKind::Parameter, parameter)
            } else {
                cut.copy_node(program, program.value(index), &copies)
            });
            values.push(value);
        }
        let outputs: Vec<Value> = (program.outputs().iter())
            .map(|output| copies[output.index()])
            .collect();
        Self {
            program: cut.finish(&outputs),
            builder,
            known: functions,
        }
    }
}
