//! Programs evaluated by the runtime's arithmetic, statement by statement as Rust computes them.

use std::collections::BTreeMap;

use multibody::Real;
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::{Function, InputKind, Node, Program, Value};

/// The values of the inputs of each kind.
pub type Inputs<T> = BTreeMap<InputKind, Vec<T>>;

/// The outputs of a program.
pub fn evaluate<T: Real>(program: &Program, inputs: &Inputs<T>) -> Vec<T> {
    let alone = angles_alone(program);
    let mut values: Vec<T> = Vec::with_capacity(program.nodes().len());
    for (index, node) in program.nodes().iter().enumerate() {
        let value = |value: Value| values[value.index()];
        values.push(match *node {
            Node::Input(input) => inputs[&input.kind][input.index as usize],
            Node::Constant(_) => {
                let constant = program.as_constant(program.value(index));
                T::lit(nearest_f64(constant.expect("a constant is one")))
            }
            Node::Angle(index) => T::lit(program.angles()[index as usize].radians()),
            Node::Neg(a) => -value(a),
            Node::Add(a, b) => value(a) + value(b),
            Node::Sub(a, b) => value(a) - value(b),
            Node::Mul(a, b) => value(a) * value(b),
            Node::Div(a, b) => value(a) / value(b),
            Node::Call(function, a) => call(function, value(a), alone.contains(&a)),
        });
    }
    let outputs = program.outputs().iter();
    outputs.map(|output| values[output.index()]).collect()
}

fn call<T: Real>(function: Function, x: T, is_alone: bool) -> T {
    match function {
        // Several angles at once are computed otherwise than one.
        Function::Sin if !is_alone => T::sin_cos_all([x, x]).0[0],
        Function::Cos if !is_alone => T::sin_cos_all([x, x]).1[0],
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Sqrt => x.sqrt(),
        Function::Exp => x.exp(),
        Function::Ln => x.ln(),
        Function::Stumpff(k) => x.stumpff(k.into()),
    }
}

/// The angles that are computed in a pass of their own: sines that depend on others are in a later pass.
fn angles_alone(program: &Program) -> Vec<Value> {
    let mut depths: Vec<usize> = Vec::new();
    let mut passes: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for node in program.nodes() {
        let operands = node.operands().map(|operand| depths[operand.index()]);
        let depth = operands.max().unwrap_or(0);
        let is_of_angle = match *node {
            Node::Call(Function::Sin | Function::Cos, angle) => {
                let pass = passes.entry(depth).or_default();
                if !pass.contains(&angle) {
                    pass.push(angle);
                }
                true
            }
            _ => false,
        };
        depths.push(depth + usize::from(is_of_angle));
    }
    let single = passes.into_values().filter(|pass| pass.len() == 1);
    single.flatten().collect()
}
