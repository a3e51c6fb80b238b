//! Forward dynamics in maximal coordinates: every link a free body, every joint a constraint with multipliers.
//!
//! Baraff 1996; the slides on articulated bodies call it the Lagrange multiplier approach. In the axes of the bodies,
//! with I the inertia of a body, a its acceleration and f all forces on it but those of constraints:
//!
//! ```text
//! I a = f - v x* I v + sum J^T lambda,    T^T (a_child - X a_parent) = T^T c
//! ```
//!
//! T are forces that a joint transmits and the coordinates do not feel, a basis of what is at right angles to S.
//! A joint without freedom has six of them. What is solved for is not reduced, so its size grows
//! with the links; but few entries are not 0, and in the right order no others appear.

use std::{vec, vec::Vec};

use nalgebra::{DMatrix, DVector, Matrix6, MatrixXx6, Vector3, Vector6};

use super::Model;
use super::singular_values::Decomposed;
use super::sparse::{Factors, Symmetric};
use crate::spatial::{cross_force, spatial};

/// Which linear system the multipliers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multipliers {
    /// `[[M, J^T], [J, 0]]`, bodies and joints in turn from the tips to the root: whatever the tree, its factors have
    /// blocks only where it has them itself, and operations grow with the links.
    Augmented,
    /// `J M^-1 J^T`, joint by joint: banded where the links are a chain, so that operations grow with the links;
    /// of joints that share a link, each has a block with each other.
    Reduced,
}

/// What free bodies do, and what it takes to find that out.
#[derive(Clone, Debug)]
pub struct FreeBodies {
    /// Acceleration of the coordinates of the joints.
    pub qdd: DVector<f64>,
    /// Entries of the matrix in its blocks, on the diagonal and below.
    pub entries: usize,
    /// How many more its factors have.
    pub fill: usize,
    /// Multiplications and additions to factor and to solve; divisions apart.
    pub operations: usize,
}

/// A joint as rows on the accelerations of two bodies: `child a_child + parent a_parent = wanted`.
struct Rows {
    child: MatrixXx6<f64>,
    /// Index of the body that carries it; none, if that is the world.
    parent: Option<(usize, MatrixXx6<f64>)>,
    wanted: DVector<f64>,
}

impl Rows {
    /// The bodies on which they are, and their blocks.
    fn blocks(&self, child: usize) -> impl Iterator<Item = (usize, &MatrixXx6<f64>)> {
        let parent = self.parent.iter().map(|(body, block)| (*body, block));
        core::iter::once((child, &self.child)).chain(parent)
    }
}

impl Model {
    /// Acceleration under a generalized force, by free bodies; the same as
    /// [`forward_dynamics`](Self::forward_dynamics).
    ///
    /// Not a number if a link has no inertia along or about some axis: as a free body it would have no equation.
    ///
    /// # Panics
    /// If joints share a coordinate or have an armature, or if there are expressions: these are no bodies.
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
        let configuration = self.configuration(q);
        let (transforms, subspaces) = (&configuration.transforms, &configuration.subspaces);
        let velocities = self.velocities(&configuration, qd);
        let products = self.velocity_products(&configuration, &velocities, q, qd);

