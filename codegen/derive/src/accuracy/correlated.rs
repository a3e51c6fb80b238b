//! Values with samples of their errors.
//!
//! Each operation is rounded up or down at random. A sample is the error that such roundings add up to in the result, to
//! first order. An error that reaches the result along several paths is added with the sign that it has along each: in
//! long chains nearly all of it cancels.

use super::lanes::StateValue;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Float, Function};

/// The number of samples.
const SAMPLES: usize = 2;
/// The rounding error of a value, relative to half a unit in its last place: that is the largest, and this its root mean square.
const TYPICAL: f64 = 0.5;
/// The relative step of a slope, which then has some eight digits.
const STEP: f64 = 1e-6;

/// A value at a state.
#[derive(Clone, Copy, Debug)]
pub struct Correlated {
    /// The value in double precision.
    value: f64,
    /// Its errors, in units in the last place of 1.
    errors: [f64; SAMPLES],
}

impl Correlated {
    /// The largest error, in units in the last place of 1.
    pub fn error(&self) -> f64 {
        let errors = self.errors.iter();
        errors.fold(0.0, |most, error| error.abs().max(most))
    }

    /// The value of an operation on others. Their errors are multiplied by these slopes.
    fn of(value: f64, [(x, a), (y, b)]: [(f64, &Self); 2]) -> Self {
        let error = |at: usize| x * a.errors[at] + y * b.errors[at];
        let errors = [error(0), error(1)];
        // As in floats, an operation on the same values is rounded the same way, whatever their order and signs.
        let operands = bits(a.value).wrapping_add(bits(b.value));
        Self { value, errors }.rounded(operands)
    }

    /// The value after it is rounded by an operation on these bits.
    fn rounded(self, operands: u64) -> Self {
        let signs = scrambled(operands ^ bits(self.value).rotate_left(32));
        let rounding = TYPICAL * self.value / 2.0;
        let signed = |at: usize| match signs >> at & 1 {
            0 => self.errors[at] + rounding,
            _ => self.errors[at] - rounding,
        };
        Self {
            value: self.value,
            errors: [signed(0), signed(1)],
        }
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

/// The slope of a function. [`Function::slope`] is a bound, without a sign.
fn slope(function: Function, argument: f64) -> f64 {
    let step = match argument == 0.0 {
        true => STEP,
        false => STEP * argument.abs(),
    };
    let [above, below] = [argument + step, argument - step];
    (above.call(function) - below.call(function)) / (above - below)
}

impl StateValue for Correlated {
    type Context = ();

    fn given(value: f64) -> Self {
        let errors = [0.0; SAMPLES];
        Self { value, errors }
    }
    fn constant((): &mut (), value: &Rational) -> Self {
        Self::given(nearest_f64(value)).rounded(0)
    }
    fn angle((): &mut (), angle: &Angle) -> Self {
        Self::given(angle.radians()).rounded(0)
    }
    fn plus(&self, other: &Self) -> Self {
        Self::of(self.value + other.value, [(1.0, self), (1.0, other)])
    }
    fn minus(&self, other: &Self) -> Self {
        Self::of(self.value - other.value, [(1.0, self), (-1.0, other)])
    }
    fn times(&self, other: &Self) -> Self {
        let [a, b] = [self.value, other.value];
        Self::of(a * b, [(b, self), (a, other)])
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let (ratio, b) = (self.value / other.value, other.value);
        Self::of(ratio, [(1.0 / b, self), (-ratio / b, other)])
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
            return Self::given(value).rounded(bits(self.value));
        }
        Self::of(value, [(slope(function, self.value), self), (0.0, self)])
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
        run::<Correlated>(&b.finish(&[result]), &states, 1, &mut ())[0][0].error()
    }

    /// The error of `s = x + y` cancels in `(s + x) / s`, but for a small part.
    #[test]
    fn errors_on_several_paths_are_added_with_their_signs() {
        let sum = error(|b, x, y| b.add(x, y));
        assert!((sum - 0.25e6).abs() < 1.0, "{sum}");
        let ratio = error(|b, x, y| {
            let sum = b.add(x, y);
            let more = b.add(sum, x);
            b.div(more, sum)
        });
        // The roundings of `more` and of the ratio, without that of the sum.
        assert!(ratio > 0.0 && ratio <= 0.51, "{ratio}");
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
        assert!(square > 0.0 && square < 2.0, "{square}");
    }
}
