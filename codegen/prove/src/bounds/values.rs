//! Bounds of all values of a program, and of their derivatives.
//!
//! The derivative of a polynomial of inputs, sines and cosines along a vector has the polynomial's degree in these, apart
//! from the vector's entries. In each term an entry replaces an input, or a cosine replaces a sine. Let N be a numerator and
//! b the numerators of all divisors. Then a derivative of `N / (b^m ..)` is `N' / (b^(m + 1) ..)`, and N' has the
//! degree of N and of one more factor of each b.

use std::collections::BTreeMap;
use std::ops::Range;

use dashu_base::{BitTest, Gcd};
use dashu_int::UBig;

use super::fraction::{DenominatorFactor, FractionBound, PolynomialBound};
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{
    Algebra, Class, Function, Input, InputKind, LinearForm, Node, Program, evaluate,
};

/// An arithmetic of bounds.
pub struct ValueBounds {
    /// For each input that occurs in angles, the number of equal parts into which it is divided.
    parts: BTreeMap<Input, UBig>,
    /// For each input that is a component of a quaternion, the index of the quaternion's first position.
    quaternions: BTreeMap<Input, usize>,
    /// The common denominator of all constants.
    scale: UBig,
    /// The numerators of divisors, and of arguments of roots: derivatives divide by these.
    divisors: Vec<PolynomialBound>,
    /// The components of the position of a point, in rows that are expressions of it.
    point: Option<FractionBound>,
    /// The number of sines and cosines.
    pub circles: f64,
    /// The maximum of the bits of all numbers in the linear form of an angle.
    pub form_bits: f64,
    /// The number of square roots.
    pub roots: f64,
    /// The maximum of the bounds of the roots' arguments: of the product of numerator and denominator.
    pub root_argument: PolynomialBound,
    /// Whether some value has no known bound.
    pub has_failed: bool,
}

impl ValueBounds {
    /// Bounds of programs whose inputs are divided into these parts, or are components of these quaternions.
    pub fn new(parts: BTreeMap<Input, UBig>, quaternions: BTreeMap<Input, usize>) -> Self {
        Self {
            parts,
            quaternions,
            scale: UBig::ONE,
            divisors: Vec::new(),
            point: None,
            circles: 0.0,
            form_bits: 0.0,
            roots: 0.0,
            root_argument: PolynomialBound::default(),
            has_failed: false,
        }
    }

    /// Adds the denominators of a program's constants to the common denominator. All programs are added before any is bounded.
    pub fn add_constants(&mut self, program: &Program) {
        let constants = program.constants().iter();
        constants.for_each(|constant| self.add_denominator(constant));
        for node in program.nodes() {
            if let Node::Call(function, argument) = *node
                && function.is_of_angle()
                && let Some(form) = LinearForm::of(program, argument)
            {
                self.add_denominator(&form.offset.cos);
                self.add_denominator(&form.offset.sin);
            }
        }
    }

    fn add_denominator(&mut self, constant: &Rational) {
        let denominator = constant.denominator();
        let divisor = (&self.scale).gcd(denominator);
        self.scale = &self.scale * (denominator / divisor);
    }

    /// The bound that all of a program's outputs have, over one denominator.
    pub fn outputs(&mut self, program: &Program) -> FractionBound {
        let outputs = evaluate(program, self);
        let start = FractionBound::default();
        outputs
            .iter()
            .fold(start, |common, output| self.sum(&common, output))
    }

    /// As `outputs`, for a program whose inputs include a point's coordinates: `point` bounds these.
    pub fn outputs_at(&mut self, point: FractionBound, program: &Program) -> FractionBound {
        self.point = Some(point);
        let outputs = self.outputs(program);
        self.point = None;
        outputs
    }

    /// The number of divisors so far.
    pub fn divisor_count(&self) -> usize {
        self.divisors.len()
    }

    /// The factor by which one derivative multiplies numerator and denominator, if these divisors are differentiated: see the
    /// module's comment.
    pub fn change(&self, divisors: Range<usize>) -> FractionBound {
        divisors.fold(FractionBound::default(), |mut change, k| {
            change.numerator = change.numerator.times(self.divisors[k], 1.0);
            change.powers.insert(DenominatorFactor::Divisor(k), 1.0);
            change
        })
    }

