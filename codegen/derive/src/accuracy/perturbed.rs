//! Values with samples of their errors.
//!
//! Each operation has the rounding error that it has in f64, up or down at random. A sample is the error that such
//! roundings add up to in the result, to first order. An error that reaches the result along several paths is added
//! with the signs that it has along them: in long chains, most of it cancels.

use super::lanes::StateValue;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Float, Function};

/// How many samples there are at a state. There are more states instead, which differ by more than samples do.
const SAMPLES: usize = 2;

/// A value at a state.
#[derive(Clone, Copy, Debug)]
pub struct Perturbed {
    /// The value in double precision.
    pub value: f64,
    /// Its errors, in units in the last place of 1.
    errors: [f64; SAMPLES],
}

impl Perturbed {
    /// The largest error, in units in the last place of 1.
    pub fn error(&self) -> f64 {
        self.errors
            .iter()
            .fold(0.0, |most, error| error.abs().max(most))
    }

    /// A number that is not exact, and depends on no other value.
    fn nearest(value: f64) -> Self {
        Self::given(value).rounded(typical_error(value), 0)
    }

    /// The result of an operation that multiplies errors by these slopes, to first order, and is rounded.
    fn combined(value: f64, rounding: f64, [(x, a), (y, b)]: [(f64, &Self); 2]) -> Self {
        let of = |at: usize| x * a.errors[at] + y * b.errors[at];
        let errors = [of(0), of(1)];
        // As in floats, an operation on the same values is rounded the same way, whatever their order and signs.
        let operands = bits(a.value).wrapping_add(bits(b.value));
        Self { value, errors }.rounded(rounding, operands)
    }

    /// The value after its rounding by an operation on these bits.
    fn rounded(mut self, rounding: f64, operands: u64) -> Self {
        let signs = scrambled(operands ^ bits(self.value).rotate_left(32));
        let own = |at: usize| {
            if signs >> at & 1 == 0 {
                rounding
            } else {
                -rounding
            }
        };
        self.errors = [self.errors[0] + own(0), self.errors[1] + own(1)];
        self
    }
}

/// The bits of a number without its sign.
fn bits(value: f64) -> u64 {
    value.abs().to_bits()
}

/// A random number that depends on these bits (Steele, Lea and Flood 2014, `SplitMix64`).
fn scrambled(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The rounding error of a function or a constant, in units in the last place of 1. At most half a unit in the last place
/// of the value, it is half of that on average.
fn typical_error(value: f64) -> f64 {
    value / 4.0
}

/// The rounding error of `sum = a + b` (Knuth), in units in the last place of 1.
fn error_of_sum(sum: f64, a: f64, b: f64) -> f64 {
    let from_b = sum - a;
    let from_a = sum - from_b;
    ((a - from_a) + (b - from_b)) / f64::EPSILON
}

/// The slope of a function at an argument, with its sign, to some eight digits.
fn slope(function: Function, argument: f64) -> f64 {
    let step = match argument == 0.0 {
        true => 1e-6,
        false => 1e-6 * argument.abs(),
    };
    let [above, below] = [argument + step, argument - step];
    (above.call(function) - below.call(function)) / (above - below)
}

impl StateValue for Perturbed {
    type Context = ();

    fn given(value: f64) -> Self {
        let errors = [0.0; SAMPLES];
        Self { value, errors }
    }
    fn constant((): &mut (), value: &Rational) -> Self {
        let nearest = nearest_f64(value);
        match Rational::try_from(nearest).is_ok_and(|exact| exact == *value) {
            true => Self::given(nearest),
            false => Self::nearest(nearest),
        }
    }
    fn angle((): &mut (), angle: &Angle) -> Self {
        Self::nearest(angle.radians())
    }
    fn plus(&self, other: &Self) -> Self {
        let sum = self.value + other.value;
        let rounding = error_of_sum(sum, self.value, other.value);
        Self::combined(sum, rounding, [(1.0, self), (1.0, other)])
    }
    fn minus(&self, other: &Self) -> Self {
        let difference = self.value - other.value;
        let rounding = error_of_sum(difference, self.value, -other.value);
        Self::combined(difference, rounding, [(1.0, self), (-1.0, other)])
    }
    fn times(&self, other: &Self) -> Self {
        let [a, b] = [self.value, other.value];
        let product = a * b;
        let rounding = libm::fma(a, b, -product) / f64::EPSILON;
        Self::combined(product, rounding, [(b, self), (a, other)])
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let [a, b] = [self.value, other.value];
        let ratio = a / b;
        let rounding = libm::fma(-ratio, b, a) / b / f64::EPSILON;
        Self::combined(ratio, rounding, [(1.0 / b, self), (-ratio / b, other)])
    }
    fn negated(&self) -> Self {
        Self {
            value: -self.value,
            errors: self.errors.map(|error| -error),
        }
    }
    fn called(&self, (): &mut (), function: Function) -> Self {
        let value = self.value.call(function);
        // An exact argument adds no error, even where the slope is infinite, as that of a root is at 0.
        if self.errors == [0.0; SAMPLES] {
            return Self::nearest(value);
        }
        let slope = slope(function, self.value);
        Self::combined(value, typical_error(value), [(slope, self), (0.0, self)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::lanes::run;
    use crate::accuracy::state::InputState;
    use multibody_program::ir::{Builder, InputKind, Value};

    /// The largest error at x = 0.7, y = 10^6 + 0.1.
    fn error(build: impl Fn(&mut Builder, Value, Value) -> Value) -> f64 {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let result = build(&mut b, x, y);
        let state = InputState::of([(InputKind::Q, vec![0.7, 1e6 + 0.1])]);
        let states = std::array::from_fn(|_| state.clone());
        run::<Perturbed>(&b.finish(&[result]), &states, 1, &mut ())[0][0].error()
    }

    /// The error of `s = x + y` cancels in `(s + x) / s`, but for a small part.
    #[test]
    fn errors_on_several_paths_are_added_with_their_signs() {
        let sum = error(|b, x, y| b.add(x, y));
        assert!(sum > 1e4 && sum <= 0.5e6, "{sum}");
        let ratio = error(|b, x, y| {
            let sum = b.add(x, y);
            let more = b.add(sum, x);
            b.div(more, sum)
        });
        // The roundings of `more` and of the ratio, half a unit each, without that of the sum.
        assert!(ratio > 0.0 && ratio <= 1.01, "{ratio}");
    }

    /// Neither the sine nor the cosine of `y` has much of its error in the sum of their squares.
    #[test]
    fn slopes_have_signs() {
        let square = error(|b, x, y| {
            let angle = b.add(x, y);
            let (sine, cosine) = b.sin_cos(angle);
            let squares = [sine, cosine].map(|x| b.mul(x, x));
            b.add(squares[0], squares[1])
        });
        assert!(square > 0.0 && square < 3.0, "{square}");
    }

    #[test]
    fn exact_operations_have_no_error() {
        let twice = error(|b, x, _| b.add(x, x));
        let fourfold = error(|b, x, _| {
            let four = b.integer(4);
            b.mul(four, x)
        });
        assert_eq!([twice, fourfold], [0.0; 2]);
    }
}
