//! Evaluation of one program many times, in floats.

use super::{Function, Input, Node, Program};
use crate::exact::nearest_f64;

/// A program prepared for evaluation: its constants are floats, and its values have indices.
#[derive(Clone, Debug)]
pub struct Machine {
    steps: Vec<Step>,
    values: Vec<f64>,
    outputs: Vec<usize>,
}

/// The step that computes a value from others, which are given by their indices.
#[derive(Clone, Copy, Debug)]
enum Step {
    Input(Input),
    Constant(f64),
    Add(usize, usize),
    Sub(usize, usize),
    Mul(usize, usize),
    Div(usize, usize),
    Neg(usize),
    Call(Function, usize),
}

impl Machine {
    /// Prepares a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let step = |&node: &Node| match node {
            Node::Input(input) => Step::Input(input),
            Node::Constant(index) => {
                Step::Constant(nearest_f64(&program.constants()[index as usize]))
            }
            Node::Angle(index) => Step::Constant(program.angles()[index as usize].radians()),
            Node::Add(a, b) => Step::Add(a.index(), b.index()),
            Node::Sub(a, b) => Step::Sub(a.index(), b.index()),
            Node::Mul(a, b) => Step::Mul(a.index(), b.index()),
            Node::Div(a, b) => Step::Div(a.index(), b.index()),
            Node::Neg(a) => Step::Neg(a.index()),
            Node::Call(function, a) => Step::Call(function, a.index()),
        };
        Self {
            steps: program.nodes().iter().map(step).collect(),
            values: Vec::with_capacity(program.nodes().len()),
            outputs: program.outputs().iter().map(|v| v.index()).collect(),
        }
    }

    /// The results for these inputs.
    pub fn run(&mut self, mut input: impl FnMut(Input) -> f64) -> Vec<f64> {
        let values = &mut self.values;
        values.clear();
        for step in &self.steps {
            values.push(match *step {
                Step::Input(argument) => input(argument),
                Step::Constant(value) => value,
                Step::Add(a, b) => values[a] + values[b],
                Step::Sub(a, b) => values[a] - values[b],
                Step::Mul(a, b) => values[a] * values[b],
                Step::Div(a, b) => values[a] / values[b],
                Step::Neg(a) => -values[a],
                Step::Call(function, a) => function.f64(values[a]),
            });
        }
        self.outputs.iter().map(|&output| values[output]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, Floats, InputKind, evaluate};
    use super::*;
    use crate::exact::{Angle, decimal, integer};

    /// Each kind of node, at two states: the results have the same bits as those of the generic evaluator.
    #[test]
    fn results_are_those_of_the_generic_evaluator() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|k| b.input(InputKind::Q, k));
        let third = b.constant(&decimal("0.3333").unwrap());
        let angle = b.angle(&Angle::of_radians(&(integer(7) / integer(10))));
        let argument = b.add(x, angle);
        let (sin, cos) = b.sin_cos(argument);
        let product = b.mul(third, sin);
        let (difference, quotient) = (b.sub(product, y), b.div(cos, y));
        let opposite = b.neg(difference);
        let sum = b.add(opposite, quotient);
        let program = b.finish(&[sum, quotient, x]);
        let mut machine = Machine::of(&program);
        for state in [[0.4, -1.25], [-2.0, 0.75]] {
            let mut floats = Floats::default();
            floats.inputs.insert(InputKind::Q, &state[..]);
            let expected = evaluate(&program, &mut floats);
            let results = machine.run(|input| state[input.index as usize]);
            assert_eq!(results, expected);
            assert!(results[0].is_finite() && results[0] != 0.0);
        }
    }
}
