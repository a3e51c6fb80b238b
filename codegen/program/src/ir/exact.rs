//! Exact evaluation at rational points.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Algebra, Class, Function, Input, LinearForm, Program, SinCos, evaluate};
use crate::exact::{Angle, Rational};

/// Rational arithmetic. An angle has a bare value, which stands for it outside of sine and cosine, and a point of the unit
/// circle. The two are independent: an equation that holds for all such pairs holds for all angles. Values that are not
/// rational are None.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Bare values of the inputs.
    pub numbers: BTreeMap<Input, Rational>,
    /// Points of the unit circle for the inputs that are angles.
    pub angles: BTreeMap<Input, Angle>,
}

impl Exact {
    /// The results of a program. None: one of them has no rational value here.
    pub fn evaluate(&mut self, program: &Program) -> Option<Vec<Rational>> {
        evaluate(program, self).into_iter().collect()
    }

    /// The angle of a linear form. None: the form has fractions or too large multiples of angles, or inputs that are
    /// not angles.
    fn turn(&self, form: &LinearForm) -> Option<Angle> {
        let mut turn = form.offset.clone();
        for (input, factor) in &form.factors {
            let times = i64::try_from(factor.numerator().clone()).ok()?;
            let angle = self.angles.get(input)?;
            let step = if times < 0 { -angle.clone() } else { angle.clone() };
            if *factor.denominator() != UBig::ONE || times.unsigned_abs() > MAX_MULTIPLE {
                return None;
            }
            for _ in 0..times.unsigned_abs() {
                turn = &turn + &step;
            }
        }
        Some(turn)
    }
}

/// The largest multiple of an angle that is computed: the number of digits grows with the multiple.
const MAX_MULTIPLE: u64 = 64;

/// Both numbers, if both are rational.
fn both<'a>(
    a: &'a Option<Rational>,
    b: &'a Option<Rational>,
) -> Option<(&'a Rational, &'a Rational)> {
    a.as_ref().zip(b.as_ref())
}

impl Algebra for Exact {
    type Element = Option<Rational>;

    fn input(&mut self, input: Input) -> Self::Element {
        self.numbers.get(&input).cloned()
    }
    fn constant(&mut self, value: &Rational) -> Self::Element {
        Some(value.clone())
    }
    fn angle(&mut self, angle: &Angle) -> Self::Element {
        (*angle == Angle::ZERO).then_some(Rational::ZERO)
    }
    fn add(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b).map(|(a, b)| a + b)
    }
    fn sub(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b).map(|(a, b)| a - b)
    }
    fn mul(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b).map(|(a, b)| a * b)
    }
    fn div(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        let (a, b) = both(a, b).filter(|(_, b)| **b != Rational::ZERO)?;
        Some(a / b)
    }
    fn neg(&mut self, a: &Self::Element) -> Self::Element {
        a.clone().map(|a| -a)
    }
    fn call(
        &mut self,
        function: Function,
        _: &Self::Element,
        form: Option<&LinearForm>,
    ) -> Self::Element {
        let turn = form.and_then(|form| self.turn(form));
        match function.class() {
            Class::SinCos(SinCos::Cosine) => turn.map(|turn| turn.cos),
            Class::SinCos(SinCos::Sine) => turn.map(|turn| turn.sin),
            Class::SquareRoot | Class::Stumpff(_) | Class::Transcendental => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;
    use crate::ir::{InputKind, parse};

    #[test]
    fn results_that_are_not_rational_are_none() {
        let input = Input::new(InputKind::Q, 0);
        let mut point = Exact::default();
        let mut outputs = |program: &str| point.evaluate(&parse(program).unwrap());
        let sine = "v0 = q0\nv1 = sin v0\nout v1";
        assert_eq!(outputs(sine), None, "an input without a value");
        for text in [
            "v0 = const 2\nv1 = sqrt v0\nout v1",
            "v0 = const 0\nv1 = div v0 v0\nout v1",
        ] {
            assert_eq!(outputs(text), None, "{text}");
        }
        point.numbers.insert(input, integer(3));
        point.angles.insert(input, Angle::of_quarter_turns(1));
        let mut outputs = |program: &str| point.evaluate(&parse(program).unwrap());
        assert_eq!(outputs(sine), Some(vec![integer(1)]));
        let half = "v0 = q0\nv1 = const 1/2\nv2 = mul v1 v0\nv3 = sin v2\nout v3";
        assert_eq!(outputs(half), None, "half of an angle");
        let thrice = "v0 = q0\nv1 = const -3\nv2 = mul v1 v0\nv3 = sin v2\nv4 = mul v3 v0\nout v4";
        assert_eq!(outputs(thrice), Some(vec![integer(3)]));
    }
}
