//! Formulas of constraint rows between two frames A and B; each stage evaluates them in its own arithmetic.

/// A vector of the frames A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameVector {
    /// `a_k`, an axis of A.
    AxisOfA(usize),
    /// `b_k`, an axis of B.
    AxisOfB(usize),
    /// d, from the origin of A to that of B.
    Offset,
}

/// A product of two vectors of the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameProduct {
    /// `a_k . d`
    Component(usize),
    /// `a_i . b_j`
    Cosine(usize, usize),
    /// `d . d`
    SquaredDistance,
}

/// A scalar function of the frames and of the row's numbers, which are lengths. A motion common to both frames does not
/// change its value, since it depends on products of their vectors only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A product of vectors.
    Product(FrameProduct),
    /// `n^2`, for the number with this index.
    Square(usize),
    /// `x - y`
    Difference(Box<[Formula; 2]>),
    /// `x / 2`
    Half(Box<Formula>),
    /// `x / n`, for the number with this index.
    Over(Box<Formula>, usize),
}

/// An arithmetic in which formulas are evaluated.
pub trait FormulaAlgebra {
    /// The result for a formula.
    type Scalar;

    /// A product of vectors.
    fn product(&mut self, factors: FrameProduct) -> Self::Scalar;

    /// `n^2`
    fn square(&mut self, number: usize) -> Self::Scalar;

    /// `x - y`
    fn difference(&mut self, x: Self::Scalar, y: Self::Scalar) -> Self::Scalar;

    /// `x / 2`
    fn half(&mut self, x: Self::Scalar) -> Self::Scalar;

    /// `x / n`
    fn over(&mut self, x: Self::Scalar, number: usize) -> Self::Scalar;
}

impl FrameProduct {
    /// The two vectors.
    #[must_use]
    pub fn vectors(self) -> [FrameVector; 2] {
        use FrameVector::{AxisOfA, AxisOfB, Offset};
        match self {
            Self::Component(k) => [AxisOfA(k), Offset],
            Self::Cosine(i, j) => [AxisOfA(i), AxisOfB(j)],
            Self::SquaredDistance => [Offset; 2],
        }
    }
}

impl Formula {
    /// `x - y`
    #[must_use]
    pub fn minus(self, y: Self) -> Self {
        Self::Difference(Box::new([self, y]))
    }

    /// `x / 2`
    #[must_use]
    pub fn half(self) -> Self {
        Self::Half(Box::new(self))
    }

    /// `x / n`, for the number with this index.
    #[must_use]
    pub fn over(self, number: usize) -> Self {
        Self::Over(Box::new(self), number)
    }

    /// Its value in an arithmetic.
    pub fn evaluate<A: FormulaAlgebra>(&self, algebra: &mut A) -> A::Scalar {
        match self {
            Self::Product(factors) => algebra.product(*factors),
            Self::Square(number) => algebra.square(*number),
            Self::Difference(terms) => {
                let [x, y] = terms.each_ref().map(|term| term.evaluate(algebra));
                algebra.difference(x, y)
            }
            Self::Half(term) => {
                let x = term.evaluate(algebra);
                algebra.half(x)
            }
            Self::Over(term, number) => {
                let x = term.evaluate(algebra);
                algebra.over(x, *number)
            }
        }
    }

    /// Exponent of length in its dimension.
    #[must_use]
    pub fn length_exponent(&self) -> usize {
        match self {
            Self::Product(FrameProduct::Cosine(..)) => 0,
            Self::Product(FrameProduct::Component(_)) => 1,
            Self::Product(FrameProduct::SquaredDistance) | Self::Square(_) => 2,
            Self::Difference(terms) => terms[0].length_exponent(),
            Self::Half(x) => x.length_exponent(),
            Self::Over(x, _) => x.length_exponent() - 1,
        }
    }

    /// The axis index k if the formula is `a_k . d`.
    #[must_use]
    pub fn offset_component(&self) -> Option<usize> {
        match self {
            Self::Product(FrameProduct::Component(k)) => Some(*k),
            _ => None,
        }
    }

    /// The index of the number that equals the length of d where the formula is 0; `None` if the formula does not
    /// determine this length.
    #[must_use]
    pub fn distance_index(&self) -> Option<usize> {
        match self {
            Self::Half(x) | Self::Over(x, _) => x.distance_index(),
            Self::Difference(terms) => match &**terms {
                [
                    Self::Product(FrameProduct::SquaredDistance),
                    Self::Square(number),
                ] => Some(*number),
                _ => None,
            },
            Self::Product(_) | Self::Square(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `((d . d - n^2) / 2) / n`
    fn radial() -> Formula {
        let square = Formula::Product(FrameProduct::SquaredDistance);
        square.minus(Formula::Square(0)).half().over(0)
    }

    #[test]
    fn dimensions_follow_from_formulas() {
        let product = Formula::Product;
        assert_eq!(
            product(FrameProduct::Cosine(0, 1)).half().length_exponent(),
            0
        );
        assert_eq!(product(FrameProduct::Component(2)).length_exponent(), 1);
        assert_eq!(radial().length_exponent(), 1);
        assert_eq!(
            radial()
                .minus(product(FrameProduct::Component(2)))
                .length_exponent(),
            1
        );
        assert_eq!(product(FrameProduct::SquaredDistance).length_exponent(), 2);
    }

    #[test]
    fn a_distance_is_recognised_whatever_its_scale() {
        assert_eq!(radial().distance_index(), Some(0));
        let component = Formula::Product(FrameProduct::Component(1));
        assert_eq!(
            (component.distance_index(), component.offset_component()),
            (None, Some(1))
        );
        assert_eq!(
            component.clone().minus(Formula::Square(0)).distance_index(),
            None
        );
        assert_eq!(
            (
                radial().offset_component(),
                component.half().offset_component()
            ),
            (None, None)
        );
    }
}
