//! Copies single values of a program, and all values on which they depend, to the program of a builder.

use multibody_program::ir::{Builder, Program, Value};

/// The values of a program, copied to the program of a builder; each is computed once, when it is first requested.
pub struct Copies<'a> {
    program: &'a Program,
    values: Vec<Value>,
    is_computed: Vec<bool>,
}

impl<'a> Copies<'a> {
    /// The copies of a program's values, none of which has been computed yet.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let count = program.nodes().len();
        Self {
            program,
            values: vec![Value::ZERO; count],
            is_computed: vec![false; count],
        }
    }

    /// Computes a value, and first all values on which it depends. There is no recursion, since programs may be as deep
    /// as they are long.
    pub fn value(&mut self, b: &mut Builder, value: Value) -> Value {
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            let position = top.index();
            if self.is_computed[position] {
                stack.pop();
                continue;
            }
            let node = self.program.nodes()[position];
            let old_length = stack.len();
            let is_missing = |operand: &Value| !self.is_computed[operand.index()];
            stack.extend(node.operands().filter(is_missing));
            // The operands are reversed, so that the first one is computed next.
            stack[old_length..].reverse();
            if stack.len() == old_length {
                self.values[position] = b.copy_node(self.program, top, &self.values);
                self.is_computed[position] = true;
            }
        }
        self.values[value.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::{InputKind, SymbolIndex, ValueHint, ValueSymbol};

    /// Each value uses the one before it twice: as a tree, the program would have 2^300 leaves.
    #[test]
    fn shared_values_are_copied_once() {
        let mut b = Builder::new();
        let mut value = b.input(InputKind::Q, 0);
        for _ in 0..300 {
            let (sine, cosine) = b.sin_cos(value);
            value = b.mul(sine, cosine);
        }
        let program = b.finish(&[value]);
        let mut builder = Builder::new();
        let copy = Copies::new(&program).value(&mut builder, program.outputs()[0]);
        assert_eq!(builder.finish(&[copy]), program);
    }

    #[test]
    fn copies_keep_hints() {
        let hint = ValueHint::whole(ValueSymbol::new("tau", SymbolIndex::Other), 0);
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let square = b.mul(q, q);
        b.hint(square, hint);
        let program = b.finish(&[square]);
        let mut builder = Builder::new();
        let copy = Copies::new(&program).value(&mut builder, program.outputs()[0]);
        let result = builder.finish(&[copy]);
        assert_eq!(result.hint(result.outputs()[0]), Some(hint));
    }
}
