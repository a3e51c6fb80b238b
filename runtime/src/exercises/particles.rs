//! Particles under forces and constraints that are assembled at run time: tinkertoys.
//!
//! Each constraint provides its own C, `dC/dt`, and the blocks of J and `dJ/dt` for the particles that it involves. The
//! system assembles them. Its main function is [`deriv_eval`](ParticleSystem::deriv_eval), for use with
//! [`ode`](crate::exercises::ode::ode):
//!
//! ```text
//! J W J^T lambda = -dJ/dt qd - J W Q - ks C - kd dC/dt,    Q' = Q + J^T lambda,    qdd = W Q',    W = M^-1
//! ```
//!
//! ```
//! use multibody::exercises::ode::ode;
//! use multibody::exercises::particles::{Anchor, Gravity, Particle, ParticleSystem};
//!
//! // A bead of 10 kg at the bottom of a wire bent to a circle of 2 m, moving with 4 m/s.
//! let mut bead = ParticleSystem::new([Particle::new(10.0, [0.0, -2.0, 0.0], [-4.0, 0.0, 0.0])]);
//! bead.push(Gravity([0.0, -9.8, 0.0]));
//! bead.constrain(Anchor { particle: 0, place: [0.0; 3], length: 2.0 });
//!
//! let mut y = [0.0; 6];
//! bead.get_state(&mut y);
//! y = ode(&y, 0.0, 0.1, 100, |t, y, ydot| {
//!     bead.set_state(t, y);
//!     bead.deriv_eval(ydot);
//! });
//! let radius = y[0].hypot(y[1]);
//! assert!((radius - 2.0).abs() < 1e-9);
//! ```
//!
//! Source: Witkin 1997, *Constrained Dynamics*, and the slides of the same name.

use std::{boxed::Box, vec, vec::Vec};

use super::sparse::Symmetric;

/// A particle, with the data that the text's list of particles has of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// Position, m.
    pub x: [f64; 3],
    /// Velocity, m/s.
    pub v: [f64; 3],
    /// The sum of all forces on it, N.
    pub f: [f64; 3],
    /// Mass, kg; infinite for a fixed particle.
    pub m: f64,
}

impl Particle {
    /// A particle without forces.
    pub fn new(m: f64, x: [f64; 3], v: [f64; 3]) -> Self {
        let f = [0.0; 3];
        Self { x, v, f, m }
    }
}

/// A force on particles.
pub trait Force {
    /// Adds to the forces on the particles at the time t.
    fn apply(&self, t: f64, particles: &mut [Particle]);
}

/// A constraint on particles: one row, `C = 0`.
pub trait Constraint {
    /// C.
    fn value(&self, particles: &[Particle]) -> f64;

    /// `dC/dt`.
    fn rate(&self, particles: &[Particle]) -> f64;

    /// Calls `receive` with the constraint's blocks of J and `dJ/dt`, one for each particle that the constraint involves.
    fn blocks(&self, particles: &[Particle], receive: &mut dyn FnMut(Block));
}

/// The derivatives of a constraint with respect to a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Index of the particle.
    pub particle: usize,
    /// `dC/dx`.
    pub jacobian: [f64; 3],
    /// The time derivative of `jacobian`.
    pub jacobian_rate: [f64; 3],
}

/// The weight of all particles, given by the acceleration of a falling particle, m/s^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity(pub [f64; 3]);

impl Force for Gravity {
    fn apply(&self, _: f64, particles: &mut [Particle]) {
        for particle in particles
            .iter_mut()
            .filter(|particle| particle.m.is_finite())
        {
            let m = particle.m;
            add(&mut particle.f, m, &self.0);
        }
    }
}

/// A spring that pulls two particles together with the force `stiffness (l - length) + damping dl/dt`, where l is their
/// distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Indices of the particles.
    pub particles: [usize; 2],
    /// Stiffness, N/m.
    pub stiffness: f64,
    /// Rest length, m.
    pub length: f64,
    /// Damping, N s/m.
    pub damping: f64,
}

