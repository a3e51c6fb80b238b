//! Systems given by expressions: Lagrange's equations with dual numbers.
//!
//! Kinetic and potential energy are evaluated with nested [`Dual`] numbers, with a level for each derivative that the
//! equations need: `M = d2T/dqd2`, Christoffel symbols from `dM/dq`, `g = d(V - T0)/dq`. The remaining terms of
//! Lagrange's equations are the drive.

use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use nalgebra::{DMatrix, DVector, Vector3};

use super::Model;
use crate::{Dual, Real};

/// A number with derivatives along three directions.
type InnerJet = Dual<Dual<Dual<f64, 1>, 1>, 1>;
/// The number with which [`Expressions`] are evaluated: it has derivatives along four directions. For T and V the
/// outermost direction is time: positions have the derivatives qd along it.
pub type Jet = Dual<InnerJet, 1>;

/// The parts of a system besides its tree of links: energies, forces and bodies that are expressions.
pub struct Expressions {
    /// Indices of position and rate of each coordinate on which expressions may depend.
    coordinates: Vec<(usize, usize)>,
    /// Mass, and inertia about the centre of mass in the body's axes, of each body whose pose is an expression.
    bodies: Vec<(f64, [[f64; 3]; 3])>,
    /// The rates along which forces act.
    forces: Vec<usize>,
    evaluate: Box<Evaluate>,
}

/// The values of the expressions for a time, positions and rates.
type Evaluate = dyn Fn(Jet, &[Jet], &[Jet]) -> Vec<Jet>;

/// The number of values for each body. The order of all values is: T, V, forces along rates; then for each body
/// rotation by rows, position, force.
const VALUES_PER_BODY: usize = 15;

impl Expressions {
    /// `coordinates` are the indices of position and rate of the coordinates on which expressions may depend; `bodies`
    /// are given by mass in kg and inertia about the centre of mass; `forces` are the rates along which forces act.
    /// `evaluate` is a function of time, all positions and all rates. It returns T, V, these forces, then for each body
    /// rotation by rows, position, and force, in world axes.
    pub fn new<const N: usize>(
        coordinates: &[(usize, usize)],
        bodies: &[(f64, [[f64; 3]; 3])],
        forces: &[usize],
        evaluate: impl Fn(Jet, &[Jet], &[Jet]) -> [Jet; N] + 'static,
    ) -> Self {
        Self {
            coordinates: coordinates.into(),
            bodies: bodies.into(),
            forces: forces.into(),
            evaluate: Box::new(move |t, q, qd| evaluate(t, q, qd).into()),
        }
    }

    /// The numbers of positions and rates that include those of its coordinates: one more than their largest indices.
    pub(super) fn sizes(&self) -> (usize, usize) {
        let coordinates = self.coordinates.iter();
        coordinates.fold((0, 0), |(nq, nv), &(q, v)| (nq.max(q + 1), nv.max(v + 1)))
    }

    /// T and V at a time, for positions and rates.
    fn energies(
        &self,
        gravity: &Vector3<f64>,
        t: InnerJet,
        q: &[InnerJet],
        qd: &[InnerJet],
    ) -> [InnerJet; 2] {
        let mut positions: Vec<Jet> = q.iter().map(|&x| Jet::constant(x)).collect();
        for &(q, v) in &self.coordinates {
            positions[q].derivatives[0] = qd[v];
        }
        let rates: Vec<Jet> = qd.iter().map(|&x| Jet::constant(x)).collect();
        let time = Dual {
            value: t,
            derivatives: [InnerJet::ONE],
        };
        let values = (self.evaluate)(time, &positions, &rates);
        let (mut kinetic, mut potential) = (values[0].value, values[1].value);
        let half = InnerJet::lit(0.5);
        for (body, (mass, inertia)) in self.bodies.iter().enumerate() {
            let body_values = &values[2 + self.forces.len() + body * VALUES_PER_BODY..];
            let rate = |index: usize| body_values[index].derivatives[0];
            let trace = 0.5 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
            let mut twice_kinetic = InnerJet::ZERO;
            for row in 0..3 {
                // The sum of m (R' r)^2 over the points r of the body, from its second moments
                // `sum m r r^T = tr(I) / 2 * identity - I`.
                for (i, inertia_row) in inertia.iter().enumerate() {
                    for (j, entry) in inertia_row.iter().enumerate() {
                        let moment = if i == j { trace } else { 0.0 } - entry;
                        let product = rate(3 * row + i) * rate(3 * row + j);
                        twice_kinetic += InnerJet::lit(moment) * product;
                    }
                }
                let velocity = rate(9 + row);
                twice_kinetic += InnerJet::lit(*mass) * velocity * velocity;
                let weight = InnerJet::lit(*mass * gravity[row]) * body_values[9 + row].value;
                potential -= weight;
            }
            kinetic += half * twice_kinetic;
        }
        [kinetic, potential]
    }

