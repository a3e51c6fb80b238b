//! Constraint rows between two frames: the wrench of a unit multiplier, and the second derivative.

use super::end_frames::{Derivatives, EndFrame, EndFrameMotion, axis, dot_second, half, offset};
use crate::kernels::Wrench;
use multibody_description::constraint::{Formula, FormulaAlgebra, FrameProduct, FrameVector};
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, Value};

/// The force and moment of a unit multiplier at the second end frame's point. `numbers` are the constants of the row,
/// which the formula names by their index.
pub fn unit_wrench(
    b: &mut Builder,
    [source, target]: [&EndFrame; 2],
    (formula, numbers): (&Formula, &[Value]),
) -> Wrench {
    let mut algebra = WrenchAlgebra {
        b,
        end_frames: [source, target],
        numbers,
    };
    let scaled_wrench = formula.evaluate(&mut algebra);
    algebra.scale(&scaled_wrench)
}

/// Computes the wrench of a formula of the offset d from frame A to frame B and of their axes a_i, b_j. If a virtual
/// displacement of B relative to A changes d by u and b_j by `w x b_j`, the formula changes by `force . u + moment . w`.
struct WrenchAlgebra<'a> {
    b: &'a mut Builder,
    end_frames: [&'a EndFrame; 2],
    numbers: &'a [Value],
}

/// A wrench with a factor that is multiplied in last, so that half of `|d|^2` gives the force d without a
/// multiplication.
struct ScaledWrench {
    factor: Rational,
    wrench: Wrench,
}

impl WrenchAlgebra<'_> {
    fn scale(&mut self, ScaledWrench { factor, wrench }: &ScaledWrench) -> Wrench {
        let [force, moment] =
            [wrench.force, wrench.moment].map(|part| part.map(|x| self.b.scale(factor, x)));
        Wrench { force, moment }
    }
}

impl FormulaAlgebra for WrenchAlgebra<'_> {
    type Scalar = ScaledWrench;

    fn product(&mut self, product: FrameProduct) -> ScaledWrench {
        let b = &mut *self.b;
        let [source, target] = self.end_frames;
        let (factor, force, moment) = match product {
            FrameProduct::Component(k) => (1, axis(&source.axes, k), b.zeros()),
            FrameProduct::Cosine(i, j) => {
                let moment = b.cross(&axis(&target.axes, j), &axis(&source.axes, i));
                (1, b.zeros(), moment)
            }
            FrameProduct::SquaredDistance => (2, b.sub3(&target.point, &source.point), b.zeros()),
        };
        ScaledWrench {
            factor: integer(factor),
            wrench: Wrench { force, moment },
        }
    }

    fn square(&mut self, _: usize) -> ScaledWrench {
        // The square of a number is constant.
        ScaledWrench {
            factor: integer(1),
            wrench: Wrench::zero(self.b),
        }
    }

    fn difference(&mut self, x: ScaledWrench, y: ScaledWrench) -> ScaledWrench {
        // If nothing is subtracted, the factor can still be multiplied in last.
        if y.wrench == Wrench::zero(self.b) {
            return x;
        }
        let [x, y] = [&x, &y].map(|wrench| self.scale(wrench));
        ScaledWrench {
            factor: integer(1),
            wrench: x.minus(self.b, &y),
        }
    }

    fn half(&mut self, x: ScaledWrench) -> ScaledWrench {
        ScaledWrench {
            factor: x.factor / integer(2),
            ..x
        }
    }

    fn over(&mut self, x: ScaledWrench, number: usize) -> ScaledWrench {
        let inverse = reciprocal(self.b, self.numbers[number]);
        let Wrench { force, moment } = x.wrench;
        let [force, moment] = [force, moment].map(|part| self.b.scale3(inverse, &part));
        ScaledWrench {
            wrench: Wrench { force, moment },
            ..x
        }
    }
}

/// The second derivative of a formula at qdd = 0.
pub fn second_derivative(
    b: &mut Builder,
    end_frames: [&EndFrame; 2],
    motions: [&EndFrameMotion; 2],
    (formula, numbers): (&Formula, &[Value]),
) -> Value {
    let offset = offset(b, end_frames, motions);
    formula.evaluate(&mut SecondDerivatives {
        b,
        end_frames,
        motions,
        offset,
        numbers,
    })
}

struct SecondDerivatives<'a> {
    b: &'a mut Builder,
    end_frames: [&'a EndFrame; 2],
    motions: [&'a EndFrameMotion; 2],
    offset: Derivatives,
    numbers: &'a [Value],
}

impl SecondDerivatives<'_> {
    fn vector(&mut self, vector: FrameVector) -> Derivatives {
        let [source, target] = self.end_frames;
        let [source_motion, target_motion] = self.motions;
        match vector {
            FrameVector::AxisOfA(k) => {
                source_motion.axis_derivatives(self.b, axis(&source.axes, k))
            }
            FrameVector::AxisOfB(k) => {
                target_motion.axis_derivatives(self.b, axis(&target.axes, k))
            }
            FrameVector::Offset => self.offset,
        }
    }
}

impl FormulaAlgebra for SecondDerivatives<'_> {
    type Scalar = Value;

    fn product(&mut self, product: FrameProduct) -> Value {
        let [u, v] = product.vectors().map(|vector| self.vector(vector));
        dot_second(self.b, &u, &v)
    }

    fn square(&mut self, _: usize) -> Value {
        // The square of a number is constant.
        self.b.zero()
    }

    fn difference(&mut self, x: Value, y: Value) -> Value {
        self.b.sub(x, y)
    }

    fn half(&mut self, x: Value) -> Value {
        half(self.b, x)
    }

    fn over(&mut self, x: Value, number: usize) -> Value {
        let inverse = reciprocal(self.b, self.numbers[number]);
        self.b.mul(x, inverse)
    }
}

fn reciprocal(b: &mut Builder, number: Value) -> Value {
    let one = b.one();
    b.div(one, number)
}
