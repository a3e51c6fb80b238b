//! True values: programs in 128 bits.

use rustc_hash::FxHashMap;

use astro_float::{BigFloat, Consts, RoundingMode, Sign};
use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::UBig;

use super::double::Double;
use super::states::State;
use crate::exact::{Angle, Rational};
use crate::ir::{Algebra, Function, Input, LinearForm, Program, evaluate};

/// Bits of a number: f64 has 53, and well-conditioned algorithms lose few.
const BITS: usize = 128;
/// Nearest.
const NEAREST: RoundingMode = RoundingMode::ToEven;

impl From<&BigFloat> for Double {
    fn from(value: &BigFloat) -> Self {
        let nearest = nearest(value);
        let rest = value.sub(&BigFloat::from_f64(nearest, BITS), BITS, NEAREST);
        Self::new(nearest, self::nearest(&rest))
    }
}

/// The leading 53 bits of a number.
fn nearest(value: &BigFloat) -> f64 {
    let Some((words, _, sign, exponent, _)) = value.as_raw_parts() else {
        return f64::NAN;
    };
    // The mantissa is in [1/2, 1), its last word leads.
    let leading = words.last().copied().unwrap_or(0) as f64;
    let magnitude = libm::scalbn(leading, exponent.saturating_sub(64));
    match sign {
        Sign::Pos => magnitude,
        Sign::Neg => -magnitude,
    }
}

/// Arithmetic of so many bits, at one state.
pub struct Precise<'a> {
    state: &'a State,
    numbers: &'a mut Numbers,
}

/// Numbers of so many bits that programs are made of.
pub struct Numbers {
    /// Constants of the library.
    shared: Consts,
    constants: FxHashMap<Rational, BigFloat>,
    angles: FxHashMap<Angle, BigFloat>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            shared: Consts::new().expect("memory for a table of constants"),
            constants: FxHashMap::default(),
            angles: FxHashMap::default(),
        }
    }
}

impl Numbers {
    /// The outputs of a program at each state.
    pub fn run(&mut self, program: &Program, states: &[State]) -> Vec<Vec<Double>> {
        let each = states.iter().map(|state| {
            let numbers = &mut *self;
            let outputs = evaluate(program, &mut Precise { state, numbers });
            outputs.iter().map(Double::from).collect()
        });
        each.collect()
    }

    /// An exact constant.
    pub fn constant(&mut self, value: &Rational) -> BigFloat {
        if let Some(known) = self.constants.get(value) {
            return known.clone();
        }
        let new = of_rational(value);
        self.constants.insert(value.clone(), new.clone());
        new
    }

    /// A constant angle.
    pub fn angle(&mut self, angle: &Angle) -> BigFloat {
        if let Some(known) = self.angles.get(angle) {
            return known.clone();
        }
        // 2 atan(s / (1 + c)), or half a turn
        let (sine, cosine) = (self.constant(&angle.sin), self.constant(&angle.cos));
        let below = cosine.add(&BigFloat::from_f64(1.0, BITS), BITS, NEAREST);
        let new = match below.is_zero() {
            true => self.shared.pi(BITS, NEAREST),
            false => {
                let tangent = sine.div(&below, BITS, NEAREST);
                let half = tangent.atan(BITS, NEAREST, &mut self.shared);
                half.add(&half, BITS, NEAREST)
            }
        };
        self.angles.insert(angle.clone(), new.clone());
        new
    }

    fn call(&mut self, function: Function, a: &BigFloat) -> BigFloat {
        match function {
            Function::Sin => a.sin(BITS, NEAREST, &mut self.shared),
            Function::Cos => a.cos(BITS, NEAREST, &mut self.shared),
            Function::Sqrt => a.sqrt(BITS, NEAREST),
            Function::Exp => a.exp(BITS, NEAREST, &mut self.shared),
            Function::Ln => a.ln(BITS, NEAREST, &mut self.shared),
        }
    }

    /// A function of a number of fewer bits.
    pub fn call_double(&mut self, function: Function, a: Double) -> Double {
        let [nearest, rest] = [a.nearest(), a.rest()].map(|part| BigFloat::from_f64(part, BITS));
        let value = self.call(function, &nearest.add(&rest, BITS, NEAREST));
        Double::from(&value).within_range()
    }
}

