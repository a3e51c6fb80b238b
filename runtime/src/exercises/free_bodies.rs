//! Forward dynamics in maximal coordinates: every link is a free body, and every joint is a constraint with
//! multipliers.
//!
//! Source: Baraff 1996; the slides of W. Moss call it the Lagrange multiplier approach. Let I be the inertia of a
//! body, v its velocity, a its acceleration and f all forces on it except constraint forces. Let X be the transform from a
//! joint's parent to its child, S the joint's motion subspace, and c its velocity-product acceleration. In the axes of the
//! bodies:
//!
//! ```text
//! I a = f - v x* I v + sum J^T lambda,    T^T (a_child - X a_parent) = T^T c
//! ```
//!
//! The columns of T are the forces that a joint transmits without any effect on its coordinates: a basis of the
//! orthogonal complement of S. Links that are welded together form one body. The size of the system grows with the
//! number of links; but few of its entries are nonzero, and in the right order elimination adds no others.

use core::ops::Range;
use std::{vec, vec::Vec};

use nalgebra::{DMatrix, DVector, Matrix6, MatrixXx6, Vector3, Vector6};

use super::sparse::{Factors, Symmetric};
use crate::reference::Model;
use crate::reference::kinematics::Subspace;
use crate::reference::singular_values::Decomposition;
use crate::spatial::{cross_force, spatial};

/// The linear system from which the multipliers are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multipliers {
    /// `[[M, J^T], [J, 0]]`, with bodies and joints alternating from the tips to the root. For any tree its factors
    /// have blocks only where the matrix has them, and the number of operations grows linearly with the number of
    /// links.
    Augmented,
    /// `J M^-1 J^T`, joint by joint. For a chain it is banded, and the number of operations grows linearly with the
    /// number of links. If several joints share a link, there is a block for every two of them.
    Reduced,
}

/// The accelerations of free bodies, and the cost of computing them.
#[derive(Clone, Debug)]
pub struct FreeBodies {
    /// Accelerations of the joint coordinates.
    pub qdd: DVector<f64>,
    /// The number of entries in the blocks of the matrix, on the diagonal and below it.
    pub entries: usize,
    /// The number of entries that the factors of this matrix have in addition.
    pub fill: usize,
    /// The number of multiplications and additions for factoring and solving, not counting divisions.
    pub operations: usize,
}

/// A link with all links welded to it, in the axes of the link, and its inboard joint.
struct FreeBody {
    inertia: Matrix6<f64>,
    /// `f - v x* I v`: all forces except those of multipliers, less the rate of the momentum at zero acceleration.
    force: Vector6<f64>,
    /// The joint's entries of `qd`.
    velocities: Range<usize>,
    /// `S^T`, decomposed: it gives the least force f with `S^T f = tau`, and the accelerations with `S qdd = a`.
    subspace_transpose: Decomposition,
    /// The velocity-product acceleration c of the joint.
    product: Vector6<f64>,
    /// The parent body, and the transform X from it; `None` if that is the world.
    parent: Option<(usize, Matrix6<f64>)>,
    /// The rows of the joint: `child_block a + parent_block a_parent = right_side`.
    child_block: MatrixXx6<f64>,
    parent_block: Option<MatrixXx6<f64>>,
    right_side: DVector<f64>,
}

impl FreeBody {
    /// The bodies in the rows of this body's joint, with their blocks. `index` is the index of this body.
    fn blocks(&self, index: usize) -> impl Iterator<Item = (usize, &MatrixXx6<f64>)> {
        let parent = self.parent.iter().map(|(body, _)| *body);
        core::iter::once((index, &self.child_block)).chain(parent.zip(&self.parent_block))
    }
}

