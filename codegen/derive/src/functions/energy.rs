//! Energies, and the centre of mass and its motion.

use std::mem;

use super::Recursion;
use super::symbolic::FirstMoment;
use crate::kernels::{JointFrame, Kernels};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, InputKind, Value, Vector3};

impl<K: Kernels> Recursion<'_, K> {
    /// The kinetic energy T of bodies, armatures and symbolic terms.
    pub(super) fn kinetic_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let velocities = self.velocities(b, joints);
        let terms: Vec<Value> = (velocities.iter().enumerate())
            .map(|(body, velocity)| {
                self.kernels
                    .kinetic_energy(b, &joints[body].moments, velocity)
            })
            .collect();
        let bodies = b.sum(terms);
        let armatures = self.armature_energy(b);
        let symbolic = self.symbolic_kinetic_energy(b);
        b.sum([bodies, armatures, symbolic])
    }

    /// `sum a qd^2 / 2` with the armatures a.
    fn armature_energy(&self, b: &mut Builder) -> Value {
        let half = integer(1) / integer(2);
        let rates = self.tree.armature.iter().enumerate();
        rates.fold(b.zero(), |sum, (v, &armature)| {
            let rate = b.input(InputKind::Qd, v);
            let (square, weight) = (b.mul(rate, rate), b.scale(&half, armature));
            let part = b.mul(weight, square);
            b.add(sum, part)
        })
    }

    /// `V = -g . sum m r`, zero at the world's origin, and V of the symbolic terms.
    pub(super) fn potential_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let moment = self.first_moment(b, joints);
        let gravity_work = b.dot(&self.tree.gravity, &moment);
        let symbolic = self.symbolic_potential_energy(b);
        b.sub(symbolic, gravity_work)
    }

    /// `sum m r / sum m`; zero if nothing has mass.
    pub(super) fn center_of_mass(&self, b: &mut Builder, joints: &[JointFrame]) -> Vector3 {
        let moments = self.symbolic_moments(b);
        let link_moment = self.first_moment(b, joints);
        let moment = moments
            .iter()
            .fold(link_moment, |sum, body| b.add3(&sum, &body.moment));
        let mass = self.total_mass(b);
        if b.is_zero(mass) {
            b.zeros()
        } else {
            moment.map(|component| b.div(component, mass))
        }
    }

    /// The time derivative of the centre of mass, of the given order.
    pub(super) fn center_of_mass_derivative(&self, b: &mut Builder, order: usize) -> Vec<Value> {
        // The position of a body may be lifted, that is, computed from inputs whose derivatives are not the body's rates.
        // So until all derivatives are taken, each position is replaced by a local input.
        let mut tree = self.tree.clone();
        let mut positions = Vec::new();
        for position in tree.bodies.iter_mut().flat_map(|body| &mut body.positions) {
            let local = b.input(InputKind::Local, positions.len());
            positions.push(mem::replace(position, local));
        }
        let recursion = Recursion {
            tree: &tree,
            ..*self
        };
        let rates = recursion.position_rates(b);
        let joints = recursion.joints(b);
        let mut values = recursion.center_of_mass(b, &joints).to_vec();
        for _ in 0..order {
            values = self.rate_along_motion(b, &values, &rates, Value::ONE);
        }
        let program = b.finish(&values);
        b.inline(&program, |b, input| match input.kind {
            InputKind::Local => positions[input.index as usize],
            kind => b.input(kind, input.index as usize),
        })
    }

    /// `N(q) qd`, the derivatives of the positions of each body in turn.
    fn position_rates(&self, b: &mut Builder) -> Vec<Value> {
        let bodies = self.tree.bodies.iter();
        let rates = bodies.flat_map(|body| {
            let qd = body.rates(b, InputKind::Qd);
            match body.kind.rate_map(b, &body.positions) {
                None => qd,
                Some(rows) => rows.iter().map(|row| b.dot(row, &qd)).collect(),
            }
        });
        rates.collect()
    }

    /// The mass of all mobile bodies, with the part that regrouping moved to the world.
    pub(super) fn total_mass(&self, b: &mut Builder) -> Value {
        let bodies = self.tree.bodies.iter().map(|body| body.inertia.mass);
        let masses: Vec<Value> = bodies.chain([self.tree.world_inertia.mass]).collect();
        let symbolic = self.symbolic_moments(b).into_iter().map(|body| body.mass);
        b.sum(masses.into_iter().chain(symbolic).collect::<Vec<_>>())
    }

    /// `sum m r` of all links, with r from the world's origin, accumulated from the tips.
    fn first_moment(&self, b: &mut Builder, joints: &[JointFrame]) -> Vector3 {
        let bodies = self.tree.bodies.iter().map(|body| FirstMoment {
            mass: body.inertia.mass,
            moment: body.inertia.first_moment,
        });
        let mut moments: Vec<FirstMoment> = bodies.collect();
        let mut world = self.tree.world_inertia.first_moment;
        for body in (0..joints.len()).rev() {
            let FirstMoment { mass, mut moment } = moments[body];
            for pose in [&joints[body].transform, &joints[body].placement] {
                let part = b.mul_vec(&pose.rotation, &moment);
                let shift = b.scale3(mass, &pose.translation);
                moment = b.add3(&part, &shift);
            }
            match self.tree.bodies[body].parent {
                Some(parent) => {
                    let sum = &mut moments[parent];
                    sum.mass = b.add(sum.mass, mass);
                    sum.moment = b.add3(&sum.moment, &moment);
                }
                None => world = b.add3(&world, &moment),
            }
        }
        world
    }
}
