//! Energies and masses, summed over the bodies that move.

use nalgebra::Vector3;

use super::Model;
use crate::spatial::{angular, linear};

impl Model {
    /// Kinetic energy `T = sum 1/2 v^T I v + sum 1/2 a qd^2` of bodies and armatures, in J.
    pub fn kinetic_energy(&self, q: &[f64], qd: &[f64]) -> f64 {
        let velocities = self.velocities(&self.configuration(q), qd);
        let bodies = self.bodies.iter().zip(&velocities);
        let bodies: f64 = bodies
            .map(|(body, v)| 0.5 * v.dot(&(body.inertia * v)))
            .sum();
        let armatures = self.armature.iter().zip(qd);
        bodies + armatures.map(|(a, qd)| 0.5 * a * qd * qd).sum::<f64>()
    }

    /// Potential energy of gravity `U = -sum m g . com`, in J; zero for a mass at the world's
    /// origin.
    pub fn potential_energy(&self, q: &[f64]) -> f64 {
        -self.gravity.dot(&self.first_moment(q))
    }

    /// Centre of mass of all that moves, in world axes, in m. Not a number if that has no mass.
    pub fn center_of_mass(&self, q: &[f64]) -> Vector3<f64> {
        self.first_moment(q) / self.total_mass()
    }

    /// Velocity of that centre, in world axes, in m/s.
    pub fn center_of_mass_velocity(&self, q: &[f64], qd: &[f64]) -> Vector3<f64> {
        self.mean(q, |link, com| {
            let v = self.velocity_body(q, qd, link);
            linear(&v) + angular(&v).cross(com)
        })
    }

    /// Acceleration of that centre, in world axes, in m/s^2.
    pub fn center_of_mass_acceleration(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vector3<f64> {
        self.mean(q, |link, com| {
            let w = angular(&self.velocity_body(q, qd, link));
            let a = self.acceleration_body(q, qd, qdd, link);
            linear(&a) + angular(&a).cross(com) + w.cross(&w.cross(com))
        })
    }

    /// The mean over all mass that moves of a vector in link axes, given the link and its centre of mass; in world axes.
    fn mean(&self, q: &[f64], of: impl Fn(usize, &Vector3<f64>) -> Vector3<f64>) -> Vector3<f64> {
        let poses = self.configuration(q).poses;
        let links = (0..self.links().len()).map(|link| (link, self.body(link)));
        let moving = links.filter(|&(_, body)| self.bodies[body].moves);
        let sum: Vector3<f64> = moving
            .map(|(link, at)| {
                let body = &self.bodies[at];
                body.mass * (poses[at].rotation * of(link, &body.com))
            })
            .sum();
        sum / self.total_mass()
    }

    /// Mass of all that moves, in kg.
    pub fn total_mass(&self) -> f64 {
        let moving = self.bodies.iter().filter(|body| body.moves);
        moving.map(|body| body.mass).sum()
    }

    /// `sum m com` of all that moves, in world axes.
    fn first_moment(&self, q: &[f64]) -> Vector3<f64> {
        let poses = self.configuration(q).poses;
        let bodies = self.bodies.iter().zip(&poses);
        bodies
            .filter(|(body, _)| body.moves)
            .map(|(body, pose)| body.mass * pose.point(&body.com))
            .sum()
    }
}