impl Model {
    /// Acceleration under a generalized force, computed with free bodies; the result is that of
    /// [`forward_dynamics`](Self::forward_dynamics).
    ///
    /// The accelerations are NaN if a body has no inertia along or about some axis, since as a free body it has no equation
    /// for the acceleration there.
    ///
    /// # Panics
    /// If joints share a coordinate or have an armature, or if there are expressions: these have no counterpart in free
    /// bodies.
    pub fn free_bodies(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
        multipliers: Multipliers,
    ) -> FreeBodies {
        assert!(!self.shares_coordinates() && self.expressions.is_none());
        assert!(self.armature.iter().all(|armature| *armature == 0.0));
        let bodies = self.separate_bodies(q, qd, tau, wrenches);
        let solution = match multipliers {
            Multipliers::Augmented => solve_augmented(&bodies),
            Multipliers::Reduced => solve_reduced(&bodies),
        };
        let is_regular = solution.factors.is_regular();
        let mut qdd = DVector::from_element(self.nv, if is_regular { 0.0 } else { f64::NAN });
        for (body, acceleration) in bodies.iter().zip(&solution.accelerations) {
            let parent_acceleration = (body.parent)
                .map_or(Vector6::zeros(), |(parent, transform)| {
                    transform * solution.accelerations[parent]
                });
            // S qdd = a - X a_parent - c
            let difference = acceleration - parent_acceleration - body.product;
            let difference = DVector::from_column_slice(difference.as_slice());
            let mut sum = qdd.rows_range_mut(body.velocities.clone());
            sum += body.subspace_transpose.solve_transposed(&difference);
        }
        FreeBodies {
            qdd,
            entries: solution.entries,
            fill: solution.factors.entries() - solution.entries,
            operations: solution.factors.operations(),
        }
    }

