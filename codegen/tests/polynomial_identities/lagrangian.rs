//! Lagrange's equations of a system as read, as polynomials.
//!
//! Placements are products of the transforms of the description, kinetic energy is the sum over its
//! links of `tr(X' P X'^T) / 2` with the mass moments P about the link's own origin, potential
//! energy `-sum of m g . r`. Nothing is lumped, no frame is moved, and no recursion is used.

use multibody_codegen::integer;
use multibody_codegen::internal::algebra::polynomial::{Argument, Polynomial, Ring};
use multibody_codegen::internal::ir::{Algebra, Input, InputKind, Pose, Program, Value, evaluate};
use multibody_codegen::internal::joint::PositionKind;
use multibody_codegen::internal::system::System;

/// Rows of `[R p]`.
type Placement = [[Polynomial; 4]; 3];

/// What Lagrange's equations consist of.
pub struct Lagrange {
    /// Of the polynomials.
    pub ring: Ring,
    /// `d2T / dqd dqd`, by rows.
    pub mass_matrix: Vec<Polynomial>,
    /// T
    pub kinetic_energy: Polynomial,
    /// V
    pub potential_energy: Polynomial,
}

/// The polynomials in the positions, rates and accelerations of a system, and in the sines and
/// cosines of its angles.
fn ring(system: &System) -> Ring {
    let n = system.nv();
    let is_angle = |v: &usize| system.coordinates[*v].kind.positions() == [PositionKind::Angle];
    let angles = (0..n).filter(is_angle);
    let arguments = angles.map(|v| Argument::plain(Input::new(InputKind::Q, v)));
    let kinds = [InputKind::Q, InputKind::Qd, InputKind::Qdd];
    let inputs = kinds.map(|kind| (0..n).map(move |v| Input::new(kind, v)));
    let inputs = inputs.into_iter().flatten().collect();
    Ring::new(arguments.collect(), inputs, u64::MAX)
}

impl Lagrange {
    /// Of a system whose coordinates are angles and lengths.
    pub fn of(system: &System) -> Self {
        let (mut ring, n) = (ring(system), system.nv());
        let values = evaluate(&numbers(system), &mut ring);
        let mut values = values.into_iter();
        let mut take = || values.next().expect("as many as were requested");
        let gravity: [Polynomial; 3] = std::array::from_fn(|_| take());
        let moments: Vec<[[Polynomial; 4]; 4]> = (system.tree.links.iter())
            .map(|_| std::array::from_fn(|_| std::array::from_fn(|_| take())))
            .collect();
        let placements = placements(system, &mut ring, &mut take);
        let mut mass_matrix = vec![ring.zero(); n * n];
        let mut potential_energy = ring.zero();
        for (x, p) in placements.iter().zip(&moments) {
            add_to_mass_matrix(&mut ring, &mut mass_matrix, x, p, n);
            for (row, g) in x.iter().zip(&gravity) {
                let moment = dot(&mut ring, row, &[&p[0][3], &p[1][3], &p[2][3], &p[3][3]]);
                let weight = ring.mul(g, &moment);
                potential_energy = ring.sub(&potential_energy, &weight);
            }
        }
        let kinetic_energy = half_quadratic_form(&mut ring, &mass_matrix, n);
        assert_eq!(ring.refusal, None);
        Self {
            ring,
            mass_matrix,
            kinetic_energy,
            potential_energy,
        }
    }

    /// `d/dt dT/dqd - dT/dq + dV/dq`, by polynomial derivatives.
    pub fn forces(&mut self) -> Vec<Polynomial> {
        let ring = &mut self.ring;
        let (q, qd, qdd) = (InputKind::Q, InputKind::Qd, InputKind::Qdd);
        let n = self.mass_matrix.len().isqrt();
        (0..n)
            .map(|i| {
                let momentum = ring.derivative(&self.kinetic_energy, Input::new(qd, i));
                let at_rest = ring.derivative(&self.potential_energy, Input::new(q, i));
                let carried = ring.derivative(&self.kinetic_energy, Input::new(q, i));
                let mut force = ring.sub(&at_rest, &carried);
                // d/dt = sum of qd d/dq + qdd d/dqd
                for (kind, rate) in [(q, qd), (qd, qdd)] {
                    for j in 0..n {
                        let change = ring.derivative(&momentum, Input::new(kind, j));
                        let rate = ring.input(Input::new(rate, j));
                        let part = ring.mul(&change, &rate);
                        force = ring.add(&force, &part);
                    }
                }
                force
            })
            .collect()
    }

    /// The first output in which a program differs.
    pub fn difference(&mut self, program: &Program, expected: &[Polynomial]) -> Option<usize> {
        let actual = evaluate(program, &mut self.ring);
        assert_eq!(self.ring.refusal, None);
        assert_eq!(actual.len(), expected.len());
        assert!(actual.iter().all(|x| self.ring.is_decided(x)));
        actual.iter().zip(expected).position(|(x, y)| x != y)
    }
}

