//! Builds programs: equal values are computed once, constants are folded, and signs are pulled outwards.

use rustc_hash::FxHashMap;

use super::{
    Class, Function, Input, InputKind, Node, Program, SinCos, Value, ValueHint, ValueSymbol,
};
use crate::exact::{Angle, Rational, integer, is_normal};

/// A growing program. Values are shared by construction: adding the same node twice gives the
/// same [`Value`].
#[derive(Clone, Debug)]
pub struct Builder {
    nodes: Vec<Node>,
    hints: Vec<Option<ValueHint>>,
    definitions: Vec<String>,
    constants: Vec<Rational>,
    angles: Vec<Angle>,
    node_of: FxHashMap<Node, Value>,
    constant_of: FxHashMap<Rational, Value>,
    angle_of: FxHashMap<Angle, Value>,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty program.
    #[must_use]
    pub fn new() -> Self {
        let mut builder = Self {
            nodes: Vec::new(),
            hints: Vec::new(),
            definitions: Vec::new(),
            constants: Vec::new(),
            angles: Vec::new(),
            node_of: FxHashMap::default(),
            constant_of: FxHashMap::default(),
            angle_of: FxHashMap::default(),
        };
        builder.constant(&integer(0));
        builder.constant(&integer(1));
        builder
    }

    /// The constant 0.
    #[must_use]
    pub fn zero(&self) -> Value {
        Value::ZERO
    }

    /// The constant 1.
    #[must_use]
    pub fn one(&self) -> Value {
        Value::ONE
    }

    /// An exact constant.
    pub fn constant(&mut self, value: &Rational) -> Value {
        if let Some(&constant) = self.constant_of.get(value) {
            return constant;
        }
        self.constants.push(value.clone());
        let node = self.push(Node::Constant(self.constants.len() as u32 - 1));
        self.constant_of.insert(value.clone(), node);
        node
    }

    /// An integer constant.
    pub fn integer(&mut self, value: i64) -> Value {
        self.constant(&integer(value))
    }

    /// A constant angle.
    pub fn angle(&mut self, angle: &Angle) -> Value {
        if *angle == Angle::ZERO {
            return self.zero();
        }
        if let Some(&value) = self.angle_of.get(angle) {
            return value;
        }
        self.angles.push(angle.clone());
        let value = self.push(Node::Angle(self.angles.len() as u32 - 1));
        self.angle_of.insert(angle.clone(), value);
        value
    }

    /// An input.
    pub fn input(&mut self, kind: InputKind, index: usize) -> Value {
        self.intern(Node::Input(Input::new(kind, index)))
    }

    /// The exact value of a constant.
    #[must_use]
    pub fn as_constant(&self, value: Value) -> Option<&Rational> {
        match self.nodes[value.index()] {
            Node::Constant(index) => Some(&self.constants[index as usize]),
            _ => None,
        }
    }

    /// The exact angle of a constant angle.
    #[must_use]
    pub fn as_angle(&self, value: Value) -> Option<&Angle> {
        match self.nodes[value.index()] {
            Node::Angle(index) => Some(&self.angles[index as usize]),
            _ => None,
        }
    }

    /// Whether a value is the constant 0.
    #[must_use]
    pub fn is_zero(&self, value: Value) -> bool {
        value == self.zero()
    }

