//! Conversions to and from maximal coordinates, in which every link is a separate body: joint forces as pairs of
//! wrenches on two links, and joint rates from velocities of links.

use std::vec::Vec;

use nalgebra::{DMatrix, DVector, Vector3, Vector6};

use crate::reference::Model;
use crate::reference::singular_values::Decomposition;
use crate::spatial::{angular, linear, spatial};

/// The actuator force of a joint as it acts on two bodies: opposite wrenches at the same point of the joint. Each is
/// force, then moment about the centre of mass of the link on which it acts, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrenchPair {
    /// The joint's child link.
    pub child: usize,
    /// The wrench on the child.
    pub on_child: Vector6<f64>,
    /// The joint's parent link; `None` is the world.
    pub parent: Option<usize>,
    /// The wrench on the parent; for the world, the moment is about its origin.
    pub on_parent: Vector6<f64>,
}

impl Model {
    /// The wrenches with which the joints exert the generalized forces tau, link by link: a moment about the axis of a
    /// revolute joint, a force along that of a prismatic joint. In general they are the smallest such wrenches: `S x`
    /// at each joint with `sum S^T S x = tau`, so that joints with a common coordinate share its force.
    pub fn wrench_pairs(&self, q: &[f64], tau: &[f64]) -> Vec<WrenchPair> {
        assert_eq!(tau.len(), self.nv, "length of tau");
        let subspaces = self.configuration(q).subspaces;
        let mut products = DMatrix::zeros(self.nv, self.nv);
        for subspace in &subspaces {
            let range = subspace.velocities.clone();
            let count = range.len();
            let mut block = products.view_mut((range.start, range.start), (count, count));
            block += subspace.columns.tr_mul(&subspace.columns);
        }
        let shares = Decomposition::new(products).solve(&DVector::from_column_slice(tau));
        let links = 0..self.links().len();
        links
            .map(|child| {
                let wrench = subspaces[self.body(child)].motion(shares.as_slice());
                let (rotation, joint_origin) = self.pose(q, child);
                let wrench = spatial(rotation * linear(&wrench), rotation * angular(&wrench));
                let wrench_about = |point: Vector3<f64>| {
                    let moment = (joint_origin - point).cross(&linear(&wrench));
                    spatial(linear(&wrench), angular(&wrench) + moment)
                };
                let parent = self.parent(child);
                WrenchPair {
                    child,
                    on_child: wrench_about(self.center_of_link(q, child)),
                    parent,
                    // The wrench on the world is about its origin.
                    on_parent: -wrench_about(
                        parent.map_or(Vector3::zeros(), |link| self.center_of_link(q, link)),
                    ),
                }
            })
            .collect()
    }

    /// The inverse of [`wrench_pairs`](Self::wrench_pairs), from the wrenches of joints on their child links:
    /// `tau = sum S^T w`. Constraint forces contained in the wrenches do not affect the result.
    pub fn joint_forces(&self, q: &[f64], pairs: &[WrenchPair]) -> DVector<f64> {
        let subspaces = self.configuration(q).subspaces;
        let mut tau = DVector::zeros(self.nv);
        for WrenchPair {
            child, on_child, ..
        } in pairs
        {
            let (rotation, joint_origin) = self.pose(q, *child);
            let force = linear(on_child);
            let moment = (self.center_of_link(q, *child) - joint_origin).cross(&force);
            let to_link = rotation.transpose();
            let wrench = spatial(to_link * force, to_link * (angular(on_child) + moment));
            let subspace = &subspaces[self.body(*child)];
            let mut sum = tau.rows_range_mut(subspace.velocities.clone());
            sum += subspace.force(&wrench);
        }
        tau
    }

