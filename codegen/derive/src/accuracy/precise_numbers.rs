//! True values: programs in 128 bits.

use rustc_hash::FxHashMap;

use astro_float::{BigFloat, Consts, RoundingMode, Sign};
use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::UBig;

use super::double::Double;
use super::state::InputState;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Algebra, Function, Input, LinearForm, Program, evaluate};

/// Bits of a number: f64 has 53, and well-conditioned algorithms lose few.
const BITS: usize = 128;
/// For arguments below this one the functions of Stumpff are computed by their series, whose terms are then below
/// `e^4`. For all other arguments the recurrence loses few bits.
const SERIES_LIMIT: u64 = 16;
/// Number of terms of the series after the first; further terms are below 2^-128.
const SERIES_TERMS: u64 = 28;
/// Rounding to nearest.
const NEAREST: RoundingMode = RoundingMode::ToEven;

impl From<&BigFloat> for Double {
    fn from(value: &BigFloat) -> Self {
        let nearest = nearest(value);
        let rest = value.sub(&BigFloat::from_f64(nearest, BITS), BITS, NEAREST);
        Self::new(nearest, self::nearest(&rest))
    }
}

/// The float nearest to the leading 64 bits of a number.
fn nearest(value: &BigFloat) -> f64 {
    let Some((words, _, sign, exponent, _)) = value.as_raw_parts() else {
        return f64::NAN;
    };
    // The mantissa is in [1/2, 1), and its leading word is the last.
    let leading = words.last().copied().unwrap_or(0) as f64;
    let magnitude = libm::scalbn(leading, exponent.saturating_sub(64));
    match sign {
        Sign::Pos => magnitude,
        Sign::Neg => -magnitude,
    }
}

/// Arithmetic of `BITS` bits, at one state.
pub struct PreciseAlgebra<'a> {
    state: &'a InputState,
    numbers: &'a mut PreciseNumbers,
}

/// Constants of programs, in `BITS` bits.
pub struct PreciseNumbers {
    /// Constants that functions of the library have computed, such as pi.
    constant_cache: Consts,
    constants: FxHashMap<Rational, BigFloat>,
    angles: FxHashMap<Angle, BigFloat>,
}

impl Default for PreciseNumbers {
    fn default() -> Self {
        Self {
            constant_cache: Consts::new().expect("memory for a table of constants"),
            constants: FxHashMap::default(),
            angles: FxHashMap::default(),
        }
    }
}

impl PreciseNumbers {
    /// The outputs of a program at each state.
    pub fn run(&mut self, program: &Program, states: &[InputState]) -> Vec<Vec<Double>> {
        let runs = states.iter().map(|state| {
            let numbers = &mut *self;
            let outputs = evaluate(program, &mut PreciseAlgebra { state, numbers });
            outputs.iter().map(Double::from).collect()
        });
        runs.collect()
    }

    /// An exact constant.
    pub fn constant(&mut self, value: &Rational) -> BigFloat {
        if let Some(number) = self.constants.get(value) {
            return number.clone();
        }
        let number = from_rational(value);
        self.constants.insert(value.clone(), number.clone());
        number
    }

    /// A constant angle.
    pub fn angle(&mut self, angle: &Angle) -> BigFloat {
        if let Some(number) = self.angles.get(angle) {
            return number.clone();
        }
        // 2 atan(s / (1 + c)), or half a turn
        let (sine, cosine) = (self.constant(&angle.sin), self.constant(&angle.cos));
        let denominator = cosine.add(&BigFloat::from_f64(1.0, BITS), BITS, NEAREST);
        let number = if denominator.is_zero() {
            self.constant_cache.pi(BITS, NEAREST)
        } else {
            let tangent = sine.div(&denominator, BITS, NEAREST);
            let half = tangent.atan(BITS, NEAREST, &mut self.constant_cache);
            half.add(&half, BITS, NEAREST)
        };
        self.angles.insert(angle.clone(), number.clone());
        number
    }

    fn call(&mut self, function: Function, a: &BigFloat) -> BigFloat {
        match function {
            Function::Sin => a.sin(BITS, NEAREST, &mut self.constant_cache),
            Function::Cos => a.cos(BITS, NEAREST, &mut self.constant_cache),
            Function::Sqrt => a.sqrt(BITS, NEAREST),
            Function::Exp => a.exp(BITS, NEAREST, &mut self.constant_cache),
            Function::Ln => a.ln(BITS, NEAREST, &mut self.constant_cache),
            Function::Stumpff(k) => self.stumpff(k.into(), a),
        }
    }

