//! Polynomials in the inputs of programs and in sines and cosines, reduced by `s^2 + c^2 = 1`.
//!
//! Equal reduced polynomials are the same function, unless they have a constant angle ([`Ring::is_decided`]). If no two arguments
//! have the same input, the converse holds too: the relations are a Groebner basis, since no two of their leading terms
//! share a variable.

use std::sync::Arc;

use symbolica::atom::Symbol;
use symbolica::domains::rational::{Q, RationalField};
use symbolica::poly::PolyVariable;
use symbolica::poly::polynomial::MultivariatePolynomial;
use symbolica::symbol;

use super::bridge::{exact, input_symbol, rational};
use multibody_program::budget::Budget;
use multibody_program::exact::{Angle, Rational as ExactNumber};
use multibody_program::ir::{Algebra, Class, Function, Input, LinearForm, SinCos};

/// A polynomial of Symbolica, reduced or not.
type Inner = MultivariatePolynomial<RationalField, u8>;

/// A polynomial of a [`Ring`], always reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Inner);

/// A reference from an [`Argument`] to an earlier one, whose angle it adds or subtracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addend {
    /// The index of the earlier argument.
    pub index: usize,
    /// 1 if its angle is added, -1 if it is subtracted.
    pub sign: i64,
}

/// An angle whose sine and cosine are variables: `factor * input + offset + sign * another angle`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The input that contributes to the angle.
    pub input: Input,
    /// The factor of the input; not 0.
    pub factor: ExactNumber,
    /// A constant angle.
    pub offset: Angle,
    /// The earlier angle that is added or subtracted.
    pub addend: Option<Addend>,
    /// Whether squares of the cosine are replaced, instead of squares of the sine.
    pub replaces_cosine_squares: bool,
}

impl Argument {
    /// The input itself.
    #[must_use]
    pub fn plain(input: Input) -> Self {
        let offset = Angle {
            cos: ExactNumber::ONE,
            sin: ExactNumber::ZERO,
        };
        Self {
            input,
            factor: ExactNumber::ONE,
            offset,
            addend: None,
            replaces_cosine_squares: false,
        }
    }
}

/// A term of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingTerm {
    /// The coefficient.
    pub coefficient: ExactNumber,
    /// The exponent of each variable.
    pub exponents: Vec<u8>,
}

/// The polynomials in sines and cosines of some angles and in some inputs.
#[derive(Clone, Debug)]
pub struct Ring {
    arguments: Vec<Argument>,
    inputs: Vec<Input>,
    zero: Inner,
    relations: Vec<Inner>,
    /// Why some program was not converted; the first reason, if there are several.
    pub refusal: Option<String>,
    /// Products of terms that may still be multiplied out.
    work: Budget,
}

/// Limit on the products of terms that a derivation multiplies out in a ring: robots with three joints need a few
/// thousand.
pub const WORK_LIMIT: u64 = 100_000;
/// Highest exponent that a product may have before it is reduced: exponents are bytes, at most 255, and a
/// derivative multiplies by one more sine or cosine.
const EXPONENT_LIMIT: u16 = 200;

