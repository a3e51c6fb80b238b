//! What symbolic terms contribute to the equations of motion. Symbolic terms are energies, forces, constraints and bodies that
//! the description states by expressions. `PieceDerivatives` computes the expressions and their derivatives along directions.
//!
//! Energies T and V add `d/dt dT/dqd - dT/dq + dV/dq`; the part of T without rates, T0, is counted with V. A body
//! with rotation and position X(t, q) adds `tr(X_k P (X'' - (0, g))^T)`, where X_k is the derivative of X with
//! respect to coordinate k, and P contains the moments of the body's mass about its centre. This is d'Alembert's
//! principle for the points of the body.
//!
//! The drive is the part of these terms that comes from explicit time and from the part of T that is linear in the rates,
//! `T1 = a . qd`. It consists of `dM/dt qd + da/dt` and, summed over j, `(da_k/dq_j - da_j/dq_k) qd_j`, where d/dt is
//! the partial derivative with respect to t. A body has `a_k = tr(X_k P X_t^T)` and `T0 = tr(X_t P X_t^T) / 2`, where
//! X_t is the partial derivative of X with respect to t.

use super::Recursion;
use crate::kernels::Kernels;
use crate::symbolic::{Direction, PieceDerivatives};
use multibody_description::function::Terms;
use multibody_description::system::{PlacedBody, SymbolicTerms};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, InputKind, Value, Vector3};

/// X, the rotation and position of a body, or its derivatives: three rows of four.
type PoseRows = [[Value; 4]; 3];

/// A mass, and the sum of mass times position.
#[derive(Clone, Copy)]
pub struct FirstMoment {
    pub mass: Value,
    pub moment: Vector3,
}

