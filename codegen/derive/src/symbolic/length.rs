//! The length of an expression and its derivatives, computed before they are written out.

use std::ops::Add;

use multibody_program::ir::Node;

/// Limit on the length of an expression, since sums are sorted again with each summand. One expression of a description has at
/// most a thousand tokens.
const VALUE_LIMIT: u64 = 2_000;
/// Limit on the length of an expression and its derivatives.
const TOTAL_LIMIT: u64 = 50_000;

/// Limit on the degree, since powers of powers are multiplied out.
const DEGREE_LIMIT: u64 = 1_000;

/// The number of factors and summands of an expression, of all its first derivatives with respect to moving inputs (those
/// that change with time), and of all its second derivatives. A value that is used twice counts twice, since expressions of the computer
/// algebra are trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpressionLength {
    value: u64,
    degree: u64,
    /// The number of factors and summands that move, and the number of pairs of them that have a second derivative.
    moving: [u64; 2],
    /// The lengths of all first and of all second derivatives.
    derivatives: [u64; 2],
}

impl ExpressionLength {
    /// The length of a moving input, such as a coordinate, or of a piece.
    pub const MOVING: Self = Self {
        value: 1,
        degree: 1,
        moving: [1, 0],
        derivatives: [1, 0],
    };
    /// The length of a value that does not move.
    const CONSTANT: Self = Self {
        value: 1,
        degree: 0,
        moving: [0; 2],
        derivatives: [0; 2],
    };

    /// The length of a node whose operands have these lengths.
    pub fn of(node: Node, operands: &[Self]) -> Self {
        // Values that do not move are computed beforehand.
        if operands.iter().all(|operand| operand.moving[0] == 0) {
            return Self::CONSTANT;
        }
        match (node, operands) {
            (Node::Mul(..), [a, b]) => a.times(b),
            (Node::Div(..), [a, b]) => a.times(&b.power(&[*b])),
            (Node::Call(..), [a]) => Self {
                degree: 1,
                moving: [1; 2],
                derivatives: [1; 2],
                ..*a
            },
            (_, operands) => operands.iter().fold(Self::default(), |sum, &x| sum + x),
        }
    }

    /// The length of a product of powers of this expression. The derivatives of `x^n` are `n x^(n-1) dx` and
    /// `n (n-1) x^(n-2) dx dx + n x^(n-1) ddx`.
    pub fn power(&self, powers: &[Self]) -> Self {
        let degrees = powers.iter().map(|power| power.degree);
        let [moving, pairs] = self.moving;
        let [first, second] = self.derivatives;
        let squared = moving.saturating_mul(moving);
        let all_pairs = pairs.saturating_add(squared);
        Self {
            value: self.value,
            degree: degrees.fold(0, u64::saturating_add),
            moving: [moving, all_pairs],
            derivatives: [
                first.saturating_add(moving.saturating_mul(self.value)),
                (second.saturating_add(all_pairs.saturating_mul(self.value)))
                    .saturating_add(twice(moving.saturating_mul(first))),
            ],
        }
    }

    /// Whether the computer algebra writes the expression and its derivatives out in about a tenth of a second.
    pub fn is_short(&self) -> bool {
        self.value <= VALUE_LIMIT && self.degree <= DEGREE_LIMIT && self.total() <= TOTAL_LIMIT
    }

    /// The length of the expression and all its derivatives.
    pub fn total(&self) -> u64 {
        let [first, second] = self.derivatives;
        self.value.saturating_add(first).saturating_add(second)
    }

    fn times(&self, other: &Self) -> Self {
        let sum = *self + *other;
        let mixed = twice(self.moving[0].saturating_mul(other.moving[0]));
        let [mut first, mut second] = sum.derivatives;
        for (a, b) in [(self, other), (other, self)] {
            first = first.saturating_add(a.moving[0].saturating_mul(b.value));
            second = (second.saturating_add(a.moving[1].saturating_mul(b.value)))
                .saturating_add(twice(a.moving[0].saturating_mul(b.derivatives[0])));
        }
        Self {
            value: sum.value,
            degree: self.degree.saturating_add(other.degree),
            moving: [sum.moving[0], sum.moving[1].saturating_add(mixed)],
            derivatives: [first, second],
        }
    }
}

fn twice(count: u64) -> u64 {
    count.saturating_mul(2)
}

impl Add for ExpressionLength {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let add = |a: [u64; 2], b: [u64; 2]| [0, 1].map(|k: usize| a[k].saturating_add(b[k]));
        Self {
            value: self.value.saturating_add(other.value),
            degree: self.degree.max(other.degree),
            moving: add(self.moving, other.moving),
            derivatives: add(self.derivatives, other.derivatives),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::Value;

    const PRODUCT: Node = Node::Mul(Value::ZERO, Value::ZERO);
    const SUM: Node = Node::Add(Value::ZERO, Value::ZERO);

    #[test]
    fn products_have_as_many_derivatives_as_factors() {
        // x y z: yz + xz + xy, then x, y and z twice each.
        let product_of_two = ExpressionLength::of(PRODUCT, &[ExpressionLength::MOVING; 2]);
        let product_of_three =
            ExpressionLength::of(PRODUCT, &[product_of_two, ExpressionLength::MOVING]);
        assert_eq!(product_of_three.value, 3);
        assert_eq!(product_of_three.moving, [3, 6]);
        assert!((6..=9).contains(&product_of_three.derivatives[0]));
        // A sum has no second derivatives.
        let sum = ExpressionLength::of(SUM, &[ExpressionLength::MOVING; 2]);
        assert_eq!(sum.total(), 4);
        // A hundred factors: 100^2 derivatives of 100 factors.
        let product = (0..99).fold(ExpressionLength::MOVING, |product, _| {
            ExpressionLength::of(PRODUCT, &[product, ExpressionLength::MOVING])
        });
        assert!(product.total() > 900_000);
        assert!(
            ExpressionLength::MOVING
                .power(&[ExpressionLength::MOVING; 2])
                .total()
                < 10
        );
        assert_eq!(
            ExpressionLength::of(PRODUCT, &[ExpressionLength::CONSTANT; 2]),
            ExpressionLength::CONSTANT
        );
    }

    #[test]
    fn the_length_of_nested_quotients_saturates() {
        let quotient = Node::Div(Value::ZERO, Value::ZERO);
        let nested = (0..80).fold(ExpressionLength::MOVING, |nested, _| {
            ExpressionLength::of(quotient, &[nested, nested])
        });
        assert_eq!(nested.total(), u64::MAX);
    }
}