    /// The bound of a derivative along a vector, without the degree of the vector's entries.
    pub fn derivative(&self, fraction: &FractionBound, change: &FractionBound) -> FractionBound {
        let mut product = fraction.times(change);
        product.numerator.height += self.bits_of_terms(self.product(&product));
        product
    }

    /// The bound of derivatives of this order, where `polynomial` bounds the product of numerator and denominator.
    pub fn derivatives(
        &self,
        polynomial: PolynomialBound,
        order: f64,
        change: &FractionBound,
    ) -> PolynomialBound {
        let product = polynomial.times(self.product(change), order);
        product.with_bits(order * self.bits_of_terms(product))
    }

    /// The bits of the number of terms of a derivative. A product has a term for each factor. In this term an input is
    /// replaced by at most two entries, or an angle's sine is multiplied by the angle's derivative.
    fn bits_of_terms(&self, product: PolynomialBound) -> f64 {
        let parts = self.parts.values().filter(|parts| **parts != UBig::ONE);
        let parts: f64 = parts.map(|parts| parts.bit_len() as f64).sum();
        (product.degree + 2.0).log2() + self.form_bits + parts + 2.0
    }

    /// The bound of a denominator's factor.
    fn factor_bound(&self, factor: DenominatorFactor) -> PolynomialBound {
        match factor {
            DenominatorFactor::Circle(_) => PolynomialBound {
                degree: 2.0,
                height: 1.0,
            },
            // 1 + x^2 + y^2 + z^2
            DenominatorFactor::Quaternion(_) => PolynomialBound {
                degree: 2.0,
                height: 2.0,
            },
            DenominatorFactor::Scale => PolynomialBound {
                degree: 0.0,
                height: self.scale.bit_len() as f64,
            },
            DenominatorFactor::Divisor(index) => self.divisors[index],
        }
    }

    /// The bits of the common denominator of all constants.
    pub fn scale_bits(&self) -> f64 {
        self.scale.bit_len() as f64
    }

    /// The bound of a denominator.
    pub fn denominator(&self, fraction: &FractionBound) -> PolynomialBound {
        let powers = fraction.powers.iter();
        powers.fold(PolynomialBound::default(), |product, (&factor, &power)| {
            product.times(self.factor_bound(factor), power)
        })
    }

    /// The bound of the product of numerator and denominator.
    pub fn product(&self, fraction: &FractionBound) -> PolynomialBound {
        fraction.numerator.times(self.denominator(fraction), 1.0)
    }

    /// The bound of a sum.
    pub fn sum(&self, a: &FractionBound, b: &FractionBound) -> FractionBound {
        let mut powers = a.powers.clone();
        for (&factor, &power) in &b.powers {
            let exponent = powers.entry(factor).or_default();
            *exponent = exponent.max(power);
        }
        let over_common = |fraction: &FractionBound| {
            let numerator = fraction.numerator;
            powers.iter().fold(numerator, |product, (factor, power)| {
                let fraction_power = fraction.powers.get(factor).copied().unwrap_or_default();
                if *power > fraction_power {
                    product.times(self.factor_bound(*factor), power - fraction_power)
                } else {
                    product
                }
            })
        };
        let numerator = over_common(a).plus(over_common(b));
        FractionBound { numerator, powers }
    }

    /// The bound of the cosine or sine of a linear form, the real or imaginary part of a product. The factors are `cos + i sin` of
    /// the offset, and powers of `(1 - t^2 + 2 t i) / (1 + t^2)`, where t is the half-angle tangent of one part of an input.
    fn circle(&mut self, form: &LinearForm) -> FractionBound {
        let mut value = self.number(&form.offset.cos);
        value = self.sum(&value, &self.number(&form.offset.sin));
        let bits = |x: &Rational| (x.numerator().bit_len() + x.denominator().bit_len()) as f64;
        let factors = form.factors.values().map(bits);
        self.form_bits = self.form_bits.max(factors.sum());
        for (input, factor) in &form.factors {
            let parts = self.parts.get(input).cloned().unwrap_or(UBig::ONE);
            let power = nearest_f64(&(factor * Rational::from(parts))).abs();
            value.numerator.degree += 2.0 * power;
            value.numerator.height += 2.0 * power;
            *value
                .powers
                .entry(DenominatorFactor::Circle(*input))
                .or_default() += power;
        }
        value
    }