        // Transposed: S^T F = tau gives the least wrench F that does it, S qdd = .. the rates.
        let across: Vec<Decomposed> = subspaces
            .iter()
            .map(|subspace| {
                let columns = &subspace.columns;
                let across = DMatrix::from_fn(columns.ncols(), 6, |row, k| columns[(k, row)]);
                Decomposed::new(across)
            })
            .collect();
        // On each body: wrenches, its weight and its turning, and what the joints do without multipliers.
        let mut forces = self.body_wrenches(&configuration, wrenches);
        let joint_forces = DVector::from_column_slice(tau) + self.passive(q, qd);
        let mut rows = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let down = configuration.poses[i].rotation.transpose() * self.gravity;
            let weight = body.inertia * spatial(down, Vector3::zeros());
            let turning = cross_force(&velocities[i]) * (body.inertia * velocities[i]);
            let own = joint_forces.rows_range(subspaces[i].velocities.clone());
            let wrench = across[i].solve(&own.into_owned());
            let wrench = Vector6::from_column_slice(wrench.as_slice());
            forces[i] += weight - turning + wrench;
            // Where the coordinates feel nothing, nothing moves.
            let child = across[i]
                .null
                .transpose()
                .fixed_columns::<6>(0)
                .into_owned();
            let parent = body.parent.map(|parent| {
                forces[parent] -= transforms[i].tr_mul(&wrench);
                (parent, -&child * transforms[i])
            });
            rows.push(Rows {
                wanted: &child * products[i],
                child,
                parent,
            });
        }
        let solved = match multipliers {
            Multipliers::Augmented => self.augmented(&rows, &forces),
            Multipliers::Reduced => self.reduced(&rows, &forces),
        };

        let regular = solved.factors.is_regular();
        let mut qdd = DVector::from_element(self.nv, if regular { 0.0 } else { f64::NAN });
        for (i, body) in self.bodies.iter().enumerate() {
            let carried = body.parent.map_or(Vector6::zeros(), |parent| {
                transforms[i] * solved.accelerations[parent]
            });
            // S qdd = a - X a_parent - c
            let own = solved.accelerations[i] - carried - products[i];
            let own = across[i].solve_transposed(&DVector::from_column_slice(own.as_slice()));
            let mut sum = qdd.rows_range_mut(subspaces[i].velocities.clone());
            sum += own;
        }
        FreeBodies {
            qdd,
            entries: solved.entries,
            fill: solved.factors.entries() - solved.entries,
            operations: solved.factors.operations(),
        }
    }

    /// `M a + J^T y = f`, `J a = wanted`: of each body its equations, then the rows of its joint, tips first.
    fn augmented(&self, rows: &[Rows], forces: &[Vector6<f64>]) -> Solved {
        let mut start = vec![0; rows.len()];
        let mut size = 0;
        for i in (0..rows.len()).rev() {
            start[i] = size;
            size += 6 + rows[i].wanted.len();
        }
        let (mut matrix, mut right) = (Symmetric::zeros(size), vec![0.0; size]);
        for (i, row) in rows.iter().enumerate() {
            let own = start[i] + 6;
            matrix.add_square(start[i], &self.bodies[i].inertia);
            let count = row.wanted.len();
            matrix.add_square(own, &DMatrix::zeros(count, count));
            for (body, block) in row.blocks(i) {
                matrix.add_block(own, start[body], block);
            }
            right[start[i]..own].copy_from_slice(forces[i].as_slice());
            right[own..own + count].copy_from_slice(row.wanted.as_slice());
        }
        let factors = matrix.factors();
        let solution = factors.solve(right);
        let accelerations = start
            .iter()
            .map(|&at| Vector6::from_column_slice(&solution[at..at + 6]));
        Solved {
            accelerations: accelerations.collect(),
            entries: matrix.entries(),
            factors,
        }
    }

    /// `J W J^T lambda = wanted - J W f`, `a = W (f + J^T lambda)` with `W = M^-1`: of each joint its rows, tips first.
    fn reduced(&self, rows: &[Rows], forces: &[Vector6<f64>]) -> Solved {
        let weights: Vec<Matrix6<f64>> = (self.bodies.iter())
            .map(|body| {
                let inverse = body.inertia.try_inverse();
                inverse.unwrap_or(Matrix6::from_element(f64::NAN))
            })
            .collect();
        let mut start = vec![0; rows.len()];
        let mut size = 0;
        for i in (0..rows.len()).rev() {
            start[i] = size;
            size += rows[i].wanted.len();
        }
        let (mut matrix, mut right) = (Symmetric::zeros(size), vec![0.0; size]);
        for (i, row) in rows.iter().enumerate() {
            let mut wanted = row.wanted.clone();
            for (body, block) in row.blocks(i) {
                wanted -= block * weights[body] * forces[body];
            }
            right[start[i]..start[i] + wanted.len()].copy_from_slice(wanted.as_slice());
            for (j, other) in rows.iter().enumerate().filter(|(j, _)| *j >= i) {
                for (body, block) in row.blocks(i) {
                    for (_, across) in other.blocks(j).filter(|(on, _)| *on == body) {
                        let product = block * weights[body] * across.transpose();
                        match i == j {
                            true => matrix.add_square(start[i], &product),
                            false => matrix.add_block(start[i], start[j], &product),
                        }
                    }
                }
            }
        }
        let factors = matrix.factors();
        let lambda = factors.solve(right);
        let mut accelerations = forces.to_vec();
        for (i, row) in rows.iter().enumerate() {
            let own = DVector::from_column_slice(&lambda[start[i]..start[i] + row.wanted.len()]);
            for (body, block) in row.blocks(i) {
                accelerations[body] += block.tr_mul(&own);
            }
        }
        for (acceleration, weight) in accelerations.iter_mut().zip(weights) {
            *acceleration = weight * *acceleration;
        }
        Solved {
            accelerations,
            entries: matrix.entries(),
            factors,
        }
    }
}

