//! Energies, and the centre of mass and how it moves.

use super::Recursion;
use crate::derive::forms::{Forms, JointFrame};
use crate::exact::integer;
use crate::ir::{Builder, InputKind, Moving, Node, Value, Vector3};

impl<F: Forms> Recursion<'_, F> {
    /// T, the sum over the bodies and the armatures.
    pub(super) fn kinetic_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let velocities = self.velocities(b, joints);
        let terms: Vec<Value> = (velocities.iter().enumerate())
            .map(|(at, velocity)| {
                self.forms
                    .kinetic_energy(b, self.mass(joints, at), velocity)
            })
            .collect();
        let bodies = b.sum(terms);
        let armatures = self.armature_energy(b);
        let expressed = self.expressed_kinetic_energy(b);
        b.sum([bodies, armatures, expressed])
    }

    /// `sum of a qd^2 / 2`
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

    /// V = -g . sum m r, zero at the world's origin.
    pub(super) fn potential_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let moment = self.first_moment(b, joints);
        let down = b.dot(&self.tree.gravity, &moment);
        let expressed = self.expressed_potential_energy(b);
        b.sub(expressed, down)
    }

    /// sum m r / sum m; zero where nothing has mass.
    pub(super) fn center_of_mass(&self, b: &mut Builder, joints: &[JointFrame]) -> Vector3 {
        let moments = self.expressed_moments(b);
        let of_links = self.first_moment(b, joints);
        let moment = moments
            .iter()
            .fold(of_links, |sum, (_, moment)| b.add3(&sum, moment));
        let mass = self.total_mass(b);
        if b.is_zero(mass) {
            b.zeros()
        } else {
            moment.map(|component| b.div(component, mass))
        }
    }

    /// Its derivative in time.
    pub(super) fn center_of_mass_velocity(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Value> {
        let center = self.center_of_mass(b, joints);
        self.rate_along_motion(b, &center)
    }

    /// The derivatives in time of values that depend on positions and rates.
    pub(super) fn rate_along_motion(&self, b: &mut Builder, values: &[Value]) -> Vec<Value> {
        let program = b.finish(values);
        let position_rates = self.position_rates(b);
        let moving = b.inline_moving(&program, |b, input| {
            let at = input.index as usize;
            let value = b.input(input.kind, at);
            let change = match input.kind {
                InputKind::Q => position_rates[at],
                InputKind::Qd => b.input(InputKind::Qdd, at),
                _ => b.zero(),
            };
            Moving { value, change }
        });
        moving.into_iter().map(|moving| moving.change).collect()
    }

    /// dq/dt = N(q) qd.
    fn position_rates(&self, b: &mut Builder) -> Vec<Value> {
        let mut rates = vec![b.zero(); self.tree.nq];
        for (v, position) in self.tree.positions.iter().enumerate() {
            if let Some(at) = *position {
                rates[at] = b.input(InputKind::Qd, v);
            }
        }
        for body in &self.tree.bodies {
            let qd = body.rates(b, InputKind::Qd);
            let own = match body.kind.rate_map(b, &body.positions) {
                None => qd,
                Some(rows) => rows.iter().map(|row| b.dot(row, &qd)).collect(),
            };
            for (&position, rate) in body.positions.iter().zip(own) {
                // Axes may have been turned over; joints that follow others have no coordinate of their own.
                let (coordinate, rate) = match b.node(position) {
                    Node::Neg(coordinate) => (b.node(coordinate), b.neg(rate)),
                    coordinate => (coordinate, rate),
                };
                if let Node::Input(input) = coordinate {
                    rates[input.index as usize] = rate;
                }
            }
        }
        rates
    }

    /// Mass of all that moves.
    pub(super) fn total_mass(&self, b: &mut Builder) -> Value {
        let bodies = self.tree.bodies.iter().map(|body| body.inertia.mass);
        let masses: Vec<Value> = bodies.chain([self.tree.world.mass]).collect();
        let expressed = self.expressed_moments(b).into_iter().map(|(mass, _)| mass);
        b.sum(masses.into_iter().chain(expressed).collect::<Vec<_>>())
    }

    /// sum m r in the world, added up from the tips.
    fn first_moment(&self, b: &mut Builder, joints: &[JointFrame]) -> Vector3 {
        let mut moments: Vec<(Value, Vector3)> = self
            .tree
            .bodies
            .iter()
            .map(|body| (body.inertia.mass, body.inertia.first))
            .collect();
        let mut world = self.tree.world.first;
        for at in (0..joints.len()).rev() {
            let (mass, mut first) = moments[at];
            for pose in [&joints[at].transform, &joints[at].placement] {
                let turned = b.mul_vec(&pose.rotation, &first);
                let shift = b.scale3(mass, &pose.translation);
                first = b.add3(&turned, &shift);
            }
            match self.tree.bodies[at].parent {
                Some(parent) => {
                    let (sum, moment) = moments[parent];
                    moments[parent] = (b.add(sum, mass), b.add3(&moment, &first));
                }
                None => world = b.add3(&world, &first),
            }
        }
        world
    }
}
