//! Whether two programs are the same function of a robot's state, decided without the prover: both
//! are evaluated modulo 2^31 - 1, angles as points of the unit circle, quaternions of unit length.

use std::collections::BTreeMap;

use multibody_codegen::Rational;
use multibody_codegen::internal::exact::Angle;
use multibody_codegen::internal::ir::{
    Algebra, Function, Input, InputKind, LinearForm, Program, evaluate,
};
use multibody_codegen::internal::joint::orientations;
use multibody_codegen::internal::system::System;

use super::Random;

const PRIME: u64 = (1 << 31) - 1;
/// What the denominators of all multipliers of the tests divide.
const PARTS: i64 = 1000;
/// How often two programs are compared.
const POINTS: u64 = 3;

/// Whether two programs agree at random states.
pub fn agree(system: &System, one: &Program, other: &Program) -> bool {
    (1..=POINTS).all(|seed| {
        let index = |program| {
            let mut point = Point::random(system, seed);
            let values = evaluate(program, &mut point);
            (!point.failed).then_some(values)
        };
        index(one).is_some_and(|values| Some(values) == index(other))
    })
}

/// A random state: what an input is depends on nothing but the seed.
struct Point {
    seed: u64,
    quaternions: BTreeMap<u32, u64>,
    /// `c_0` and `c_1` of Stumpff, of the squares of rotation vectors and of their quarters.
    stumpff: BTreeMap<u64, [u64; 2]>,
    failed: bool,
}

impl Point {
    fn random(system: &System, seed: u64) -> Self {
        let mut point = Self {
            seed,
            quaternions: BTreeMap::new(),
            stumpff: BTreeMap::new(),
            failed: false,
        };
        for coordinate in &system.coordinates {
            for (index, chart) in orientations(coordinate.kind.positions()) {
                if chart.has_unit_norm() {
                    point.quaternion(coordinate.q + index)
                } else {
                    point.rotation_vector(coordinate.q + index)
                }
            }
        }
        point
    }

    fn residue(&self, kind: u64, index: u32) -> u64 {
        Random::new(self.seed << 48 | kind << 40 | u64::from(index)).bits() % PRIME
    }

    /// By stereographic projection.
    fn quaternion(&mut self, first: usize) {
        let [x, y, z] = [0, 1, 2].map(|k| self.residue(1, k));
        let square = (x * x + y * y % PRIME + z * z % PRIME) % PRIME;
        let inverse = inverse((1 + square) % PRIME);
        let parts = [2 * x, 2 * y, 2 * z, 1 + PRIME - square];
        for (k, part) in parts.into_iter().enumerate() {
            self.quaternions
                .insert((first + k) as u32, part % PRIME * inverse % PRIME);
        }
    }

    /// By a tangent `t`: `c_0^2 + y c_1^2 = 1`, at a quarter y of the square; and by doubling the angle.
    fn rotation_vector(&mut self, first: usize) {
        let square = (first..first + 3).fold(0, |sum, index| {
            let q = self.input(Input::new(InputKind::Q, index));
            (sum + q * q) % PRIME
        });
        let (y, t) = (square * inverse(4) % PRIME, self.residue(2, first as u32));
        let yt = y * t % PRIME * t % PRIME;
        let below = inverse((1 + yt) % PRIME);
        let [c0, c1] = [
            (1 + PRIME - yt) % PRIME * below % PRIME,
            2 * t % PRIME * below % PRIME,
        ];
        let sine = y * c1 % PRIME * c1 % PRIME;
        let doubled = (1 + 2 * (PRIME - sine)) % PRIME;
        self.stumpff.insert(y, [c0, c1]);
        self.stumpff.insert(square, [doubled, c0 * c1 % PRIME]);
    }

    /// `c_k(x)`, by `x c_(n+2) = 1/n! - c_n`.
    fn stumpff(&self, k: u8, x: u64) -> Option<u64> {
        let first = self.stumpff.get(&x)?[usize::from(k % 2)];
        let next = |c, n| {
            let factorial = (1..=n).fold(1, |product, factor| product * factor % PRIME);
            (inverse(factorial) + PRIME - c) % PRIME * inverse(x) % PRIME
        };
        Some((u64::from(k % 2)..k.into()).step_by(2).fold(first, next))
    }

