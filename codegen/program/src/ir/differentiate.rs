//! Derivatives of programs, as programs: the rules of sums, products and quotients, and the table of
//! functions.

use super::{Builder, Function, Input, InputKind, Node, Program, Value};

/// A dual value: a value and its derivative along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DualValue {
    /// The value.
    pub value: Value,
    /// The derivative.
    pub change: Value,
}

impl DualValue {
    /// A value with the derivative 0.
    #[must_use]
    pub fn constant(value: Value) -> Self {
        Self {
            value,
            change: Value::ZERO,
        }
    }
}

impl Builder {
    /// Adds another program together with its derivative along the direction in which its inputs change, and returns
    /// its outputs.
    pub fn inline_dual(
        &mut self,
        program: &Program,
        mut input: impl FnMut(&mut Self, Input) -> DualValue,
    ) -> Vec<DualValue> {
        let (mut values, mut changes) = (Vec::new(), Vec::new());
        for (position, &node) in program.nodes().iter().enumerate() {
            let dual = match node {
                Node::Input(argument) => input(self, argument),
                node => {
                    let value = self.copy_node(program, program.value(position), &values);
                    let change = self.change(node, value, &values, &changes);
                    DualValue { value, change }
                }
            };
            values.push(dual.value);
            changes.push(dual.change);
        }
        let outputs = program.outputs().iter();
        outputs
            .map(|output| DualValue {
                value: values[output.index()],
                change: changes[output.index()],
            })
            .collect()
    }

    /// The derivative of a node's value, from the values of its operands and their derivatives.
    fn change(&mut self, node: Node, value: Value, values: &[Value], changes: &[Value]) -> Value {
        let (copy, d) = (|v: Value| values[v.index()], |v: Value| changes[v.index()]);
        match node {
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) => Value::ZERO,
            Node::Add(a, b) => self.add(d(a), d(b)),
            Node::Sub(a, b) => self.sub(d(a), d(b)),
            Node::Mul(a, b) => {
                let (left, right) = (self.mul(d(a), copy(b)), self.mul(copy(a), d(b)));
                self.add(left, right)
            }
            // (a / b)' = (a' - (a / b) b') / b
            Node::Div(a, b) => {
                let product = self.mul(value, d(b));
                let difference = self.sub(d(a), product);
                self.div(difference, copy(b))
            }
            Node::Neg(a) => self.neg(d(a)),
            Node::Call(_, a) if self.is_zero(d(a)) => Value::ZERO,
            Node::Call(function, a) => {
                let slope = function.derivative(self, copy(a), value);
                self.mul(slope, d(a))
            }
        }
    }
}

impl Function {
    /// The function and its derivatives up to an order, as a program of two local inputs: the
    /// argument and the function's value there.
    #[must_use]
    pub fn derivatives(self, order: usize) -> Program {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|k| b.input(InputKind::Local, k));
        let slope = self.derivative(&mut b, x, y);
        let mut outputs = vec![y];
        // Differentiates the last output by x. While x changes by 1, y changes by the slope.
        for _ in 0..order {
            let last = b.finish(&outputs[outputs.len() - 1..]);
            let inputs =
                [(x, Value::ONE), (y, slope)].map(|(value, change)| DualValue { value, change });
            let next = b.inline_dual(&last, |_, input| inputs[input.index as usize]);
            outputs.push(next[0].change);
        }
        b.finish(&outputs)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::ir::{Floats, evaluate, parse};

    fn values_at(program: &Program, kind: InputKind, values: &[f64]) -> Vec<f64> {
        let inputs = BTreeMap::from([(kind, values)]);
        evaluate(program, &mut Floats { inputs })
    }

    /// Compares each derivative of every function at 0.7 with the difference quotient of the derivative before.
    #[test]
    fn derivatives_of_functions_are_limits_of_differences() {
        for &function in Function::ALL {
            let program = function.derivatives(4);
            let values = |x: f64| values_at(&program, InputKind::Local, &[x, function.f64(x)]);
            let (x, step) = (0.7, 1e-5);
            let (start, middle, end) = (values(x - step), values(x), values(x + step));
            assert_eq!(middle[0], function.f64(x));
            for order in 1..=4 {
                let slope = (end[order - 1] - start[order - 1]) / (2.0 * step);
                let error = (middle[order] - slope).abs();
                let name = function.name();
                assert!(middle[order] != 0.0, "{name}, order {order}");
                assert!(
                    error < 1e-7 * slope.abs().max(1.0),
                    "{name}, order {order}: {error}"
                );
            }
        }
    }

    /// One program with all operations and functions, along a direction in which all inputs change.
    #[test]
    fn the_derivative_of_a_program_is_the_limit_of_differences() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = angle 3/5 4/5\nv3 = add v0 v2\nv4 = sin v3\nv5 = cos v1\n\
             v6 = mul v4 v5\nv7 = sub v6 v1\nv8 = exp v7\nv9 = sqrt v1\nv10 = div v8 v9\n\
             v11 = neg v10\nv12 = const 2/7\nv13 = add v8 v12\nv14 = ln v13\nout v11 v14\n",
        )
        .unwrap();
        let mut b = Builder::new();
        let duals = b.inline_dual(&program, |b, input| DualValue {
            value: b.input(InputKind::Q, input.index as usize),
            change: b.input(InputKind::Q, input.index as usize + 2),
        });
        let changes = b.finish(&duals.iter().map(|dual| dual.change).collect::<Vec<_>>());
        let (start_point, direction, step) = ([0.4, 1.3], [0.8, -0.5], 1e-5);
        let values = |distance: f64| {
            let point = [0, 1].map(|k| start_point[k] + distance * direction[k]);
            values_at(&program, InputKind::Q, &point)
        };
        let [x, y] = start_point;
        let [dx, dy] = direction;
        let (start, end) = (values(-step), values(step));
        let exact = values_at(&changes, InputKind::Q, &[x, y, dx, dy]);
        for k in 0..2 {
            let slope = (end[k] - start[k]) / (2.0 * step);
            assert!(slope.abs() > 0.1, "output {k}");
            assert!(
                (exact[k] - slope).abs() < 1e-9,
                "output {k}: {} {slope}",
                exact[k]
            );
        }
    }

    #[test]
    fn values_of_constant_inputs_have_the_constant_derivative_0() {
        let program = parse("v0 = q0\nv1 = sqrt v0\nv2 = q1\nv3 = mul v1 v2\nout v3 v1\n").unwrap();
        let mut b = Builder::new();
        let duals = b.inline_dual(&program, |b, input| {
            let value = b.input(input.kind, input.index as usize);
            match input.index {
                0 => DualValue::constant(value),
                _ => DualValue {
                    value,
                    change: b.one(),
                },
            }
        });
        // d(sqrt(x) y) along y is sqrt(x).
        assert_eq!(duals[0].change, duals[1].value);
        assert_eq!(duals[1].change, b.zero());
    }
}