impl Force for Spring {
    fn apply(&self, _: f64, particles: &mut [Particle]) {
        let [a, b] = self.particles;
        let separation = minus(&particles[b].x, &particles[a].x);
        let relative_velocity = minus(&particles[b].v, &particles[a].v);
        let length = dot(&separation, &separation).sqrt();
        let pull = self.stiffness * (length - self.length)
            + self.damping * dot(&separation, &relative_velocity) / length;
        add(&mut particles[a].f, pull / length, &separation);
        add(&mut particles[b].f, -pull / length, &separation);
    }
}

/// Keeps a particle at a distance from a place: a bead on a wire bent to a circle, or on a sphere.
/// `C = (|x - place|^2 - length^2) / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Index of the particle.
    pub particle: usize,
    /// Position of the place, m.
    pub place: [f64; 3],
    /// Distance, m.
    pub length: f64,
}

impl Constraint for Anchor {
    fn value(&self, particles: &[Particle]) -> f64 {
        let separation = minus(&particles[self.particle].x, &self.place);
        0.5 * (dot(&separation, &separation) - self.length * self.length)
    }

    fn rate(&self, particles: &[Particle]) -> f64 {
        let Particle { x, v, .. } = &particles[self.particle];
        dot(&minus(x, &self.place), v)
    }

    fn blocks(&self, particles: &[Particle], receive: &mut dyn FnMut(Block)) {
        let Particle { x, v, .. } = &particles[self.particle];
        receive(Block {
            particle: self.particle,
            jacobian: minus(x, &self.place),
            jacobian_rate: *v,
        });
    }
}

/// Keeps two particles at a distance from each other: a rod. `C = (|x1 - x2|^2 - length^2) / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Indices of the particles.
    pub particles: [usize; 2],
    /// Distance, m.
    pub length: f64,
}

impl Constraint for Distance {
    fn value(&self, particles: &[Particle]) -> f64 {
        let [a, b] = self.particles;
        let separation = minus(&particles[a].x, &particles[b].x);
        0.5 * (dot(&separation, &separation) - self.length * self.length)
    }

    fn rate(&self, particles: &[Particle]) -> f64 {
        let [a, b] = self.particles.map(|particle| &particles[particle]);
        dot(&minus(&a.x, &b.x), &minus(&a.v, &b.v))
    }

    fn blocks(&self, particles: &[Particle], receive: &mut dyn FnMut(Block)) {
        for [a, b] in [self.particles, [self.particles[1], self.particles[0]]] {
            receive(Block {
                particle: a,
                jacobian: minus(&particles[a].x, &particles[b].x),
                jacobian_rate: minus(&particles[a].v, &particles[b].v),
            });
        }
    }
}

/// Particles with the forces and constraints on them.
pub struct ParticleSystem {
    particles: Vec<Particle>,
    forces: Vec<Box<dyn Force>>,
    constraints: Vec<Box<dyn Constraint>>,
    feedback: [f64; 2],
    time: f64,
    multipliers: Vec<f64>,
}

impl ParticleSystem {
    /// Makes a system of particles without forces or constraints.
    pub fn new(particles: impl Into<Vec<Particle>>) -> Self {
        Self {
            particles: particles.into(),
            forces: Vec::new(),
            constraints: Vec::new(),
            feedback: [0.0; 2],
            time: 0.0,
            multipliers: Vec::new(),
        }
    }

    /// Adds a force.
    pub fn push(&mut self, force: impl Force + 'static) {
        self.forces.push(Box::new(force));
    }

    /// Adds a constraint.
    pub fn constrain(&mut self, constraint: impl Constraint + 'static) {
        self.constraints.push(Box::new(constraint));
        self.multipliers.push(0.0);
    }

    /// Sets the gains `[ks, kd]` for the feedback of constraint errors.
    pub fn feed_back(&mut self, feedback: [f64; 2]) {
        self.feedback = feedback;
    }

    /// The particles. Their forces are those of the last derivative, including constraint forces.
    pub fn particles(&self) -> &[Particle] {
        &self.particles
    }

