//! Evaluation of a program over any arithmetic.

use std::collections::BTreeMap;

use dashu_base::BitTest as _;
use dashu_int::UBig;

use super::{Function, Input, Node, Program, Value};
use crate::exact::{Angle, Rational};

/// An arithmetic in which programs can be evaluated.
pub trait Algebra {
    /// The numbers of this arithmetic.
    type Element: Clone;

    /// An input.
    fn input(&mut self, input: Input) -> Self::Element;
    /// An exact constant.
    fn constant(&mut self, value: &Rational) -> Self::Element;
    /// A constant angle, in radians.
    fn angle(&mut self, angle: &Angle) -> Self::Element;
    /// `a + b`
    fn add(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `a - b`
    fn sub(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `a b`
    fn mul(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `a / b`
    fn div(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `-a`
    fn neg(&mut self, a: &Self::Element) -> Self::Element;
    /// A function of one argument. For sine and cosine, `form` is the argument as a linear form, if it is one: an arithmetic
    /// without angles computes sine and cosine from it. For other functions, `form` is `None`.
    fn call(
        &mut self,
        function: Function,
        argument: &Self::Element,
        form: Option<&LinearForm>,
    ) -> Self::Element;
}

/// `sum of factor * input + constant angle`: the argument of a sine or cosine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearForm {
    /// Factors of the inputs, none of them 0.
    pub factors: BTreeMap<Input, Rational>,
    /// The constant angle.
    pub offset: Angle,
}

/// The results of a program.
pub fn evaluate<A: Algebra>(program: &Program, algebra: &mut A) -> Vec<A::Element> {
    // If values own memory, each is dropped after its last use.
    let last_positions = std::mem::needs_drop::<A::Element>().then(|| last_uses(program));
    let mut values: Vec<Option<A::Element>> = Vec::with_capacity(program.nodes().len());
    for (position, &node) in program.nodes().iter().enumerate() {
        let argument = |value: Value| values[value.index()].as_ref().expect("used later");
        let value = match node {
            Node::Input(input) => algebra.input(input),
            Node::Constant(index) => algebra.constant(&program.constants()[index as usize]),
            Node::Angle(index) => algebra.angle(&program.angles()[index as usize]),
            Node::Add(a, b) => algebra.add(argument(a), argument(b)),
            Node::Sub(a, b) => algebra.sub(argument(a), argument(b)),
            Node::Mul(a, b) => algebra.mul(argument(a), argument(b)),
            Node::Div(a, b) => algebra.div(argument(a), argument(b)),
            Node::Neg(a) => algebra.neg(argument(a)),
            Node::Call(function, a) => {
                let is_of_angle = function.is_of_angle();
                let form = is_of_angle.then(|| LinearForm::of(program, a)).flatten();
                algebra.call(function, argument(a), form.as_ref())
            }
        };
        values.push(Some(value));
        if let Some(last_positions) = &last_positions {
            let unused_values = node
                .operands()
                .filter(|operand| last_positions[operand.index()] == position);
            unused_values.for_each(|operand| values[operand.index()] = None);
        }
    }
    let outputs = program.outputs().iter();
    let results = outputs.map(|output| values[output.index()].clone().expect("an output is kept"));
    results.collect()
}

/// The last node that uses each value; for outputs, a number beyond all nodes.
fn last_uses(program: &Program) -> Vec<usize> {
    let mut last_positions = vec![0; program.nodes().len()];
    for (position, node) in program.nodes().iter().enumerate() {
        for operand in node.operands() {
            last_positions[operand.index()] = position;
        }
    }
    for output in program.outputs() {
        last_positions[output.index()] = usize::MAX;
    }
    last_positions
}

impl LinearForm {
    /// A value of a program as a linear form, if it is one.
    ///
    /// Each value is visited once, however often it is shared, and without recursion, since sums may be as long as a
    /// description.
    #[must_use]
    pub fn of(program: &Program, value: Value) -> Option<Self> {
        let mut table: BTreeMap<Value, Terms> = BTreeMap::new();
        let mut stack = vec![value];
        while let Some(&value) = stack.last() {
            if table.contains_key(&value) {
                stack.pop();
                continue;
            }
            let operands = Terms::summands(program, value)?;
            let count = stack.len();
            stack.extend(
                operands
                    .iter()
                    .filter(|operand| !table.contains_key(operand)),
            );
            if stack.len() == count {
                let terms = Terms::of_value(program, value, &table)?;
                table.insert(value, terms);
            }
        }
        table.remove(&value)?.form()
    }
}

/// Multiples of inputs and of constant angles, none of them 0.
#[derive(Clone, Default)]
struct Terms {
    factors: BTreeMap<Input, Rational>,
    angles: Vec<(Angle, Rational)>,
}

/// The largest multiple of a constant angle: n times the angle has n times as many digits as the angle.
const MAX_MULTIPLE: i64 = 1000;
/// Maximum number of bits of the denominators of all multiples of constant angles in a sum. A constant of 40 digits has
/// 130 bits.
const MAX_BITS: usize = 1 << 17;

impl Terms {
    /// The values that have to be linear forms so that this value is one. None: it is not a linear form.
    fn summands(program: &Program, value: Value) -> Option<Vec<Value>> {
        let constant = |value| program.as_constant(value);
        match program.nodes()[value.index()] {
            Node::Input(_) | Node::Angle(_) => Some(Vec::new()),
            Node::Neg(a) => Some(vec![a]),
            Node::Add(a, b) | Node::Sub(a, b) => Some(vec![a, b]),
            Node::Mul(a, b) if constant(a).is_some() => Some(vec![b]),
            Node::Mul(a, b) if constant(b).is_some() => Some(vec![a]),
            Node::Constant(_) if constant(value) == Some(&Rational::ZERO) => Some(Vec::new()),
            Node::Mul(..) | Node::Constant(_) | Node::Div(..) | Node::Call(..) => None,
        }
    }

    /// The terms of a value, from the known terms of its summands.
    fn of_value(program: &Program, value: Value, table: &BTreeMap<Value, Self>) -> Option<Self> {
        let summand = |value: Value| table[&value].clone();
        match program.nodes()[value.index()] {
            Node::Input(input) => Some(Self {
                factors: BTreeMap::from([(input, Rational::ONE)]),
                ..Self::default()
            }),
            Node::Angle(index) => Some(Self {
                angles: vec![(program.angles()[index as usize].clone(), Rational::ONE)],
                ..Self::default()
            }),
            Node::Constant(_) => Some(Self::default()),
            Node::Neg(a) => Some(summand(a).scaled(&-Rational::ONE)),
            Node::Add(a, b) => Some(summand(a).plus(summand(b))),
            Node::Sub(a, b) => Some(summand(a).plus(summand(b).scaled(&-Rational::ONE))),
            Node::Mul(a, b) => match (program.as_constant(a), program.as_constant(b)) {
                (Some(factor), _) => Some(summand(b).scaled(factor)),
                (_, Some(factor)) => Some(summand(a).scaled(factor)),
                _ => None,
            },
            Node::Div(..) | Node::Call(..) => None,
        }
    }

    fn plus(mut self, other: Self) -> Self {
        for (input, factor) in other.factors {
            *self.factors.entry(input).or_insert(Rational::ZERO) += factor;
        }
        self.factors.retain(|_, factor| *factor != Rational::ZERO);
        for (angle, factor) in other.angles {
            match self
                .angles
                .iter_mut()
                .find(|(known_angle, _)| *known_angle == angle)
            {
                Some((_, sum)) => *sum += factor,
                None => self.angles.push((angle, factor)),
            }
        }
        self.angles.retain(|(_, factor)| *factor != Rational::ZERO);
        self
    }

    fn scaled(mut self, factor: &Rational) -> Self {
        let angle_multiples = self.angles.iter_mut().map(|(_, multiple)| multiple);
        for multiple in self.factors.values_mut().chain(angle_multiples) {
            *multiple = &*multiple * factor;
        }
        self
    }

    /// The linear form of these terms. None: some multiple of a constant angle is fractional, so that its sine and cosine need not
    /// be rational, or the multiples have too many digits.
    fn form(self) -> Option<LinearForm> {
        let (mut offset, mut bits) = (Angle::ZERO, 0);
        for (angle, factor) in &self.angles {
            let (numerator, denominator) =
                (i64::try_from(factor.numerator()), factor.denominator());
            let multiple = numerator
                .ok()
                .filter(|multiple| multiple.abs() <= MAX_MULTIPLE)?;
            bits += angle.cos.denominator().bit_len() * multiple.unsigned_abs() as usize;
            if *denominator != UBig::ONE || bits > MAX_BITS {
                return None;
            }
            offset = &offset + &angle.times(multiple);
        }
        Some(LinearForm {
            factors: self.factors,
            offset,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;
    use crate::ir::{Builder, InputKind};

    /// Each sum contains the one before it twice: as a tree, the last sum would have 2^200 summands.
    #[test]
    fn a_sum_of_sums_is_visited_once() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        let mut sum = x;
        for _ in 0..200 {
            let total = b.add(sum, y);
            let part = b.scale(&(integer(1) / integer(2)), total);
            let half = b.scale(&(integer(1) / integer(4)), sum);
            sum = b.add(part, half);
        }
        let program = b.finish(&[sum]);
        let form = LinearForm::of(&program, program.outputs()[0]).expect("a sum of multiples");
        let ratio = integer(3) / integer(4);
        let power = (0..200).fold(Rational::ONE, |power, _| &power * &ratio);
        assert_eq!(form.factors[&Input::new(InputKind::Q, 0)], power);
        // 1/2 (1 + r + r^2 + .. + r^199)
        let series = (Rational::ONE - power) / (Rational::ONE - ratio) / integer(2);
        assert_eq!(form.factors[&Input::new(InputKind::Q, 1)], series);
    }

    /// `3/2 (3 q + 2 a)` with a constant angle a: sums of angles have this shape after common parts are factored out. With
    /// 1/4 in place of 3/2 the value is not a linear form.
    #[test]
    fn multiples_of_sums_with_constant_angles_are_forms() {
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let constant = Angle::of_radians(&(integer(1) / integer(10)));
        let angle = b.angle(&constant);
        let [thrice, twice] = [(3, q), (2, angle)].map(|(n, x)| b.scale(&integer(n), x));
        let sum = b.add(thrice, twice);
        let multiple_form = |b: &mut Builder, factor: Rational| {
            let value = b.scale(&factor, sum);
            let program = b.finish(&[value]);
            LinearForm::of(&program, program.outputs()[0])
        };
        let form = multiple_form(&mut b, integer(3) / integer(2)).expect("whole multiples");
        assert_eq!(form.offset, &(&constant + &constant) + &constant);
        assert_eq!(
            form.factors[&Input::new(InputKind::Q, 0)],
            integer(9) / integer(2)
        );
        assert_eq!(multiple_form(&mut b, integer(1) / integer(4)), None);
    }
}
