//! Energies and masses, summed over the bodies that move.

use nalgebra::Vector3;

use super::expressions::{KINETIC, POTENTIAL};
use super::{Expressions, Model};

impl Model {
    /// Kinetic energy `T = sum 1/2 v^T I v + sum 1/2 a qd^2` of bodies and armatures, in J.
    pub fn kinetic_energy(&self, q: &[f64], qd: &[f64]) -> f64 {
        let velocities = self.velocities(&self.configuration(q), qd);
        let bodies = self.bodies.iter().zip(&velocities);
        let bodies: f64 = bodies
            .map(|(body, v)| 0.5 * v.dot(&(body.inertia * v)))
            .sum();
        let armatures = self.armature.iter().zip(qd);
        let armatures: f64 = armatures.map(|(a, qd)| 0.5 * a * qd * qd).sum();
        bodies + armatures + self.expressed_energy(KINETIC, q, qd)
    }

    /// Potential energy of gravity `U = -sum m g . com`, in J; zero for a mass at the world's
    /// origin.
    pub fn potential_energy(&self, q: &[f64]) -> f64 {
        let still = std::vec![0.0; self.nv];
        let links = -self.gravity.dot(&self.first_moment_of_links(q));
        links + self.expressed_energy(POTENTIAL, q, &still)
    }

    /// Centre of mass of all that moves, in world axes, in m; zero where nothing has mass.
    pub fn center_of_mass(&self, q: &[f64]) -> Vector3<f64> {
        let mass = self.total_mass();
        if mass == 0.0 {
            return Vector3::zeros();
        }
        self.first_moment(q) / mass
    }

    /// Mass of all that moves, in kg.
    pub fn total_mass(&self) -> f64 {
        let moving = self.bodies.iter().filter(|body| body.moves);
        let links: f64 = moving.map(|body| body.mass).sum();
        let placed = self.expressions.as_ref();
        links + placed.map_or(0.0, Expressions::mass)
    }

    /// `sum m com` of all that moves, in world axes.
    fn first_moment(&self, q: &[f64]) -> Vector3<f64> {
        let placed = self.expressions.as_ref();
        let placed = placed.map_or(Vector3::zeros(), |placed| placed.first_moment(q, self.nv));
        self.first_moment_of_links(q) + placed
    }

    fn first_moment_of_links(&self, q: &[f64]) -> Vector3<f64> {
        let poses = self.configuration(q).poses;
        let bodies = self.bodies.iter().zip(&poses);
        bodies
            .filter(|(body, _)| body.moves)
            .map(|(body, pose)| body.mass * pose.point(&body.com))
            .sum()
    }
}
