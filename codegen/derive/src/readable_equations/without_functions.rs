//! Programs in which quotients and functions of parameters are parameters themselves.

use std::collections::BTreeMap;

use multibody_program::ir::{Builder, Input, InputKind, Node, Program, Value};

/// A program in which each quotient and function of parameters is a further parameter.
pub struct WithoutFunctions {
    /// The program.
    pub program: Program,
    /// The builder of the values that were replaced.
    pub builder: Builder,
    /// The value of each further parameter.
    pub definitions: BTreeMap<Input, Value>,
}

impl WithoutFunctions {
    /// Replaces the quotients and functions of parameters in a program with `parameters` parameters.
    pub fn of(program: &Program, parameters: usize) -> Self {
        let (mut builder, mut copy) = (Builder::new(), Builder::new());
        let (mut values, mut copies): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut definitions = BTreeMap::new();
        for ((index, &node), stage) in program.nodes().iter().enumerate().zip(program.stages()) {
            let value = builder.copy_node(program, program.value(index), &values);
            let is_function = matches!(node, Node::Div(..) | Node::Call(..));
            copies.push(if is_function && stage == Some(InputKind::Parameter) {
                let parameter = parameters + definitions.len();
                definitions.insert(Input::new(InputKind::Parameter, parameter), value);
                copy.input(InputKind::Parameter, parameter)
            } else {
                copy.copy_node(program, program.value(index), &copies)
            });
            values.push(value);
        }
        let outputs: Vec<Value> = (program.outputs().iter())
            .map(|output| copies[output.index()])
            .collect();
        Self {
            program: copy.finish(&outputs),
            builder,
            definitions,
        }
    }
}
