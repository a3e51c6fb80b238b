//! Lengths as linear functions of parameters.

use std::collections::BTreeSet;

use super::random_states::{Parameters, values_at_states};
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Builder, Exact, Input, InputKind, Node, Program, Value, Vector3};

/// Number of states at which the linear functions are compared with the given ones.
const STATES: usize = 3;
/// The seed of these states.
const SEED: u64 = 3;

/// The same vector, its components written as linear functions of parameters: a constant plus a multiple of each. None if it is not
/// linear, or depends on inputs that are not parameters.
pub fn convert_to_linear(b: &mut Builder, vector: &Vector3) -> Option<Vector3> {
    let program = b.finish(vector);
    let inputs = inputs(&program);
    if inputs
        .iter()
        .any(|input| input.kind != InputKind::Parameter)
    {
        return None;
    }
    let constant = values_at_unit(&program, &inputs, None)?;
    let mut sums: Vec<Value> = constant.iter().map(|entry| b.constant(entry)).collect();
    for &input in &inputs {
        let values = values_at_unit(&program, &inputs, Some(input))?;
        for ((sum, value), constant) in sums.iter_mut().zip(values).zip(&constant) {
            let parameter = b.input(input.kind, input.index as usize);
            let term = b.scale(&(value - constant), parameter);
            *sum = b.add(*sum, term);
        }
    }
    let sums: Vector3 = sums.try_into().ok()?;
    let differences = b.sub3(vector, &sums);
    let program = b.finish(&differences);
    let mut states = values_at_states(&program, STATES, SEED, Parameters::Varied);
    let is_zero = |values: Vec<Rational>| values.iter().all(|x| *x == Rational::ZERO);
    let is_linear = states.all(|values| values.is_some_and(is_zero));
    is_linear.then_some(sums)
}

fn inputs(program: &Program) -> BTreeSet<Input> {
    let inputs = program.nodes().iter().filter_map(|node| match node {
        Node::Input(input) => Some(*input),
        _ => None,
    });
    inputs.collect()
}

/// The values of a program where the input `unit` is 1 and all others are 0; without `unit`, all are 0.
fn values_at_unit(
    program: &Program,
    inputs: &BTreeSet<Input>,
    unit: Option<Input>,
) -> Option<Vec<Rational>> {
    let mut state = Exact::default();
    for &input in inputs {
        let number = if Some(input) == unit { Rational::ONE } else { Rational::ZERO };
        state.numbers.insert(input, number);
        state.angles.insert(input, Angle::ZERO);
    }
    state.evaluate(program)
}
