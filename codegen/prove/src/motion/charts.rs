//! Positions that are not vectors: their derivatives, and their normalization.
//!
//! A joint type declares N(q) of `dq/dt = N(q) qd`. All else follows from N and from the kinds of its positions, so
//! that no joint type is treated by name.

use std::f64::consts::PI;

use super::state::given;
use multibody_description::joint::Coordinate as Position;
use multibody_description::system::{Coordinate, System};
use multibody_program::ir::{Builder, InputKind, Machine, Value};

/// The properties of a system's positions that integration steps need.
#[derive(Clone, Debug)]
pub struct Charts {
    /// The program of `N(q) qd`.
    rates: Machine,
    turns: Vec<Turn>,
    /// Whether all rates are derivatives of positions, so that steps can be added to positions.
    pub are_vectors: bool,
}

/// Positions that represent an orientation.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// A quaternion, which begins at position `q`.
    Quaternion { q: usize },
    /// A rotation vector, which begins at position `q`. Its derivatives, if they are rates, begin at rate `v`.
    Vector { q: usize, v: Option<usize> },
}

impl Charts {
    pub fn of(system: &System) -> Self {
        let mut b = Builder::new();
        let rates = position_rates(&mut b, &system.coordinates);
        let mut turns = Vec::new();
        let mut are_vectors = true;
        for coordinate in &system.coordinates {
            let has_map = rate_map(&mut b, coordinate).is_some();
            are_vectors &= !has_map;
            for (at, position) in blocks(coordinate) {
                let q = coordinate.q + at;
                let v = (!has_map).then_some(coordinate.v + at);
                match position {
                    Position::Quaternion => turns.push(Turn::Quaternion { q }),
                    Position::RotationVector => turns.push(Turn::Vector { q, v }),
                    Position::Angle | Position::Length | Position::Number => {}
                }
            }
        }
        Self {
            rates: Machine::of(&b.finish(&rates)),
            turns,
            are_vectors,
        }
    }

    /// `N(q) qd`
    pub fn rate(&mut self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        self.rates.run(|input| given(input, [&[], &[], q, qd, &[]]))
    }

    /// Changes quaternions to unit length and rotation vectors to at most half a turn, and their rates accordingly: the
    /// place and the motion stay the same.
    pub fn normalize(&self, q: &mut [f64], qd: &mut [f64]) {
        for turn in &self.turns {
            match *turn {
                Turn::Quaternion { q: at } => {
                    let quaternion = &mut q[at..at + 4];
                    // Division by the largest entry comes first, so that the square of the length neither overflows nor
                    // underflows.
                    for length in [largest, norm] {
                        let length = length(quaternion);
                        quaternion.iter_mut().for_each(|x| *x /= length);
                    }
                }
                Turn::Vector { q: at, v } => {
                    let rates = v.map(|v| &mut qd[v..v + 3]);
                    shorten(&mut q[at..at + 3], rates);
                }
            }
        }
    }
}

/// Removes whole turns, whose angles add up to c, from a rotation vector longer than half a turn: `q - c q / |q|`. Its
/// derivative becomes `dq - c (dq - u (u . dq)) / |q|` with `u = q / |q|`.
fn shorten(q: &mut [f64], rates: Option<&mut [f64]>) {
    let length = norm(q);
    if length <= PI || !length.is_finite() {
        return;
    }
    let share = 2.0 * PI * ((length + PI) / (2.0 * PI)).floor() / length;
    if let Some(rates) = rates {
        let along = dot(q, rates) / (length * length);
        for (rate, q) in rates.iter_mut().zip(&*q) {
            *rate -= share * (*rate - along * q);
        }
    }
    q.iter_mut().for_each(|q| *q -= share * *q);
}

/// The neutral positions of all coordinates, at which nothing is turned or shifted.
pub fn neutral(coordinates: &[Coordinate]) -> Vec<f64> {
    let mut q = vec![0.0; coordinates.last().map_or(0, |last| last.end().0)];
    for (at, position) in coordinates.iter().flat_map(positioned) {
        if position == Position::Quaternion {
            q[at + 3] = 1.0;
        }
    }
    q
}

/// The names of coordinates with a quaternion whose entries are all 0, which represents no orientation.
pub fn without_direction<'a>(coordinates: &'a [Coordinate], q: &[f64]) -> Vec<&'a str> {
    let is_nothing = |coordinate: &&Coordinate| {
        positioned(coordinate).any(|(at, position)| {
            position == Position::Quaternion && largest(&q[at..at + 4]) == 0.0
        })
    };
    let found = coordinates.iter().filter(is_nothing);
    found.map(|coordinate| coordinate.name.as_str()).collect()
}

/// The derivatives of all positions: `N(q) qd`.
pub fn position_rates(b: &mut Builder, coordinates: &[Coordinate]) -> Vec<Value> {
    let mut rates = Vec::new();
    for coordinate in coordinates {
        let count = coordinate.kind.nv();
        let qd: Vec<Value> = (0..count)
            .map(|k| b.input(InputKind::Qd, coordinate.v + k))
            .collect();
        match rate_map(b, coordinate) {
            None => rates.extend(qd),
            Some(rows) => rates.extend(rows.iter().map(|row| b.dot(row, &qd))),
        }
    }
    rates
}

fn rate_map(b: &mut Builder, coordinate: &Coordinate) -> Option<Vec<Vec<Value>>> {
    let count = coordinate.kind.coordinates().len();
    let q: Vec<Value> = (0..count)
        .map(|k| b.input(InputKind::Q, coordinate.q + k))
        .collect();
    coordinate.kind.rate_map(b, &q)
}

/// The start of each block of positions of one kind, within its coordinate, and the kind.
fn blocks(coordinate: &Coordinate) -> impl Iterator<Item = (usize, Position)> {
    let positions = coordinate.kind.coordinates();
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at;
        let position = *positions.get(begin)?;
        at += match position {
            Position::Quaternion => 4,
            Position::RotationVector => 3,
            Position::Angle | Position::Length | Position::Number => 1,
        };
        Some((begin, position))
    })
}

/// The same, with the start among all positions.
fn positioned(coordinate: &Coordinate) -> impl Iterator<Item = (usize, Position)> {
    blocks(coordinate).map(|(at, position)| (coordinate.q + at, position))
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The largest absolute value of an entry.
fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |most, x| x.abs().max(most))
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rotation is the same, and the rates are still derivatives along one motion.
    #[test]
    fn a_rotation_vector_is_shortened_with_its_derivative() {
        let (start, rate, h) = ([2.9, -1.7, 1.1], [0.4, 0.9, -0.3], 1e-6);
        let at = |time: f64| {
            let mut q: [f64; 3] = std::array::from_fn(|k| start[k] + time * rate[k]);
            shorten(&mut q, None);
            q
        };
        let (mut q, mut rates) = (start, rate);
        shorten(&mut q, Some(&mut rates));
        assert!((norm(&start) - norm(&q).mul_add(-1.0, 2.0 * PI)).abs() < 1e-14);
        for k in 0..3 {
            let expected = (at(h)[k] - at(-h)[k]) / (2.0 * h);
            assert!((rates[k] - expected).abs() < 1e-8, "{rates:?} {expected}");
        }
        let mut short = [1.0, 2.0, -0.5];
        shorten(&mut short, None);
        assert_eq!(short, [1.0, 2.0, -0.5]);
    }
}