/// The accelerations of the bodies, in their own axes, and the factors by which they were found.
struct Solved {
    accelerations: Vec<Vector6<f64>>,
    entries: usize,
    factors: Factors,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::State;
    use crate::reference::random_tree::{Root, chain, random_tree, star};

    const BOTH: [Multipliers; 2] = [Multipliers::Augmented, Multipliers::Reduced];

    #[test]
    fn free_bodies_agree_with_articulated_bodies() {
        let trees = (0..4).flat_map(|seed| {
            [Root::Welded, Root::Floating].map(|root| random_tree(seed, root, false))
        });
        let models = trees.chain([chain(9), star(9)]);
        for (seed, mut model) in models.enumerate() {
            model.armature.fill(0.0);
            let model = model.damped(&[(0, 0.3)][..usize::from(seed > 7)]);
            let State {
                q,
                qd,
                tau,
                wrenches,
                ..
            } = model.random_state(1, 1);
            let wrenches = [(2, wrenches[0])];
            let expected = model.forward_dynamics(&q, &qd, &tau, &wrenches);
            for multipliers in BOTH {
                let found = model.free_bodies(&q, &qd, &tau, &wrenches, multipliers).qdd;
                let error = (found - &expected).amax() / expected.amax();
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
        for multipliers in BOTH {
            let costs = [16, 32, 64].map(|links| cost(&chain(links), multipliers));
            let [few, some, many] = costs.each_ref().map(|cost| cost.operations);
            std::println!("chains, {multipliers:?}: {few}, {some}, {many} operations");
            assert_eq!(many - some, 2 * (some - few), "{multipliers:?}");
            assert!(costs.iter().all(|cost| cost.fill == 0), "{multipliers:?}");
        }
    }

    /// Where every joint is on one link, the reduced matrix has all blocks, the augmented has not.
    #[test]
    fn of_a_star_only_the_augmented_system_stays_sparse() {
        let grown = |multipliers| {
            let costs = [16, 32, 64].map(|links| cost(&star(links), multipliers));
            assert!(costs.iter().all(|cost| cost.fill == 0), "{multipliers:?}");
            let [few, some, many] = costs.map(|cost| cost.operations as f64);
            (many - some) / (some - few)
        };
        let [augmented, reduced] = BOTH.map(grown);
        assert_eq!(augmented, 2.0);
        assert!(reduced > 6.0, "{reduced}");
    }

    #[test]
    fn a_link_without_inertia_is_no_free_body() {
        let mut model = chain(3);
        model.bodies[1].inertia.fill(0.0);
        for multipliers in BOTH {
            assert!(cost(&model, multipliers).qdd.iter().any(|qdd| qdd.is_nan()));
        }
    }
}
