//! Gradients of programs, as programs, by reverse mode (Griewank and Walther 2008, chapter 3).
//!
//! The adjoint of a value is the derivative of the weighted sum of outputs by this value. From the last node to the first, each
//! node adds its share to the adjoints of its operands, so one pass gives the derivatives by all inputs.

use std::collections::BTreeMap;

use super::{Builder, Input, Node, Program, Value};

/// The outputs of a program, and the derivatives of a weighted sum of them.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The outputs.
    pub values: Vec<Value>,
    derivatives: BTreeMap<Input, Value>,
}

impl Gradient {
    /// The derivative by an input; 0 if the program does not have it.
    #[must_use]
    pub fn derivative(&self, input: Input) -> Value {
        self.derivatives.get(&input).copied().unwrap_or(Value::ZERO)
    }
}

impl Builder {
    /// Adds another program together with the gradient of the sum of its outputs with these weights.
    pub fn inline_gradient(
        &mut self,
        program: &Program,
        mut input: impl FnMut(&mut Self, Input) -> Value,
        weights: &[Value],
    ) -> Gradient {
        let mut values = Vec::with_capacity(program.nodes().len());
        for (position, &node) in program.nodes().iter().enumerate() {
            values.push(match node {
                Node::Input(argument) => input(self, argument),
                _ => self.copy_node(program, program.value(position), &values),
            });
        }
        let mut adjoints = vec![Value::ZERO; values.len()];
        for (output, &weight) in program.outputs().iter().zip(weights) {
            adjoints[output.index()] = self.add(adjoints[output.index()], weight);
        }
        let mut derivatives = BTreeMap::new();
        for (position, &node) in program.nodes().iter().enumerate().rev() {
            let adjoint = adjoints[position];
            if let Node::Input(argument) = node {
                derivatives.insert(argument, adjoint);
            }
            if !self.is_zero(adjoint) {
                self.pass_back(node, (values[position], adjoint), &values, &mut adjoints);
            }
        }
        let outputs = program.outputs().iter();
        Gradient {
            values: outputs.map(|output| values[output.index()]).collect(),
            derivatives,
        }
    }

