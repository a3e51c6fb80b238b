//! Groups the terms of sums by the sines, cosines and coordinates that they are multiplied by.

use std::collections::BTreeMap;

use super::expression::Expression;
use super::number::{self, number};
use super::symbols::SymbolNames;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Function, Input, InputKind};
use multibody_program::terms::{Angle, Factor, Sum, Term};

/// The factors of a product, with their exponents.
type Powers = BTreeMap<Factor, u32>;

/// Writes sums as expressions.
pub struct Collector<'a> {
    /// The names of symbols.
    pub names: &'a SymbolNames,
    /// How numbers are written.
    pub style: number::NumberStyle,
}

impl Collector<'_> {
    /// A sum in reading order. The terms with the same factors that depend on coordinates (sines, cosines, coordinates) are one
    /// group; groups with fewer such factors come first.
    pub fn sum(&self, sum: &Sum) -> Expression {
        let mut groups: BTreeMap<(u32, Powers), Vec<Term>> = BTreeMap::new();
        for term in sum {
            let (positional_powers, other_powers) =
                (term.powers.clone().into_iter()).partition(|(factor, _)| is_positional(factor));
            groups
                .entry((degree(&positional_powers), positional_powers))
                .or_default()
                .push(Term {
                    coefficient: term.coefficient.clone(),
                    powers: other_powers,
                });
        }
        Expression::sum(
            (groups.into_iter())
                .flat_map(|((_, positional_powers), terms)| self.group(terms, &positional_powers))
                .collect(),
        )
    }

    /// The terms of a group as one product. `positional_powers` are their common factors that depend on coordinates; `terms` no
    /// longer contain these. If the terms have no common factor at all, they stay single terms.
    fn group(&self, mut terms: Vec<Term>, positional_powers: &Powers) -> Vec<Expression> {
        terms.sort_by_key(reading_order);
        let common = common_factors(&terms);
        let scale = common_scale(&terms);
        let is_single = terms.len() == 1;
        let has_common_factor = !positional_powers.is_empty() || !common.is_empty();
        if !is_single && !has_common_factor && magnitude(&scale) == Rational::ONE {
            return terms.iter().map(|term| self.term(term)).collect();
        }
        for term in &mut terms {
            term.coefficient = &term.coefficient / &scale;
            for (factor, power) in &common {
                let own_power = term.powers.entry(factor.clone()).or_insert(*power);
                *own_power -= power;
            }
            term.powers.retain(|_, power| *power != 0);
        }
        let (plain_factors, rate_factors): (Powers, Powers) =
            common.into_iter().partition(|(f, _)| !is_rate(f));
        let inner =
            (!is_single).then(|| Expression::sum(terms.iter().map(|t| self.term(t)).collect()));
        let has_rates = terms.iter().any(|term| term.powers.keys().any(is_rate));
        // A sum with rates is written after the coordinates, any other before them.
        let (inner_before, inner_after) = if has_rates { (None, inner) } else { (inner, None) };
        let factors = (self.powers(&plain_factors).into_iter())
            .chain(inner_before)
            .chain(self.powers(positional_powers))
            .chain(inner_after)
            .chain(self.powers(&rate_factors));
        vec![self.multiple_of(&scale, factors.collect())]
    }

    /// A term with its coefficient.
    fn term(&self, term: &Term) -> Expression {
        self.multiple_of(&term.coefficient, self.powers(&term.powers))
    }

    /// `coefficient * factors`; a coefficient of 1 is left out.
    fn multiple_of(&self, coefficient: &Rational, mut factors: Vec<Expression>) -> Expression {
        let magnitude = magnitude(coefficient);
        if magnitude != Rational::ONE || factors.is_empty() {
            factors.insert(0, number(&magnitude, self.style));
        }
        let product = Expression::product(factors);
        if *coefficient < Rational::ZERO { product.negative() } else { product }
    }

    /// The factors of a product in the order of reading: rates come last.
    fn powers(&self, powers: &Powers) -> Vec<Expression> {
        let mut powers: Vec<(&Factor, u32)> = powers.iter().map(|(f, &power)| (f, power)).collect();
        powers.sort_by_key(|&(factor, _)| (is_rate(factor), self.rank(factor), factor));
        let power = |(factor, power): (&Factor, u32)| self.factor(factor).power(power);
        powers.into_iter().map(power).collect()
    }

    /// The rank of a factor within a product: masses, inertias and gravity come first, as in the customary `m g l`.
    fn rank(&self, factor: &Factor) -> usize {
        let Factor::Input(input) = factor else {
            return 4;
        };
        match self.names.input(*input) {
            Expression::Symbol(symbol) => match symbol.base.as_str() {
                "m" => 0,
                "I" => 1,
                "g" => 2,
                _ => 3,
            },
            _ => 3,
        }
    }

    fn factor(&self, factor: &Factor) -> Expression {
        match factor {
            Factor::Input(input) => self.names.input(*input),
            Factor::Cosine(angle) => Expression::Call(Function::Cos, Box::new(self.angle(angle))),
            Factor::Sine(angle) => Expression::Call(Function::Sin, Box::new(self.angle(angle))),
        }
    }

    /// The argument of a sine or cosine: a sum of multiples of inputs.
    fn angle(&self, angle: &Angle) -> Expression {
        let term = |(input, multiple): (&Input, &Rational)| {
            self.multiple_of(multiple, vec![self.names.input(*input)])
        };
        Expression::sum(angle.iter().map(term).collect())
    }
}