    /// The free bodies, each after its parent.
    fn separate_bodies(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> Vec<FreeBody> {
        let configuration = self.configuration(q);
        let velocities = self.velocities(&configuration, qd);
        let products = self.velocity_products(&configuration, &velocities, q, qd);
        let applied = self.body_wrenches(&configuration, wrenches);
        let tau = DVector::from_column_slice(tau) + self.passive(q, qd);

        let mut bodies: Vec<FreeBody> = Vec::new();
        // For each link the body to which it belongs, and X from that body; `None` for links at rest.
        let mut body_of_link: Vec<Option<(usize, Matrix6<f64>)>> = Vec::new();
        for (i, link) in self.bodies.iter().enumerate() {
            let parent = (link.parent.and_then(|parent| body_of_link[parent]))
                .map(|(body, transform)| (body, configuration.transforms[i] * transform));
            let Subspace {
                velocities: coordinates,
                columns,
            } = &configuration.subspaces[i];
            let link_body = if columns.ncols() == 0 {
                parent
            } else {
                let transpose = DMatrix::from_fn(columns.ncols(), 6, |row, k| columns[(k, row)]);
                let subspace_transpose = Decomposition::new(transpose);
                let force =
                    subspace_transpose.solve(&tau.rows_range(coordinates.clone()).into_owned());
                let force = Vector6::from_column_slice(force.as_slice());
                let projection = subspace_transpose.null.transpose();
                let child_block = projection.fixed_columns::<6>(0).into_owned();
                if let Some((body, transform)) = &parent {
                    bodies[*body].force -= transform.tr_mul(&force);
                }
                bodies.push(FreeBody {
                    inertia: Matrix6::zeros(),
                    force,
                    velocities: coordinates.clone(),
                    subspace_transpose,
                    product: products[i],
                    parent,
                    parent_block: parent.map(|(_, transform)| -&child_block * transform),
                    right_side: &child_block * products[i],
                    child_block,
                });
                Some((bodies.len() - 1, Matrix6::identity()))
            };
            body_of_link.push(link_body);
            if let Some((body, transform)) = link_body {
                let link_gravity = configuration.poses[i].rotation.transpose() * self.gravity;
                let weight = link.inertia * spatial(link_gravity, Vector3::zeros());
                let gyroscopic_force = cross_force(&velocities[i]) * (link.inertia * velocities[i]);
                let body = &mut bodies[body];
                body.inertia += transform.transpose() * link.inertia * transform;
                body.force += transform.tr_mul(&(applied[i] + weight - gyroscopic_force));
            }
        }
        bodies
    }
}

/// `M a + J^T y = f`, `J a = right_side`, where `y = -lambda`: for each body its equations, then the rows of its joint,
/// starting at the tips.
fn solve_augmented(bodies: &[FreeBody]) -> Solution {
    let (start, size) = number_unknowns(bodies, |body| 6 + body.right_side.len());
    let (mut matrix, mut right_sides) = (Symmetric::zeros(size), vec![0.0; size]);
    for (i, body) in bodies.iter().enumerate() {
        let (rows_start, count) = (start[i] + 6, body.right_side.len());
        matrix.add_square(start[i], &body.inertia);
        matrix.add_square(rows_start, &DMatrix::zeros(count, count));
        for (k, block) in body.blocks(i) {
            matrix.add_block(rows_start, start[k], block);
        }
        right_sides[start[i]..rows_start].copy_from_slice(body.force.as_slice());
        right_sides[rows_start..rows_start + count].copy_from_slice(body.right_side.as_slice());
    }
    let factors = matrix.factors();
    let solution = factors.solve(right_sides);
    let accelerations = start
        .iter()
        .map(|&first| Vector6::from_column_slice(&solution[first..first + 6]));
    Solution {
        accelerations: accelerations.collect(),
        entries: matrix.entries(),
        factors,
    }
}

/// `J W J^T lambda = right_side - J W f`, `a = W (f + J^T lambda)` with `W = M^-1`: the rows of each joint, starting at
/// the tips.
fn solve_reduced(bodies: &[FreeBody]) -> Solution {
    let inverse_inertias: Vec<Matrix6<f64>> = (bodies.iter())
        .map(|body| {
            let inverse = body.inertia.try_inverse();
            inverse.unwrap_or(Matrix6::from_element(f64::NAN))
        })
        .collect();
    let (start, size) = number_unknowns(bodies, |body| body.right_side.len());
    let (mut matrix, mut right_sides) = (Symmetric::zeros(size), vec![0.0; size]);
    for (i, body) in bodies.iter().enumerate() {
        let mut right_side = body.right_side.clone();
        for (k, block) in body.blocks(i) {
            right_side -= block * inverse_inertias[k] * bodies[k].force;
        }
        right_sides[start[i]..start[i] + right_side.len()].copy_from_slice(right_side.as_slice());
        for (j, other) in bodies.iter().enumerate().skip(i) {
            for (k, block) in body.blocks(i) {
                for (_, other_block) in other.blocks(j).filter(|(body, _)| *body == k) {
                    let product = block * inverse_inertias[k] * other_block.transpose();
                    if i == j {
                        matrix.add_square(start[i], &product)
                    } else {
                        matrix.add_block(start[i], start[j], &product)
                    }
                }
            }
        }
    }
    let factors = matrix.factors();
    let lambda = factors.solve(right_sides);
    let mut forces: Vec<Vector6<f64>> = bodies.iter().map(|body| body.force).collect();
    for (i, body) in bodies.iter().enumerate() {
        let multipliers =
            DVector::from_column_slice(&lambda[start[i]..start[i] + body.right_side.len()]);
        for (k, block) in body.blocks(i) {
            forces[k] += block.tr_mul(&multipliers);
        }
    }
    let accelerations = inverse_inertias.iter().zip(forces);
    Solution {
        accelerations: accelerations
            .map(|(inverse, force)| inverse * force)
            .collect(),
        entries: matrix.entries(),
        factors,
    }
}

/// Numbers the unknowns, of which each body has `count(body)`, with parents after their children. Returns the index of the
/// first unknown of each body, and the number of all unknowns.
fn number_unknowns(bodies: &[FreeBody], count: impl Fn(&FreeBody) -> usize) -> (Vec<usize>, usize) {
    let mut start = vec![0; bodies.len()];
    let mut size = 0;
    for (start, body) in start.iter_mut().zip(bodies).rev() {
        *start = size;
        size += count(body);
    }
    (start, size)
}

/// The accelerations of the bodies in their own axes, and the factors with which they were computed.
struct Solution {
    accelerations: Vec<Vector6<f64>>,
    entries: usize,
    factors: Factors,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::State;
    use crate::reference::random_tree::{Root, chain, random_tree, star};