impl<K: Kernels> Recursion<'_, K> {
    /// Adds the contribution of the symbolic terms to M.
    pub(super) fn add_symbolic_mass(&self, b: &mut Builder, m: &mut [Vec<Value>]) {
        if self.symbolic.is_empty() {
            return;
        }
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let moments = all_moments(b, &pieces.values());
        let columns = self.pose_columns(b, &pieces);
        let rates: Vec<_> = (0..m.len())
            .map(|v| pieces.along(b, Direction::Rate(v)))
            .collect();
        for i in 0..m.len() {
            for j in i..m.len() {
                let mut parts = pieces.second_of_kinetic(b, &rates[i], &rates[j]);
                for (body, moments) in moments.iter().enumerate() {
                    parts.push(moments.product(b, &columns[i][body], &columns[j][body]));
                }
                let entry = b.sum(parts);
                m[i][j] = b.add(m[i][j], entry);
                if i != j {
                    m[j][i] = b.add(m[j][i], entry);
                }
            }
        }
    }

    /// Adds the contribution of the symbolic terms to the chosen terms of the equation of motion.
    pub(super) fn add_symbolic_forces(&self, b: &mut Builder, terms: Terms, tau: &mut [Value]) {
        if self.symbolic.is_empty() {
            return;
        }
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let moments = all_moments(b, &pieces.values());
        let accelerations = self.accelerations(b, &pieces, terms);
        let velocity = pieces.along(b, Direction::Positions(InputKind::Qd));
        let acceleration = pieces.along(b, Direction::Rates(InputKind::Qdd));
        let pieces_at_rest = PieceDerivatives::at_rest(b, self.symbolic);
        let time = pieces.along(b, Direction::Time);
        let time_derivatives = all_pose_rows(&pieces.first(&time));
        let has_drive = self.tree.findings.has_drive;
        // Drive and velocity share a part, and so do drive and gravity. If only one of the two is requested, the shared
        // part is added for the drive, or subtracted for the other.
        let [separates_velocity, separates_gravity] =
            [terms.velocity, terms.gravity].map(|term| has_drive && term != terms.drive);
        let symbolic_forces = if terms.passive {
            self.tree.symbolic_forces(b)
        } else {
            vec![Value::ZERO; tau.len()]
        };
        for (k, tau) in tau.iter_mut().enumerate() {
            let position = pieces.along(b, Direction::Position(k));
            let rate = pieces.along(b, Direction::Rate(k));
            let partials = pieces.first(&position);
            let position_at_rest = pieces_at_rest.along(b, Direction::Position(k));
            let kinetic_at_rest = pieces_at_rest.first(&position_at_rest).kinetic;
            let mut parts = vec![*tau];
            if terms.gravity {
                parts.extend(&partials.potential);
                parts.extend(kinetic_at_rest.iter().map(|&change| b.neg(change)));
            }
            if terms.velocity {
                parts.extend(pieces.second_of_kinetic(b, &rate, &velocity));
                parts.extend(partials.kinetic.iter().map(|&change| b.neg(change)));
                parts.extend(&kinetic_at_rest);
            }
            if terms.acceleration {
                parts.extend(pieces.second_of_kinetic(b, &rate, &acceleration));
            }
            if terms.drive && has_drive {
                parts.extend(pieces.second_of_kinetic(b, &rate, &time));
            }
            if separates_velocity {
                let part = gyroscopic_force(b, &pieces_at_rest, k);
                parts.push(with_sign(b, terms.drive, part));
            }
            if separates_gravity {
                let changes = all_pose_rows(&pieces.second(b, &position, &time));
                let pairs = changes.iter().zip(&time_derivatives);
                for (moments, (change, rate)) in moments.iter().zip(pairs) {
                    let part = moments.product(b, change, rate);
                    parts.push(with_sign(b, terms.drive, part));
                }
            }
            for (body, moments) in moments.iter().enumerate() {
                let derivative = pose_rows(&partials.bodies[body]);
                parts.push(moments.product(b, &derivative, &accelerations[body]));
            }
            parts.push(b.neg(symbolic_forces[k]));
            *tau = b.sum(parts);
        }
    }

    /// The second time derivatives of all bodies' rotations and positions minus gravity, with only the chosen terms.
    fn accelerations(
        &self,
        b: &mut Builder,
        pieces: &PieceDerivatives<'_>,
        terms: Terms,
    ) -> Vec<PoseRows> {
        let [velocity, time, motion, acceleration] = [
            Direction::Positions(InputKind::Qd),
            Direction::Time,
            Direction::Motion,
            Direction::Positions(InputKind::Qdd),
        ]
        .map(|direction| pieces.along(b, direction));
        let mut parts = match (terms.velocity, terms.drive) {
            (false, false) => Vec::new(),
            (true, false) => vec![pieces.second(b, &velocity, &velocity)],
            (true, true) => vec![pieces.second(b, &motion, &motion)],
            // Second derivatives are bilinear in the directions. With x of the velocity and t of time:
            // (x + t) (x + t) - x x = (x + x + t) t.
            (false, true) => vec![
                pieces.second(b, &velocity, &time),
                pieces.second(b, &motion, &time),
            ],
        };
        parts.extend(terms.acceleration.then(|| pieces.first(&acceleration)));
        let count = pieces.values().bodies.len();
        (0..count)
            .map(|body| {
                let mut sum = [[Value::ZERO; 4]; 3];
                for part in &parts {
                    let addend = pose_rows(&part.bodies[body]);
                    for (row, addend_row) in sum.iter_mut().zip(addend) {
                        for (entry, value) in row.iter_mut().zip(addend_row) {
                            *entry = b.add(*entry, value);
                        }
                    }
                }
                if terms.gravity {
                    for (row, &g) in sum.iter_mut().zip(&self.tree.symbolic_gravity) {
                        row[3] = b.sub(row[3], g);
                    }
                }
                sum
            })
            .collect()
    }

    /// Adds the contribution of the symbolic terms to C: `(dM_kj/dt + dp_k/dq_j - dp_j/dq_k) / 2` with the momenta
    /// `p = dT/dqd`, and `tr(X_k P (dX_j/dt)^T)`. Here d/dt is the change with the positions alone, without explicit time.
    /// Both agree with the Christoffel symbols.
    pub(super) fn add_symbolic_coriolis(&self, b: &mut Builder, c: &mut [Vec<Value>]) {
        if self.symbolic.is_empty() {
            return;
        }
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let moments = all_moments(b, &pieces.values());
        let columns = self.pose_columns(b, &pieces);
        let velocity = pieces.along(b, Direction::Positions(InputKind::Qd));
        let directions = |b: &mut Builder, direction: fn(usize) -> Direction| -> Vec<_> {
            (0..c.len())
                .map(|v| pieces.along(b, direction(v)))
                .collect()
        };
        let (positions, rates) = (
            directions(b, Direction::Position),
            directions(b, Direction::Rate),
        );
        // Terms of T that are linear in the rates are no part of M; their momenta are those at rest.
        let pieces_at_rest = PieceDerivatives::at_rest(b, self.symbolic);
        let rest_directions = |b: &mut Builder, direction: fn(usize) -> Direction| -> Vec<_> {
            (0..c.len())
                .map(|v| pieces_at_rest.along(b, direction(v)))
                .collect()
        };
        let rest_positions = rest_directions(b, Direction::Position);
        let rest_rates = rest_directions(b, Direction::Rate);
        let sum = |b: &mut Builder, x, y| {
            let parts = pieces.second_of_kinetic(b, x, y);
            b.sum(parts)
        };
        // All entries are differentiated at once, since each call goes through the whole program built so far.
        let n = c.len();
        let inertias: Vec<Value> = (0..n * n)
            .map(|k| sum(b, &rates[k % n], &rates[k / n]))
            .collect();
        let changes = self.rate_along_motion(b, &inertias, &[], Value::ZERO);
        let half = integer(1) / integer(2);
        for j in 0..n {
            let column_rates = all_pose_rows(&pieces.second(b, &positions[j], &velocity));
            for k in 0..n {
                let [entry, transpose] = [(k, j), (j, k)].map(|(k, j)| {
                    let total = sum(b, &rates[k], &positions[j]);
                    let linear_parts =
                        pieces_at_rest.second_of_kinetic(b, &rest_rates[k], &rest_positions[j]);
                    let linear = b.sum(linear_parts);
                    b.sub(total, linear)
                });
                let difference = b.sub(entry, transpose);
                let double_entry = b.add(changes[n * j + k], difference);
                let mut parts = vec![c[k][j], b.scale(&half, double_entry)];
                for (body, moments) in moments.iter().enumerate() {
                    parts.push(moments.product(b, &columns[k][body], &column_rates[body]));
                }
                c[k][j] = b.sum(parts);
            }
        }
    }

    /// The kinetic energy T of the symbolic terms.
    pub(super) fn symbolic_kinetic_energy(&self, b: &mut Builder) -> Value {
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let values = pieces.values();
        let motion = pieces.along(b, Direction::Motion);
        let derivative = pieces.first(&motion);
        let half = integer(1) / integer(2);
        let moments = all_moments(b, &values);
        let mut parts = values.kinetic;
        for (moments, rate) in moments.iter().zip(all_pose_rows(&derivative)) {
            let double_energy = moments.product(b, &rate, &rate);
            parts.push(b.scale(&half, double_energy));
        }
        b.sum(parts)
    }

    /// The potential energy V of the symbolic terms and of the weight of their bodies.
    pub(super) fn symbolic_potential_energy(&self, b: &mut Builder) -> Value {
        let values = PieceDerivatives::new(b, self.symbolic).values();
        let mut parts = values.potential;
        for body in &values.bodies {
            let work_per_mass = b.dot(&self.tree.symbolic_gravity, &body.position);
            let work = b.mul(body.mass, work_per_mass);
            parts.push(b.neg(work));
        }
        b.sum(parts)
    }

    /// Mass and first moment of each body of the symbolic terms, in the world.
    pub(super) fn symbolic_moments(&self, b: &mut Builder) -> Vec<FirstMoment> {
        let bodies = PieceDerivatives::new(b, self.symbolic)
            .values()
            .bodies
            .into_iter();
        bodies
            .map(|body| FirstMoment {
                mass: body.mass,
                moment: b.scale3(body.mass, &body.position),
            })
            .collect()
    }

    /// For each position of the robot, the derivatives of all bodies' rotations and positions with respect to it.
    fn pose_columns(&self, b: &mut Builder, pieces: &PieceDerivatives<'_>) -> Vec<Vec<PoseRows>> {
        (0..self.tree.nv)
            .map(|v| {
                let direction = pieces.along(b, Direction::Position(v));
                all_pose_rows(&pieces.first(&direction))
            })
            .collect()
    }
}