    /// Mass of all bodies whose poses are expressions.
    pub(super) fn mass(&self) -> f64 {
        self.bodies.iter().map(|(mass, _)| mass).sum()
    }

    /// Mass times position of all bodies whose poses are expressions.
    pub(super) fn first_moment(&self, t: f64, q: &[f64], nv: usize) -> Vector3<f64> {
        let positions: Vec<Jet> = q.iter().map(|&x| Jet::lit(x)).collect();
        let zeros: Vec<Jet> = (0..nv).map(|_| Jet::ZERO).collect();
        let values = (self.evaluate)(Jet::lit(t), &positions, &zeros);
        let bodies = self.bodies.iter().enumerate();
        let moments = bodies.map(|(body, (mass, _))| {
            let position = &values[2 + self.forces.len() + body * VALUES_PER_BODY + 9..];
            *mass * Vector3::from_fn(|k, _| value(position[k]))
        });
        moments.sum()
    }
}

impl fmt::Debug for Expressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expressions")
            .field("coordinates", &self.coordinates)
            .field("bodies", &self.bodies)
            .field("forces", &self.forces)
            .finish_non_exhaustive()
    }
}

/// The number without its derivatives.
fn value(jet: Jet) -> f64 {
    jet.value.value.value.value
}

/// A position or rate that changes along some of three directions.
fn variable(x: f64, directions: [f64; 3]) -> InnerJet {
    let inner = Dual {
        value: x,
        derivatives: [directions[0]],
    };
    let middle = Dual {
        value: inner,
        derivatives: [Dual::constant(directions[1])],
    };
    Dual {
        value: middle,
        derivatives: [Dual::constant(Dual::constant(directions[2]))],
    }
}

/// The mixed derivative along the first `count` directions.
fn derivative(number: InnerJet, count: usize) -> f64 {
    match count {
        0 => number.value.value.value,
        1 => number.value.value.derivatives[0],
        2 => number.value.derivatives[0].derivatives[0],
        _ => number.derivatives[0].derivatives[0].derivatives[0],
    }
}

/// A direction of a derivative.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    /// Along one position. The index is that of its rate, until [`Model::partial`] replaces it by that of the position.
    Position(usize),
    /// Along the rate with this index.
    Rate(usize),
    Time,
}

impl Model {
    /// The same model with these expressions added.
    #[must_use]
    pub fn with_expressions(mut self, expressions: Expressions) -> Self {
        let (nq, nv) = expressions.sizes();
        (self.nq, self.nv) = (self.nq.max(nq), self.nv.max(nv));
        let nv = self.nv;
        self.armature = DVector::from_fn(nv, |i, _| self.armature.get(i).copied().unwrap_or(0.0));
        let range = (-std::f64::consts::PI, std::f64::consts::PI);
        self.ranges.resize(self.nq, range);
        self.expressions = Some(expressions);
        self
    }

