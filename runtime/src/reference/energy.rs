//! Energies and masses, summed over the mobile bodies. Each body is a link of the description: none are lumped.

use nalgebra::Vector3;

use super::expressions::{KINETIC, POTENTIAL};
use super::{Expressions, Model};
use crate::spatial::{angular, linear};

impl Model {
    /// Kinetic energy `T = sum 1/2 v^T I v + sum 1/2 a qd^2` of bodies and armatures, plus T of expressions, in J.
    pub fn kinetic_energy(&self, q: &[f64], qd: &[f64]) -> f64 {
        let velocities = self.velocities(&self.configuration(q), qd);
        let energy_of_bodies: f64 = (self.bodies.iter().zip(&velocities))
            .map(|(body, v)| 0.5 * v.dot(&(body.inertia * v)))
            .sum();
        let energy_of_armatures: f64 = (self.armature.iter().zip(qd))
            .map(|(a, qd)| 0.5 * a * qd * qd)
            .sum();
        energy_of_bodies + energy_of_armatures + self.expression_energy(KINETIC, q, qd)
    }

    /// Potential energy of gravity `V = -sum m g . com`, which is zero for a mass at the world's origin, plus V of expressions, in J.
    pub fn potential_energy(&self, q: &[f64]) -> f64 {
        let zero_rates = std::vec![0.0; self.nv];
        let energy_of_gravity = -self.gravity.dot(&self.first_moment_of_bodies(q));
        energy_of_gravity + self.expression_energy(POTENTIAL, q, &zero_rates)
    }

    /// Centre of mass of all mobile bodies, in world axes, in m; zero if no body has mass.
    pub fn center_of_mass(&self, q: &[f64]) -> Vector3<f64> {
        let mass = self.total_mass();
        if mass == 0.0 {
            return Vector3::zeros();
        }
        self.first_moment(q) / mass
    }

    /// Velocity of the centre of mass, in world axes, in m/s.
    pub fn center_of_mass_velocity(&self, q: &[f64], qd: &[f64]) -> Vector3<f64> {
        let zero_rates = std::vec![0.0; self.nv];
        let [expression_sum, _] = self.expression_first_moment_rates(q, qd, &zero_rates);
        self.mean(q, &expression_sum, |link, com| {
            let v = self.velocity_body(q, qd, link);
            linear(&v) + angular(&v).cross(com)
        })
    }

    /// Acceleration of the centre of mass, in world axes, in m/s^2.
    pub fn center_of_mass_acceleration(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vector3<f64> {
        let [_, expression_sum] = self.expression_first_moment_rates(q, qd, qdd);
        self.mean(q, &expression_sum, |link, com| {
            let w = angular(&self.velocity_body(q, qd, link));
            let a = self.acceleration_body(q, qd, qdd, link);
            linear(&a) + angular(&a).cross(com) + w.cross(&w.cross(com))
        })
    }

    /// The mean of a vector over the mass of all mobile bodies, in world axes. `vector` gives it in link axes, from the
    /// link and its centre of mass. `expression_sum` is the sum of mass times vector over bodies placed by expressions.
    fn mean(
        &self,
        q: &[f64],
        expression_sum: &Vector3<f64>,
        vector: impl Fn(usize, &Vector3<f64>) -> Vector3<f64>,
    ) -> Vector3<f64> {
        let poses = self.configuration(q).poses;
        let links = (0..self.links().len()).map(|link| (link, self.body(link)));
        let mobile_links = links.filter(|&(_, body)| self.bodies[body].is_mobile);
        let sum: Vector3<f64> = mobile_links
            .map(|(link, index)| {
                let body = &self.bodies[index];
                body.mass * (poses[index].rotation * vector(link, &body.com))
            })
            .sum();
        let mass = self.total_mass();
        if mass == 0.0 {
            return Vector3::zeros();
        }
        (sum + expression_sum) / mass
    }

    /// Mass of all mobile bodies, in kg.
    pub fn total_mass(&self) -> f64 {
        let mobile_bodies = self.bodies.iter().filter(|body| body.is_mobile);
        let mass_of_bodies: f64 = mobile_bodies.map(|body| body.mass).sum();
        let expression_mass = self.expressions.as_ref().map_or(0.0, Expressions::mass);
        mass_of_bodies + expression_mass
    }

    /// `sum m com` of all mobile bodies, those placed by expressions included, in world axes.
    fn first_moment(&self, q: &[f64]) -> Vector3<f64> {
        let expressions = self.expressions.as_ref();
        let expression_sum = expressions.map_or(Vector3::zeros(), |expressions| {
            expressions.first_moment(self.time, q, self.nv)
        });
        self.first_moment_of_bodies(q) + expression_sum
    }

    /// `sum m com` of all mobile bodies of the tree, without those placed by expressions, in world axes.
    fn first_moment_of_bodies(&self, q: &[f64]) -> Vector3<f64> {
        let poses = self.configuration(q).poses;
        let bodies = self.bodies.iter().zip(&poses);
        bodies
            .filter(|(body, _)| body.is_mobile)
            .map(|(body, pose)| body.mass * pose.point(&body.com))
            .sum()
    }
}