/// The nearest number of so many bits and a few more.
fn of_rational(value: &Rational) -> BigFloat {
    const WORDS: usize = BITS / 64 + 1;
    let (above, below) = (value.numerator(), value.denominator());
    if *value == Rational::ZERO {
        return BigFloat::from_f64(0.0, BITS);
    }
    // above / below = whole 2^-shift with so many words, the leading bit 1
    let above = above.clone().unsigned_abs();
    let wanted = 64 * WORDS as i64;
    let mut shift = wanted + below.bit_len() as i64 - above.bit_len() as i64;
    let mut whole = quotient(&above, below, shift);
    if (whole.bit_len() as i64) < wanted {
        shift += 1;
        whole = quotient(&above, below, shift);
    } else if whole.bit_len() as i64 > wanted {
        whole >>= 1;
        shift -= 1;
    }
    let bytes = whole.to_le_bytes();
    let words = bytes.chunks_exact(8);
    let words: Vec<u64> = words
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    let sign = if *value < Rational::ZERO {
        Sign::Neg
    } else {
        Sign::Pos
    };
    BigFloat::from_words(&words, sign, (wanted - shift) as i32)
}

/// `above 2^shift / below`, rounded down.
fn quotient(above: &UBig, below: &UBig, shift: i64) -> UBig {
    let by = shift.unsigned_abs() as usize;
    match shift >= 0 {
        true => (above << by) / below,
        false => above / (below << by),
    }
}

impl Algebra for Precise<'_> {
    type Element = BigFloat;

    fn input(&mut self, input: Input) -> BigFloat {
        BigFloat::from_f64(self.state.value(input), BITS)
    }
    fn constant(&mut self, value: &Rational) -> BigFloat {
        self.numbers.constant(value)
    }
    fn angle(&mut self, angle: &Angle) -> BigFloat {
        self.numbers.angle(angle)
    }
    fn add(&mut self, a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.add(b, BITS, NEAREST)
    }
    fn sub(&mut self, a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.sub(b, BITS, NEAREST)
    }
    fn mul(&mut self, a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.mul(b, BITS, NEAREST)
    }
    fn div(&mut self, a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.div(b, BITS, NEAREST)
    }
    fn neg(&mut self, a: &BigFloat) -> BigFloat {
        a.neg()
    }
    fn call(&mut self, function: Function, a: &BigFloat, _: Option<&LinearForm>) -> BigFloat {
        self.numbers.call(function, a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{decimal, integer};

    #[test]
    fn rationals_are_read_to_the_last_bit() {
        for text in [
            "0.1",
            "-3",
            "1e-300",
            "-7.25e40",
            "1",
            "123456789.987654321",
            "2e307",
        ] {
            let value = decimal(text).expect("a decimal");
            let found = Double::from(&of_rational(&value));
            assert_eq!(
                found.nearest(),
                text.parse::<f64>().expect("a float"),
                "{text}"
            );
        }
        let third = of_rational(&(integer(1) / integer(3)));
        let back = third.mul(&BigFloat::from_f64(3.0, BITS), BITS, NEAREST);
        assert_eq!(Double::from(&back).distance(1.0), 0.0);
    }

    #[test]
    fn constant_angles_are_true_to_more_than_a_float() {
        let mut numbers = Numbers::default();
        for (cos, sin) in [(3, 4), (-3, 4), (-4, -3), (0, 5), (-5, 0)] {
            let [cos, sin] = [cos, sin].map(|x| integer(x) / integer(5));
            let angle = numbers.angle(&Angle {
                cos: cos.clone(),
                sin: sin.clone(),
            });
            for (function, exact) in [(Function::Cos, cos), (Function::Sin, sin)] {
                let found = numbers.call(function, &angle);
                let error = Double::from(&found.sub(&of_rational(&exact), BITS, NEAREST));
                assert!(error.nearest().abs() < 1e-36, "{error:?}");
            }
        }
    }
}