    /// The multipliers of the last derivative; 0 for a constraint that depends on those before it.
    pub fn multipliers(&self) -> &[f64] {
        &self.multipliers
    }

    /// The values C of the constraints.
    pub fn constraint(&self) -> Vec<f64> {
        let constraints = self.constraints.iter();
        constraints.map(|c| c.value(&self.particles)).collect()
    }

    /// Length of the state vector: six numbers per particle.
    pub fn dim(&self) -> usize {
        6 * self.particles.len()
    }

    /// Writes the state `[x1 v1 x2 v2 ..]` to `y`.
    ///
    /// # Panics
    /// If `y` does not have the length of the state; the same applies to [`set_state`](Self::set_state) and
    /// [`deriv_eval`](Self::deriv_eval).
    pub fn get_state(&self, y: &mut [f64]) {
        assert_eq!(y.len(), self.dim(), "length of the state");
        for (y, particle) in y.chunks_exact_mut(6).zip(&self.particles) {
            y[..3].copy_from_slice(&particle.x);
            y[3..].copy_from_slice(&particle.v);
        }
    }

    /// Sets time and state.
    pub fn set_state(&mut self, t: f64, y: &[f64]) {
        assert_eq!(y.len(), self.dim(), "length of the state");
        self.time = t;
        for (y, particle) in y.chunks_exact(6).zip(&mut self.particles) {
            particle.x.copy_from_slice(&y[..3]);
            particle.v.copy_from_slice(&y[3..]);
        }
    }

    /// Writes the derivative of the state to `ydot`, in the text's four steps.
    pub fn deriv_eval(&mut self, ydot: &mut [f64]) {
        assert_eq!(ydot.len(), self.dim(), "length of the state");
        // 1. Clear forces.
        for particle in &mut self.particles {
            particle.f = [0.0; 3];
        }
        // 2. Apply forces.
        for force in &self.forces {
            force.apply(self.time, &mut self.particles);
        }
        // 3. Compute and apply constraint forces.
        let rows = self.rows();
        self.multipliers = self
            .normal_matrix(&rows)
            .factors()
            .solve(self.right_side(&rows));
        for (row, lambda) in rows.iter().zip(&self.multipliers) {
            for block in row {
                add(
                    &mut self.particles[block.particle].f,
                    *lambda,
                    &block.jacobian,
                );
            }
        }
        // 4. Return derivatives.
        for (ydot, particle) in ydot.chunks_exact_mut(6).zip(&self.particles) {
            ydot[..3].copy_from_slice(&particle.v);
            for (ydot, f) in ydot[3..].iter_mut().zip(particle.f) {
                *ydot = f / particle.m;
            }
        }
    }

    /// J and `dJ/dt`, given by their nonzero blocks.
    pub fn rows(&self) -> Vec<Vec<Block>> {
        let constraints = self.constraints.iter();
        constraints
            .map(|constraint| {
                let mut row = Vec::with_capacity(2);
                constraint.blocks(&self.particles, &mut |block| row.push(block));
                row
            })
            .collect()
    }

    /// `J W J^T`: it has an entry for every two constraints that share a particle.
    fn normal_matrix(&self, rows: &[Vec<Block>]) -> Symmetric {
        let mut matrix = Symmetric::zeros(rows.len());
        let mut columns: Vec<Vec<(usize, [f64; 3])>> = vec![Vec::new(); self.particles.len()];
        for (i, row) in rows.iter().enumerate() {
            for block in row {
                let blocks = &mut columns[block.particle];
                blocks.push((i, block.jacobian));
                for (j, jacobian) in blocks.iter() {
                    let product = dot(&block.jacobian, jacobian) / self.particles[block.particle].m;
                    matrix.add(i, *j, product);
                }
            }
        }
        matrix
    }