impl Ring {
    /// The ring whose variables are the sine and cosine of each argument, then the inputs, then one that represents every constant
    /// angle outside of sines and cosines, whatever its value (see [`is_decided`](Self::is_decided)). At most `work` products of
    /// terms are multiplied out.
    ///
    /// # Panics
    /// If an argument adds an angle that is not before it.
    #[must_use]
    pub fn new(arguments: Vec<Argument>, inputs: Vec<Input>, work: u64) -> Self {
        let mut variables: Vec<PolyVariable> = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            assert!(
                argument.addend.is_none_or(|addend| addend.index < index),
                "a sum of earlier angles"
            );
            // The square of the first symbol is the leading term of the relation `s^2 + c^2 = 1`, so this square is
            // replaced.
            let mut pair: [Symbol; 2] = [
                symbol!(format!("sine{index}")),
                symbol!(format!("cosine{index}")),
            ];
            if argument.replaces_cosine_squares {
                pair.reverse();
            }
            variables.extend(pair.map(PolyVariable::from));
        }
        variables.extend(
            inputs
                .iter()
                .map(|&input| PolyVariable::from(input_symbol(input))),
        );
        variables.push(PolyVariable::from(symbol!("constant_angle")));
        let zero = Inner::new(&Q, None, Arc::new(variables));
        let mut ring = Self {
            arguments,
            inputs,
            zero,
            relations: Vec::new(),
            refusal: None,
            work: Budget::of(work),
        };
        ring.relations = (0..ring.arguments.len())
            .map(|index| {
                let (s, c) = (
                    ring.variable(ring.sine(index)),
                    ring.variable(ring.cosine(index)),
                );
                &(&s * &s) + &(&c * &c) - ring.zero.one()
            })
            .collect();
        ring
    }

    /// Position of the sine of an argument among the variables.
    #[must_use]
    pub fn sine(&self, argument: usize) -> usize {
        2 * argument + usize::from(self.arguments[argument].replaces_cosine_squares)
    }

    /// Position of the cosine of an argument among the variables.
    #[must_use]
    pub fn cosine(&self, argument: usize) -> usize {
        2 * argument + usize::from(!self.arguments[argument].replaces_cosine_squares)
    }

    /// The angles.
    #[must_use]
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The inputs. Their variables come after those of the angles.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// 0
    #[must_use]
    pub fn zero(&self) -> Polynomial {
        Polynomial(self.zero.clone())
    }

    /// The derivative with respect to an input x, including that through sines and cosines: `df/dx` plus, for each argument with
    /// sine s and cosine c, its factor of x times `c df/ds - s df/dc`.
    #[must_use]
    pub fn derivative(&self, polynomial: &Polynomial, input: Input) -> Polynomial {
        let mut sum = match self.position(input) {
            Some(position) => polynomial.0.derivative(position),
            None => self.zero.clone(),
        };
        for (argument, factor) in self.factors(input).into_iter().enumerate() {
            if factor == ExactNumber::ZERO {
                continue;
            }
            let (s, c) = (self.sine(argument), self.cosine(argument));
            let through_sine = &polynomial.0.derivative(s) * &self.variable(c);
            let through_cosine = &polynomial.0.derivative(c) * &self.variable(s);
            sum = &sum + &(&through_sine - &through_cosine).mul_coeff(rational(&factor));
        }
        self.reduce(sum)
    }

    /// Whether a polynomial determines its function. It does not if it contains a constant angle outside of sines
    /// and cosines.
    #[must_use]
    pub fn is_decided(&self, polynomial: &Polynomial) -> bool {
        !polynomial.0.contains(self.constant_angle())
    }

    /// Position of the variable for constant angles outside of sines and cosines.
    fn constant_angle(&self) -> usize {
        self.zero.nvars() - 1
    }

    /// The terms.
    #[must_use]
    pub fn terms(&self, polynomial: &Polynomial) -> Vec<RingTerm> {
        let terms = polynomial.0.into_iter().map(|term| RingTerm {
            coefficient: exact(term.coefficient),
            exponents: term.exponents.to_vec(),
        });
        terms.collect()
    }

    /// The polynomial of this ring that equals `other`, a polynomial of a ring with the same variables in another order.
    #[must_use]
    pub fn adopt(&self, other: &Polynomial) -> Polynomial {
        let polynomial = other.0.rearrange_with_growth(self.zero.get_vars_ref());
        self.reduce(polynomial.expect("the same variables"))
    }

    /// The arguments that are half angles. None if no argument is a half angle, if an offset is not 0, or if half and whole
    /// angles are added.
    #[must_use]
    pub fn half_angles(&self) -> Option<Vec<usize>> {
        let is_half = |argument: &Argument| *argument.factor.denominator() == 2_u8.into();
        let halves: Vec<usize> = (0..self.arguments.len())
            .filter(|&index| is_half(&self.arguments[index]))
            .collect();
        let is_convertible = |argument: &Argument| {
            let addend = (argument.addend).map(|addend| is_half(&self.arguments[addend.index]));
            addend.is_none_or(|addend| addend == is_half(argument))
                && argument.offset == Angle::ZERO
        };
        (!halves.is_empty() && self.arguments.iter().all(is_convertible)).then_some(halves)
    }

    /// The ring with the same variables in which these angles are twice as large.
    #[must_use]
    pub fn with_doubled(&self, halves: &[usize]) -> Self {
        let mut arguments = self.arguments.clone();
        for &index in halves {
            arguments[index].factor = &arguments[index].factor + &arguments[index].factor;
        }
        Self::new(arguments, self.inputs.clone(), WORK_LIMIT)
    }

    /// Converts a polynomial of the `ring` with half angles, by `c c = (1 + cos) / 2`, `s c = sin / 2` and
    /// `s s = (1 - cos) / 2`. None if its sines and cosines are not in pairs.
    pub fn convert_half_angles(
        &mut self,
        ring: &Self,
        polynomial: &Polynomial,
        halves: &[usize],
    ) -> Option<Polynomial> {
        let half = self.constant(&(ExactNumber::ONE / ExactNumber::from(2_i64)));
        let one = self.constant(&ExactNumber::ONE);
        let mut sum = self.zero();
        for RingTerm {
            coefficient,
            mut exponents,
        } in ring.terms(polynomial)
        {
            // Twice the value of each pair of sines and cosines.
            let mut pairs: Vec<Polynomial> = Vec::new();
            for &index in halves {
                let (s, c) = (self.sine(index), self.cosine(index));
                let (sines, cosines) = (exponents[s], exponents[c]);
                (exponents[s], exponents[c]) = (0, 0);
                if (sines + cosines) % 2 != 0 {
                    return None;
                }
                let [cosine, sine] = self.argument_point(index, 1);
                let squares = [self.sub(&one, &cosine), self.add(&one, &cosine)];
                for (square, count) in squares.iter().zip([sines / 2, cosines / 2]) {
                    pairs.extend(std::iter::repeat_n(square.clone(), usize::from(count)));
                }
                pairs.extend((sines % 2 == 1).then_some(sine));
            }
            let monomial = self.zero.monomial(rational(&coefficient), exponents);
            let product = pairs.iter().fold(Polynomial(monomial), |product, double| {
                let pair = self.mul(&half, double);
                self.mul(&product, &pair)
            });
            sum = self.add(&sum, &product);
        }
        Some(sum)
    }

    /// Position of an input among the variables.
    fn position(&self, input: Input) -> Option<usize> {
        let index = self.inputs.iter().position(|&entry| entry == input)?;
        Some(2 * self.arguments.len() + index)
    }

    /// The factor of an input in each argument, including that through earlier arguments.
    fn factors(&self, input: Input) -> Vec<ExactNumber> {
        let mut factors: Vec<ExactNumber> = Vec::with_capacity(self.arguments.len());
        for argument in &self.arguments {
            let factor = if argument.input == input {
                argument.factor.clone()
            } else {
                ExactNumber::ZERO
            };
            let earlier_factor = argument
                .addend
                .map(|addend| &factors[addend.index] * ExactNumber::from(addend.sign));
            factors.push(factor + earlier_factor.unwrap_or(ExactNumber::ZERO));
        }
        factors
    }

    fn variable(&self, index: usize) -> Inner {
        let mut exponents = vec![0; self.zero.nvars()];
        exponents[index] = 1;
        self.zero.monomial(rational(&ExactNumber::ONE), exponents)
    }

    fn reduce(&self, polynomial: Inner) -> Polynomial {
        // The first variable of each pair is the one whose squares are replaced.
        let mut first_variables = (0..self.arguments.len()).map(|index| 2 * index);
        let is_reduced = first_variables.all(|variable| polynomial.degree(variable) < 2);
        Polynomial(if is_reduced { polynomial } else { polynomial.reduce(&self.relations) })
    }

    /// The point of the unit circle, cosine and sine, at the angle that a linear form of the inputs gives. None if
    /// some input's factor in the form is not an integer multiple of its factor in any argument.
    fn point(&mut self, form: &LinearForm) -> Option<[Polynomial; 2]> {
        let mut point = self.constant_point(&form.offset, 1);
        for (&input, multiple) in &form.factors {
            let (index, count) = self.argument_dividing(input, multiple)?;
            let argument = &self.arguments[index];
            // factor * input = argument - offset - sign * the earlier argument
            let mut steps = vec![
                self.argument_point(index, count.signum()),
                self.constant_point(&argument.offset, -count.signum()),
            ];
            if let Some(Addend { index, sign }) = argument.addend {
                steps.push(self.argument_point(index, -sign * count.signum()));
            }
            for _ in 0..count.abs() {
                for step in &steps {
                    point = self.add_angles(&point, step);
                }
            }
        }
        Some(point)
    }

    /// The index of an argument, and the integer by which its factor of the input is multiplied to give `multiple`. Of several such
    /// arguments, the one with the integer of least magnitude.
    fn argument_dividing(&self, input: Input, multiple: &ExactNumber) -> Option<(usize, i64)> {
        let arguments = (self.arguments.iter().enumerate()).filter(|(_, a)| a.input == input);
        let counts = arguments.filter_map(|(index, argument)| {
            let count = i64::try_from(multiple / &argument.factor).ok()?;
            Some((index, count))
        });
        counts.min_by_key(|(_, count)| count.unsigned_abs())
    }

    /// Cosine and sine of an argument, or of its negative.
    fn argument_point(&self, argument: usize, sign: i64) -> [Polynomial; 2] {
        let (s, c) = (self.sine(argument), self.cosine(argument));
        let (s, c) = (self.variable(s), self.variable(c));
        [Polynomial(c), Polynomial(if sign < 0 { -s } else { s })]
    }

    fn constant_point(&self, angle: &Angle, sign: i64) -> [Polynomial; 2] {
        let constant = |value: &ExactNumber| Polynomial(self.zero.constant(rational(value)));
        let sine = &angle.sin * ExactNumber::from(sign);
        [constant(&angle.cos), constant(&sine)]
    }

    /// Cosine and sine of the sum of two angles a and b, each given by its cosine and sine.
    fn add_angles(&mut self, a: &[Polynomial; 2], b: &[Polynomial; 2]) -> [Polynomial; 2] {
        let ([cos_a, sin_a], [cos_b, sin_b]) = (a, b);
        let (cos_cos, sin_sin) = (self.mul(cos_a, cos_b), self.mul(sin_a, sin_b));
        let (sin_cos, cos_sin) = (self.mul(sin_a, cos_b), self.mul(cos_a, sin_b));
        [self.sub(&cos_cos, &sin_sin), self.add(&sin_cos, &cos_sin)]
    }

    /// Whether a product can be multiplied out: the exponents fit, and enough work is left. Counts the work.
    fn can_multiply(&mut self, a: &Inner, b: &Inner) -> bool {
        let terms = (a.nterms() as u64).saturating_mul(b.nterms() as u64);
        let is_low = |k| u16::from(a.degree(k)) + u16::from(b.degree(k)) <= EXPONENT_LIMIT;
        (0..self.zero.nvars()).all(is_low) && self.work.spend(terms)
    }

    /// Records why a program cannot be converted, and returns 0 in place of the value.
    fn give_up(&mut self, reason: &str) -> Polynomial {
        self.refusal.get_or_insert_with(|| reason.to_owned());
        self.zero()
    }
}

