//! Momenta of links, and the wrenches that change them.

use super::SystemAtState;
use super::numbers::LinkNumbers;
use crate::arithmetic::{
    Affine, Residue,
    direction::{self, TIME},
};

/// A force and a moment about a point.
pub struct PointWrench {
    /// The point.
    pub point: [Residue; 3],
    /// The force.
    pub force: [Residue; 3],
    /// The moment.
    pub moment: [Residue; 3],
}

impl SystemAtState<'_> {
    /// A link and all its descendants.
    pub fn subtree(&self, link: usize) -> Vec<usize> {
        let mut links = vec![link];
        // Parents come before children.
        for joint in &self.system.tree.joints {
            if joint.parent.is_some_and(|parent| links.contains(&parent)) {
                links.push(joint.child);
            }
        }
        links
    }

    /// `sum m r'`, then `sum m (r - c) x r'` about the centre of mass c; `'` is the derivative of the placement along
    /// a set of `directions`, such as [`TIME`] or `TIME | SECOND`.
    pub fn momentum<const N: usize>(
        &self,
        placement: &Affine<N>,
        link: usize,
        directions: usize,
    ) -> [Residue; 6] {
        let LinkNumbers {
            mass,
            com,
            first_moment: first,
            second_moment: second,
            ..
        } = &self.numbers.links[link];
        let x = |i: usize, j: usize| placement.entry(i, j).value();
        let change = |i: usize, j: usize| placement.entry(i, j).coefficient(directions);
        let linear =
            |i: usize| (0..3).fold(*mass * change(i, 3), |sum, k| sum + change(i, k) * first[k]);
        // R S R'^T with the rotation R and the second moments S about the centre of mass. The antisymmetric part of this
        // product has the angular momentum.
        let product = |i: usize, j: usize| {
            let pairs = (0..3).flat_map(|k| (0..3).map(move |l| (k, l)));
            pairs.fold(Residue::ZERO, |sum, (k, l)| {
                sum + x(i, k) * (second[k][l] - first[k] * com[l]) * change(j, l)
            })
        };
        let angular = |i: usize, j: usize| product(i, j) - product(j, i);
        [
            linear(0),
            linear(1),
            linear(2),
            angular(1, 2),
            angular(2, 0),
            angular(0, 1),
        ]
    }

    /// A link's centre of mass in the world.
    pub fn center<const N: usize>(&self, placement: &Affine<N>, link: usize) -> [Residue; 3] {
        let com = &self.numbers.links[link].com;
        std::array::from_fn(|i| {
            let x = |k: usize| placement.entry(i, k).value();
            (0..3).fold(x(3), |sum, k| sum + x(k) * com[k])
        })
    }

    /// The wrench about a link's centre of mass that, together with gravity, gives the link its acceleration. The
    /// acceleration is the placement's mixed derivative along [`direction::SECOND`] and [`TIME`].
    pub fn inertial_wrench(&self, placement: &Affine<8>, link: usize) -> PointWrench {
        let mass = self.numbers.links[link].mass;
        let rate = self.momentum(placement, link, TIME | direction::SECOND);
        let force = std::array::from_fn(|k| rate[k] - mass * self.numbers.gravity[k]);
        PointWrench {
            point: self.center(placement, link),
            force,
            moment: [rate[3], rate[4], rate[5]],
        }
    }
}
