//! States of small numbers, at which users can check results by hand and in floats.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};

use super::system_programs::SystemPrograms;
use multibody_description::function::Dimensions;
use multibody_description::joint::orientations;
use multibody_description::signature::{ArgumentRange, ArgumentRow};
use multibody_description::system::System;
use multibody_program::exact::{Angle, Rational, integer, nearest_f64};
use multibody_program::ir::{Input, InputKind};

/// The number of decimal places of an angle in radians.
const DIGITS: usize = 60;
/// The number of decimal places with which angles are computed; the last ones have rounding errors.
const WORKING_DIGITS: usize = DIGITS + 10;
/// More terms than an angle of a quarter turn needs: each term is less than half of the previous one.
const TERMS: i64 = 250;

/// A state of small numbers.
pub struct SimpleState(BTreeMap<InputKind, Vec<SimpleNumber>>);

/// A number of a simple state.
pub enum SimpleNumber {
    /// A rational number.
    Number(Rational),
    /// An angle, as a number of equal parts.
    Angle {
        /// One of the parts.
        part: Angle,
        /// The number of parts.
        parts: Rational,
    },
}

impl SimpleState {
    /// A state of a system; wrenches act on this number of links. The seed selects the numbers and their signs: all positive, all
    /// negative, or alternating. But fields and selectors are positive, and charts give the coordinates of orientations.
    pub fn of(system: &System, programs: &SystemPrograms, wrenches: usize, seed: u64) -> Self {
        let dimensions = Dimensions::of(system, wrenches);
        // From 1 to 5. Different factors give different sequences of numbers.
        let small_number =
            |index: usize, factor: usize| integer(1 + ((index * factor) as i64 + seed as i64) % 5);
        let numbers = |count: usize, factor: usize| -> Vec<Rational> {
            let numbers = (0..count).map(|index| small_number(index, factor) * sign(seed, index));
            numbers.collect()
        };
        let quarters = |count: usize| -> Vec<Rational> {
            let numbers = numbers(count, 3).into_iter();
            numbers.map(|x| x / integer(4)).collect()
        };
        // Each kind of rates has a factor of its own, so that different kinds have different numbers.
        let mut rate_factors = 1..;
        let mut values = |argument: &ArgumentRow| {
            let count = argument.count(dimensions);
            match argument.range {
                ArgumentRange::Positions => positions(system, quarters(count), seed),
                ArgumentRange::Rates => {
                    numbers(count, rate_factors.next().expect("numbers do not end"))
                }
                ArgumentRange::Numbers | ArgumentRange::Gains => numbers(count, 1),
                ArgumentRange::Times | ArgumentRange::Shares | ArgumentRange::Weights => {
                    quarters(count)
                }
                ArgumentRange::Switches => vec![Rational::ONE; count],
            }
        };
        let arguments = ArgumentRow::ALL
            .iter()
            .map(|argument| (argument.kind, values(argument)));
        let mut values_by_kind: Vec<(InputKind, Vec<Rational>)> = arguments.collect();
        let fields = (0..system.parameter_count()).map(|index| small_number(index, 3) / integer(4));
        values_by_kind.push((InputKind::Parameter, fields.collect()));
        values_by_kind.push((InputKind::PointCoordinate, quarters(3)));
        let number = |kind: InputKind, index: usize, x: Rational| {
            let parts = programs.parts.get(&Input::new(kind, index));
            let angle = |parts: &UBig| SimpleNumber::Angle {
                part: angle(seed, kind, index),
                parts: Rational::from(parts.clone()),
            };
            parts.map_or(SimpleNumber::Number(x), angle)
        };
        let numbers_by_kind = values_by_kind.into_iter().map(|(kind, numbers)| {
            let pairs = numbers.into_iter().enumerate();
            (kind, pairs.map(|(k, x)| number(kind, k, x)).collect())
        });
        Self(numbers_by_kind.collect())
    }

    /// All numbers.
    pub fn numbers(&self) -> impl Iterator<Item = (InputKind, &[SimpleNumber])> {
        self.0.iter().map(|(kind, numbers)| (*kind, &numbers[..]))
    }