    /// Stumpff's function c_k(x): by its series if the terms are small, otherwise from `c_0 = cos sqrt x` or
    /// `c_1 = sin sqrt x / sqrt x` by `c_(n+2) = (1/n! - c_n) / x`.
    fn stumpff(&mut self, k: u64, x: &BigFloat) -> BigFloat {
        let integer = |n: u64| BigFloat::from_u64(n, BITS);
        let inverse_factorial = |n: u64| {
            (1..=n).fold(integer(1), |product, factor| {
                product.div(&integer(factor), BITS, NEAREST)
            })
        };
        if x.cmp(&integer(SERIES_LIMIT)).is_none_or(|order| order < 0) {
            let sum = (1..=SERIES_TERMS).rev().fold(integer(1), |sum, i| {
                let n = k + 2 * i;
                let ratio = x.div(&integer(n * (n - 1)), BITS, NEAREST);
                integer(1).sub(&ratio.mul(&sum, BITS, NEAREST), BITS, NEAREST)
            });
            return sum.mul(&inverse_factorial(k), BITS, NEAREST);
        }
        let root = x.sqrt(BITS, NEAREST);
        let first = match k % 2 {
            0 => root.cos(BITS, NEAREST, &mut self.constant_cache),
            _ => root
                .sin(BITS, NEAREST, &mut self.constant_cache)
                .div(&root, BITS, NEAREST),
        };
        (k % 2..k).step_by(2).fold(first, |c, n| {
            inverse_factorial(n)
                .sub(&c, BITS, NEAREST)
                .div(x, BITS, NEAREST)
        })
    }

    /// A function of a number of 106 bits.
    pub fn call_double(&mut self, function: Function, a: Double) -> Double {
        let [nearest, rest] = [a.nearest(), a.rest()].map(|part| BigFloat::from_f64(part, BITS));
        let value = self.call(function, &nearest.add(&rest, BITS, NEAREST));
        Double::from(&value).within_range()
    }
}

/// The number in somewhat more than `BITS` bits.
fn from_rational(value: &Rational) -> BigFloat {
    const WORDS: usize = BITS / 64 + 1;
    let (numerator, denominator) = (value.numerator(), value.denominator());
    if *value == Rational::ZERO {
        return BigFloat::from_f64(0.0, BITS);
    }
    // numerator / denominator = mantissa 2^-shift, where the mantissa has WORDS words, and its leading bit is 1
    let numerator = numerator.clone().unsigned_abs();
    let precision = 64 * WORDS as i64;
    let mut shift = precision + denominator.bit_len() as i64 - numerator.bit_len() as i64;
    let mut mantissa = quotient(&numerator, denominator, shift);
    if (mantissa.bit_len() as i64) < precision {
        shift += 1;
        mantissa = quotient(&numerator, denominator, shift);
    } else if mantissa.bit_len() as i64 > precision {
        mantissa >>= 1;
        shift -= 1;
    }
    let bytes = mantissa.to_le_bytes();
    let words = bytes.chunks_exact(8);
    let words: Vec<u64> = words
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    let sign = if *value < Rational::ZERO { Sign::Neg } else { Sign::Pos };
    BigFloat::from_words(&words, sign, (precision - shift) as i32)
}

/// `numerator 2^shift / denominator`, rounded down.
fn quotient(numerator: &UBig, denominator: &UBig, shift: i64) -> UBig {
    let bits = shift.unsigned_abs() as usize;
    if shift >= 0 {
        (numerator << bits) / denominator
    } else {
        numerator / (denominator << bits)
    }
}