    /// `-dJ/dt qd - J W Q - ks C - kd dC/dt`.
    fn right_side(&self, rows: &[Vec<Block>]) -> Vec<f64> {
        let [ks, kd] = self.feedback;
        let constraints = self.constraints.iter().zip(rows);
        constraints
            .map(|(constraint, row)| {
                let correction =
                    ks * constraint.value(&self.particles) + kd * constraint.rate(&self.particles);
                row.iter().fold(-correction, |sum, block| {
                    let Particle { v, f, m, .. } = &self.particles[block.particle];
                    sum - dot(&block.jacobian_rate, v) - dot(&block.jacobian, f) / m
                })
            })
            .collect()
    }
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `sum += scale a`
fn add(sum: &mut [f64; 3], scale: f64, a: &[f64; 3]) {
    sum[0] += scale * a[0];
    sum[1] += scale * a[1];
    sum[2] += scale * a[2];
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::exercises::ode::ode;
    use crate::reference::state::Random;
    use crate::reference::{self, Coordinate, Frame, Joint, Link, Model, Motion, Row};

    /// The bead of the quiz on slide 22.
    const QUIZ: Particle = Particle {
        x: [0.0, -2.0, 0.0],
        v: [-4.0, 0.0, 0.0],
        f: [0.0; 3],
        m: 10.0,
    };
    const DOWN: Gravity = Gravity([0.0, -9.8, 0.0]);

    /// The wire of the slides as `C = scale(x . x)`; the function gives `scale` and its first two derivatives.
    struct Wire(fn(f64) -> [f64; 3]);

    impl Constraint for Wire {
        fn value(&self, particles: &[Particle]) -> f64 {
            let x = &particles[0].x;
            self.0(dot(x, x))[0]
        }

        fn rate(&self, particles: &[Particle]) -> f64 {
            let Particle { x, v, .. } = &particles[0];
            2.0 * self.0(dot(x, x))[1] * dot(x, v)
        }

        fn blocks(&self, particles: &[Particle], receive: &mut dyn FnMut(Block)) {
            let Particle { x, v, .. } = &particles[0];
            let [_, slope, second_derivative] = self.0(dot(x, x));
            let factor_rate = 4.0 * second_derivative * dot(x, v);
            receive(Block {
                particle: 0,
                jacobian: x.map(|x| 2.0 * slope * x),
                jacobian_rate: [0, 1, 2].map(|k| 2.0 * slope * v[k] + factor_rate * x[k]),
            });
        }
    }

    // C is (|x|^2 - 4) / 2, |x|^2 - 4, and |x| - 2.
    const HALF: Wire = Wire(|s| [0.5 * (s - 4.0), 0.5, 0.0]);
    const SQUARE: Wire = Wire(|s| [s - 4.0, 1.0, 0.0]);
    const LENGTH: Wire = Wire(|s| {
        let root = s.sqrt();
        [root - 2.0, 0.5 / root, -0.25 / (s * root)]
    });

    fn bead(particle: Particle, wire: impl Constraint + 'static) -> ParticleSystem {
        let mut system = ParticleSystem::new([particle]);
        system.push(DOWN);
        system.constrain(wire);
        system
    }

    fn accelerations(system: &mut ParticleSystem) -> Vec<[f64; 3]> {
        let mut ydot = vec![0.0; system.dim()];
        system.deriv_eval(&mut ydot);
        let particles = ydot.chunks_exact(6);
        particles.map(|y| [y[3], y[4], y[5]]).collect()
    }

    fn assert_close(actual: &[f64], expected: &[f64]) {
        assert_eq!(actual.len(), expected.len());
        let largest = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        for (actual, expected) in actual.iter().zip(expected) {
            let error = (actual - expected).abs();
            assert!(error <= 1e-12 * largest, "{actual} instead of {expected}");
        }
    }

    /// Slide 22, and the same wire with two other constraint functions: the multipliers differ, the force is the same.
    #[test]
    fn the_bead_of_the_quiz_is_pulled_by_178_newtons() {
        let forms: [(Wire, f64); 3] = [(HALF, -89.0), (SQUARE, -44.5), (LENGTH, -178.0)];
        for (wire, lambda) in forms {
            let mut system = bead(QUIZ, wire);
            assert_close(&accelerations(&mut system)[0], &[0.0, 8.0, 0.0]);
            assert_close(system.multipliers(), &[lambda]);
            // The sum of the forces of the wire and of gravity.
            assert_close(&system.particles()[0].f, &[0.0, 178.0 - 98.0, 0.0]);
        }
    }

    /// Slide 25: `lambda = (-C' f - m dC'/dt v - m (ks C + kd dC/dt)) / (C' C')`.
    #[test]
    fn feedback_agrees_with_the_formula() {
        let (x, v, m) = ([1.3, -1.7, 0.0], [0.9, 0.8, 0.0], 1.5);
        let anchor = Anchor {
            particle: 0,
            place: [0.0; 3],
            length: 2.0,
        };
        let mut system = bead(Particle::new(m, x, v), anchor);
        for [ks, kd] in [[0.0, 0.0], [100.0, 0.0], [100.0, 20.0]] {
            system.feed_back([ks, kd]);
            accelerations(&mut system);
            let f = DOWN.0.map(|g| m * g);
            let correction = m * (ks * 0.5 * (dot(&x, &x) - 4.0) + kd * dot(&x, &v));
            let lambda = (-dot(&x, &f) - m * dot(&v, &v) - correction) / dot(&x, &x);
            assert_close(system.multipliers(), &[lambda]);
        }
    }

    /// Slide 14: `xdd . x + xd . xd = 0`.
    #[test]
    fn the_acceleration_satisfies_the_constraint() {
        let mut random = Random::new(14);
        for _ in 0..8 {
            let angle = random.between(-PI, PI);
            let speed = random.between(-5.0, 5.0);
            let x = [2.0 * angle.cos(), 2.0 * angle.sin(), 0.0];
            let v = [-speed * angle.sin(), speed * angle.cos(), 0.0];
            let mut system = bead(Particle::new(3.0, x, v), HALF);
            let [acceleration] = accelerations(&mut system)[..] else {
                panic!("one particle")
            };
            assert!(dot(&v, &v) > 1e-3);
            assert_close(&[dot(&acceleration, &x)], &[-dot(&v, &v)]);
        }
    }

    /// Slide 8: at rest, one constraint with normal N removes the component of a force along N, `-(N . f) / (N . N) N`.
    #[test]
    fn one_constraint_removes_the_force_along_its_normal() {
        struct Push([f64; 3]);
        impl Force for Push {
            fn apply(&self, _: f64, particles: &mut [Particle]) {
                add(&mut particles[0].f, 1.0, &self.0);
            }
        }
        struct Plane([f64; 3]);
        impl Constraint for Plane {
            fn value(&self, particles: &[Particle]) -> f64 {
                dot(&self.0, &particles[0].x)
            }
            fn rate(&self, particles: &[Particle]) -> f64 {
                dot(&self.0, &particles[0].v)
            }
            fn blocks(&self, _: &[Particle], receive: &mut dyn FnMut(Block)) {
                receive(Block {
                    particle: 0,
                    jacobian: self.0,
                    jacobian_rate: [0.0; 3],
                });
            }
        }
        let (normal, f) = ([1.0, -2.0, 0.5], [3.0, 4.0, -5.0]);
        let mut system = ParticleSystem::new([Particle::new(7.0, [0.0; 3], [0.0; 3])]);
        system.push(Push(f));
        system.constrain(Plane(normal));
        accelerations(&mut system);
        let scale = dot(&normal, &f) / dot(&normal, &normal);
        let tangential = [0, 1, 2].map(|k| f[k] - scale * normal[k]);
        assert_close(&system.particles()[0].f, &tangential);
    }

    /// Slides 36 and 37: `[x1 - x2, x2 - x1]`, and with the wire `[x1, 0]`.
    #[test]
    fn jacobians_of_two_particles_have_the_blocks_of_the_quizzes() {
        let (x1, x2) = ([1.0, 2.0, 0.0], [4.0, -2.0, 0.0]);
        let particles = [x1, x2].map(|x| Particle::new(1.0, x, [0.0; 3]));
        let mut system = ParticleSystem::new(particles);
        system.constrain(Distance {
            particles: [0, 1],
            length: 5.0,
        });
        system.constrain(Anchor {
            particle: 0,
            place: [0.0; 3],
            length: 5.0_f64.sqrt(),
        });
        assert_close(&system.constraint(), &[0.0, 0.0]);
        let rows = system.rows();
        let jacobian = |row: &[Block]| -> Vec<(usize, [f64; 3])> {
            row.iter()
                .map(|block| (block.particle, block.jacobian))
                .collect()
        };
        assert_eq!(
            jacobian(&rows[0]),
            [(0, [-3.0, 4.0, 0.0]), (1, [3.0, -4.0, 0.0])]
        );
        assert_eq!(jacobian(&rows[1]), [(0, x1)]);
        // Slide 34: J W J^T has a row for each constraint; here both constraints share particle 0.
        assert_eq!(system.normal_matrix(&rows).entries(), 3);
    }

    /// A tinkertoy with loops and a redundant rod, `(particles, rods, anchor)`.
    fn tinkertoy(seed: u64) -> (Vec<Particle>, Vec<Distance>, Anchor) {
        let mut random = Random::new(seed);
        let mut random_vector = || [(); 3].map(|()| random.between(-1.0, 1.0));
        let particles = (0..6)
            .map(|k| Particle::new(1.0 + 0.3 * f64::from(k), random_vector(), random_vector()));
        let pairs = [[0, 1], [1, 2], [0, 2], [2, 3], [1, 0], [3, 4], [5, 0]];
        let rods = pairs.map(|particles| Distance {
            particles,
            length: 0.8,
        });
        let anchor = Anchor {
            particle: 4,
            place: [0.2, 0.1, -0.3],
            length: 0.5,
        };
        (particles.collect(), rods.into(), anchor)
    }

    fn assemble(seed: u64) -> ParticleSystem {
        let (particles, rods, anchor) = tinkertoy(seed);
        let mut system = ParticleSystem::new(particles);
        system.push(DOWN);
        system.push(Spring {
            particles: [4, 5],
            stiffness: 30.0,
            length: 0.4,
            damping: 2.0,
        });
        rods.into_iter().for_each(|rod| system.constrain(rod));
        system.constrain(anchor);
        system
    }

    /// The blocks agree with the derivatives of the functions along the motion.
    #[test]
    fn rates_and_blocks_are_derivatives_of_values() {
        const STEP: f64 = 1e-6;
        for seed in 0..4 {
            let mut system = assemble(seed);
            let rows = system.rows();
            let [rate, bias] = [false, true].map(|is_bias| -> Vec<f64> {
                let term = |block: &Block| {
                    if is_bias {
                        dot(&block.jacobian_rate, &system.particles[block.particle].v)
                    } else {
                        dot(&block.jacobian, &system.particles[block.particle].v)
                    }
                };
                rows.iter().map(|row| row.iter().map(term).sum()).collect()
            });
            let mut advance = |h: f64| -> [Vec<f64>; 2] {
                for particle in &mut system.particles {
                    let v = particle.v;
                    add(&mut particle.x, h, &v);
                }
                let constraints = system.constraints.iter();
                let rates = constraints.map(|c| c.rate(&system.particles)).collect();
                [system.constraint(), rates]
            };
            let ([values_ahead, rates_ahead], [values_back, rates_back]) =
                (advance(STEP), advance(-2.0 * STEP));
            let [_, rates_here] = advance(STEP);
            assert_close(&rates_here, &rate);
            for k in 0..rows.len() {
                let difference = (values_ahead[k] - values_back[k]) / (2.0 * STEP);
                assert!((difference - rate[k]).abs() < 1e-8);
                let difference = (rates_ahead[k] - rates_back[k]) / (2.0 * STEP);
                assert!((difference - bias[k]).abs() < 1e-8);
            }
        }
    }

    /// The system is compared with a model whose links are the particles. Its constraints are rows between frames, and it is
    /// solved with dense matrices.
    #[test]
    fn a_tinkertoy_moves_as_a_model_of_links_does() {
        for seed in 0..4 {
            let (particles, rods, anchor) = tinkertoy(seed);
            let mut system = assemble(seed);
            let feedback = [20.0, 3.0];
            system.feed_back(feedback);
            let actual = accelerations(&mut system).concat();

            let links: Vec<Link> = (particles.iter())
                .map(|particle| Link {
                    name: "particle",
                    mass: particle.m,
                    com: [0.0; 3],
                    inertia: [[0.0; 3]; 3],
                })
                .collect();
            let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let joints: Vec<Joint> = (0..particles.len())
                .map(|child| {
                    let slide = |k: usize| Motion::Prismatic {
                        axis: identity[k],
                        coordinate: Coordinate {
                            index_q: 3 * child + k,
                            index_v: 3 * child + k,
                            multiplier: 1.0,
                            offset: 0.0,
                        },
                    };
                    Joint {
                        name: "joint",
                        parent: None,
                        child,
                        rotation: identity,
                        translation: [0.0; 3],
                        motion: Motion::sequence([slide(0), slide(1), slide(2)]),
                    }
                })
                .collect();
            let frame = |link: usize| Frame {
                link: Some(link),
                ..Frame::world(identity, [0.0; 3])
            };
            let mut constraints: Vec<reference::Constraint> = (rods.iter())
                .map(|rod| {
                    let [a, b] = rod.particles;
                    reference::Constraint::between(frame(a), frame(b), [Row::Distance(rod.length)])
                })
                .collect();
            let anchor_frame = Frame::world(identity, anchor.place);
            let row = [Row::Distance(anchor.length)];
            constraints.push(reference::Constraint::between(
                anchor_frame,
                frame(anchor.particle),
                row,
            ));
            let spring = reference::PointSpring {
                ends: [(Some(4), [0.0; 3]), (Some(5), [0.0; 3])],
                stiffness: 30.0,
                length: 0.4,
                damping: 2.0,
            };
            let model = Model::new(DOWN.0, links, joints)
                .with_point_springs(&[spring])
                .with_constraints(constraints);
            let q: Vec<f64> = particles.iter().flat_map(|particle| particle.x).collect();
            let qd: Vec<f64> = particles.iter().flat_map(|particle| particle.v).collect();
            let zeros = vec![0.0; q.len()];
            let (qdd, lambda) = model.constrained_forward_dynamics(&q, &qd, &zeros, &[], feedback);
            // Two copies of a rod can be satisfied together at random rates, since both require the same acceleration.
            assert_close(&actual, qdd.as_slice());
            let multipliers = system.multipliers();
            assert_eq!(multipliers[4], 0.0);
            assert_close(&[multipliers[0]], &[lambda[0] + lambda[4]]);
        }
    }

    /// A bead on a stiff spring stays near the wire, at a distance inversely proportional to the stiffness.
    #[test]
    fn a_stiff_spring_replaces_the_wire() {
        let stretch = |stiffness: f64| {
            let center = Particle::new(f64::INFINITY, [0.0; 3], [0.0; 3]);
            let mut system = ParticleSystem::new([QUIZ, center]);
            system.push(DOWN);
            system.push(Spring {
                particles: [0, 1],
                stiffness,
                length: 2.0,
                damping: 0.0,
            });
            let mut y = [0.0; 12];
            system.get_state(&mut y);
            let mut largest = 0.0_f64;
            for _ in 0..100 {
                y = ode(&y, 0.0, 0.01, 20, |t, y, ydot| {
                    system.set_state(t, y);
                    system.deriv_eval(ydot);
                });
                largest = largest.max((y[0].hypot(y[1]) - 2.0).abs());
            }
            assert_eq!(y[6..], [0.0; 6]);
            largest
        };
        let [soft, hard] = [1e4, 1e6].map(stretch);
        // At most twice the force of the wire, 178 N, since the spring starts unstretched.
        assert!(soft < 2.0 * 178.0 / 1e4 && soft > 178.0 / 1e4, "{soft}");
        assert!(hard < 2.0 * 178.0 / 1e6 && hard > 178.0 / 1e6, "{hard}");
    }
}