    /// The numbers of all kinds as floats.
    pub fn floats(&self) -> BTreeMap<InputKind, Vec<f64>> {
        let floats = |numbers: &[SimpleNumber]| numbers.iter().map(SimpleNumber::float).collect();
        let numbers = self.numbers();
        numbers
            .map(|(kind, values)| (kind, floats(values)))
            .collect()
    }
}

impl SimpleNumber {
    /// The number; an angle in radians, to [`DIGITS`] digits.
    pub fn exact(&self) -> Rational {
        match self {
            Self::Number(x) => x.clone(),
            Self::Angle { part, parts } => radians(part) * parts,
        }
    }

    fn float(&self) -> f64 {
        match self {
            Self::Number(x) => nearest_f64(x),
            Self::Angle { part, parts } => part.radians() * nearest_f64(parts),
        }
    }
}

/// The positions, with the coordinates of each orientation replaced by rational ones that its chart allows.
fn positions(system: &System, mut positions: Vec<Rational>, seed: u64) -> Vec<Rational> {
    for coordinate in &system.coordinates {
        for (offset, chart) in orientations(coordinate.kind.positions()) {
            let numbers = [1, 2, 3].map(|k| sign(seed, offset) / integer(k + 1 + seed as i64));
            let entries = positions[coordinate.q + offset..].iter_mut();
            entries
                .zip(chart.sample(numbers))
                .for_each(|(entry, x)| *entry = x);
        }
    }
    positions
}

/// 1 or -1: by the seed, all numbers are positive, all negative, or alternating.
fn sign(seed: u64, index: usize) -> Rational {
    let is_negative = match seed % 3 {
        1 => false,
        2 => true,
        _ => index % 2 == 1,
    };
    integer(if is_negative { -1 } else { 1 })
}

/// The angle of an input, by its half-angle tangent.
fn angle(seed: u64, kind: InputKind, index: usize) -> Angle {
    let sign = match kind {
        InputKind::Parameter => integer(1),
        _ => sign(seed, index),
    };
    Angle::of_half_tangent(&(sign / integer(2 + (index as i64 + seed as i64) % 7)))
}

/// An angle in radians, from -pi to pi, to 60 digits.
pub fn radians(angle: &Angle) -> Rational {
    // The number 1 in fixed point.
    let one = IBig::from(10).pow(WORKING_DIGITS);
    let fixed_point = |x: &Rational| -> IBig { (x * Rational::from(one.clone())).trunc() };
    let series = |cos: &Rational, sin: &Rational| {
        // Euler: x = sin x (1 + 2/3 y + 2/3 4/5 y^2 + ..) with y = (1 - cos x) / 2.
        let y = fixed_point(&((integer(1) - cos) / integer(2)));
        let mut term = fixed_point(sin);
        let mut sum = IBig::ZERO;
        for k in 1..=TERMS {
            sum += &term;
            term = term * &y * IBig::from(2 * k) / (&one * IBig::from(2 * k + 1));
        }
        sum
    };
    let Angle { cos, sin } = angle;
    let value = if *cos < Rational::ZERO {
        let half_turn = series(&integer(0), &integer(1)) * IBig::from(2);
        if *sin < Rational::ZERO {
            -half_turn - series(&-cos.clone(), sin)
        } else {
            half_turn - series(&-cos.clone(), sin)
        }
    } else {
        series(cos, sin)
    };
    let digits = value / IBig::from(10).pow(WORKING_DIGITS - DIGITS);
    Rational::from_parts(digits, UBig::from(10_u8).pow(DIGITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radians_are_those_of_the_angle() {
        for count in -1..=2 {
            let angle = Angle::of_quarter_turns(count);
            let expected = multibody_program::exact::quarter_turn() * integer(count);
            let error = nearest_f64(&(radians(&angle) - expected)).abs();
            assert!(error < 1e-50, "{count}: {error}");
        }
        for tangent in [
            integer(1) / integer(3),
            integer(-5),
            integer(7) / integer(5),
        ] {
            let angle = Angle::of_half_tangent(&tangent);
            assert!((nearest_f64(&radians(&angle)) - angle.radians()).abs() < 1e-15);
        }
    }
}
