//! Programs in numbers of 192 bits, at a state: what their results are before anything is rounded.

use std::collections::{BTreeMap, HashMap};

use astro_float::{BigFloat, Consts, Radix, RoundingMode};
use multibody_codegen::internal::exact::{Angle, Rational};
use multibody_codegen::internal::ir::{
    Algebra, Function, Input, InputKind, LinearForm, Program, evaluate,
};

const BITS: usize = 192;
const NEAREST: RoundingMode = RoundingMode::ToEven;

/// Constants of programs, which are the same at all states.
pub struct TrueValues {
    shared: Consts,
    constants: HashMap<Rational, BigFloat>,
}

impl TrueValues {
    pub fn new() -> Self {
        Self {
            shared: Consts::new().expect("memory for a table of constants"),
            constants: HashMap::new(),
        }
    }

    /// The outputs of a program.
    pub fn of(
        &mut self,
        program: &Program,
        inputs: &BTreeMap<InputKind, Vec<f64>>,
    ) -> Vec<BigFloat> {
        let values = self;
        evaluate(program, &mut AtState { values, inputs })
    }

    fn rational(&mut self, value: &Rational) -> BigFloat {
        if let Some(known) = self.constants.get(value) {
            return known.clone();
        }
        let whole = |text: String, shared: &mut Consts| {
            BigFloat::parse(&text, Radix::Dec, BITS, NEAREST, shared)
        };
        let above = whole(value.numerator().to_string(), &mut self.shared);
        let below = whole(value.denominator().to_string(), &mut self.shared);
        let ratio = above.div(&below, BITS, NEAREST);
        self.constants.insert(value.clone(), ratio.clone());
        ratio
    }
}

/// The distance of a float from a true value.
pub fn distance(exact: &BigFloat, result: f64) -> f64 {
    let difference = exact.sub(&BigFloat::from_f64(result, BITS), BITS, NEAREST);
    nearest(&difference).abs()
}

/// A true value as a float.
pub fn nearest(value: &BigFloat) -> f64 {
    value.to_string().parse().unwrap_or(f64::NAN)
}

struct AtState<'a> {
    values: &'a mut TrueValues,
    inputs: &'a BTreeMap<InputKind, Vec<f64>>,
}

impl Algebra for AtState<'_> {
    type Element = BigFloat;

    fn input(&mut self, input: Input) -> BigFloat {
        BigFloat::from_f64(self.inputs[&input.kind][input.index as usize], BITS)
    }
    fn constant(&mut self, value: &Rational) -> BigFloat {
        self.values.rational(value)
    }
    /// `2 atan(s / (1 + c))`, or half a turn.
    fn angle(&mut self, angle: &Angle) -> BigFloat {
        let [sine, cosine] = [&angle.sin, &angle.cos].map(|of| self.values.rational(of));
        let below = cosine.add(&BigFloat::from_f64(1.0, BITS), BITS, NEAREST);
        if below.is_zero() {
            return self.values.shared.pi(BITS, NEAREST);
        }
        let tangent = sine.div(&below, BITS, NEAREST);
        let half = tangent.atan(BITS, NEAREST, &mut self.values.shared);
        half.add(&half, BITS, NEAREST)
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
        let shared = &mut self.values.shared;
        match function {
            Function::Sin => a.sin(BITS, NEAREST, shared),
            Function::Cos => a.cos(BITS, NEAREST, shared),
            Function::Sqrt => a.sqrt(BITS, NEAREST),
            other => panic!("rigid bodies have no {}", other.name()),
        }
    }
}
