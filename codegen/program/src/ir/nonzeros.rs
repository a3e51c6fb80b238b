//! Which results are structural zeros.

use super::{Node, Program, Value};
use crate::exact::Rational;

impl Program {
    /// Whether each result may be nonzero. `false`: it is 0 for all inputs, in floats too, since it is the constant 0, or a sum,
    /// product or quotient that such zeros make 0.
    #[must_use]
    pub fn nonzeros(&self) -> Vec<bool> {
        let mut nonzeros: Vec<bool> = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            let may_be_nonzero = |value: Value| nonzeros[value.index()];
            let is_nonzero = match *node {
                Node::Constant(index) => self.constants()[index as usize] != Rational::ZERO,
                Node::Add(a, b) | Node::Sub(a, b) => may_be_nonzero(a) || may_be_nonzero(b),
                Node::Mul(a, b) => may_be_nonzero(a) && may_be_nonzero(b),
                Node::Div(a, _) | Node::Neg(a) => may_be_nonzero(a),
                Node::Input(_) | Node::Angle(_) | Node::Call(..) => true,
            };
            nonzeros.push(is_nonzero);
        }
        let outputs = self.outputs().iter();
        outputs.map(|output| nonzeros[output.index()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    /// The parser simplifies nothing, as the loops of the runtime do not.
    #[test]
    fn zeros_are_passed_on_by_sums_products_and_quotients() {
        let program = parse(
            "v0 = const 0\nv1 = q0\nv2 = const 3\nv3 = mul v0 v1\nv4 = add v3 v0\nv5 = neg v4\nv6 = div v5 v1\n\
             v7 = sub v6 v1\nv8 = add v1 v6\nv9 = mul v7 v2\nv10 = cos v0\n\
             out v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10",
        );
        let nonzeros = program.expect("a program").nonzeros();
        let zeros = [0, 3, 4, 5, 6];
        let expected = (0..11).map(|index| !zeros.contains(&index));
        assert_eq!(nonzeros, expected.collect::<Vec<bool>>());
    }
}