    /// A part of an angle, as cosine and sine, by the half-angle tangent.
    fn root(&self, index: u32) -> (u64, u64) {
        let t = self.residue(2, index);
        let (square, inverse) = (t * t % PRIME, inverse((1 + t * t) % PRIME));
        (
            (1 + PRIME - square) % PRIME * inverse % PRIME,
            2 * t % PRIME * inverse % PRIME,
        )
    }

    fn circle_point(&self, form: &LinearForm) -> Option<(u64, u64)> {
        let mut point = (residue_of(&form.offset.cos)?, residue_of(&form.offset.sin)?);
        for (input, factor) in &form.factors {
            let times = factor * Rational::from(PARTS);
            if *times.denominator() != 1_u8.into() {
                return None;
            }
            let times = i64::try_from(times.numerator().clone()).ok()?;
            let (cos, sin) = self.root(input.index);
            let step = if times < 0 { (cos, (PRIME - sin) % PRIME) } else { (cos, sin) };
            for _ in 0..times.unsigned_abs() {
                point = turned(point, step);
            }
        }
        Some(point)
    }
}

fn turned((c, s): (u64, u64), (cos, sin): (u64, u64)) -> (u64, u64) {
    (
        (c * cos % PRIME + PRIME - s * sin % PRIME) % PRIME,
        (s * cos % PRIME + c * sin % PRIME) % PRIME,
    )
}

fn inverse(value: u64) -> u64 {
    power(value, PRIME - 2)
}

fn power(value: u64, mut exponent: u64) -> u64 {
    let (mut power, mut base) = (1, value);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    power
}

/// None: the denominator is a multiple of the prime.
fn residue_of(value: &Rational) -> Option<u64> {
    let prime = Rational::from(PRIME);
    let rest = |whole: Rational| -> u64 {
        let rest = &whole - (&whole / &prime).floor() * &prime;
        u64::try_from(rest.numerator().clone()).expect("not negative, below the prime")
    };
    let denominator = rest(Rational::from(value.denominator().clone()));
    (denominator != 0)
        .then(|| rest(Rational::from(value.numerator().clone())) * inverse(denominator) % PRIME)
}

impl Algebra for Point {
    type Element = u64;

    fn input(&mut self, input: Input) -> u64 {
        let quaternion = self
            .quaternions
            .get(&input.index)
            .filter(|_| input.kind == InputKind::Q);
        quaternion
            .copied()
            .unwrap_or_else(|| self.residue(3 + input.kind as u64, input.index))
    }
    fn constant(&mut self, value: &Rational) -> u64 {
        residue_of(value).unwrap_or_else(|| {
            self.failed = true;
            0
        })
    }
    fn angle(&mut self, _: &Angle) -> u64 {
        // Programs use angles inside sine and cosine only.
        0
    }
    fn add(&mut self, a: &u64, b: &u64) -> u64 {
        (a + b) % PRIME
    }
    fn sub(&mut self, a: &u64, b: &u64) -> u64 {
        (a + PRIME - b) % PRIME
    }
    fn mul(&mut self, a: &u64, b: &u64) -> u64 {
        a * b % PRIME
    }
    fn div(&mut self, a: &u64, b: &u64) -> u64 {
        self.failed |= *b == 0;
        a * inverse(*b) % PRIME
    }
    fn neg(&mut self, a: &u64) -> u64 {
        (PRIME - a) % PRIME
    }
    fn call(&mut self, function: Function, a: &u64, form: Option<&LinearForm>) -> u64 {
        let point = || form.and_then(|form| self.circle_point(form));
        let value = match function {
            Function::Sin => point().map(|(_, sin)| sin),
            Function::Cos => point().map(|(cos, _)| cos),
            Function::Stumpff(k) => self.stumpff(k, *a),
            // A root where there is one, and elsewhere a number that depends on the argument alone.
            Function::Sqrt => Some(power(*a, PRIME.div_ceil(4))),
            Function::Exp | Function::Ln => None,
        };
        self.failed |= value.is_none();
        value.unwrap_or(0)
    }
}