    const BOTH_SYSTEMS: [Multipliers; 2] = [Multipliers::Augmented, Multipliers::Reduced];

    #[test]
    fn free_bodies_agree_with_articulated_bodies() {
        let trees = (0..4).flat_map(|seed| {
            [Root::Welded, Root::Floating].map(|root| random_tree(seed, root, false))
        });
        let models = trees.chain([chain(9), star(9)]);
        for (seed, mut model) in models.enumerate() {
            model.armature.fill(0.0);
            // Links without mass, like the frames of a description, which are welded to other links.
            for link in &mut model.bodies {
                if link.joint.velocities().is_empty() && seed % 2 == 1 {
                    (link.mass, link.inertia) = (0.0, Matrix6::zeros());
                }
            }
            model = model.damped(&[(0, 0.3)][..usize::from(seed > 7)]);
            let State {
                q,
                qd,
                tau,
                wrenches,
                ..
            } = model.random_state(1, 1);
            let wrenches = [(2, wrenches[0])];
            let expected = model.forward_dynamics(&q, &qd, &tau, &wrenches);
            for multipliers in BOTH_SYSTEMS {
                let actual = model.free_bodies(&q, &qd, &tau, &wrenches, multipliers).qdd;
                let error = (actual - &expected).amax() / expected.amax();
                assert!(error < 1e-11, "{seed}, {multipliers:?}: off by {error:e}");
            }
        }
    }

    fn cost(model: &Model, multipliers: Multipliers) -> FreeBodies {
        let State { q, qd, tau, .. } = model.random_state(1, 0);
        model.free_bodies(&q, &qd, &tau, &[], multipliers)
    }

    #[test]
    fn operations_grow_with_the_links_without_fill() {
        for multipliers in BOTH_SYSTEMS {
            let costs = [16, 32, 64].map(|links| cost(&chain(links), multipliers));
            let [first, second, third] = costs.each_ref().map(|cost| cost.operations);
            std::println!("chains, {multipliers:?}: {first}, {second}, {third} operations");
            assert_eq!(third - second, 2 * (second - first), "{multipliers:?}");
            assert!(costs.iter().all(|cost| cost.fill == 0), "{multipliers:?}");
        }
    }

    /// If all joints are on one link, all blocks of the reduced matrix are nonzero, but not those of the augmented one.
    #[test]
    fn only_the_augmented_system_of_a_star_is_sparse() {
        let growth = |multipliers| {
            let costs = [16, 32, 64].map(|links| cost(&star(links), multipliers));
            assert!(costs.iter().all(|cost| cost.fill == 0), "{multipliers:?}");
            let [first, second, third] = costs.map(|cost| cost.operations as f64);
            (third - second) / (second - first)
        };
        let [augmented_growth, reduced_growth] = BOTH_SYSTEMS.map(growth);
        assert_eq!(augmented_growth, 2.0);
        assert!(reduced_growth > 6.0, "{reduced_growth}");
    }

    #[test]
    fn a_link_without_inertia_is_no_free_body() {
        let mut model = chain(3);
        model.bodies[1].inertia.fill(0.0);
        for multipliers in BOTH_SYSTEMS {
            assert!(cost(&model, multipliers).qdd.iter().any(|qdd| qdd.is_nan()));
        }
    }
}