    /// All nodes, in the order in which they were made.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The value of the node at a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Value {
        Value(u32::try_from(position).expect("fewer than 2^32 values"))
    }

    /// The node of a value.
    #[must_use]
    pub fn node(&self, value: Value) -> Node {
        self.nodes[value.index()]
    }

    /// `a + b`
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        if self.is_zero(a) {
            return b;
        }
        if self.is_zero(b) {
            return a;
        }
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            let sum = x + y;
            return self.constant(&sum);
        }
        if a == b {
            let two = self.integer(2);
            return self.mul(two, a);
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => {
                let sum = self.add(x, y);
                self.neg(sum)
            }
            (_, Node::Neg(y)) => self.sub(a, y),
            (Node::Neg(x), _) => self.sub(b, x),
            // (x - b) + b = x
            (Node::Sub(x, y), _) if y == b => x,
            (_, Node::Sub(x, y)) if y == a => x,
            _ => match self.with_one_angle(a, b, false) {
                Some(sum) => sum,
                None => {
                    let (a, b) = self.order(a, b);
                    self.intern(Node::Add(a, b))
                }
            },
        }
    }

    /// `a - b`
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            return self.zero();
        }
        if self.is_zero(a) {
            return self.neg(b);
        }
        if self.is_zero(b) {
            return a;
        }
        if let Some(y) = self.as_constant(b) {
            let minus = -y.clone();
            let minus = self.constant(&minus);
            return if self.as_constant(a).is_some() {
                self.add(a, minus)
            } else {
                self.add_constant(a, minus)
            };
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => self.sub(y, x),
            (_, Node::Neg(y)) => self.add(a, y),
            (Node::Neg(x), _) => {
                let sum = self.add(x, b);
                self.neg(sum)
            }
            (Node::Add(x, y), _) if y == b => x,
            (Node::Add(x, y), _) if x == b => y,
            (_, Node::Add(x, y)) if x == a => self.neg(y),
            (_, Node::Add(x, y)) if y == a => self.neg(x),
            _ => match self.with_one_angle(a, b, true) {
                Some(difference) => difference,
                // Only one of a - b and b - a is computed, since signs are free.
                None if a > b => {
                    let opposite = self.intern(Node::Sub(b, a));
                    self.neg(opposite)
                }
                None => self.intern(Node::Sub(a, b)),
            },
        }
    }

    /// A sum or difference whose constant angles are combined into one. If one of them alone is whole quarter turns, it is
    /// added last instead, so that sines and cosines can leave it out. None: the plain sum or difference has this form already.
    fn with_one_angle(&mut self, a: Value, b: Value, is_difference: bool) -> Option<Value> {
        let is_quarter = |angle: &Option<Angle>| {
            let turns = angle.as_ref().and_then(Angle::quarter_turns);
            turns.is_some()
        };
        let ((x, angle_a), (y, summand_angle)) = (self.split_angle(a), self.split_angle(b));
        let angle_b = summand_angle.map(|angle| if is_difference { -angle } else { angle });
        let (x, y, angle) = match (is_quarter(&angle_a), is_quarter(&angle_b)) {
            (true, false) => (x, b, angle_a?),
            (false, true) => (a, y, angle_b?),
            _ => match (angle_a, angle_b) {
                (Some(angle_a), Some(angle_b)) => (x, y, &angle_a + &angle_b),
                // `a - angle` is written as the sum `a + (-angle)`, so that this value has only one form.
                (None, Some(angle)) if is_difference && self.is_zero(y) => (a, y, angle),
                (Some(angle), None) if is_difference && self.is_zero(x) => (x, b, angle),
                _ => return None,
            },
        };
        let remainder = if is_difference { self.sub(x, y) } else { self.add(x, y) };
        Some(self.add_angle(remainder, &angle))
    }

    /// Splits a value into two summands: a value without the constant angle that its last sum adds, and this angle, if any.
    fn split_angle(&self, value: Value) -> (Value, Option<Angle>) {
        let angle = |value| self.as_angle(value).cloned();
        match self.node(value) {
            Node::Angle(_) => (self.zero(), angle(value)),
            Node::Add(x, y) if angle(y).is_some() => (x, angle(y)),
            Node::Add(x, y) if angle(x).is_some() => (y, angle(x)),
            _ => (value, None),
        }
    }

    /// Adds a constant angle to the one that the value ends with, if any.
    fn add_angle(&mut self, value: Value, angle: &Angle) -> Value {
        if let Node::Neg(x) = self.node(value) {
            let opposite = self.add_angle(x, &-angle.clone());
            return self.neg(opposite);
        }
        let (value, last_angle) = self.split_angle(value);
        let angle = last_angle.map_or_else(|| angle.clone(), |last_angle| &last_angle + angle);
        let angle = self.angle(&angle);
        if self.is_zero(angle) {
            return value;
        }
        if self.is_zero(value) {
            return angle;
        }
        let (a, b) = self.order(value, angle);
        self.intern(Node::Add(a, b))
    }

    /// The node `a + constant`, without the rewrites of [`add`](Self::add).
    fn add_constant(&mut self, a: Value, constant: Value) -> Value {
        let (a, b) = self.order(a, constant);
        self.intern(Node::Add(a, b))
    }

    /// `a b`
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::ZERO, _) | (_, Value::ZERO) => return Value::ZERO,
            (Value::ONE, factor) | (factor, Value::ONE) => return factor,
            _ => {}
        }
        let (a, b) = if self.as_constant(b).is_some() { (b, a) } else { (a, b) };
        if let Some(x) = self.as_constant(a).cloned() {
            return self.scale(&x, b);
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => self.mul(x, y),
            (Node::Neg(x), _) => {
                let product = self.mul(x, b);
                self.neg(product)
            }
            (_, Node::Neg(y)) => {
                let product = self.mul(a, y);
                self.neg(product)
            }
            // x (1 / x) = 1: they differ only at x = 0, where the original has no value.
            (Node::Div(one, x), _) if one == Value::ONE && x == b => one,
            (_, Node::Div(one, x)) if one == Value::ONE && x == a => one,
            _ => {
                let (a, b) = self.order(a, b);
                self.intern(Node::Mul(a, b))
            }
        }
    }

    /// `factor value`
    pub fn scale(&mut self, factor: &Rational, value: Value) -> Value {
        if *factor == Rational::ZERO {
            return self.zero();
        }
        if *factor == Rational::ONE {
            return value;
        }
        if let Some(y) = self.as_constant(value) {
            let product = factor * y;
            return self.constant(&product);
        }
        if *factor < Rational::ZERO {
            let positive = self.scale(&-factor.clone(), value);
            return self.neg(positive);
        }
        match self.node(value) {
            Node::Neg(x) => {
                let product = self.scale(factor, x);
                self.neg(product)
            }
            Node::Mul(x, y) => {
                if let Some(coefficient) = self.as_constant(x) {
                    let product = factor * coefficient;
                    self.scale(&product, y)
                } else {
                    let factor = self.constant(factor);
                    self.intern(Node::Mul(factor, value))
                }
            }
            _ => {
                let factor = self.constant(factor);
                self.intern(Node::Mul(factor, value))
            }
        }
    }

    /// `a / b`. A division by the constant 0 stays a division, unless a is 0.
    pub fn div(&mut self, a: Value, b: Value) -> Value {
        if let Some(y) = self.as_constant(b)
            && *y != Rational::ZERO
        {
            let inverse = Rational::ONE / y;
            // The inverses of the largest floats are not normal floats.
            if is_normal(&inverse) || self.as_constant(a).is_some() {
                return self.scale(&inverse, a);
            }
        }
        if self.is_zero(a) {
            return a;
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => self.div(x, y),
            (Node::Neg(x), _) => {
                let quotient = self.div(x, b);
                self.neg(quotient)
            }
            (_, Node::Neg(y)) => {
                let quotient = self.div(a, y);
                self.neg(quotient)
            }
            _ => self.intern(Node::Div(a, b)),
        }
    }

    /// `-a`
    pub fn neg(&mut self, a: Value) -> Value {
        if let Some(x) = self.as_constant(a) {
            let minus = -x.clone();
            return self.constant(&minus);
        }
        match self.node(a) {
            Node::Neg(x) => x,
            _ => self.intern(Node::Neg(a)),
        }
    }

    /// A function of one argument. If the argument is an integer at which the value is a known integer, the result is that
    /// constant. Sine and cosine are also simplified for quarter turns and negated angles.
    pub fn call(&mut self, function: Function, a: Value) -> Value {
        let number = self.as_constant(a).and_then(whole_number);
        if let Some(value) = number.and_then(|x| function.at(x)) {
            return self.integer(value);
        }
        match function.class() {
            Class::SinCos(part) => self.call_of_angle(part, function, a),
            Class::SquareRoot | Class::Stumpff(_) | Class::Transcendental => {
                self.intern(Node::Call(function, a))
            }
        }
    }

    fn call_of_angle(&mut self, part: SinCos, function: Function, a: Value) -> Value {
        match self.node(a) {
            Node::Neg(x) => {
                let value = self.call(function, x);
                match part {
                    SinCos::Sine => self.neg(value),
                    SinCos::Cosine => value,
                }
            }
            Node::Angle(index) => {
                let angle = &self.angles[index as usize];
                let value = match part {
                    SinCos::Sine => &angle.sin,
                    SinCos::Cosine => &angle.cos,
                };
                let value = value.clone();
                self.constant(&value)
            }
            Node::Add(x, y) => match (self.quarter_turns(x), self.quarter_turns(y)) {
                (Some(turns), _) => self.call_turned(part, y, turns),
                (_, Some(turns)) => self.call_turned(part, x, turns),
                _ => self.intern(Node::Call(function, a)),
            },
            _ => self.intern(Node::Call(function, a)),
        }
    }

    /// Sine or cosine of `a` plus `turns` quarter turns.
    fn call_turned(&mut self, part: SinCos, a: Value, turns: u8) -> Value {
        // sin(a + k pi/2) runs through sin, cos, -sin, -cos; cosine is one quarter turn ahead.
        let phase = (turns + u8::from(part == SinCos::Cosine)) % 4;
        let base = if phase.is_multiple_of(2) { Function::Sin } else { Function::Cos };
        let value = self.call(base, a);
        if phase >= 2 { self.neg(value) } else { value }
    }

    fn quarter_turns(&self, a: Value) -> Option<u8> {
        self.as_angle(a).and_then(Angle::quarter_turns)
    }

    /// Sine and cosine of an angle.
    pub fn sin_cos(&mut self, angle: Value) -> (Value, Value) {
        (
            self.call(Function::Sin, angle),
            self.call(Function::Cos, angle),
        )
    }

    /// Adds another program with its inputs replaced, and returns its outputs.
    pub fn inline(
        &mut self,
        program: &Program,
        mut input: impl FnMut(&mut Self, Input) -> Value,
    ) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(program.nodes().len());
        for (position, &node) in program.nodes().iter().enumerate() {
            let value = match node {
                Node::Input(argument) => input(self, argument),
                _ => self.copy_node(program, program.value(position), &values),
            };
            values.push(value);
        }
        program
            .outputs()
            .iter()
            .map(|output| values[output.index()])
            .collect()
    }

    /// Adds a node of another program with its hint; `values` maps that program's values to values here.
    pub fn copy_node(&mut self, program: &Program, value: Value, values: &[Value]) -> Value {
        let operand = |value: Value| values[value.index()];
        let copy = match program.nodes()[value.index()] {
            Node::Input(argument) => self.input(argument.kind, argument.index as usize),
            Node::Constant(index) => self.constant(&program.constants()[index as usize]),
            Node::Angle(index) => self.angle(&program.angles()[index as usize]),
            Node::Add(a, b) => self.add(operand(a), operand(b)),
            Node::Sub(a, b) => self.sub(operand(a), operand(b)),
            Node::Mul(a, b) => self.mul(operand(a), operand(b)),
            Node::Div(a, b) => self.div(operand(a), operand(b)),
            Node::Neg(a) => self.neg(operand(a)),
            Node::Call(function, a) => self.call(function, operand(a)),
        };
        self.hint_if_some(copy, program.hint(value));
        copy
    }

    /// Gives a hint to a value that has none. Inputs have names of their own, and constants are written as numbers, so they get no hint.
    pub fn hint(&mut self, value: Value, hint: ValueHint) {
        super::hint::set(&self.nodes, &mut self.hints, value, hint);
    }

    /// Gives a value the name of its definition in an expression of the user.
    pub fn hint_definition(&mut self, value: Value, name: &str) {
        self.hint(
            value,
            ValueHint::whole(ValueSymbol::DEFINITION, self.definitions.len()),
        );
        self.definitions.push(name.to_owned());
    }

    /// The names of all definitions in expressions that were read into this builder.
    #[must_use]
    pub fn definitions(&self) -> &[String] {
        &self.definitions
    }

    /// Calls [`hint`](Self::hint) if there is a hint.
    pub fn hint_if_some(&mut self, value: Value, hint: Option<ValueHint>) {
        if let Some(hint) = hint {
            self.hint(value, hint);
        }
    }

    /// The program that computes `outputs`, without nodes that they do not need.
    #[must_use]
    pub fn finish(&self, outputs: &[Value]) -> Program {
        Program::extract(
            &self.nodes,
            &self.hints,
            &self.constants,
            &self.angles,
            outputs,
        )
    }

    fn intern(&mut self, node: Node) -> Value {
        if let Some(&value) = self.node_of.get(&node) {
            return value;
        }
        let value = self.push(node);
        self.node_of.insert(node, value);
        value
    }

    fn push(&mut self, node: Node) -> Value {
        self.nodes.push(node);
        self.hints.push(None);
        Value(u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 values"))
    }

    /// The operands of a sum or product in canonical order: a constant comes first, otherwise the older value.
    fn order(&self, a: Value, b: Value) -> (Value, Value) {
        if self.as_constant(b).is_some() || (self.as_constant(a).is_none() && a > b) {
            (b, a)
        } else {
            (a, b)
        }
    }
}