impl Algebra for PreciseAlgebra<'_> {
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
    use std::collections::BTreeMap;

    use super::*;
    use multibody_description::joint::choices::Rates;
    use multibody_description::joint::orientation::CHARTS;
    use multibody_description::joint::{JointPrograms, OrientationChart, ball_in};
    use multibody_program::exact::{decimal, integer};
    use multibody_program::ir::{Floats, InputKind};

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
            let result = Double::from(&from_rational(&value));
            assert_eq!(
                result.nearest(),
                text.parse::<f64>().expect("a float"),
                "{text}"
            );
        }
        let third = from_rational(&(integer(1) / integer(3)));
        let product = third.mul(&BigFloat::from_f64(3.0, BITS), BITS, NEAREST);
        assert_eq!(Double::from(&product).distance(1.0), 0.0);
    }

    /// The expected values are from mpmath with 60 digits, each as a float and the rest.
    #[test]
    fn functions_of_stumpff_are_more_accurate_than_a_float() {
        let mut numbers = PreciseNumbers::default();
        for (x, k, nearest, rest) in [
            (0.0, 0, 1.0, 0.0),
            (0.0, 1, 1.0, 0.0),
            (0.0, 4, 0.041666666666666664, 2.3129646346357427e-18),
            (0.0, 7, 0.0001984126984126984, 1.7209558293420705e-22),
            (0.75, 0, 0.6478593448524569, 2.391907457606099e-17),
            (0.75, 1, 0.8796046606571578, 3.22974187730791e-18),
            (0.75, 4, 0.04063883529325673, 1.184476113420303e-19),
            (0.75, 7, 0.00019635992377407043, -6.437344849722547e-21),
            (15.9375, 0, -0.6595418787120855, -2.256978621143354e-17),
            (15.9375, 1, -0.18828505885136623, 3.6432170975840324e-18),
            (15.9375, 4, 0.024839020054589867, -1.7839775118442528e-20),
            (15.9375, 7, 0.00016025303094919426, 1.0265826514296252e-20),
            (16.0625, 0, -0.6477170153795783, 4.984846651096066e-17),
            (16.0625, 1, -0.1900993257458956, 1.3818930830500972e-17),
            (16.0625, 4, 0.024742001303014852, -1.0940781031353758e-19),
            (16.0625, 7, 0.00015999481332219207, 1.0535509966464294e-20),
            (250.0, 0, -0.9946563970939644, -1.162800719635233e-17),
            (250.0, 1, -0.006529518120061805, 2.553686508678083e-19),
            (250.0, 4, 0.0019680854976464966, 1.6134230346848163e-20),
            (250.0, 7, 3.073108455582635e-05, -7.229114669850279e-22),
        ] {
            let value = numbers.call_double(Function::Stumpff(k), Double::from(x));
            let error = value - Double::new(nearest, rest);
            assert!(error.nearest().abs() < 1e-31, "c_{k}({x}): {error:?}");
        }
    }

    /// R and N of three parameters are accurate in both floats, to the number of ulp of 1 that is given with each
    /// program. For f32 the parameters are ones that f32 can represent.
    #[test]
    fn rotations_by_three_parameters_are_accurate_from_no_turn_to_half_a_turn() {
        for chart in CHARTS {
            if !chart.has_unit_norm() {
                assert_accurate(chart);
            }
        }
    }

    fn assert_accurate(chart: &dyn OrientationChart) {
        let JointPrograms {
            transform,
            rate_map,
        } = JointPrograms::of(&*ball_in(chart, Rates::Body));
        let programs = [(transform, 3.0), (rate_map.expect("body rates"), 3.0)];
        for angle in [
            0.0,
            1e-300,
            1e-200,
            1e-160,
            1e-150,
            1e-100,
            1e-30,
            1e-12,
            1e-8,
            1e-4,
            0.01,
            0.3,
            1.0,
            2.0,
            3.0,
            std::f64::consts::PI,
        ] {
            let exact = chart.axis_angle(angle, [2.0, -3.0, 6.0].map(|part| part / 7.0));
            let vector = [0, 1, 2].map(|k| f64::from(exact[k] as f32));
            for (program, tolerance) in &programs {
                let state = InputState::of([(InputKind::Local, exact.to_vec())]);
                let truth = PreciseNumbers::default().run(program, &[state]);
                let inputs = BTreeMap::from([(InputKind::Local, &exact[..])]);
                let results = evaluate(program, &mut Floats { inputs });
                for (result, truth) in results.iter().zip(&truth[0]) {
                    let error = truth.distance(*result) / f64::EPSILON;
                    assert!(
                        error <= *tolerance,
                        "{chart:?} {angle:e}: off by {error} ulp"
                    );
                }
                let rounded_state = InputState::of([(InputKind::Local, vector.to_vec())]);
                let truth = PreciseNumbers::default().run(program, &[rounded_state]);
                let vector_f32 = vector.map(|part| part as f32);
                let inputs = BTreeMap::from([(InputKind::Local, &vector_f32[..])]);
                let results = evaluate(program, &mut Floats::<f32> { inputs });
                for (result, truth) in results.iter().zip(&truth[0]) {
                    let error = truth.distance(f64::from(*result)) / f64::from(f32::EPSILON);
                    assert!(
                        error <= *tolerance,
                        "{chart:?} {angle:e}: off by {error} ulp of f32"
                    );
                }
            }
        }
    }

    #[test]
    fn constant_angles_are_more_accurate_than_a_float() {
        let mut numbers = PreciseNumbers::default();
        for (cos, sin) in [(3, 4), (-3, 4), (-4, -3), (0, 5), (-5, 0)] {
            let [cos, sin] = [cos, sin].map(|x| integer(x) / integer(5));
            let angle = numbers.angle(&Angle {
                cos: cos.clone(),
                sin: sin.clone(),
            });
            for (function, exact) in [(Function::Cos, cos), (Function::Sin, sin)] {
                let result = numbers.call(function, &angle);
                let error = Double::from(&result.sub(&from_rational(&exact), BITS, NEAREST));
                assert!(error.nearest().abs() < 1e-36, "{error:?}");
            }
        }
    }
}
