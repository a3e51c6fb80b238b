//! The error that is expected of a program at a state, from random rounding errors.
//!
//! Each value of a program has a rounding error of at most half a unit in its last place. In a draw, each of these
//! errors is random and independent of the others, and all are propagated to the outputs, to first order. So an error
//! that reaches an output along several paths is added with the signs it has along them: in long chains, most of it
//! cancels. A measured error, in contrast, is that of a single draw, and may be small by luck.

use std::collections::BTreeMap;

use super::state::InputState;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{
    Algebra, Builder, Float, Floats, Function, Input, InputKind, LinearForm, Program, evaluate,
};
use multibody_support::random::Random;

/// How many draws are made side by side: one for each byte of a random number.
const DRAWS: usize = 8;

/// The outputs of a program at a state.
pub fn with_random_roundings(program: &Program, state: &InputState) -> Vec<Inexact> {
    let mut roundings = Roundings {
        state,
        random: Random::new(1),
    };
    evaluate(program, &mut roundings)
}

/// A value at a state, with its error in each draw, in units in the last place of 1.
#[derive(Clone, Copy, Debug)]
pub struct Inexact {
    /// The value in double precision.
    pub value: f64,
    errors: [f64; DRAWS],
}

impl Inexact {
    fn given(value: f64) -> Self {
        let errors = [0.0; DRAWS];
        Self { value, errors }
    }

    /// The largest error of all draws.
    pub fn largest_error(&self) -> f64 {
        let sizes = self.errors.iter().map(|error| error.abs());
        sizes.fold(0.0, f64::max)
    }
}

/// Arithmetic with random rounding errors.
struct Roundings<'a> {
    state: &'a InputState,
    random: Random,
}

impl Roundings<'_> {
    /// A value that depends on others with these slopes, rounded.
    fn rounded(&mut self, value: f64, [(x, a), (y, b)]: [(f64, &Inexact); 2]) -> Inexact {
        // Half a unit in the last place times a number of eight bits from -1 to 1, for each draw.
        let unit = value / 256.0;
        let parts = self.random.bits().to_le_bytes();
        let mut errors = [0.0; DRAWS];
        for draw in 0..DRAWS {
            let own = unit * f64::from(parts[draw] as i8);
            errors[draw] = x * a.errors[draw] + y * b.errors[draw] + own;
        }
        Inexact { value, errors }
    }

    /// A number that is exact before it is rounded.
    fn nearest(&mut self, value: f64) -> Inexact {
        self.rounded(value, [(0.0, &Inexact::given(0.0)); 2])
    }
}

impl Algebra for Roundings<'_> {
    type Element = Inexact;

    fn input(&mut self, input: Input) -> Inexact {
        Inexact::given(self.state.value(input))
    }
    fn constant(&mut self, value: &Rational) -> Inexact {
        self.nearest(nearest_f64(value))
    }
    fn angle(&mut self, angle: &Angle) -> Inexact {
        self.nearest(angle.radians())
    }
    fn add(&mut self, a: &Inexact, b: &Inexact) -> Inexact {
        self.rounded(a.value + b.value, [(1.0, a), (1.0, b)])
    }
    fn sub(&mut self, a: &Inexact, b: &Inexact) -> Inexact {
        self.rounded(a.value - b.value, [(1.0, a), (-1.0, b)])
    }
    fn mul(&mut self, a: &Inexact, b: &Inexact) -> Inexact {
        self.rounded(a.value * b.value, [(b.value, a), (a.value, b)])
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn div(&mut self, a: &Inexact, b: &Inexact) -> Inexact {
        let ratio = a.value / b.value;
        self.rounded(ratio, [(1.0 / b.value, a), (-ratio / b.value, b)])
    }
    /// Exact.
    fn neg(&mut self, a: &Inexact) -> Inexact {
        Inexact {
            value: -a.value,
            errors: a.errors.map(|error| -error),
        }
    }
    fn call(&mut self, function: Function, a: &Inexact, _: Option<&LinearForm>) -> Inexact {
        let value = a.value.call(function);
        if a.errors == [0.0; DRAWS] {
            return self.nearest(value);
        }
        let slope = slope(function, a.value, value);
        self.rounded(value, [(slope, a), (0.0, a)])
    }
}

/// The derivative of a function at an argument where it has this value.
fn slope(function: Function, argument: f64, value: f64) -> f64 {
    let mut b = Builder::new();
    let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
    let slope = function.derivative(&mut b, x, y);
    let values = [argument, value];
    let mut floats = Floats {
        inputs: BTreeMap::from([(InputKind::Q, &values[..])]),
    };
    evaluate(&b.finish(&[slope]), &mut floats)[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::Value;

    /// The largest error at x = 0.7, y = 10^6.
    fn error(build: impl Fn(&mut Builder, Value, Value) -> Value) -> f64 {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let result = build(&mut b, x, y);
        let state = InputState::of([(InputKind::Q, vec![0.7, 1e6])]);
        with_random_roundings(&b.finish(&[result]), &state)[0].largest_error()
    }

    /// The error of `s = x + y` cancels in `(s + x) / s`, but for a small part.
    #[test]
    fn errors_on_several_paths_are_added_with_their_signs() {
        let sum = error(|b, x, y| b.add(x, y));
        assert!(sum > 0.2e6 && sum <= 0.51e6, "{sum}");
        let ratio = error(|b, x, y| {
            let sum = b.add(x, y);
            let more = b.add(sum, x);
            b.div(more, sum)
        });
        // The roundings of `more` and of the ratio, half a unit each, without that of the sum.
        assert!(ratio > 0.2 && ratio <= 1.01, "{ratio}");
    }
}