/// Gravity, the moments of all links, then of each joint its origin and, if it moves, its axes, its
/// transform and the way back.
fn numbers(system: &System) -> Program {
    let mut b = system.builder.clone();
    let mut values: Vec<Value> = system.gravity.to_vec();
    for link in &system.tree.links {
        let half = b.constant(&(integer(1) / integer(2)));
        let trace = b.sum([link.inertia[0][0], link.inertia[1][1], link.inertia[2][2]]);
        let half_trace = b.mul(half, trace);
        let arm = |at: usize| if at < 3 { link.com[at] } else { Value::ONE };
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let product = b.mul(arm(i), arm(j));
            let moved = b.mul(link.mass, product);
            let central = match (i, j) {
                (3, _) | (_, 3) => b.zero(),
                _ if i == j => b.sub(half_trace, link.inertia[i][i]),
                _ => b.neg(link.inertia[i][j]),
            };
            values.push(b.add(central, moved));
        }
    }
    for joint in &system.tree.joints {
        values.extend(flat(&joint.origin));
        for motion in &joint.motions {
            let positions = motion.positions(&mut b, &system.coordinates);
            let transform = motion.kind.transform(&mut b, &positions);
            let m = &motion.axes;
            let back = std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]));
            let turn = |rotation| Pose {
                rotation,
                translation: b.zeros(),
            };
            values.extend([turn(*m), transform, turn(back)].iter().flat_map(flat));
        }
    }
    b.finish(&values)
}

fn flat(pose: &Pose) -> impl Iterator<Item = Value> + use<> {
    let pose = *pose;
    (0..3).flat_map(move |i| {
        let [x, y, z] = pose.rotation[i];
        [x, y, z, pose.translation[i]]
    })
}

/// Where each link is.
fn placements(
    system: &System,
    ring: &mut Ring,
    take: &mut impl FnMut() -> Polynomial,
) -> Vec<Placement> {
    let mut placements: Vec<Option<Placement>> = vec![None; system.tree.links.len()];
    let mut pose = || -> Placement { std::array::from_fn(|_| std::array::from_fn(|_| take())) };
    for joint in &system.tree.joints {
        let mut placed = pose();
        if let Some(parent) = joint.parent {
            let carrier = placements[parent].as_ref().expect("parents first");
            placed = times(ring, carrier, &placed);
        }
        for _ in 0..3 * joint.motions.len() {
            placed = times(ring, &placed, &pose());
        }
        placements[joint.child] = Some(placed);
    }
    let all = placements.into_iter();
    all.map(|x| x.expect("every link has a joint")).collect()
}

fn times(ring: &mut Ring, a: &Placement, b: &Placement) -> Placement {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let rotation = dot(ring, &a[i], &[&b[0][j], &b[1][j], &b[2][j]]);
            if j == 3 { ring.add(&rotation, &a[i][3]) } else { rotation }
        })
    })
}

/// Of as many entries as the shorter one has.
fn dot(ring: &mut Ring, a: &[Polynomial], b: &[&Polynomial]) -> Polynomial {
    a.iter().zip(b).fold(ring.zero(), |sum, (x, y)| {
        if x.is_zero() || y.is_zero() {
            return sum;
        }
        let product = ring.mul(x, y);
        ring.add(&sum, &product)
    })
}

/// `M_jk += tr(dX/dq_j P dX/dq_k^T)`
fn add_to_mass_matrix(
    ring: &mut Ring,
    m: &mut [Polynomial],
    x: &Placement,
    p: &[[Polynomial; 4]; 4],
    n: usize,
) {
    let change = |v: usize| {
        let by = Input::new(InputKind::Q, v);
        x.each_ref()
            .map(|row| row.each_ref().map(|entry| ring.derivative(entry, by)))
    };
    let changes: Vec<Placement> = (0..n).map(change).collect();
    for (j, of_j) in changes.iter().enumerate() {
        let weighted: Vec<Vec<Polynomial>> = (of_j.iter())
            .map(|row| p.iter().map(|p| dot(ring, row, &p.each_ref())).collect())
            .collect();
        for (k, of_k) in changes.iter().enumerate().take(j + 1) {
            let mut entry = m[n * j + k].clone();
            for (a, b) in weighted.iter().zip(of_k) {
                let part = dot(ring, a, &b.each_ref());
                entry = ring.add(&entry, &part);
            }
            m[n * j + k] = entry.clone();
            m[n * k + j] = entry;
        }
    }
}

/// `qd . M qd / 2`
fn half_quadratic_form(ring: &mut Ring, m: &[Polynomial], n: usize) -> Polynomial {
    let rates: Vec<Polynomial> = (0..n)
        .map(|v| ring.input(Input::new(InputKind::Qd, v)))
        .collect();
    let half = ring.constant(&(integer(1) / integer(2)));
    let mut double = ring.zero();
    for (index, entry) in m.iter().enumerate() {
        let product = ring.mul(&rates[index / n], &rates[index % n]);
        let part = ring.mul(entry, &product);
        double = ring.add(&double, &part);
    }
    ring.mul(&half, &double)
}