    /// The bound of a square root r of `a = N / D`: `r D` is a root of `N D`, and counts as a polynomial of the degree and height of
    /// `N D`.
    pub fn root(&mut self, argument: &FractionBound) -> FractionBound {
        let product = self.product(argument);
        self.roots += 1.0;
        self.root_argument = PolynomialBound {
            degree: self.root_argument.degree.max(product.degree),
            height: self.root_argument.height.max(product.height),
        };
        // The derivative is `r a' / (2 a)`.
        self.divisors.push(argument.numerator.with_bits(1.0));
        FractionBound {
            numerator: product,
            powers: argument.powers.clone(),
        }
    }

    /// The bound of a constant, over the common denominator unless it is an integer.
    fn number(&self, value: &Rational) -> FractionBound {
        let bits = value.numerator().bit_len() as f64;
        if *value.denominator() == UBig::ONE {
            return FractionBound::of(0.0, bits);
        }
        let mut number = FractionBound::of(0.0, bits + self.scale.bit_len() as f64);
        number.powers.insert(DenominatorFactor::Scale, 1.0);
        number
    }
}

/// Whether a point of the circle is drawn for each input of an angle.
fn has_points(form: &LinearForm) -> bool {
    use InputKind::{Parameter, Q, Time};
    (form.factors.keys()).all(|input| matches!(input.kind, Q | Parameter | Time))
}

impl Algebra for ValueBounds {
    type Element = FractionBound;

    fn input(&mut self, input: Input) -> FractionBound {
        if let (InputKind::PointCoordinate, Some(point)) = (input.kind, &self.point) {
            return point.clone();
        }
        let Some(&q) = self.quaternions.get(&input) else {
            return FractionBound::of(1.0, 0.0);
        };
        // 2 x, 2 y, 2 z or 1 - x^2 - y^2 - z^2, divided by 1 + |x|^2.
        let mut value = FractionBound::of(2.0, 2.0);
        value.powers.insert(DenominatorFactor::Quaternion(q), 1.0);
        value
    }
    fn constant(&mut self, value: &Rational) -> FractionBound {
        self.number(value)
    }
    /// A constant angle outside of sines and cosines is a number that is drawn.
    fn angle(&mut self, _: &Angle) -> FractionBound {
        FractionBound::of(1.0, 0.0)
    }
    fn add(&mut self, a: &FractionBound, b: &FractionBound) -> FractionBound {
        self.sum(a, b)
    }
    fn sub(&mut self, a: &FractionBound, b: &FractionBound) -> FractionBound {
        self.sum(a, b)
    }
    fn mul(&mut self, a: &FractionBound, b: &FractionBound) -> FractionBound {
        a.times(b)
    }
    fn div(&mut self, a: &FractionBound, b: &FractionBound) -> FractionBound {
        self.divisors.push(b.numerator);
        let mut quotient = a.clone();
        quotient.numerator = quotient.numerator.times(self.denominator(b), 1.0);
        let divisor = DenominatorFactor::Divisor(self.divisors.len() - 1);
        quotient.powers.insert(divisor, 1.0);
        quotient
    }
    fn neg(&mut self, a: &FractionBound) -> FractionBound {
        a.clone()
    }
    fn call(
        &mut self,
        function: Function,
        argument: &FractionBound,
        form: Option<&LinearForm>,
    ) -> FractionBound {
        if function.class() == Class::SquareRoot {
            return self.root(argument);
        }
        self.circles += 1.0;
        match (function.class(), form) {
            (Class::SinCos(_), Some(form)) if has_points(form) => self.circle(form),
            _ => {
                self.has_failed = true;
                FractionBound::default()
            }
        }
    }
}