    /// The partial derivative of T or V of the expressions along several directions; `energy` is [`KINETIC`] or
    /// [`POTENTIAL`]. A position is given by the index of its rate.
    fn partial(&self, energy: usize, q: &[f64], qd: &[f64], directions: &[Direction]) -> f64 {
        let Some(expressions) = &self.expressions else {
            return 0.0;
        };
        let position_of = |v: usize| {
            let mut coordinates = expressions.coordinates.iter();
            coordinates.find(|(_, rate)| *rate == v).map(|(q, _)| *q)
        };
        let indexed_directions: Vec<Direction> = directions
            .iter()
            .filter_map(|direction| match *direction {
                Direction::Position(v) => position_of(v).map(Direction::Position),
                other => Some(other),
            })
            .collect();
        if indexed_directions.len() < directions.len() {
            return 0.0; // no expression depends on the position of one of the rates
        }
        let seeds = |argument: Direction| -> [f64; 3] {
            core::array::from_fn(|k| {
                f64::from(u8::from(indexed_directions.get(k) == Some(&argument)))
            })
        };
        let q: Vec<InnerJet> = (q.iter().enumerate())
            .map(|(i, &x)| variable(x, seeds(Direction::Position(i))))
            .collect();
        let qd: Vec<InnerJet> = (qd.iter().enumerate())
            .map(|(i, &x)| variable(x, seeds(Direction::Rate(i))))
            .collect();
        let t = variable(self.time, seeds(Direction::Time));
        derivative(
            expressions.energies(&self.gravity, t, &q, &qd)[energy],
            directions.len(),
        )
    }

    /// `d2T/dqd2` of the expressions.
    pub(super) fn expression_mass_matrix(&self, q: &[f64]) -> DMatrix<f64> {
        let n = self.nv;
        if self.expressions.is_none() {
            return DMatrix::zeros(n, n);
        }
        let zeros = std::vec![0.0; n];
        DMatrix::from_fn(n, n, |i, j| {
            self.partial(
                KINETIC,
                q,
                &zeros,
                &[Direction::Rate(i), Direction::Rate(j)],
            )
        })
    }

    /// `C_kj = sum of (dM_kj/dq_i + dM_ki/dq_j - dM_ij/dq_k) qd_i / 2` of the expressions.
    pub(super) fn expression_coriolis_matrix(&self, q: &[f64], qd: &[f64]) -> DMatrix<f64> {
        let n = self.nv;
        let mut c = DMatrix::zeros(n, n);
        if self.expressions.is_none() {
            return c;
        }
        let zeros = std::vec![0.0; n];
        let dm = |i: usize, j: usize, k: usize| {
            let directions = [
                Direction::Rate(i),
                Direction::Rate(j),
                Direction::Position(k),
            ];
            self.partial(KINETIC, q, &zeros, &directions)
        };
        for k in 0..n {
            for j in 0..n {
                for (i, rate) in qd.iter().enumerate() {
                    let symbol = 0.5 * (dm(k, j, i) + dm(k, i, j) - dm(i, j, k));
                    c[(k, j)] += symbol * rate;
                }
            }
        }
        c
    }

    /// `d(V - T0)/dq` of the expressions and of the weight of their bodies, where T0 are the terms of T without rates.
    pub(super) fn expression_gravity(&self, q: &[f64]) -> DVector<f64> {
        let zeros = std::vec![0.0; self.nv];
        DVector::from_fn(self.nv, |k, _| {
            let directions = [Direction::Position(k)];
            self.partial(POTENTIAL, q, &zeros, &directions)
                - self.partial(KINETIC, q, &zeros, &directions)
        })
    }