/// `sum over j of (da_k/dq_j - da_j/dq_k) qd_j` for `T1 = a . qd`.
fn gyroscopic_force(b: &mut Builder, pieces_at_rest: &PieceDerivatives<'_>, k: usize) -> Value {
    let [rate, velocity, position, rates] = [
        Direction::Rate(k),
        Direction::Positions(InputKind::Qd),
        Direction::Position(k),
        Direction::Rates(InputKind::Qd),
    ]
    .map(|direction| pieces_at_rest.along(b, direction));
    let [part, transposed_part] = [(&rate, &velocity), (&position, &rates)].map(|(x, y)| {
        let parts = pieces_at_rest.second_of_kinetic(b, x, y);
        b.sum(parts)
    });
    b.sub(part, transposed_part)
}

fn with_sign(b: &mut Builder, is_positive: bool, value: Value) -> Value {
    if is_positive { value } else { b.neg(value) }
}

fn all_pose_rows(terms: &SymbolicTerms) -> Vec<PoseRows> {
    terms.bodies.iter().map(pose_rows).collect()
}

fn pose_rows(body: &PlacedBody) -> PoseRows {
    std::array::from_fn(|i| {
        let [x, y, z] = body.rotation[i];
        [x, y, z, body.position[i]]
    })
}

/// The nonzero entries of a body's P, the moments of its mass about its centre: `tr(I) / 2 * identity - I` in
/// rows and columns 0 to 2, and the mass in row and column 3.
struct Moments(Vec<Moment>);