    /// Adds the contributions of a node with this value and adjoint to the adjoints of its operands.
    fn pass_back(
        &mut self,
        node: Node,
        (value, adjoint): (Value, Value),
        values: &[Value],
        adjoints: &mut [Value],
    ) {
        let copy = |v: Value| values[v.index()];
        match node {
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) => {}
            Node::Add(a, b) => {
                for operand in [a, b].map(Value::index) {
                    adjoints[operand] = self.add(adjoints[operand], adjoint);
                }
            }
            Node::Sub(a, b) => {
                adjoints[a.index()] = self.add(adjoints[a.index()], adjoint);
                adjoints[b.index()] = self.sub(adjoints[b.index()], adjoint);
            }
            Node::Mul(a, b) => {
                for (operand, factor) in [(a, b), (b, a)] {
                    let share = self.mul(adjoint, copy(factor));
                    adjoints[operand.index()] = self.add(adjoints[operand.index()], share);
                }
            }
            // d(a / b) = da / b - (a / b) db / b
            Node::Div(a, b) => {
                let share = self.div(adjoint, copy(b));
                adjoints[a.index()] = self.add(adjoints[a.index()], share);
                let divisor_share = self.mul(value, share);
                adjoints[b.index()] = self.sub(adjoints[b.index()], divisor_share);
            }
            Node::Neg(a) => adjoints[a.index()] = self.sub(adjoints[a.index()], adjoint),
            Node::Call(function, a) => {
                let slope = function.derivative(self, copy(a), value);
                let share = self.mul(slope, adjoint);
                adjoints[a.index()] = self.add(adjoints[a.index()], share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::exact::{Angle, integer};
    use crate::ir::{DualValue, Floats, Function, InputKind, evaluate};
    use multibody_support::random::Random;

    /// The number of inputs and of outputs of random programs.
    const INPUTS: usize = 4;
    const OUTPUTS: usize = 3;

    /// A program with all operations and functions. Values are kept near 1, so that divisors and arguments of roots and logarithms
    /// are positive.
    fn random_program(random: &mut Random) -> Program {
        let mut b = Builder::new();
        let mut values: Vec<Value> = (0..INPUTS)
            .map(|index| b.input(InputKind::Q, index))
            .collect();
        let [three_fifths, four_fifths] = [3, 4].map(|n| integer(n) / integer(5));
        let turn = b.angle(&Angle {
            cos: three_fifths.clone(),
            sin: four_fifths,
        });
        for &function in Function::ALL {
            let [x, y] = [(); 2].map(|()| values[random.below(values.len())]);
            let sine = {
                let sum = b.add(x, turn);
                b.call(Function::Sin, sum)
            };
            let square = b.mul(sine, y);
            let square = b.mul(square, square);
            // Between 1 and a few.
            let positive = b.add(square, Value::ONE);
            let result = b.call(function, positive);
            let power = b.mul(result, result);
            let divisor = b.add(power, Value::ONE);
            let difference = b.sub(result, square);
            let quotient = b.div(difference, divisor);
            let negative = b.neg(quotient);
            let product = b.scale(&three_fifths, negative);
            let next = b.add(product, x);
            let next = b.call(Function::Cos, next);
            values.extend([quotient, next]);
        }
        let outputs = values[values.len() - OUTPUTS..].to_vec();
        b.finish(&outputs)
    }

    /// `weights . (J direction) = (weights J) . direction`, where `J direction` is by forward mode.
    #[test]
    fn gradients_agree_with_derivatives_along_directions() {
        for seed in 1..=20 {
            let random = &mut Random::new(seed);
            let program = random_program(random);
            let mut b = Builder::new();
            let weights: Vec<Value> = (0..OUTPUTS)
                .map(|index| b.input(InputKind::Weights, index))
                .collect();
            let gradient = b.inline_gradient(
                &program,
                |b, input| b.input(input.kind, input.index as usize),
                &weights,
            );
            let duals = b.inline_dual(&program, |b, input| DualValue {
                value: b.input(input.kind, input.index as usize),
                change: b.input(InputKind::Direction, input.index as usize),
            });
            let changes: Vec<Value> = duals.iter().map(|dual| dual.change).collect();
            let forward = b.dot(&weights, &changes);
            let (derivatives, direction): (Vec<Value>, Vec<Value>) = (0..INPUTS)
                .map(|index| {
                    let input = Input::new(InputKind::Q, index);
                    (
                        gradient.derivative(input),
                        b.input(InputKind::Direction, index),
                    )
                })
                .unzip();
            let backward = b.dot(&derivatives, &direction);
            let values: Vec<Value> = duals.iter().map(|dual| dual.value).collect();
            assert_eq!(gradient.values, values);
            let both_sides = b.finish(&[forward, backward]);
            let mut numbers =
                |count: usize| -> Vec<f64> { (0..count).map(|_| random.number()).collect() };
            let (q, direction, weights) = (numbers(INPUTS), numbers(INPUTS), numbers(OUTPUTS));
            let inputs = BTreeMap::from([
                (InputKind::Q, &q[..]),
                (InputKind::Direction, &direction),
                (InputKind::Weights, &weights),
            ]);
            let results = evaluate(&both_sides, &mut Floats { inputs });
            let size = results[0].abs();
            assert!(size > 1e-4, "seed {seed}: {results:?}");
            assert!(
                (results[0] - results[1]).abs() < 1e-12 * size.max(1.0),
                "seed {seed}: {results:?}"
            );
        }
    }

    #[test]
    fn outputs_of_weight_0_add_nothing_to_the_gradient() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        let root = b.call(Function::Sqrt, x);
        let product = b.mul(x, y);
        let program = b.finish(&[root, product]);
        let mut b = Builder::new();
        let weights = [Value::ZERO, Value::ONE];
        let of_inputs = |b: &mut Builder, input: Input| b.input(input.kind, input.index as usize);
        let gradient = b.inline_gradient(&program, of_inputs, &weights);
        let derivative = |kind, at| gradient.derivative(Input::new(kind, at));
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        assert_eq!(
            [derivative(InputKind::Q, 0), derivative(InputKind::Q, 1)],
            [y, x]
        );
        assert_eq!(derivative(InputKind::Qd, 0), Value::ZERO);
    }
}
