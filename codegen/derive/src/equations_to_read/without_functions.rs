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
        let (mut whole, mut cut) = (Builder::new(), Builder::new());
        let (mut values, mut kept): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut known = BTreeMap::new();
        for ((at, &node), stage) in program.nodes().iter().enumerate().zip(program.stages()) {
            let value = whole.copy_node(program, program.value(at), &values);
            let is_function = matches!(node, Node::Div(..) | Node::Call(..));
            kept.push(if is_function && stage == Some(InputKind::Parameter) {
                let at = parameters + known.len();
                known.insert(Input::new(InputKind::Parameter, at), value);
                cut.input(InputKind::Parameter, at)
            } else {
                cut.copy_node(program, program.value(at), &kept)
            });
            values.push(value);
        }
        let outputs: Vec<Value> = (program.outputs().iter())
            .map(|output| kept[output.index()])
            .collect();
        Self {
            program: cut.finish(&outputs),
            builder: whole,
            known,
        }
    }
}
