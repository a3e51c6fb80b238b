//! Positions that are not vectors: their derivatives, and their normalization.
//!
//! A joint type declares the rate map N(q) of `dq/dt = N(q) qd`. All else follows from N and from the kinds of its
//! positions, so that no joint type is treated by name.

use crate::state::input_value;
use multibody_description::joint::{OrientationChart, orientations};
use multibody_description::system::{Coordinate, System};
use multibody_program::ir::{Builder, InputKind, Machine, Value};

/// The properties of a system's positions that integration steps need.
#[derive(Clone, Debug)]
pub struct Charts {
    /// The program of `N(q) qd`.
    rate_program: Machine,
    orientations: Vec<Orientation>,
    /// Whether all rates are derivatives of positions, so that steps can be added to positions.
    pub rates_are_derivatives: bool,
}

/// Where the coordinates of an orientation are among the positions and rates of the system.
#[derive(Clone, Copy, Debug)]
struct Orientation {
    chart: &'static dyn OrientationChart,
    /// The index of its first position.
    q: usize,
    /// The index of the first of the rates that are derivatives of these positions; `None` if there are no such rates.
    v: Option<usize>,
}

impl Charts {
    pub fn of(system: &System) -> Self {
        let mut b = Builder::new();
        let rates = position_rate_values(&mut b, &system.coordinates);
        let mut coordinate_orientations = Vec::new();
        let mut rates_are_derivatives = true;
        for coordinate in &system.coordinates {
            let has_rate_map = rate_map(&mut b, coordinate).is_some();
            rates_are_derivatives &= !has_rate_map;
            for (offset, chart) in orientations(coordinate.kind.positions()) {
                coordinate_orientations.push(Orientation {
                    chart,
                    q: coordinate.q + offset,
                    v: (!has_rate_map).then_some(coordinate.v + offset),
                });
            }
        }
        Self {
            rate_program: Machine::of(&b.finish(&rates)),
            orientations: coordinate_orientations,
            rates_are_derivatives,
        }
    }

    /// The derivatives of all positions: `N(q) qd`.
    pub fn position_rates(&mut self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        // The program has neither parameters nor time nor forces as inputs.
        self.rate_program
            .run(|input| input_value(input, [&[], &[], q, qd, &[]]))
    }

    /// Normalizes orientations, and changes rates that are their derivatives accordingly: the configuration and the motion
    /// stay the same.
    pub fn normalize(&self, q: &mut [f64], qd: &mut [f64]) {
        for &Orientation { chart, q: start, v } in &self.orientations {
            let count = chart.neutral().len();
            let derivatives = v.map(|v| &mut qd[v..v + count]);
            chart.normalize(&mut q[start..start + count], derivatives);
        }
    }
}

/// The neutral positions of all coordinates: zeros, except for orientations, whose positions are those of the identity. A
/// `Coordinate` may have several positions, such as the four of a quaternion.
pub fn neutral(coordinates: &[Coordinate]) -> Vec<f64> {
    // The positions of the last coordinate are the last positions.
    let mut q = vec![0.0; coordinates.last().map_or(0, |last| last.q_range().end)];
    for (start, chart) in coordinates.iter().flat_map(charts) {
        let neutral = chart.neutral();
        q[start..start + neutral.len()].copy_from_slice(neutral);
    }
    q
}

/// The names of coordinates with a quaternion whose entries are all 0, which represents no orientation.
pub fn undefined_orientations<'a>(coordinates: &'a [Coordinate], q: &[f64]) -> Vec<&'a str> {
    let has_zero_quaternion = |coordinate: &&Coordinate| {
        charts(coordinate).any(|(start, chart)| {
            let entries = &q[start..start + chart.neutral().len()];
            chart.has_unit_norm() && entries.iter().all(|entry| *entry == 0.0)
        })
    };
    let undefined = coordinates.iter().filter(has_zero_quaternion);
    undefined.map(|c| c.name.as_str()).collect()
}

/// The derivatives of all positions, `N(q) qd`, as values of a program.
pub fn position_rate_values(b: &mut Builder, coordinates: &[Coordinate]) -> Vec<Value> {
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

/// N(q) of one coordinate, by rows; `None` if it is the identity.
fn rate_map(b: &mut Builder, coordinate: &Coordinate) -> Option<Vec<Vec<Value>>> {
    let count = coordinate.kind.positions().len();
    let q: Vec<Value> = (0..count)
        .map(|k| b.input(InputKind::Q, coordinate.q + k))
        .collect();
    coordinate.kind.rate_map(b, &q)
}

/// The charts of a coordinate's orientations, and the position at which each begins.
fn charts(coordinate: &Coordinate) -> impl Iterator<Item = (usize, &'static dyn OrientationChart)> {
    orientations(coordinate.kind.positions()).map(|(offset, chart)| (coordinate.q + offset, chart))
}

/// `a . b`
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
