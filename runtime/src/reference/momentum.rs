//! Momenta of links and joint wrenches: Newton's and Euler's equations link by link, in world axes.

use std::vec::Vec;

use nalgebra::{Matrix3, Matrix6xX, Vector3, Vector6};

use super::Model;
use crate::spatial::{angular, linear, newton_euler, spatial};

impl Model {
    /// The momentum of a link, `P = m v_c`, then its angular momentum about its centre of mass, `L = R I R^T w`, in world
    /// axes.
    pub fn momentum(&self, q: &[f64], qd: &[f64], link: usize) -> Vector6<f64> {
        let (w, v) = self.center_velocity(q, qd, link);
        spatial(self.links()[link].mass * v, self.world_inertia(q, link) * w)
    }

    /// The momentum of all mobile links, then their angular momentum about the centre of mass of all of them, in world
    /// axes.
    pub fn centroidal_momentum(&self, q: &[f64], qd: &[f64]) -> Vector6<f64> {
        let center = self.center_of_mass(q);
        let links = 0..self.links().len();
        links.fold(Vector6::zeros(), |sum, link| {
            let link_momentum = self.momentum(q, qd, link);
            let lever = self.center_of_link(q, link) - center;
            let linear = linear(&link_momentum);
            sum + spatial(linear, angular(&link_momentum) + lever.cross(&linear))
        })
    }

    /// The centroidal momentum matrix: its product with the rates is the centroidal momentum. The linear rows are the sum
    /// over the links of `m J_c`, the angular rows that of `R I R^T J_w + r x m J_c`. J_c is the Jacobian of the link's
    /// centre of mass, J_w that of its rotation, and r the lever from the centre of mass of all links.
    pub fn centroidal_matrix(&self, q: &[f64]) -> Matrix6xX<f64> {
        let center = self.center_of_mass(q);
        let mut sum = Matrix6xX::zeros(self.nv());
        for link in 0..self.links().len() {
            let jacobian = self.jacobian(q, link);
            let angular_jacobian = jacobian.fixed_rows::<3>(3);
            let com_term = self.com_offset(q, link).cross_matrix() * angular_jacobian;
            let linear = self.links()[link].mass * (jacobian.fixed_rows::<3>(0) - com_term);
            let lever = (self.center_of_link(q, link) - center).cross_matrix();
            let angular = self.world_inertia(q, link) * angular_jacobian + lever * &linear;
            let mut linear_sum = sum.fixed_rows_mut::<3>(0);
            linear_sum += linear;
            let mut angular_sum = sum.fixed_rows_mut::<3>(3);
            angular_sum += angular;
        }
        sum
    }

    /// The time derivative of the momentum, in world axes: first the sum of all forces on the link, gravity included
    /// (Newton), then the sum of their moments about the link's centre of mass (Euler).
    pub fn momentum_rate(&self, q: &[f64], qd: &[f64], qdd: &[f64], link: usize) -> Vector6<f64> {
        let (w, _) = self.center_velocity(q, qd, link);
        let offset = self.com_offset(q, link);
        let a = self.acceleration(q, qd, qdd, link);
        let w_rate = angular(&a);
        let com_acceleration = linear(&a) + w_rate.cross(&offset) + w.cross(&w.cross(&offset));
        let acceleration = spatial(com_acceleration, w_rate);
        let inertia = self.world_inertia(q, link);
        newton_euler(self.links()[link].mass, &inertia, &w, &acceleration)
    }

    /// The wrench that its inboard joint exerts on a link, in world axes: force, then moment about the link's origin.
    /// It is the sum of the momentum rates of the link and of all links that it supports, less the sum of all other wrenches
    /// on these links: of gravity, of springs between points, of constant forces, and the external ones.
    pub fn joint_wrench(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        wrenches: &[(usize, [f64; 6])],
        link: usize,
    ) -> Vector6<f64> {
        let origin = |link| self.pose(q, link).1;
        let wrench_about = |point: Vector3<f64>, wrench: Vector6<f64>| {
            let lever = point - origin(link);
            let force = linear(&wrench);
            spatial(force, angular(&wrench) + lever.cross(&force))
        };
        let subtree = self.subtree(link);
        let inertial_wrenches = subtree.iter().map(|&index| {
            let weight = spatial(self.links()[index].mass * self.gravity, Vector3::zeros());
            wrench_about(
                self.center_of_link(q, index),
                self.momentum_rate(q, qd, qdd, index) - weight,
            )
        });
        let subtree_wrenches = wrenches.iter().filter(|(index, _)| subtree.contains(index));
        let external_wrenches = subtree_wrenches
            .map(|&(index, wrench)| wrench_about(origin(index), Vector6::from(wrench)));
        let spring_wrenches = (self.point_springs.iter())
            .flat_map(|spring| spring.forces(self, q, qd))
            .filter(|(end_link, ..)| end_link.is_some_and(|index| subtree.contains(&index)))
            .map(|(_, point, force)| wrench_about(point, spatial(force, Vector3::zeros())));
        let constant_wrenches = (self.constant_forces.iter())
            .filter(|constant| subtree.contains(&constant.link))
            .map(|constant| {
                let force = spatial(constant.force, Vector3::zeros());
                wrench_about(constant.world_point(self, q), force)
            });
        let applied = external_wrenches
            .chain(spring_wrenches)
            .chain(constant_wrenches);
        inertial_wrenches.sum::<Vector6<f64>>() - applied.sum::<Vector6<f64>>()
    }

    /// [`joint_wrench`](Self::joint_wrench) in link axes.
    pub fn joint_wrench_body(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        wrenches: &[(usize, [f64; 6])],
        link: usize,
    ) -> Vector6<f64> {
        let wrench = self.joint_wrench(q, qd, qdd, wrenches, link);
        let to_link = self.pose(q, link).0.transpose();
        spatial(to_link * linear(&wrench), to_link * angular(&wrench))
    }

    /// The parent of a link; `None` is the world.
    pub fn parent(&self, link: usize) -> Option<usize> {
        let joint = self.joints().iter().find(|joint| joint.child == link);
        joint.and_then(|joint| joint.parent)
    }

    /// The path from a link to the root, the link included.
    pub fn path(&self, link: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(link), |&index| self.parent(index))
    }

    /// Centre of mass of a link, in the world.
    pub fn center_of_link(&self, q: &[f64], link: usize) -> Vector3<f64> {
        self.pose(q, link).1 + self.com_offset(q, link)
    }

    /// A link and all links that it supports.
    fn subtree(&self, link: usize) -> Vec<usize> {
        let links = 0..self.links().len();
        links
            .filter(|&index| self.path(index).any(|ancestor| ancestor == link))
            .collect()
    }

    /// Angular velocity, and velocity of the centre of mass, in world axes.
    fn center_velocity(&self, q: &[f64], qd: &[f64], link: usize) -> (Vector3<f64>, Vector3<f64>) {
        let v = self.velocity(q, qd, link);
        let w = angular(&v);
        (w, linear(&v) + w.cross(&self.com_offset(q, link)))
    }

    /// The vector from a link's origin to its centre of mass, in world axes.
    fn com_offset(&self, q: &[f64], link: usize) -> Vector3<f64> {
        self.pose(q, link).0 * Vector3::from(self.links()[link].com)
    }

    /// `R I R^T`.
    fn world_inertia(&self, q: &[f64], link: usize) -> Matrix3<f64> {
        let (rotation, _) = self.pose(q, link);
        let inertia = &self.links()[link].inertia;
        let inertia = Matrix3::from_fn(|row, column| inertia[row][column]);
        rotation * inertia * rotation.transpose()
    }
}