/// An entry of P.
struct Moment {
    row: usize,
    column: usize,
    value: Value,
}

/// P of each body.
fn all_moments(b: &mut Builder, terms: &SymbolicTerms) -> Vec<Moments> {
    let bodies = terms.bodies.iter();
    bodies.map(|body| Moments::of(b, body)).collect()
}

impl Moments {
    fn of(b: &mut Builder, body: &PlacedBody) -> Self {
        let half = integer(1) / integer(2);
        let inertia = &body.inertia;
        let trace = b.sum((0..3).map(|k| inertia[k][k]).collect::<Vec<_>>());
        let half_trace = b.scale(&half, trace);
        let mut entries = Vec::new();
        for (i, row) in inertia.iter().enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                let value = if i == j { b.sub(half_trace, entry) } else { b.neg(entry) };
                entries.push(Moment {
                    row: i,
                    column: j,
                    value,
                });
            }
        }
        entries.push(Moment {
            row: 3,
            column: 3,
            value: body.mass,
        });
        entries.retain(|moment| !b.is_zero(moment.value));
        Self(entries)
    }

    /// `tr(X P Y^T)`
    fn product(&self, b: &mut Builder, x: &PoseRows, y: &PoseRows) -> Value {
        let column = |pose: &PoseRows, k: usize| -> Vector3 { std::array::from_fn(|i| pose[i][k]) };
        let parts = self.0.iter().map(|moment| {
            let trace = b.dot(&column(x, moment.row), &column(y, moment.column));
            b.mul(moment.value, trace)
        });
        let parts: Vec<Value> = parts.collect();
        b.sum(parts)
    }
}