/// Whether a factor depends on coordinates or time, that is, whether it is neither a parameter nor a rate.
fn is_positional(factor: &Factor) -> bool {
    !matches!(factor, Factor::Input(input) if matches!(input.kind, InputKind::Parameter | InputKind::Qd))
}

fn is_rate(factor: &Factor) -> bool {
    matches!(factor, Factor::Input(input) if input.kind == InputKind::Qd)
}

/// The sum of all exponents.
fn degree(powers: &Powers) -> u32 {
    powers.values().sum()
}

/// The sort key of a term: its factors in order, a higher power of the first one before a lower one.
fn reading_order(term: &Term) -> Vec<(Factor, std::cmp::Reverse<u32>)> {
    let powers = term.powers.iter();
    powers
        .map(|(factor, &power)| (factor.clone(), std::cmp::Reverse(power)))
        .collect()
}

/// The greatest product that divides all terms.
fn common_factors(terms: &[Term]) -> Powers {
    let mut products = terms.iter().map(|term| &term.powers);
    let first = products.next().cloned().unwrap_or_default();
    products.fold(first, |common, powers| {
        let smaller_power = |(factor, power): (Factor, u32)| {
            let limit = powers.get(&factor).copied().unwrap_or(0);
            (factor, power.min(limit))
        };
        common
            .into_iter()
            .map(smaller_power)
            .filter(|&(_, power)| power != 0)
            .collect()
    })
}

fn magnitude(value: &Rational) -> Rational {
    if *value < Rational::ZERO { -value.clone() } else { value.clone() }
}

/// The factor to pull out of a sum. If all coefficients have the same magnitude, it is this magnitude, with a minus sign if
/// all are negative; otherwise it is -1 if all are negative, and 1 if not.
fn common_scale(terms: &[Term]) -> Rational {
    let first = &terms[0].coefficient;
    let are_equal = terms
        .iter()
        .all(|t| magnitude(&t.coefficient) == magnitude(first));
    let are_negative = terms.iter().all(|t| t.coefficient < Rational::ZERO);
    match (are_equal, are_negative) {
        (true, false) if terms.len() > 1 => magnitude(first),
        (true, _) => first.clone(),
        (false, true) => integer(-1),
        (false, false) => Rational::ONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equations::plain::Plain;
    use crate::equations::write::expression;
    use multibody_description::system::System;
    use multibody_program::ir::Builder;

    fn names() -> SymbolNames {
        let parameter = |index: usize, name: &str| multibody_description::model::Parameter {
            field: multibody_description::model::Spanned {
                value: name.to_owned(),
                span: multibody_description::model::Span::default(),
            },
            shape: multibody_description::model::FieldShape::Scalar,
            first: index,
            default: None,
            meaning: None,
        };
        SymbolNames::new(&System {
            parameters: vec![parameter(0, "l"), parameter(1, "m1"), parameter(2, "m2")],
            ..System::empty(Builder::new())
        })
    }

    fn input(kind: InputKind, index: usize) -> Factor {
        Factor::Input(Input::new(kind, index))
    }

    fn text_of(style: number::NumberStyle, terms: &[(Rational, &[(Factor, u32)])]) -> String {
        let term = |(coefficient, powers): &(Rational, &[(Factor, u32)])| Term {
            coefficient: coefficient.clone(),
            powers: powers.iter().cloned().collect(),
        };
        let names = names();
        let collector = Collector {
            names: &names,
            style,
        };
        let sum: Sum = terms.iter().map(term).collect();
        expression(&Plain, &collector.sum(&sum))
    }

    #[test]
    fn common_factors_are_in_front() {
        let p = |index| input(InputKind::Parameter, index);
        let cosine = Factor::Cosine(Angle::from([(Input::new(InputKind::Q, 1), integer(1))]));
        let third = Rational::ONE / integer(3);
        let text = text_of(
            number::NumberStyle::Fractions,
            &[
                (integer(2), &[(p(0), 2), (p(1), 1), (cosine.clone(), 1)]),
                (integer(2), &[(p(0), 2), (p(2), 1), (cosine, 1)]),
                (third, &[(p(1), 1), (p(0), 2)]),
                (integer(-1), &[(p(2), 1), (p(0), 2)]),
            ],
        );
        assert_eq!(text, "l^2 (1/3 m1 - m2) + 2 l^2 (m1 + m2) cos(q2)");
    }

    #[test]
    fn rates_beside_the_same_sine_are_adjacent() {
        let sine = Factor::Sine(Angle::from([(Input::new(InputKind::Q, 0), integer(2))]));
        let rate = |index| input(InputKind::Qd, index);
        let half = integer(-1) / integer(2);
        let text = text_of(
            number::NumberStyle::Digits(5),
            &[
                (half.clone(), &[(rate(1), 1), (sine.clone(), 1)]),
                (half, &[(rate(0), 1), (sine, 1)]),
            ],
        );
        assert_eq!(text, "-0.5 sin(2 q1) (qd1 + qd2)");
        assert_eq!(text_of(number::NumberStyle::Digits(5), &[]), "0");
    }
}