    /// The rates at which links have given velocities: of the link's origin, then angular, in world axes. They are a
    /// least-squares solution with m/s and rad/s weighted equally; if it is not unique, they are the smallest rates.
    pub fn rates_from_velocities(
        &self,
        q: &[f64],
        velocities: &[(usize, Vector6<f64>)],
    ) -> DVector<f64> {
        let rows = 6 * velocities.len();
        let (mut jacobian, mut target) = (DMatrix::zeros(rows, self.nv), DVector::zeros(rows));
        for (index, (link, velocity)) in velocities.iter().enumerate() {
            let block = self.jacobian(q, *link);
            jacobian.rows_mut(6 * index, 6).copy_from(&block);
            target.rows_mut(6 * index, 6).copy_from(velocity);
        }
        Decomposition::new(jacobian).solve(&target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::State;
    use crate::reference::random_tree::{Root, random_tree};

    fn on_random_trees(theorem: impl Fn(&Model, &State)) {
        for root in [Root::Welded, Root::Floating] {
            for mimic in [false, true] {
                for seed in 0..4 {
                    std::println!("{root:?} root, mimic {mimic}, seed {seed}");
                    let model = random_tree(seed, root, mimic);
                    theorem(&model, &model.random_state(seed, 1));
                }
            }
        }
    }

    /// The wrenches on all links together have the effect of tau, and each pair is in balance.
    #[test]
    fn pairs_of_wrenches_have_the_effect_of_joint_forces() {
        on_random_trees(|model, State { q, tau, .. }| {
            let pairs = model.wrench_pairs(q, tau);
            let mut total = DVector::zeros(model.nv());
            let mut add_wrench = |link: usize, wrench: &Vector6<f64>| {
                let mut jacobian = model.jacobian(q, link);
                let arm = model.center_of_link(q, link) - model.pose(q, link).1;
                let shift = -arm.cross_matrix() * jacobian.fixed_rows::<3>(3);
                let mut linear = jacobian.fixed_rows_mut::<3>(0);
                linear += shift;
                total += jacobian.tr_mul(wrench);
            };
            for pair in &pairs {
                add_wrench(pair.child, &pair.on_child);
                pair.parent
                    .into_iter()
                    .for_each(|parent| add_wrench(parent, &pair.on_parent));
                let center = |link| model.center_of_link(q, link);
                let separation = center(pair.child) - pair.parent.map_or(Vector3::zeros(), center);
                let force = linear(&pair.on_child);
                assert!((force + linear(&pair.on_parent)).norm() < 1e-12);
                let moment = angular(&pair.on_child) + angular(&pair.on_parent);
                assert!(
                    (moment + separation.cross(&force)).norm() < 1e-11,
                    "{pair:?}"
                );
            }
            let target = DVector::from_column_slice(tau);
            assert!((total - &target).amax() < 1e-11);
            assert!((model.joint_forces(q, &pairs) - target).amax() < 1e-11);
        });
    }

    /// The constraint forces that joints transmit are not part of their actuator forces.
    #[test]
    fn constraint_forces_do_not_affect_joint_forces() {
        let model = random_tree(2, Root::Floating, false);
        let state = model.random_state(2, 1);
        let State { q, qd, qdd, .. } = &state;
        let links = 0..model.links().len();
        let pairs: Vec<WrenchPair> = links
            .map(|child| {
                let wrench = model.joint_wrench(q, qd, qdd, &[], child);
                let lever = model.pose(q, child).1 - model.center_of_link(q, child);
                let force = linear(&wrench);
                let on_child = spatial(force, angular(&wrench) + lever.cross(&force));
                WrenchPair {
                    child,
                    on_child,
                    parent: None,
                    on_parent: Vector6::zeros(),
                }
            })
            .collect();
        let armatures = model
            .armature
            .component_mul(&DVector::from_column_slice(qdd));
        let expected = model.inverse_dynamics(q, qd, qdd, &[]) - armatures;
        let error = (model.joint_forces(q, &pairs) - &expected).amax();
        assert!(error < 1e-11 * expected.amax(), "off by {error:e}");
    }

    #[test]
    fn rates_follow_from_velocities_of_links() {
        on_random_trees(|model, State { q, qd, .. }| {
            let link_velocities = |qd: &[f64]| -> Vec<(usize, Vector6<f64>)> {
                let links = 0..model.links().len();
                links
                    .map(|link| (link, model.velocity(q, qd, link)))
                    .collect()
            };
            let rates = model.rates_from_velocities(q, &link_velocities(qd));
            let qd = DVector::from_column_slice(qd);
            assert!((&rates - &qd).amax() < 1e-9, "{rates} should be {qd}");
            // The residual of velocities that no joint allows is orthogonal to those that joints allow.
            let mut target = link_velocities(qd.as_slice());
            for (index, (_, velocity)) in target.iter_mut().enumerate() {
                velocity[index % 6] += 1.0;
            }
            let rates = model.rates_from_velocities(q, &target);
            let residual =
                target
                    .iter()
                    .fold(DVector::zeros(model.nv()), |sum, (link, velocity)| {
                        let difference = velocity - model.velocity(q, rates.as_slice(), *link);
                        sum + model.jacobian(q, *link).tr_mul(&difference)
                    });
            assert!(residual.amax() < 1e-9, "{residual}");
        });
    }
}