impl Polynomial {
    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Number of terms.
    #[must_use]
    pub fn nterms(&self) -> usize {
        self.0.nterms()
    }
}

impl Algebra for Ring {
    type Element = Polynomial;

    fn input(&mut self, input: Input) -> Polynomial {
        match self.position(input) {
            Some(position) => Polynomial(self.variable(position)),
            None => self.give_up("an input that is not in the ring"),
        }
    }
    fn constant(&mut self, value: &ExactNumber) -> Polynomial {
        Polynomial(self.zero.constant(rational(value)))
    }
    fn angle(&mut self, _: &Angle) -> Polynomial {
        Polynomial(self.variable(self.constant_angle()))
    }
    fn add(&mut self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        Polynomial(&a.0 + &b.0)
    }
    fn sub(&mut self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        Polynomial(&a.0 - &b.0)
    }
    fn mul(&mut self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        if self.can_multiply(&a.0, &b.0) {
            self.reduce(&a.0 * &b.0)
        } else {
            self.give_up("too long a product")
        }
    }
    fn div(&mut self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        if b.0.is_constant() && !b.0.is_zero() {
            Polynomial(a.0.clone().div_coeff(&b.0.get_constant()))
        } else {
            self.give_up("a quotient")
        }
    }
    fn neg(&mut self, a: &Polynomial) -> Polynomial {
        Polynomial(-a.0.clone())
    }
    fn call(
        &mut self,
        function: Function,
        _: &Polynomial,
        form: Option<&LinearForm>,
    ) -> Polynomial {
        let point = form.and_then(|form| self.point(form));
        match (function.class(), point) {
            (Class::SinCos(SinCos::Cosine), Some([cos, _])) => cos,
            (Class::SinCos(SinCos::Sine), Some([_, sin])) => sin,
            (Class::SinCos(_), None)
            | (Class::SquareRoot | Class::Stumpff(_) | Class::Transcendental, _) => {
                self.give_up(function.name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enter;
    use multibody_program::exact::integer;
    use multibody_program::ir::{Builder, InputKind, Value, evaluate};

    fn q(index: usize) -> Input {
        Input::new(InputKind::Q, index)
    }

    fn value(ring: &mut Ring, make: impl Fn(&mut Builder, [Value; 2]) -> Value) -> Polynomial {
        let mut b = Builder::new();
        let angles = [0, 1].map(|index| b.input(InputKind::Q, index));
        let output = make(&mut b, angles);
        evaluate(&b.finish(&[output]), ring).remove(0)
    }

    /// sin q0 and the sine of a sum with an offset are variables.
    fn ring_of_sum() -> Ring {
        let sum = Argument {
            offset: Angle {
                cos: integer(3) / integer(5),
                sin: integer(4) / integer(5),
            },
            addend: Some(Addend { index: 0, sign: 1 }),
            ..Argument::plain(q(1))
        };
        Ring::new(
            vec![Argument::plain(q(0)), sum],
            vec![q(0), q(1)],
            WORK_LIMIT,
        )
    }

    #[test]
    fn equal_functions_have_equal_polynomials() {
        enter(|| {
            let plain = [0, 1].map(|index| Argument::plain(q(index))).to_vec();
            for mut ring in [
                Ring::new(plain, vec![q(0), q(1)], WORK_LIMIT),
                ring_of_sum(),
            ] {
                let expanded = value(&mut ring, |b, [x, y]| {
                    let ((s, c), (t, d)) = (b.sin_cos(x), b.sin_cos(y));
                    let (left, right) = (b.mul(s, d), b.mul(c, t));
                    b.add(left, right)
                });
                let sine_of_sum = value(&mut ring, |b, [x, y]| {
                    let sum = b.add(x, y);
                    b.sin_cos(sum).0
                });
                assert_eq!(sine_of_sum, expanded);
                assert!(!sine_of_sum.is_zero());
            }
        })
        .expect("the gate opens");
    }

    #[test]
    fn sums_of_angles_are_differentiated() {
        enter(|| {
            let mut ring = ring_of_sum();
            let cosine = value(&mut ring, |b, [x, y]| {
                let sum = b.add(x, y);
                let (_, c) = b.sin_cos(sum);
                b.mul(c, x)
            });
            // d/dx (x cos(x + y)) = cos(x + y) - x sin(x + y)
            let expected = value(&mut ring, |b, [x, y]| {
                let sum = b.add(x, y);
                let (s, c) = b.sin_cos(sum);
                let product = b.mul(x, s);
                b.sub(c, product)
            });
            assert_eq!(ring.derivative(&cosine, q(0)), expected);
        })
        .expect("the gate opens");
    }

    #[test]
    fn a_bare_constant_angle_is_not_decided() {
        enter(|| {
            let mut ring = ring_of_sum();
            let quarter = Angle {
                cos: integer(0),
                sin: integer(1),
            };
            let shift = value(&mut ring, |b, [x, _]| {
                let offset = b.angle(&quarter);
                b.add(x, offset)
            });
            let sine = value(&mut ring, |b, [x, _]| b.sin_cos(x).0);
            assert!(!ring.is_decided(&shift));
            assert!(ring.is_decided(&sine));
        })
        .expect("the gate opens");
    }
}