/// A whole number as an i64. None: it is not whole, or too large.
fn whole_number(number: &Rational) -> Option<i64> {
    let is_whole = number.denominator().is_one();
    let integer = is_whole.then(|| i64::try_from(number.numerator().clone()).ok());
    integer.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Count;

    #[test]
    fn equal_values_are_one_value() {
        let mut b = Builder::new();
        let (x, y) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        assert_eq!(b.add(x, y), b.add(y, x));
        let difference = b.sub(y, x);
        let opposite = b.sub(x, y);
        assert_eq!(difference, b.neg(opposite));
    }

    #[test]
    fn constants_fold_exactly() {
        let mut b = Builder::new();
        let third = b.constant(&(integer(1) / integer(3)));
        let three = b.integer(3);
        assert_eq!(b.mul(third, three), b.one());
        let x = b.input(InputKind::Q, 0);
        let scaled = b.mul(x, third);
        assert_eq!(b.mul(three, scaled), x);
        assert_eq!(b.sub(scaled, scaled), b.zero());
    }

    #[test]
    fn quarter_turns_cost_nothing() {
        let mut b = Builder::new();
        let x = b.input(InputKind::Q, 0);
        let quarter = b.angle(&Angle {
            cos: integer(0),
            sin: integer(1),
        });
        let sum = b.add(x, quarter);
        let (sine, cosine) = b.sin_cos(sum);
        let (s, c) = b.sin_cos(x);
        assert_eq!(sine, c);
        assert_eq!(cosine, b.neg(s));
    }

    /// Two joints with constant offset angles, which add up to three quarter turns.
    #[test]
    fn quarter_turns_of_a_sum_cost_nothing() {
        let part = Angle::of_radians(&(integer(3) / integer(10)));
        let complement = &Angle::of_quarter_turns(3) + &-part.clone();
        let turns = [2, 1].map(Angle::of_quarter_turns);
        for [x_offset, y_offset] in [
            [part.clone(), complement.clone()],
            [complement, part],
            turns,
        ] {
            let mut b = Builder::new();
            let [x, y] = [0, 1].map(|k| b.input(InputKind::Q, k));
            let [x_offset, y_offset] = [x_offset, y_offset].map(|angle| b.angle(&angle));
            let [x_angle, y_angle] = [b.add(x, x_offset), b.add(y_offset, y)];
            let sum = b.add(x_angle, y_angle);
            let argument = b.add(x, y);
            let cosine = b.call(Function::Cos, argument);
            let sine = b.call(Function::Sin, sum);
            assert_eq!(sine, b.neg(cosine));
            assert_eq!(Count::of(&b.finish(&[sine])).add, 1);

            // The same for a difference: (x + a) - (y - b), where a + b is three quarter turns.
            let back = b.sub(y, y_offset);
            let difference = b.sub(x_angle, back);
            let argument = b.sub(x, y);
            let cosine = b.call(Function::Cos, argument);
            let sine = b.call(Function::Sin, difference);
            assert_eq!(sine, b.neg(cosine));
        }
    }

    #[test]
    fn a_quarter_turn_is_found_beside_another_angle() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|k| b.input(InputKind::Q, k));
        let quarter = b.angle(&Angle::of_quarter_turns(1));
        let small_angle = b.angle(&Angle::of_radians(&(integer(3) / integer(10))));
        let [first, second] = [b.add(x, quarter), b.add(y, small_angle)];
        let sum = b.add(first, second);
        let argument = b.add(x, second);
        assert_eq!(b.call(Function::Sin, sum), b.call(Function::Cos, argument));
        let difference = b.sub(second, first);
        let argument = b.sub(second, x);
        let cosine = b.call(Function::Cos, argument);
        assert_eq!(b.call(Function::Sin, difference), b.neg(cosine));
    }
}
