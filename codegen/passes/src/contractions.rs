//! Fused multiply-adds (FMA): a product and a sum with one rounding, if the target has that instruction.

use std::collections::BTreeMap;

use multibody_program::ir::{Node, Program, Value};

/// A fused multiply-add `factors[0] * factors[1] + term`, with signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// The product node, which has no other use.
    pub product: Value,
    /// The factors of the product.
    pub factors: [Value; 2],
    /// Whether the product is subtracted.
    pub product_is_negative: bool,
    /// The term to which the product is added.
    pub term: Value,
    /// Whether the term is subtracted.
    pub term_is_negative: bool,
}

/// The fused multiply-adds of the program, by the value of the sum. If both operands of a sum are products, the one at
/// the end of the longer chain of operations is fused, since the other one is ready earlier.
#[must_use]
pub fn contractions(program: &Program) -> BTreeMap<Value, Contraction> {
    let (uses, depths) = (count_uses(program), compute_depths(program));
    let factors = |value: Value| match program.nodes()[value.index()] {
        Node::Mul(a, b) if uses[value.index()] == 1 => Some([a, b]),
        _ => None,
    };
    let mut results = BTreeMap::new();
    for (position, &node) in program.nodes().iter().enumerate() {
        let sum = program.value(position);
        let (a, b, b_is_negative) = match node {
            Node::Add(a, b) => (a, b, false),
            Node::Sub(a, b) => (a, b, true),
            _ => continue,
        };
        let [first, second] = [(a, false), (b, b_is_negative)];
        // Of two values at the same depth, the later one counts as deeper.
        let depth_key = |value: Value| (depths[value.index()], value);
        let (later, earlier) =
            if depth_key(a) > depth_key(b) { (first, second) } else { (second, first) };
        let contraction = |(product, product_is_negative), (term, term_is_negative)| {
            factors(product).map(|factors| Contraction {
                product,
                factors,
                product_is_negative,
                term,
                term_is_negative,
            })
        };
        let choice = contraction(later, earlier).or_else(|| contraction(earlier, later));
        results.extend(choice.map(|contraction| (sum, contraction)));
    }
    results
}

/// For each value, the number of operations in the longest chain up to it.
fn compute_depths(program: &Program) -> Vec<usize> {
    let mut depths = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| depths[operand.index()]);
        depths.push(operands.max().map_or(0, |depth: usize| depth + 1));
    }
    depths
}

/// How often each value is an operand or an output.
fn count_uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.nodes().len()];
    let operands = program.nodes().iter().flat_map(|node| node.operands());
    for value in operands.chain(program.outputs().iter().copied()) {
        uses[value.index()] += 1;
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::contractions;
    use multibody_program::ir::parse;

    #[test]
    fn the_later_product_with_a_single_use_is_fused() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = mul v0 v0\nv3 = mul v1 v1\nv4 = sub v2 v3\nv5 = mul v0 v1\nv6 = add v5 v4\n\
             v7 = mul v4 v1\nv8 = sub v6 v7\nv9 = sub v7 v8\nv10 = mul v9 v0\nv11 = sub v10 v9\nout v11 v5",
        )
        .unwrap();
        let contractions = contractions(&program);
        let v = |at: usize| program.value(at);
        let parts: Vec<_> = contractions
            .iter()
            .map(|(sum, fused)| {
                let signs = (fused.product_is_negative, fused.term_is_negative);
                (*sum, fused.product, fused.factors, fused.term, signs)
            })
            .collect();
        // v5 is an output, and v7 is used in two sums.
        let expected = [
            (v(4), v(3), [v(1), v(1)], v(2), (true, false)),
            (v(11), v(10), [v(9), v(0)], v(9), (false, true)),
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn the_product_at_the_end_of_the_longer_chain_is_fused() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = add v0 v1\nv3 = mul v2 v1\nv4 = mul v0 v1\nv5 = add v3 v4\nout v5",
        )
        .unwrap();
        let sum = program.value(5);
        assert_eq!(contractions(&program)[&sum].product, program.value(3));
    }
}