    /// What remains of `d/dt dT/dqd - dT/dq + dV/dq` at zero accelerations after subtracting `C qd` and g: the terms
    /// from the time dependence and from terms of T linear in the rates.
    pub fn drive(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        if self.expressions.is_none() {
            return DVector::zeros(self.nv);
        }
        let total = DVector::from_fn(self.nv, |k, _| {
            let partial =
                |energy, directions: &[Direction]| self.partial(energy, q, qd, directions);
            let rate = Direction::Rate(k);
            let by_time = partial(KINETIC, &[rate, Direction::Time]);
            let rates = qd.iter().enumerate();
            let by_positions = rates
                .map(|(j, x)| partial(KINETIC, &[rate, Direction::Position(j)]) * x)
                .sum::<f64>();
            let position = [Direction::Position(k)];
            by_time + by_positions - partial(KINETIC, &position) + partial(POTENTIAL, &position)
        });
        let coriolis = self.expression_coriolis_matrix(q, qd) * DVector::from_column_slice(qd);
        total - coriolis - self.expression_gravity(q)
    }

    /// T or V of the expressions.
    pub(super) fn expression_energy(&self, energy: usize, q: &[f64], qd: &[f64]) -> f64 {
        self.partial(energy, q, qd, &[])
    }

    /// First and second time derivatives of `sum m r` over the bodies whose poses are expressions.
    pub(super) fn expression_first_moment_rates(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> [Vector3<f64>; 2] {
        let mut sums = [Vector3::zeros(); 2];
        let Some(expressions) = &self.expressions else {
            return sums;
        };
        // Each position is q + (a + b) qd + a b qdd with a^2 = b^2 = 0. In the results the coefficient of a is the
        // velocity, that of a b the acceleration.
        let mut positions: Vec<Jet> = q.iter().map(|&x| Jet::lit(x)).collect();
        for &(index, v) in &expressions.coordinates {
            let inner = Dual {
                value: q[index],
                derivatives: [qd[v]],
            };
            let outer = Dual {
                value: qd[v],
                derivatives: [qdd[v]],
            };
            let position = Dual {
                value: inner,
                derivatives: [outer],
            };
            positions[index] = Jet::constant(InnerJet::constant(position));
        }
        let rates: Vec<Jet> = qd.iter().map(|&x| Jet::lit(x)).collect();
        let inner = Dual {
            value: self.time,
            derivatives: [1.0],
        };
        let time = Dual {
            value: inner,
            derivatives: [Dual::ONE],
        };
        let t = Jet::constant(InnerJet::constant(time));
        let values = (expressions.evaluate)(t, &positions, &rates);
        for (body, (mass, _)) in expressions.bodies.iter().enumerate() {
            let position = &values[2 + expressions.forces.len() + body * VALUES_PER_BODY + 9..];
            for k in 0..3 {
                let component = position[k].value.value;
                sums[0][k] += mass * component.value.derivatives[0];
                sums[1][k] += mass * component.derivatives[0].derivatives[0];
            }
        }
        sums
    }

    /// The generalized forces of the expressions, including those of forces on their bodies.
    pub(super) fn expression_forces(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        let mut sum = DVector::zeros(self.nv);
        let Some(expressions) = &self.expressions else {
            return sum;
        };
        let rates: Vec<Jet> = qd.iter().map(|&x| Jet::lit(x)).collect();
        let count = expressions.forces.len();
        for &(index, v) in &expressions.coordinates {
            let mut positions: Vec<Jet> = q.iter().map(|&x| Jet::lit(x)).collect();
            positions[index].derivatives[0] = InnerJet::ONE;
            let values = (expressions.evaluate)(Jet::lit(self.time), &positions, &rates);
            let terms = expressions.forces.iter().zip(&values[2..]);
            sum[v] += terms
                .filter(|(rate, _)| **rate == v)
                .map(|(_, &f)| value(f))
                .sum::<f64>();
            for body in 0..expressions.bodies.len() {
                let body_values = &values[2 + count + body * VALUES_PER_BODY..];
                for k in 0..3 {
                    let jacobian = body_values[9 + k].derivatives[0].value.value.value;
                    sum[v] += jacobian * value(body_values[12 + k]);
                }
            }
        }
        sum
    }
}

/// The index of T among the energies.
pub(super) const KINETIC: usize = 0;
/// The index of V among the energies.
pub(super) const POTENTIAL: usize = 1;
