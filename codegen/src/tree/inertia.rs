//! Mass moments about a frame's origin.

use crate::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// Moments of a mass distribution about the origin of a frame: they add up, and they turn and
/// shift as the four-by-four matrix of `sum m (r, 1) (r, 1)^T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inertia {
    /// `sum m`
    pub mass: Value,
    /// `sum m r`
    pub first: Vector3,
    /// `sum m r r^T`, symmetric
    pub second: Matrix3,
}

impl Inertia {
    /// No mass at all.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            mass: b.zero(),
            first: b.zeros(),
            second: [b.zeros(); 3],
        }
    }

    /// From mass, centre of mass and the inertia tensor about it, in the same axes:
    /// `sum m r r^T = tr(I)/2 - I + m c c^T`.
    pub fn of_link(b: &mut Builder, mass: Value, com: &Vector3, inertia: &Matrix3) -> Self {
        let first = b.scale3(mass, com);
        let half = b.constant(&(crate::exact::integer(1) / crate::exact::integer(2)));
        let trace = b.sum([inertia[0][0], inertia[1][1], inertia[2][2]]);
        let half_trace = b.mul(half, trace);
        let second = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let central = if i == j {
                    b.sub(half_trace, inertia[i][j])
                } else {
                    b.neg(inertia[i][j])
                };
                let moved = b.mul(first[i], com[j]);
                b.add(central, moved)
            })
        });
        Self {
            mass,
            first,
            second,
        }
    }

    /// The sum of two.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            mass: b.add(self.mass, other.mass),
            first: b.add3(&self.first, &other.first),
            second: std::array::from_fn(|i| b.add3(&self.second[i], &other.second[i])),
        }
    }

    /// The same distribution seen from the frame in which `pose` places its own.
    pub fn seen_from_parent(&self, b: &mut Builder, pose: &Pose) -> Self {
        let turned = b.mul_vec(&pose.rotation, &self.first);
        let half_turned = b.mul_mat(&pose.rotation, &self.second);
        let second = b.mul_mat(&half_turned, &Builder::transpose(&pose.rotation));
        let p = pose.translation;
        let shift = b.scale3(self.mass, &p);
        let first = b.add3(&turned, &shift);
        // R S R^T + (R h) p^T + p (R h + m p)^T
        let second = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (i, j) = (i.min(j), i.max(j));
                let (left, right) = (b.mul(turned[i], p[j]), b.mul(p[i], first[j]));
                b.sum([second[i][j], left, right])
            })
        });
        Self {
            mass: self.mass,
            first,
            second,
        }
    }

    /// The four-by-four matrix.
    #[must_use]
    pub fn to_matrix(&self) -> [[Value; 4]; 4] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| match (i, j) {
                (3, 3) => self.mass,
                (3, k) | (k, 3) => self.first[k],
                _ => self.second[i][j],
            })
        })
    }

    /// From the four-by-four matrix.
    #[must_use]
    pub fn from_matrix(m: &[[Value; 4]; 4]) -> Self {
        Self {
            mass: m[3][3],
            first: [m[0][3], m[1][3], m[2][3]],
            second: std::array::from_fn(|i| std::array::from_fn(|j| m[i][j])),
        }
    }
}
